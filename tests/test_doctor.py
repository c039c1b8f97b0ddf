"""`pucklight doctor`: what it says of sound and of damaged tables, and that it leaves a running one alone."""

import json
import os
import stat
import sys
import threading
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from controller import software
from controller.cli import doctor_devices, doctor_system
from controller.cli.doctor_case import Case
from controller.cli.doctor_finding import Finding, Mark, ok, within
from controller.cli.settings import load
from controller.journal_files import create
from drivers.sim.shuffler import SimShuffler
from tests.asked import ask, written
from tests.broker import Mosquitto
from tests.real_table import real_table

Capture = pytest.CaptureFixture[str]


def case(folder: Path, running: bool = False, **sections: Any) -> Case:
    return Case(load(written(folder, **sections)), running)


def by_code(findings: Any) -> dict[str, Finding]:
    return {finding.code: finding for finding in findings}


def examine(capsys: Capture, path: Path) -> tuple[int, dict[str, dict[str, str]]]:
    said = ask(capsys, "doctor", "--config", path, "--json")
    return said.code, {one["code"]: one for one in json.loads(said.out)["findings"]}


# The command.


def test_a_sound_table_has_no_problem_and_a_running_one_is_left_alone(
    capsys: Capture, tmp_path: Path, broker: Mosquitto
) -> None:
    with real_table(tmp_path, broker) as table:
        table.order("chip 2 on")
        before = table.journal.read_bytes()
        code, found = examine(capsys, table.config)
        assert code == 0, found
        assert found["daemon"]["what"] == "a table runs with this journal"
        assert found["journal.chain"]["mark"] == "ok"
        assert found["broker.loop"]["mark"] == "ok"
        assert table.journal.read_bytes() == before
        table.order("press coin-in")
        assert table.wait_row(0)["type"] == "coin_in"
        assert not [m for m in table.heard.bodies("status") if m["state"] == "offline"]
        assert table.stop() == 0
    assert examine(capsys, table.config)[1]["daemon"]["what"] == "no table runs with this journal"


def test_wrong_settings_are_all_told_and_end_with_78(capsys: Capture, tmp_path: Path) -> None:
    path = written(tmp_path, table={"units": 0}, mqtt={"ca_file": "/nowhere/ca.pem"})
    said = ask(capsys, "doctor", "--config", path)
    assert said.code == 78
    assert f"[problem]  config.mistake: {path}:5: table.units: want 1 or more, got 0" in said.out
    assert "mqtt.ca_file: there is no file" in said.out
    assert "clock.sync" in said.out


def test_on_this_machine_the_lines_cannot_be_opened_and_it_says_so(
    capsys: Capture, tmp_path: Path
) -> None:
    path = written(tmp_path, pins={"factory": "lgpio"})
    create(tmp_path / "journal.db", "t7", "club", "2030-01-01T00:00:00.000Z")
    code, found = examine(capsys, path)
    assert code == 1
    assert found["pins.lines"]["mark"] == "problem"
    assert "lgpio" in found["pins.lines"]["what"]
    assert found["pins.lines"]["action"]
    held = by_code(doctor_devices.pins(case(tmp_path, running=True, pins={"factory": "lgpio"})))
    assert held["pins.lines"].what == "the daemon holds the lines, as it should"


def test_every_line_that_is_not_good_says_what_it_means_and_what_to_do(
    capsys: Capture, tmp_path: Path
) -> None:
    shuffler = {"path": str(tmp_path / "gone")}
    path = written(tmp_path, pins={"factory": "lgpio"}, shuffler=shuffler, mqtt={"port": 1})
    _, found = examine(capsys, path)
    bad = [one for one in found.values() if one["mark"] != "ok"]
    assert {"journal.missing", "shuffler.port", "broker.tcp"} <= {one["code"] for one in bad}
    assert all(one["meaning"] and one["action"] for one in bad)
    text = ask(capsys, "doctor", "--config", path).out
    assert text.count("means: ") == text.count("do:    ") == len(bad)


# The time limit.


