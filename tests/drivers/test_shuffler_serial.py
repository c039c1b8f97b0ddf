"""What only a real port shows: locks, hang-ups, a deaf other side, ending at once, and the simulator as a process."""

import os
import pty
import queue
import subprocess
import sys
import threading
import time
import tty
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest
import serial

from controller.errors import BadInput
from controller.events import DeckLoaded, Event, ShufflerDown, ShufflerFault, ShufflerUp
from drivers.shuffler import BYTES_AT_ONCE, BYTES_PER_S, SerialShuffler
from drivers.shuffler_session import Timing
from drivers.sim.shuffler import SimShuffler
from drivers.sim.shuffler_machine import Pace

QUICK = Timing(greet_s=0.2, silence_s=1.0, ask_s=0.05, calm_s=0.3, back_off_s=(0.02, 0.05))
PATIENCE_S = 15.0


class Reports:
    def __init__(self) -> None:
        self._queue: queue.SimpleQueue[Event] = queue.SimpleQueue()
        self.put = self._queue.put

    def until(self, kind: type[Event]) -> Event:
        while type(event := self._queue.get(timeout=PATIENCE_S)) is not kind:
            pass
        return event


@pytest.fixture
def reports() -> Reports:
    return Reports()


@pytest.fixture
def line(tmp_path: Path) -> Iterator[SimShuffler]:
    made = SimShuffler(tmp_path / "shuffler", pace=Pace(beat_s=0.1, resend_s=0.05))
    yield made
    made.close()


@pytest.fixture
def master(tmp_path: Path) -> Iterator[int]:
    """A line with nobody on it, at tmp_path/bare."""
    ours, theirs = pty.openpty()
    tty.setraw(theirs)
    (tmp_path / "bare").symlink_to(os.ttyname(theirs))
    yield ours
    os.close(theirs)
    os.close(ours)


def test_a_port_that_is_not_there_is_reported_once_and_found_later(
    tmp_path: Path, reports: Reports
) -> None:
    driver = SerialShuffler(tmp_path / "later", reports.put, QUICK)
    down = reports.until(ShufflerDown)
    assert isinstance(down, ShufflerDown)
    assert "later" in down.reason
    simulated = SimShuffler(tmp_path / "later")
    assert reports.until(ShufflerUp)
    driver.close()
    simulated.close()


@pytest.mark.usefixtures("line")
def test_nobody_else_can_open_the_port(tmp_path: Path, reports: Reports) -> None:
    driver = SerialShuffler(tmp_path / "shuffler", reports.put, QUICK)
    reports.until(ShufflerUp)
    with pytest.raises(serial.SerialException, match="lock"):
        serial.Serial(str(tmp_path / "shuffler"), exclusive=True)
    driver.close()
    serial.Serial(str(tmp_path / "shuffler"), exclusive=True).close()


@pytest.mark.usefixtures("line")
def test_a_port_that_somebody_else_holds_is_said_to_be_down(
    tmp_path: Path, reports: Reports
) -> None:
    with serial.Serial(str(tmp_path / "shuffler"), exclusive=True):
        driver = SerialShuffler(tmp_path / "shuffler", reports.put, QUICK)
        down = reports.until(ShufflerDown)
        assert isinstance(down, ShufflerDown)
        assert "lock" in down.reason
    assert reports.until(ShufflerUp)
    driver.close()


@pytest.mark.usefixtures("master")
def test_a_line_on_which_nobody_answers_is_down(tmp_path: Path, reports: Reports) -> None:
    driver = SerialShuffler(tmp_path / "bare", reports.put, QUICK)
    down = reports.until(ShufflerDown)
    assert isinstance(down, ShufflerDown)
    assert "nothing heard for 1 s" in down.reason
    driver.close()


@pytest.mark.usefixtures("master")
def test_a_line_that_takes_no_more_bytes_is_down_and_does_not_block(
    tmp_path: Path, reports: Reports
) -> None:
    patient = Timing(greet_s=0.0, silence_s=60.0, back_off_s=(60.0,))  # Greets until it is full.
    driver = SerialShuffler(tmp_path / "bare", reports.put, patient)
    down = reports.until(ShufflerDown)
    assert isinstance(down, ShufflerDown)
    assert "timeout" in down.reason.lower()
    driver.close()


def test_closing_ends_any_wait_at_once(tmp_path: Path, reports: Reports) -> None:
    patient = Timing(back_off_s=(60.0,))
    driver = SerialShuffler(tmp_path / "never", reports.put, patient)
    reports.until(ShufflerDown)
    closing = threading.Thread(target=driver.close, daemon=True)
    closing.start()
    closing.join(PATIENCE_S)  # A quarter of the wait that it has to end.
    assert not closing.is_alive()
    assert not driver.alive
    driver.permit(False)
    driver.close()


def test_waiting_for_a_port_costs_no_time(tmp_path: Path, reports: Reports) -> None:
    opened: list[float] = []

    class Counting(SerialShuffler):
        def _serve(self) -> str:
            opened.append(time.monotonic())
            if len(opened) == 8:
                reports.put(DeckLoaded("eighth", 8))
            return super()._serve()

    driver = Counting(tmp_path / "never", reports.put, Timing(back_off_s=(0.01, 0.02, 0.04)))
    reports.until(DeckLoaded)
    driver.close()
    gaps = [after - before for before, after in pairwise(opened)]
    assert min(gaps[1:]) >= 0.03


def test_a_torrent_of_bytes_is_read_no_faster_than_allowed(
    tmp_path: Path, master: int, reports: Reports
) -> None:
    driver = SerialShuffler(tmp_path / "bare", reports.put, QUICK)
    os.read(master, 100)  # Its greeting: the port is open.
    began, written = time.monotonic(), 0
    while written < 150_000:
        written += os.write(master, b"\xff" * 1000)
    parsed = driver.tally.stray_bytes
    assert parsed <= BYTES_AT_ONCE + BYTES_PER_S * (time.monotonic() - began)
    assert reports.until(ShufflerFault) == ShufflerFault("flood")
    driver.close()


def test_the_simulator_is_also_a_process(tmp_path: Path, reports: Reports) -> None:
    link = tmp_path / "process"
    with subprocess.Popen(
        [sys.executable, "-m", "drivers.sim.shuffler", "--link", str(link), "--identity", "P-1"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdin
        assert process.stdout

        def say(command: str) -> str:
            assert process.stdin
            assert process.stdout
            print(command, file=process.stdin, flush=True)
            return process.stdout.readline().strip()

        assert process.stdout.readline() == f"ready {link}\n"
        driver = SerialShuffler(link, reports.put, QUICK)
        up = reports.until(ShufflerUp)
        assert isinstance(up, ShufflerUp)
        assert up.identity == "P-1"
        assert say("unplug") == "ok"
        reports.until(ShufflerDown)
        assert say("dance").startswith("error want one of")
        assert say("replug") == "ok"
        reports.until(ShufflerUp)
        driver.close()
    assert process.returncode == 0
    assert not link.is_symlink()


@pytest.mark.parametrize(
    "command", ["deal", "deal x", "deal 99", "deal 2, 5=AsKsQs", "deal 1 1=AsAsAs", "flood x", "?"]
)
def test_a_wrong_command_is_refused_and_changes_nothing(line: SimShuffler, command: str) -> None:
    with pytest.raises(BadInput):
        line.do(command)
    line.do("deal 1")
