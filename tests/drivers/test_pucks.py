"""The puck sensors, on every rig: what is reported, what is read, and what happens when the board goes."""

import queue
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from itertools import count
from typing import Any

import pytest

from controller.errors import DeviceError
from controller.events import ChipMoved, DeviceFailed, Event
from controller.inbox import Inbox
from controller.ports import Lamp
from drivers import contacts
from drivers.lamps import PuckLamps
from drivers.pucks import PuckSensors
from drivers.sim.board import Board
from drivers.wiring import PinWiring, Pull
from tests.drivers.conftest import SIM_WIRING, Next
from tests.drivers.rigs import Rig, SimRig


@pytest.fixture
def edges_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """No sweep comes to the rescue after the first."""
    monkeypatch.setattr(contacts, "SWEEP_NS", 60_000_000_000)


@pytest.mark.usefixtures("edges_only")
def test_a_chip_that_comes_and_goes_is_reported_once_each(
    rig: Rig, inbox: Inbox, next_event: Next
) -> None:
    pucks = PuckSensors(rig.pins, rig.wiring, inbox.put)
    seat_3 = rig.wiring.puck_lines()[2]
    rig.set(seat_3, True)
    assert next_event() == ChipMoved(3, True)
    assert pucks.present() == {3}
    rig.set(seat_3, False)
    assert next_event() == ChipMoved(3, False)
    assert pucks.present() == frozenset()
    pucks.close()


def test_a_chip_that_was_there_before_us_is_reported_at_the_start(
    booting_rig: Rig, inbox: Inbox, next_event: Next
) -> None:
    lines = booting_rig.wiring.puck_lines()
    booting_rig.set(lines[0], True)
    booting_rig.set(lines[7], True)
    pucks = PuckSensors(booting_rig.pins, booting_rig.wiring, inbox.put)
    assert [next_event(), next_event()] == [ChipMoved(1, True), ChipMoved(8, True)]
    assert pucks.present() == {1, 8}
    pucks.close()


def test_a_thousand_edges_end_in_one_report_the_right_level_and_the_right_lamp(
    rig: Rig, inbox: Inbox, next_event: Next
) -> None:
    pucks = PuckSensors(rig.pins, rig.wiring, inbox.put)
    lamps = PuckLamps(rig.pins, rig.wiring, inbox.put)
    rig.set(rig.wiring.puck_lines()[4], True, bounces=500)
    assert next_event() == ChipMoved(5, True)
    lamps.show(dict.fromkeys(pucks.present(), Lamp.SEEN))
    assert rig.lit(5)
    # The next report is about another seat, so the burst made no second one.
    rig.set(rig.wiring.puck_lines()[0], True)
    assert next_event() == ChipMoved(1, True)
    lamps.close()
    pucks.close()


@pytest.mark.usefixtures("edges_only")
@pytest.mark.parametrize("pull", list(Pull))
@pytest.mark.parametrize("active_low", [True, False])
def test_pull_and_active_level_are_settings_of_their_own(
    pull: Pull, active_low: bool, inbox: Inbox, next_event: Next
) -> None:
    rig = SimRig(PinWiring(socket="unused", puck_pull=pull, puck_active_low=active_low))
    rig.board.place(2)
    pucks = PuckSensors(rig.pins, rig.wiring, inbox.put)
    assert next_event() == ChipMoved(2, True)
    rig.board.place(6)
    assert next_event() == ChipMoved(6, True)
    assert pucks.present() == {2, 6}
    for present in (False, True, False):
        (rig.board.place if present else rig.board.lift)(6)
        assert next_event() == ChipMoved(6, present)
    pucks.close()
    rig.close()


