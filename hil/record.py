"""The record of a run: one JSON document, hashed, chained to the table's record before it. Pure but for its folder."""

import hashlib
import json
import re
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any

from controller.errors import BadInput
from hil.limits import Outcome
from hil.verdict import MONEY, judge

SCHEMA = "urn:pucklight:hil-record:1"
RECEIPT = ".sent.json"
"""How the file ends that holds the Game Manager's receipt, beside the record's own."""
Record = dict[str, Any]


def canonical(record: Record) -> bytes:
    """One spelling of a document: sorted keys, no blanks, UTF-8. Without its own hash."""
    bare = {key: value for key, value in record.items() if key != "record_sha256"}
    text = json.dumps(
        bare, sort_keys=True, ensure_ascii=False, separators=(",", ":"), allow_nan=False
    )
    return text.encode()


def digest(record: Record) -> str:
    return hashlib.sha256(canonical(record)).hexdigest()


def build(lines: Sequence[dict[str, Any]], before: Sequence[Record]) -> Record:
    """From the run file's lines and the table's earlier records."""
    kinds: dict[str, list[dict[str, Any]]] = {}
    for line in lines:
        body = {key: value for key, value in line.items() if key != "kind"}
        kinds.setdefault(line["kind"], []).append(body)
    begun, ended, steps = kinds["begun"][0], kinds["ended"][-1], kinds["step"]
    states: dict[str, str] = kinds["phases"][-1]["phases"]
    mandatory = [name for name, state in states.items() if state in ("run", "left out")]
    restored = kinds["restored"][-1]["restored"]
    judged = judge(steps, mandatory, kinds["phases"][-1]["steps"], restored)
    number = len(before) + 1
    record = {
        "schema": SCHEMA,
        "record_id": f"{begun['at'][:16]}Z-{begun['dut']['asset_no']}-{number:04d}",
        **{name: begun[name] for name in ("dut", "station", "operator", "software")},
        "suite_version": version("pucklight"),
        "started": begun["at"],
        "ended": ended["at"],
        "sittings": len(kinds["sitting"]),
        "outcome": str(judged.verdict),
        "outcome_reason": judged.reason,
        "marginal": judged.marginal,
        "returned_to_play": restored,
        "meters_before": kinds["sitting"][0]["meter"],
        "meters_after": ended["meter"],
        "phases": _phases(states, steps),
        "diagnoses": _once([found for step in steps for found in step["diagnoses"]]),
        "prev_record_sha256": before[-1]["record_sha256"] if before else None,
    }
    return {**record, "record_sha256": digest(record)}


def _phases(states: dict[str, str], steps: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    found = []
    for name, state in {**states, MONEY: "run"}.items():
        own = [step for step in steps if step["phase"] == name]
        found.append({"name": name, "outcome": _phase_outcome(state, own), "steps": own})
    return found


def _phase_outcome(state: str, steps: Sequence[dict[str, Any]]) -> str:
    if state != "run":
        return state
    for outcome in ("fail", "error", "skip"):
        if any(step["outcome"] == outcome for step in steps):
            return outcome
    values = [m["outcome"] for step in steps for m in step["measurements"]]
    return "marginal" if Outcome.MARGINAL in values else "pass" if steps else "not executed"


def _once(found: Sequence[dict[str, str]]) -> list[dict[str, str]]:
    return [one for index, one in enumerate(found) if one not in found[:index]]


def paths(folder: Path, asset: str | None = None) -> list[Path]:
    """The files of records, oldest first; a receipt beside one (`.sent.json`) is not one."""
    named = re.compile(
        rf"[\d-]{{10}}T\d{{4}}Z-{re.escape(asset) if asset else '.+'}-\d{{4,}}\.json"
    )
    return sorted(path for path in folder.glob("*.json") if named.fullmatch(path.name))


def earlier(folder: Path, asset: str) -> list[Record]:
    """The table's records, oldest first; refuses a folder in which one was changed, lost or put in."""
    records = [read(path) for path in paths(folder, asset)]
    previous = None
    for record in records:
        if record["prev_record_sha256"] != previous:
            raise BadInput(
                f"{folder}: {record['record_id']} does not follow the record before it; "
                "one was removed, put in or changed: keep the folder and tell your supervisor"
            )
        previous = record["record_sha256"]
    return records


def read(path: Path) -> Record:
    return parsed(path, raw(path))


def raw(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise BadInput(f"{path}: cannot be read: {error.strerror}") from error


def parsed(path: Path, payload: bytes) -> Record:
    try:
        record: Record = json.loads(payload)
    except ValueError as error:
        raise BadInput(f"{path}: is not a whole record: {error}") from error
    if not isinstance(record, dict) or record.get("record_sha256") != digest(record):
        raise BadInput(
            f"{path}: was changed after it was written: its hash does not fit; "
            "keep the file and tell your supervisor"
        )
    return record


def write(folder: Path, record: Record) -> Path:
    path = folder / f"{record['record_id'].replace(':', '')}.json"
    with path.open("x", encoding="utf-8") as file:
        json.dump(record, file, ensure_ascii=False, indent=1, sort_keys=True)
        file.write("\n")
    return path
