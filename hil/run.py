"""One run, from the first look at the table to its return to play. Whatever happens between, play is given back."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from controller import clock
from controller.errors import BadInput, DeviceError, PucklightError
from controller.messages import Topic
from hil import delivery, record, reports, run_file
from hil.benches import BENCHES, OpenBench
from hil.heard import TableHeard
from hil.plugin import HilPlugin, Session
from hil.run_file import RunFile
from hil.station import Station, limits_digest, want_stories_allowed
from hil.step import Step
from hil.verdict import MONEY, Verdict

PHASES = Path(__file__).parent / "phases"
NAMES = tuple(path.stem.split("_", 2)[2] for path in sorted(PHASES.glob("test_*.py")))
FOUND_S = 10.0
ENTER_S = 30.0
EXIT = {Verdict.PASS: 0, Verdict.FAIL: 1, Verdict.INCOMPLETE: 3, Verdict.ERROR: 4}


@dataclass(frozen=True)
class Wanted:
    bench: str
    quick: bool
    only: frozenset[str]
    resume: bool
    records: Path


def run(station: Station, wanted: Wanted) -> int:
    if unknown := sorted(wanted.only - set(NAMES)):
        raise BadInput(f"--only: no such phase {unknown[0]}; known are {', '.join(NAMES)}")
    if "stories" in wanted.only:
        want_stories_allowed(station)
    wanted.records.mkdir(parents=True, exist_ok=True)
    file = _file(station, wanted)
    bench = BENCHES[wanted.bench](station)
    try:
        heard = TableHeard(bench.mqtt, station.place)
        try:
            _sitting(station, wanted, file, bench, heard)
        finally:
            heard.close()
    finally:
        bench.close()
    code = _finish(station, wanted.records, file)
    if wanted.bench in delivery.REAL:
        # The record is on disk and the verdict is the table's: whatever the network does now changes neither.
        for line in delivery.deliver(station, wanted.records).summary(wanted.records):
            print(line)
    return code


def _file(station: Station, wanted: Wanted) -> RunFile:
    asset = station.table.asset
    if wanted.resume:
        file = run_file.unfinished(wanted.records, asset)
        file.mend()
        begun = file.lines()[0]["station"]
        if (begun["mode"], begun["quick"]) != (wanted.bench, wanted.quick):
            how = f"--bench {begun['mode']}{' --quick' if begun['quick'] else ''}"
            raise BadInput(f"{file.path.name} was begun with {how}; go on in the same way")
        print(f"Going on with {file.path.name}: {len(_steps(file))} steps are done.")
        return file
    stamp = clock.now()[:19].replace(":", "").replace("-", "")
    file = RunFile(wanted.records / f"{stamp}Z-{asset}.run.jsonl")
    if file.path.exists():
        raise BadInput(f"{file.path}: a run began in this very second; try again")
    return file


def _steps(file: RunFile) -> list[dict[str, Any]]:
    return [line for line in file.lines() if line["kind"] == "step"] if file.path.exists() else []


def _sitting(
    station: Station, wanted: Wanted, file: RunFile, bench: OpenBench, heard: TableHeard
) -> None:
    _want_idle(heard)
    before = dict(heard.last(Topic.METER))
    if not wanted.resume:
        file.append("begun", _begun(station, wanted, heard))
    file.append("sitting", {"at": clock.now(), "meter": before})
    done = frozenset(step["id"] for step in _steps(file))
    session = Session(station, bench, heard, file, wanted.quick, wanted.only, done)
    with _service_mode(bench, heard, file):
        code = _pytest(session)
        file.append("phases", {"phases": session.phases})
    _money_stood_still(station, file, heard, before)
    if code is pytest.ExitCode.INTERRUPTED:
        raise KeyboardInterrupt
    file.append("ended", {"at": clock.now(), "meter": heard.last(Topic.METER)})


def _want_idle(heard: TableHeard) -> None:
    """A table with players' money on it is not tested."""
    heard.until(lambda: heard.state != "offline" and bool(heard.last(Topic.METER)), FOUND_S)
    state, meter = heard.state, heard.last(Topic.METER)
    if state == "offline":
        raise BadInput("the table is offline; start it, and check its id in the station file")
    if state not in ("betting", "service"):
        raise BadInput(f"a round is open ({state}); end it with Game Over, then test")
    if meter.get("state") != "live":
        raise BadInput(f"a win is {meter.get('state')}; finish it, then test")