def test_a_lost_edge_is_made_up_for_by_the_sweep(
    board: Board, inbox: Inbox, next_event: Next, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(contacts, "SWEEP_NS", 20_000_000)
    pucks = PuckSensors(board.pins(), SIM_WIRING, inbox.put)
    monkeypatch.setattr(board.factory, "look", lambda *_: None)  # The kernel's buffer overflows.
    board.place(4)
    assert next_event() == ChipMoved(4, True)
    pucks.close()


def test_a_line_that_never_stops_chattering_does_not_hide_the_others(
    board: Board, inbox: Inbox, next_event: Next, monkeypatch: pytest.MonkeyPatch
) -> None:
    class NeverEmpty(queue.SimpleQueue[Any]):
        """There is always one more edge of seat 1 waiting."""

        flips = count()

        def get(self, block: bool = True, timeout: float | None = None) -> Any:  # noqa: ARG002
            if not self.empty():
                return super().get()
            return (0, next(self.flips) % 2 == 0, time.monotonic_ns())

    monkeypatch.setattr(contacts, "SWEEP_NS", 20_000_000)
    with monkeypatch.context() as patch:
        patch.setattr(queue, "SimpleQueue", NeverEmpty)
        pucks = PuckSensors(board.pins(), SIM_WIRING, inbox.put)
    board.place(5)
    assert next_event() == ChipMoved(5, True)
    pucks.close()


def test_a_board_that_vanishes_is_reported_and_so_is_its_return(
    unpluggable_rig: Rig, inbox: Inbox, next_event: Next, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(contacts, "SWEEP_NS", 20_000_000)
    pucks = PuckSensors(unpluggable_rig.pins, unpluggable_rig.wiring, inbox.put)
    unpluggable_rig.unplug(True)
    failed = next_event()
    assert isinstance(failed, DeviceFailed)
    assert failed.device == "pucks"
    assert f"GPIO {unpluggable_rig.wiring.pucks[0]} cannot be read" in failed.reason
    with pytest.raises(DeviceError, match="cannot be read"):
        pucks.present()
    unpluggable_rig.unplug(False)
    assert next_event() == DeviceFailed("pucks", "")
    pucks.close()


def test_a_line_that_another_device_holds_is_refused_by_name(rig: Rig, inbox: Inbox) -> None:
    first = PuckSensors(rig.pins, rig.wiring, inbox.put)
    with pytest.raises(DeviceError, match=f"GPIO {rig.wiring.pucks[0]} cannot be claimed"):
        PuckSensors(rig.pins, rig.wiring, inbox.put)
    first.close()


def test_a_dead_gpio_thread_is_reported_and_chips_are_still_seen(
    threaded_rig: Rig, inbox: Inbox, next_event: Next, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(contacts, "SWEEP_NS", 20_000_000)
    died = _silence_threads(monkeypatch)
    asked = threading.Semaphore(0)

    def edges_alive() -> bool:
        asked.release()
        return threaded_rig.pins.edges_alive()

    pins = replace(threaded_rig.pins, edges_alive=edges_alive)
    pucks = PuckSensors(pins, threaded_rig.wiring, inbox.put)
    threaded_rig.end_edges()
    failed = next_event()
    assert failed == DeviceFailed("pucks", "the GPIO thread has ended; restart the daemon")
    stood_still_ns = pucks.alive_ns
    threaded_rig.set(threaded_rig.wiring.puck_lines()[6], True)
    assert next_event() == ChipMoved(7, True)
    for _ in range(50):
        assert asked.acquire(timeout=5)
    assert pucks.alive_ns == stood_still_ns
    assert "contacts" not in died
    pucks.close()


def test_an_exception_behind_a_callback_does_not_end_edge_delivery(
    rig: Rig, inbox: Inbox, next_event: Next, monkeypatch: pytest.MonkeyPatch
) -> None:
    died = _silence_threads(monkeypatch)
    planted = threading.Event()

    def raising(event: Event) -> None:
        planted.set()
        raise RuntimeError(f"planted: {event}")

    low_seats, high_seats = (
        replace(rig.wiring, pucks=half) for half in (rig.wiring.pucks[:4], rig.wiring.pucks[4:])
    )
    broken = PuckSensors(rig.pins, low_seats, raising)
    sound = PuckSensors(rig.pins, high_seats, inbox.put)
    rig.set(rig.wiring.puck_lines()[0], True)
    assert planted.wait(5)
    rig.set(rig.wiring.puck_lines()[4], True)
    assert next_event() == ChipMoved(1, True)
    assert rig.pins.edges_alive()
    sound.close()
    broken.close()
    assert died == ["contacts"]


def _silence_threads(patch: pytest.MonkeyPatch) -> list[str]:
    """Collects the names of threads that end by an exception."""
    died: list[str] = []
    record: Callable[[threading.ExceptHookArgs], None] = lambda args: died.append(  # noqa: E731
        args.thread.name if args.thread else "?"
    )
    patch.setattr(threading, "excepthook", record)
    return died
