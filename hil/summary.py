"""A record in lines for people: the same words on the screen and on paper. Pure."""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from hil.limits import spoken
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
    if phase["steps"] and not any(step["measurements"] for step in phase["steps"]):
        passed = sum(step["outcome"] == "pass" for step in phase["steps"])
        return [f"{passed} of {len(phase['steps'])} steps passed"]
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
    return name.replace(".", " ").replace("_", " ")


def _together(found: Sequence[str]) -> str:
    same = len(set(found)) == 1 and len(found) > 1
    return f"{found[0]} x {len(found)}" if same else " ".join(found)


def _value(measured: dict[str, Any]) -> str:
    return (
        spoken(measured["value"]) + {"pass": "", "marginal": "*", "fail": "!"}[measured["outcome"]]
    )


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


def head(record: Record) -> list[tuple[str, str]]:
    """Which table, which software, who, with what: as it stands at the top of a report."""
    dut, software, operator = record["dut"], record["software"], record["operator"]
    approved = {True: "approved", False: "NOT APPROVED", None: "no approved list"}
    before, after = record["meters_before"]["cents"], record["meters_after"]["cents"]
    station = record["station"]
    return [
        ("Table", f"{dut['table_id']}, asset {dut['asset_no']}, {dut['place'] or dut['site']}"),
        ("Software", f"{software['signature'][:16]} ({approved[software['approved']]})"),
        ("Station", f"{station['id']} ({station['mode']}{', quick' if station['quick'] else ''})"),
        ("Config, limits", f"{software['config_hash'][:12]}, {software['limits_hash'][:12]}"),
        ("Technician", operator["badge"]),
        ("Witness", operator["witness"] or "none"),
        (
            "Meter before, after",
            f"{money(before)}, {money(after)} (change {money(after - before)})",
        ),
        ("Play", "returned to play" if record["returned_to_play"] else "NOT RETURNED TO PLAY"),
        ("Started", record["started"].replace("T", " ")),
        ("Ended", record["ended"].replace("T", " ") + _sittings(record)),
    ]


def _sittings(record: Record) -> str:
    return f", in {record['sittings']} sittings" if record["sittings"] > 1 else ""


def limit_of(record: Record, what: str) -> tuple[float, float | None]:
    """The upper limit and the marginal band of a puck's measurement, as they were in force."""
    for measured in measurements(record):
        name = _NAME.fullmatch(measured["name"])
        if name and name[3] == what:
            return float(measured["limits"].split()[-1]), measured["marginal_from"]
    return 0.0, None


def delays(record: Record, attachments: Path) -> list[float]:
    """Every delay that was measured, from the attachments; what was removed since is left out."""
    found: list[float] = []
    for phase in record["phases"]:
        for step in phase["steps"]:
            for kept in step["attachments"]:
                path = attachments / f"{kept['sha256'][:16]}-{kept['name']}"
                if kept["name"].startswith("delays-") and path.exists():
                    found += map(float, path.read_text().split())
    return found
