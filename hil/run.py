"""One run, from the first look at the table to its return to play. Whatever happens between, play is given back."""

import os
import sys
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import pytest

from controller import clock
from controller.errors import BadInput, DeviceError
from controller.messages import Topic
from hil import delivery, money_check, record, reports, resume, run_file
from hil.bench import REAL
from hil.benches import BENCHES
from hil.careful_bench import CarefulBench
from hil.diagnoses import urgency
from hil.give_back import every_end_is_ctrl_c, service_mode
from hil.heard import TableHeard
from hil.plugin import HilPlugin, Session
from hil.run_file import RunFile
from hil.station import (
    Station,
    limits_digest,
    tested_digest,
    want_bench_allowed,
    want_stories_allowed,
)
from hil.verdict import Verdict

PHASES = Path(__file__).parent / "phases"
NAMES = tuple(path.stem.split("_", 2)[2] for path in sorted(PHASES.glob("test_*.py")))
FOUND_S = 10.0
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
    want_bench_allowed(station, wanted.bench)
    if "stories" in wanted.only:
        want_stories_allowed(station)
    wanted.records.mkdir(parents=True, exist_ok=True)
    record.earlier(wanted.records, station.table.asset)  # Refused now, not after ten minutes' work.
    file = _file(station, wanted)
    with every_end_is_ctrl_c():
        _open_and_sit(station, wanted, file)
    code = _finish(station, wanted.records, file)
    if wanted.bench in REAL:
        # The record is on disk and the verdict is the table's: whatever the network does now changes neither.
        for line in delivery.deliver(station, wanted.records).summary(wanted.records):
            print(line)
    return code


def _file(station: Station, wanted: Wanted) -> RunFile:
    asset = station.table.asset
    if wanted.resume:
        file = run_file.unfinished(wanted.records, asset)
        file.mend()
        resume.want_the_same(file, station, wanted)
        print(f"Going on with {file.path.name}: {len(_steps(file))} steps are done.")
        return file
    stamp = clock.now()[:19].replace(":", "").replace("-", "")
    file = RunFile(wanted.records / f"{stamp}Z-{asset}.run.jsonl")
    if file.path.exists():
        raise BadInput(f"{file.path}: a run began in this very second; try again")
    return file


def _steps(file: RunFile) -> list[dict[str, Any]]:
    return [line for line in file.lines() if line["kind"] == "step"] if file.path.exists() else []


def _open_and_sit(station: Station, wanted: Wanted, file: RunFile) -> None:
    bench = BENCHES[wanted.bench](station)
    try:
        heard = TableHeard(bench.mqtt, station.place)
        try:
            _sitting(station, wanted, file, CarefulBench(bench, heard), heard)
        finally:
            heard.close()
    finally:
        bench.close()


def _sitting(
    station: Station, wanted: Wanted, file: RunFile, bench: CarefulBench, heard: TableHeard
) -> None:
    _want_idle(heard)
    before = money_check.books(heard)
    if wanted.resume:
        before = resume.want_the_same_table(file, bench, heard, before)
    else:
        file.append("begun", _begun(station, wanted, heard))
    file.append("sitting", {"at": clock.now(), **asdict(before)})
    done = frozenset(step["id"] for step in _steps(file))
    session = Session(station, bench, heard, file, wanted.quick, wanted.only, done)
    with service_mode(bench, heard, file):
        code = _pytest(session)
        file.append("phases", {"phases": session.phases, "steps": session.wanted})
    money_check.measure(file, heard, before)
    if code is pytest.ExitCode.INTERRUPTED and not session.left_service:
        raise KeyboardInterrupt
    if code in (pytest.ExitCode.INTERNAL_ERROR, pytest.ExitCode.USAGE_ERROR):
        raise DeviceError(f"the suite itself broke ({code!r}); its words stand above")
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
            "live": bool(bench.live),
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
        "only": sorted(wanted.only),
        "tested": tested_digest(station),
    }


def _pytest(session: Session) -> int | pytest.ExitCode:
    # What somebody has set for tests of his own must not change those of a table.
    os.environ.pop("PYTEST_ADDOPTS", None)
    quiet = ["-p", "no:terminal", "-p", "no:logging", "-s", "-p", "no:faulthandler"]
    place = ["-c", str(PHASES / "pytest.ini"), "--rootdir", str(PHASES), str(PHASES)]
    return pytest.main([*quiet, *place], plugins=[HilPlugin(session)])


def _finish(station: Station, folder: Path, file: RunFile) -> int:
    made = record.build(file.lines(), record.earlier(folder, station.table.asset))
    path = record.write(folder, made)
    reports.write(path, made, record.earlier(folder, station.table.asset))
    verdict = Verdict(made["outcome"])
    marginal = f" ({made['marginal']} marginal)" if made["marginal"] else ""
    print(f"\n{verdict}{marginal}: {made['outcome_reason']}")
    for found in sorted(made["diagnoses"], key=lambda found: urgency(found["code"])):
        print(f"  {found['number']} {found['text']}\n          {found['fix']}")
    print(f"Record {made['record_id']}: {path.with_suffix('.html')}", file=sys.stderr)
    return EXIT[verdict]
