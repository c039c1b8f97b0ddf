"""Records: chained, so that one that was edited, removed or put in is noticed. Runs: resumed where they stopped."""

import json
import signal
import subprocess
from pathlib import Path
from typing import Any

import pytest

from hil import record
from tests.hil.stations import COMMAND, INCOMPLETE, last_record, records, run, station


def check(path: Path) -> subprocess.CompletedProcess[str]:
    command = [*COMMAND, "check", str(records(path))]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_each_record_names_the_one_before_and_an_edit_is_noticed(tmp_path: Path) -> None:
    path = station(tmp_path)
    run(path, "--only", "key", code=INCOMPLETE)
    first = last_record(path)
    run(path, "--only", "key", code=INCOMPLETE)
    second = last_record(path)
    assert first["prev_record_sha256"] is None
    assert second["prev_record_sha256"] == first["record_sha256"]
    assert "2 records, whole and unchanged" in check(path).stdout

    (file,) = records(path).glob("*-0001.json")
    whole = file.read_text()
    file.write_text(whole.replace("INCOMPLETE", "PASS"))
    assert "was changed after it was written" in check(path).stderr
    file.unlink()
    assert "does not follow the record before it" in check(path).stderr
    file.write_text(whole)
    assert check(path).returncode == 0


def test_a_run_that_was_cut_off_goes_on_where_it_stopped(tmp_path: Path) -> None:
    path = station(tmp_path)
    run(path, "--only", "key,clock", code=INCOMPLETE)
    (file,) = records(path).glob("*.run.jsonl")
    lines = file.read_text().splitlines(keepends=True)
    kinds = [json.loads(line)["kind"] for line in lines]
    # As a laptop leaves it that went dark in the second step: the first is written, the second is half a line.
    upto = kinds.index("step") + 1
    file.write_text("".join(lines[:upto]) + '{"kind":"step","id":"test_75_cl')
    for written in records(path).glob("*-0001.*"):
        written.unlink()

    said = run(path, "--only", "key", "--resume", bench="prompted", code=1)
    assert "--bench sim" in said  # How it was begun, not how it was asked for now.
    said = run(path, "--only", "key,clock", "--resume", code=INCOMPLETE)
    assert "1 steps are done" in said
    assert "both positions" not in said
    made = last_record(path)
    assert made["sittings"] == 2
    steps = [step["id"] for phase in made["phases"] for step in phase["steps"]]
    assert steps.count("test_30_key.py::test_both_positions_are_seen") == 1
    assert "test_75_clock.py::test_the_clock_is_right" in steps


@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_whoever_ends_a_run_the_table_is_given_back_and_the_run_can_go_on(
    end: signal.Signals, tmp_path: Path
) -> None:
    path = station(tmp_path)
    command = [*COMMAND, "run", "--bench", "sim", "--station", str(path), "--quick"]
    with subprocess.Popen(
        [*command, "--record", str(records(path)), "--only", "pucks,key"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stderr
        assert process.stdout
        assert "ok" in process.stderr.readline()
        process.send_signal(end)
        shown = process.stdout.read()
        said = process.stderr.read()
        assert process.wait(timeout=60) == 130
    assert "What was done is kept. To go on: pucklight hil run --bench sim --station" in said
    assert "--only key,pucks --record" in said
    assert said.rstrip().splitlines()[-1].endswith("--resume")
    assert "RETURNED TO PLAY" in shown
    assert "NOT RETURNED" not in shown
    assert not list(records(path).glob("*.json"))
    said = run(path, "--only", "pucks,key", "--resume", code=INCOMPLETE)
    assert "steps are done" in said


def begin(path: Path, only: str) -> None:
    """A run that was ended before its last step."""
    run(path, "--only", only, code=INCOMPLETE)
    (file,) = records(path).glob("*.run.jsonl")
    lines = file.read_text().splitlines(keepends=True)
    file.write_text("".join(lines[:-1]))
    for written in records(path).glob("*-0001.*"):
        written.unlink()


@pytest.mark.parametrize("words", [("--only", "key"), ("--only", "clock,pucks"), ()])
def test_a_run_goes_on_only_as_it_was_begun(words: tuple[str, ...], tmp_path: Path) -> None:
    path = station(tmp_path)
    begin(path, "clock")
    said = run(path, *words, "--resume", code=1)
    assert "was begun with --bench sim --quick --only clock; go on in the same way" in said


def test_a_run_does_not_go_on_with_other_limits(tmp_path: Path) -> None:
    begin(station(tmp_path), "clock")
    looser: dict[str, Any] = {'limits."clock.offset"': {"most": 100_000}}
    path = station(tmp_path, **looser)
    assert "something else than when this run began" in run(
        path, "--only", "clock", "--resume", code=1
    )


def test_a_folder_with_a_changed_record_is_refused_before_the_work(tmp_path: Path) -> None:
    path = station(tmp_path)
    run(path, "--only", "clock", code=INCOMPLETE)
    (file,) = records(path).glob("*-0001.json")
    file.write_text(file.read_text().replace("INCOMPLETE", "PASS"))
    said = run(path, "--only", "clock", code=1)
    assert "was changed after it was written" in said
    assert "SERVICE" not in said


def test_one_tables_records_are_not_anothers(tmp_path: Path) -> None:
    one, other = (tmp_path / f"2030-01-31T1800Z-{name}-0001.json" for name in ("17", "A-17"))
    for path in (one, other, one.with_suffix(record.RECEIPT)):
        path.touch()
    assert record.paths(tmp_path, "17") == [one]
    assert record.paths(tmp_path, "A-17") == [other]
    assert not record.paths(tmp_path, "A")
    assert len(record.paths(tmp_path)) == 2


def test_nothing_to_resume_is_said(tmp_path: Path) -> None:
    assert "no unfinished run of 40177" in run(station(tmp_path), "--resume", code=1)
