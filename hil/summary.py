"""A record in lines for people: the same words on the screen and on paper. Pure."""

import re
from collections.abc import Sequence
from typing import Any

from hil.record import Record

TITLES = {
    "identity": "Identity and software",
    "pucks": "Seat pucks and lamps",
    "keypad": "Dealer keypad",
    "key": "Supervisor key",
    "badge": "Badge reader",
    "shuffler": "Shuffler",
    "broker": "Broker outage",
    "display": "Meter display",
    "power": "Power cut",
    "clock": "Clock",
    "supply": "Supply and temperature",
    "stories": "Stories",
    "money": "Money stood still",
}
_NAME = re.compile(r"(\w+)\[(.+)\]\.(\w+)")


def money(cents: int) -> str:
    return f"${cents // 100:,}.{cents % 100:02d}"


def measurements(record: Record) -> list[dict[str, Any]]:
    return [m for phase in record["phases"] for s in phase["steps"] for m in s["measurements"]]


def per_puck(record: Record, what: str) -> dict[str, float]:
    """Seat to value, of one measurement that every puck has."""
    found: dict[str, float] = {}
    for measured in measurements(record):
        name = _NAME.fullmatch(measured["name"])
        if name and (name[1], name[3]) == ("puck", what):
            found[name[2]] = measured["value"]
    return found


def values(phase: dict[str, Any]) -> list[str]:
    """The measured values of a phase, many seats in one line."""
    lines: dict[str, list[str]] = {}
    limits: dict[str, str] = {}
    for step in phase["steps"]:
        for m in step["measurements"]:
            name = _NAME.fullmatch(m["name"])
            key = f"{name[1]}.{name[3]}" if name else m["name"]
            lines.setdefault(key, []).append(_value(m))
            limits[key] = f"{m['limits']} {m['unit']}".strip()
    return [f"{_plain(key)} {_together(found)}  ({limits[key]})" for key, found in lines.items()]


def _plain(name: str) -> str:
    return name.rsplit(".", maxsplit=1)[-1].replace("_", " ")


def _together(found: Sequence[str]) -> str:
    same = len(set(found)) == 1 and len(found) > 1
    return f"{found[0]} x {len(found)}" if same else " ".join(found)


def _value(measured: dict[str, Any]) -> str:
    value = measured["value"]
    shown = {True: "yes", False: "no"}[value] if isinstance(value, bool) else f"{value:g}"
    return shown + {"pass": "", "marginal": "*", "fail": "!"}[measured["outcome"]]


def failures(record: Record) -> list[dict[str, str]]:
    """Every step that did not pass: what was done, what came of it, what to do."""
    return [
        {
            "phase": TITLES.get(phase["name"], phase["name"]),
            "step": step["title"],
            "outcome": step["outcome"],
            "reason": step["reason"],
            "fix": " ".join(f"{d['number']} {d['text']} {d['fix']}" for d in step["diagnoses"]),
        }
        for phase in record["phases"]
        for step in phase["steps"]
        if step["outcome"] != "pass"
    ]


def to_do(record: Record) -> list[str]:
    found = [f"{d['text']} {d['fix']} ({d['number']})" for d in record["diagnoses"]]
    if not record["returned_to_play"]:
        found.insert(
            0, "The table was NOT returned to play: turn the service contact off, see its status."
        )
    if record["outcome"] == "INCOMPLETE":
        found.append(f"Finish the test: {record['outcome_reason']}.")
    if record["outcome"] == "ERROR":
        found.append(
            f"The bench proved nothing: {record['outcome_reason']}. Mend it and run again."
        )
    return found or ["Nothing. Test again when the schedule says so."]
