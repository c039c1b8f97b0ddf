"""A record in lines for people: the same words on the screen and on paper. Pure."""

import re
from pathlib import Path
from typing import Any

from drivers.wiring import SEATS
from hil.bench import REAL
from hil.diagnoses import LEAST_URGENT, urgency
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
_WORSE = ("pass", "marginal", "fail")
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


def simulated(record: Record) -> str:
    """What must stand on every page of a record that says nothing about a real table; empty for one that does."""
    mode = record["station"]["mode"]
    return f"SIMULATED TABLE (bench {mode})" if mode not in REAL else ""


def values(record: Record, phase: dict[str, Any]) -> list[str]:
    """The measured values of a phase, many seats in one line."""
    measured = [m for step in phase["steps"] for m in step["measurements"]]
    unchecked = phase["name"] == "identity" and record["software"]["approved"] is None
    if unchecked:
        measured = [m for m in measured if m["name"] != "software.approved"]
    lines: dict[str, dict[str, dict[str, Any]]] = {}
    for m in measured:
        name = _NAME.fullmatch(m["name"])
        key, seat = (f"{name[1]}.{name[3]}", name[2]) if name else (m["name"], "")
        seats = lines.setdefault(key, {})
        seats[seat] = max(seats.get(seat, m), m, key=lambda one: _WORSE.index(one["outcome"]))
    shown = [_line(key, seats) for key, seats in lines.items()]
    if unchecked:
        shown.append("software approved: not checked, no approved list")
    elif phase["steps"] and not shown:
        passed = sum(step["outcome"] == "pass" for step in phase["steps"])
        shown.append(f"{passed} of {len(phase['steps'])} steps passed")
    return shown


def _line(key: str, seats: dict[str, dict[str, Any]]) -> str:
    one = next(iter(seats.values()))
    limits = f"({one['limits']} {one['unit']}".strip() + ")"
    return f"{key.replace('.', ' ').replace('_', ' ')}: {_together(seats)}  {limits}"


def _together(seats: dict[str, dict[str, Any]]) -> str:
    """Seat by seat, unless all say the same; a seat without a value is named by its absence alone."""
    said = {seat: _value(measured) for seat, measured in seats.items()}
    if "" in said:
        return said[""]
    if len(set(said.values())) > 1 or len(said) == 1:
        listed = ", ".join(f"{seat}: {value}" for seat, value in said.items())
        return f"by seat {listed}"
    where = "all seats" if len(said) == SEATS else f"seats {', '.join(said)}"
    return f"{next(iter(said.values()))} at {where}"


def _value(measured: dict[str, Any]) -> str:
    return (
        spoken(measured["value"]) + {"pass": "", "marginal": "*", "fail": "!"}[measured["outcome"]]
    )


def failures(record: Record) -> list[dict[str, str]]:
    """Every step that did not pass: what was done, what came of it, what to do. The most severe first."""
    return [
        {
            "phase": TITLES.get(phase["name"], phase["name"]),
            "step": step["title"],
            "outcome": step["outcome"],
            "reason": step["reason"],
            "fix": " ".join(f"{d['number']} {d['text']} {d['fix']}" for d in step["diagnoses"]),
        }
        for phase, step in sorted(_not_passed(record), key=lambda one: _urgency(one[1]))
    ]


def _not_passed(record: Record) -> list[tuple[dict[str, Any], dict[str, Any]]]:
    both = [(phase, step) for phase in record["phases"] for step in phase["steps"]]
    return [(phase, step) for phase, step in both if step["outcome"] != "pass"]


def _urgency(step: dict[str, Any]) -> tuple[bool, int]:
    """A failure before what was skipped or never proved; then by what is wrong."""
    codes = [found["code"] for found in step["diagnoses"]]
    return step["outcome"] != "fail", min((urgency(code) for code in codes), default=LEAST_URGENT)


def to_do(record: Record) -> list[str]:
    """The most severe first."""
    known = sorted(record["diagnoses"], key=lambda found: urgency(found["code"]))
    found = [f"{d['text']} {d['fix']} ({d['number']})" for d in known]
    if not record["returned_to_play"]:
        found.insert(
            0, "The table was NOT returned to play: turn the service contact off, see its status."
        )
    if record["outcome"] == "INCOMPLETE":
        found.append(f"Finish the test. What is missing: {record['outcome_reason']}")
    if record["outcome"] == "ERROR":
        found.append(f"Mend the bench and run again; it proved nothing: {record['outcome_reason']}")
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