def test_a_check_that_hangs_is_given_up() -> None:
    never = threading.Event()

    def hang() -> Iterator[Finding]:
        yield ok("a", "b")
        never.wait()

    before, found = within("disk", hang, limit_s=0.05)
    assert before == ok("a", "b")
    assert (found.code, found.mark) == ("disk.check", Mark.PROBLEM)
    assert "no answer within 0.05 s" in found.what
    never.set()


# The devices.


def test_a_shuffler_that_answers_is_named_and_one_that_does_not_is_a_problem(
    tmp_path: Path,
) -> None:
    asked = case(tmp_path, shuffler={"path": str(tmp_path / "shuffler")})
    assert by_code(doctor_devices.shuffler(asked))["shuffler.port"].mark is Mark.PROBLEM
    machine = SimShuffler(tmp_path / "shuffler")
    try:
        found = by_code(doctor_devices.shuffler(asked))
        assert found["shuffler.port"].mark is Mark.OK
        assert "SIM-1, firmware 6f1c2a90 answers" in found["shuffler.greeting"].what
        assert not machine.permitted
        machine.do("mute")
        found = by_code(doctor_devices.shuffler(asked))
        assert "no greeting" in found["shuffler.greeting"].what
    finally:
        machine.close()


def test_the_doctor_takes_no_fact_from_the_shuffler(tmp_path: Path) -> None:
    """What it acknowledged, the table would never hear."""
    machine = SimShuffler(tmp_path / "shuffler")
    try:
        from drivers.shuffler_probe import greeting

        machine.do("jam")
        first = greeting(str(tmp_path / "shuffler")).number("first")
        assert greeting(str(tmp_path / "shuffler")).number("first") == first == 1
    finally:
        machine.close()


def test_a_device_that_this_user_may_not_use_is_told_with_its_group(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    device = tmp_path / "kbd"
    device.touch()
    device.chmod(stat.S_IRUSR)
    asked = case(tmp_path, badge={"path": str(device)})
    assert by_code(doctor_devices.inputs(asked))["badge.device"].mark is Mark.OK
    monkeypatch.setattr(doctor_devices, "may", lambda *_: False)
    found = by_code(doctor_devices.inputs(asked))["badge.device"]
    assert found.mark is Mark.PROBLEM
    assert "r--------" in found.what
    assert "group input" in found.action


# The machine.


def test_another_program_than_the_approved_one_is_a_problem(tmp_path: Path) -> None:
    for approved, mark in ((software.digest(), Mark.OK), ("0" * 64, Mark.PROBLEM)):
        asked = case(tmp_path, table={"approved_software": approved})
        (found,) = doctor_system.program(asked)
        assert found.mark is mark


@pytest.mark.parametrize(
    ("bits", "mark"),
    [("0x0", Mark.OK), ("0x50005", Mark.PROBLEM), ("0x50000", Mark.WARNING)],
)
def test_undervoltage_now_and_past_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, bits: str, mark: Mark
) -> None:
    fake = tmp_path / "vcgencmd"
    fake.write_text(f"#!{sys.executable}\nprint('throttled={bits}')\n")
    fake.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    (found,) = doctor_system.power()
    assert found.mark is mark


def test_the_temperature_is_judged(tmp_path: Path) -> None:
    zone = tmp_path / "thermal_zone0"
    zone.mkdir()
    (zone / "type").write_text("cpu-thermal\n")
    for millidegrees, mark in ((45000, Mark.OK), (71000, Mark.WARNING), (82000, Mark.PROBLEM)):
        (zone / "temp").write_text(f"{millidegrees}\n")
        (found,) = doctor_system.temperature(tmp_path)
        assert found.mark is mark


@pytest.mark.parametrize(("said", "mark"), [("yes", Mark.OK), ("no", Mark.WARNING)])
def test_the_clock_is_told_as_the_system_tells_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, said: str, mark: Mark
) -> None:
    fake = tmp_path / "timedatectl"
    fake.write_text(f"#!/bin/sh\necho {said}\n")
    fake.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    (found,) = doctor_system.clock()
    assert found.mark is mark
    assert str(datetime.now(UTC).year) in found.what
    fake.unlink()
    (found,) = doctor_system.clock()
    assert found.what.startswith("unknown")
