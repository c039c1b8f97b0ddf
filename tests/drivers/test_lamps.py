"""The lamps: what each pattern looks like, and that the wires show it."""

import pytest

from controller.events import DeviceFailed
from controller.inbox import Inbox
from controller.ports import Lamp
from drivers import lamps as lamps_module
from drivers.lamp_patterns import next_change_ns, pattern_level
from drivers.lamps import PuckLamps
from drivers.sim.board import Board
from drivers.sim.lamp_watch import LampWatch
from drivers.wiring import SEATS, PinWiring
from tests.drivers.conftest import SIM_WIRING, Next
from tests.drivers.rigs import Rig, SimRig

MS = 1_000_000
SEAT_RANGE = range(1, SEATS + 1)


@pytest.mark.parametrize("lamp", list(Lamp))
@pytest.mark.parametrize("seat", SEAT_RANGE)
def test_no_pattern_flashes_more_than_three_times_in_any_second(lamp: Lamp, seat: int) -> None:
    levels = [pattern_level(lamp, seat, tick * MS) for tick in range(5000)]
    flashes = [tick for tick in range(1, 5000) if levels[tick] and not levels[tick - 1]]
    assert all(later - first >= 1000 for first, later in zip(flashes, flashes[3:], strict=False))


@pytest.mark.parametrize("lamp", list(Lamp))
def test_a_level_holds_just_until_the_next_change(lamp: Lamp) -> None:
    changes = 0
    for now in range(0, 4000 * MS, 50 * MS):
        hold_ns = next_change_ns(lamp, now)
        if hold_ns is None:
            assert lamp in (Lamp.OFF, Lamp.TAKEN)
            continue
        for seat in SEAT_RANGE:
            before = pattern_level(lamp, seat, now)
            assert pattern_level(lamp, seat, now + hold_ns - 1) == before
            changes += pattern_level(lamp, seat, now + hold_ns) != before
    assert bool(changes) == (lamp not in (Lamp.OFF, Lamp.TAKEN))


def test_the_invitation_runs_along_the_seats_one_after_another() -> None:
    steps = [
        [seat for seat in SEAT_RANGE if pattern_level(Lamp.INVITE, seat, step * 400 * MS)]
        for step in range(4)
    ]
    assert steps == [[1, 5], [2, 6], [3, 7], [4, 8]]


@pytest.mark.parametrize("lamp", list(Lamp))
@pytest.mark.parametrize("seat", SEAT_RANGE)
@pytest.mark.parametrize("before", list(Lamp))
def test_an_onlooker_can_tell_every_pattern_whatever_was_shown_before(
    lamp: Lamp, seat: int, before: Lamp
) -> None:
    watch = LampWatch(False, 0)
    for tick in range(3000):
        watch.feed(pattern_level(before, seat, tick * MS), tick * MS)
    for tick in range(3000, 6500):
        # Jitter as on a busy machine: what is due now is seen up to 60 ms late.
        late = tick - tick % 61
        watch.feed(pattern_level(lamp, seat, late * MS), tick * MS)
        if tick >= 6000:
            assert watch.shown(tick * MS) is lamp


def test_an_onlooker_does_not_guess_while_a_lamp_may_be_going_dark() -> None:
    watch = LampWatch(False, 0)
    for tick in range(1000):
        watch.feed(pattern_level(Lamp.FAULT, 1, tick * MS), tick * MS)
    watch.feed(False, 1000 * MS)
    assert [watch.shown(tick * MS) for tick in (1100, 1500, 3000)] == [Lamp.FAULT, None, Lamp.OFF]


def test_a_lamp_lights_at_once_and_blinks_by_itself(board: Board, inbox: Inbox) -> None:
    lamps = PuckLamps(board.pins(), SIM_WIRING, inbox.put)
    lamps.show({2: Lamp.FAULT, 5: Lamp.TAKEN})
    assert board.lit() == {2, 5}
    assert board.wait_lit(frozenset({5}), 5)
    assert board.wait_lit(frozenset({2, 5}), 5)
    lamps.show({})
    assert board.lit() == frozenset()
    lamps.close()


def test_all_five_patterns_are_seen_on_the_wires(board: Board, inbox: Inbox) -> None:
    lamps = PuckLamps(board.pins(), SIM_WIRING, inbox.put)
    wanted = {1: Lamp.INVITE, 2: Lamp.SEEN, 3: Lamp.TAKEN, 4: Lamp.FAULT, 5: Lamp.OFF}
    lamps.show(wanted)
    for seat, lamp in wanted.items():
        assert board.wait_lamp(seat, lamp, 10), f"seat {seat}: want {lamp}, got {board.lamp(seat)}"
    lamps.close()


def test_steady_lamps_stand_on_every_rig_and_go_dark_at_the_end(rig: Rig, inbox: Inbox) -> None:
    lamps = PuckLamps(rig.pins, rig.wiring, inbox.put)
    lamps.show({1: Lamp.TAKEN, 8: Lamp.TAKEN})
    assert [seat for seat in SEAT_RANGE if rig.lit(seat)] == [1, 8]
    lamps.show({8: Lamp.TAKEN})
    assert [seat for seat in SEAT_RANGE if rig.lit(seat)] == [8]
    lamps.close()


def test_a_lamp_may_be_wired_the_other_way_round(inbox: Inbox) -> None:
    rig = SimRig(PinWiring(socket="unused", lamp_active_low=True))
    lamps = PuckLamps(rig.pins, rig.wiring, inbox.put)
    assert rig.board.lit() == frozenset()
    lamps.show({3: Lamp.TAKEN})
    assert rig.board.lit() == {3}
    lamps.close()
    rig.close()


def test_the_same_pattern_shown_again_does_not_stumble(board: Board, inbox: Inbox) -> None:
    lamps = PuckLamps(board.pins(), SIM_WIRING, inbox.put)
    lamps.show({1: Lamp.FAULT})
    assert board.wait_lit(frozenset(), 5)
    lamps.show({1: Lamp.FAULT, 2: Lamp.TAKEN})
    assert board.lit() == {2}
    lamps.close()


def test_lamps_that_cannot_be_switched_are_reported_until_they_can(
    board: Board, inbox: Inbox, next_event: Next, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lamps_module, "_RETRY_S", 0.02)
    lamps = PuckLamps(board.pins(), SIM_WIRING, inbox.put)
    board.unplug()
    lamps.show(
        {4: Lamp.TAKEN}
    )  # Does not raise: the loop goes on, and hears of it as of any other fault.
    failed = next_event()
    assert isinstance(failed, DeviceFailed)
    assert (failed.device, failed.reason[:6]) == ("lamps", "lamp 4")
    board.plug_in()
    assert next_event() == DeviceFailed("lamps", "")
    assert board.lit() == {4}
    lamps.close()