def _begun(station: Station, wanted: Wanted, heard: TableHeard) -> dict[str, Any]:
    status = heard.last(Topic.STATUS)
    bench, table = station.station, station.table
    return {
        "at": clock.now(),
        "dut": {
            "asset_no": table.asset,
            "site": table.site,
            "table_id": table.id,
            "place": table.place,
        },
        "station": {
            "id": bench.id,
            "mode": wanted.bench,
            "live": bench.live,
            "quick": wanted.quick,
        },
        "operator": {"badge": bench.operator, "witness": bench.witness},
        "software": {
            "signature": status["software"],
            "approved": status["software"] in station.approved_software
            if station.approved_software
            else None,
            "config_hash": status["config"],
            "limits_hash": limits_digest(station),
        },
    }


@contextmanager
def _service_mode(bench: OpenBench, heard: TableHeard, file: RunFile) -> Iterator[None]:
    try:
        bench.do("service on", lambda: heard.state == "service")
        if not heard.until(lambda: heard.state == "service", ENTER_S):
            raise DeviceError(
                f"the table did not go into service mode within {ENTER_S:.0f} s: it is in {heard.state}; "
                "check the service contact"
            )
        print("The table is in SERVICE: nothing that is done now moves money.", flush=True)
        yield
    finally:
        _back_to_play(bench, heard, file)


def _back_to_play(bench: OpenBench, heard: TableHeard, file: RunFile) -> None:
    """Puts the contact back, and says what came of it: nobody may walk away from a table that does not play."""
    why = ""
    try:
        bench.do("service off", lambda: heard.state == "betting")
        heard.wait(lambda heard: heard.state == "betting", 30)
    except (PucklightError, AssertionError) as error:
        why = str(error)
    if not why and heard.last(Topic.STATUS).get("state") != "in_service":
        why = str(heard.last(Topic.STATUS).get("reason"))
    file.append("restored", {"at": clock.now(), "restored": not why, "why": why})
    print("RETURNED TO PLAY" if not why else f"NOT RETURNED TO PLAY: {why}", flush=True)


def _pytest(session: Session) -> int | pytest.ExitCode:
    quiet = ["-p", "no:terminal", "-p", "no:logging", "-s", "-p", "no:faulthandler"]
    place = ["-c", str(PHASES / "pytest.ini"), "--rootdir", str(PHASES), str(PHASES)]
    return pytest.main([*quiet, *place], plugins=[HilPlugin(session)])


def _money_stood_still(
    station: Station, file: RunFile, heard: TableHeard, before: dict[str, Any]
) -> None:
    """Two limits of every run, whatever else it did."""
    after = heard.last(Topic.METER)
    step = Step(station.limits, file.path.parent / "attachments")
    at = clock.now()
    moved = after.get("cents", 0) - before.get("cents", 0)
    fees = sum(row["type"] == "coin_in" for row in heard.rows())
    step.measure("meter_delta_cents", moved)
    step.measure("coin_in_delta", fees)
    failed = step.failed()
    if failed:
        step.diagnose("money_moved", seen="; ".join(failed))
    file.append(
        "step",
        {
            "id": f"money::{at}",
            "phase": MONEY,
            "title": "no money moved",
            "outcome": "fail" if failed else "pass",
            "reason": "; ".join(failed),
            "started": at,
            "ended": at,
            "prompts": [],
            "measurements": step.measurements,
            "diagnoses": [found.to_json() for found in step.diagnoses],
            "attachments": [],
        },
    )


def _finish(station: Station, folder: Path, file: RunFile) -> int:
    made = record.build(file.lines(), record.earlier(folder, station.table.asset))
    path = record.write(folder, made)
    reports.write(path, made, record.earlier(folder, station.table.asset))
    verdict = Verdict(made["outcome"])
    marginal = f" ({made['marginal']} marginal)" if made["marginal"] else ""
    print(f"\n{verdict}{marginal}: {made['outcome_reason']}")
    for found in made["diagnoses"]:
        print(f"  {found['number']} {found['text']}\n          {found['fix']}")
    print(f"Record {made['record_id']}: {path.with_suffix('.html')}", file=sys.stderr)
    return EXIT[verdict]
