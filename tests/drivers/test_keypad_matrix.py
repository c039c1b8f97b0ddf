"""The matrix keypad on simulated copper, and the copper itself."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.errors import DeviceError
from controller.events import DeviceFailed, Key, KeyPressed, KeysClashed, KeyStuck
from controller.inbox import Inbox
from drivers import keypad_matrix
from drivers.keypad_matrix import MatrixKeypad
from drivers.sim.board import Board
from drivers.sim.circuit import low_columns
from drivers.wiring import KeypadWiring
from tests.drivers.conftest import SIM_WIRING, Next
from tests.drivers.rigs import LgpioRig, rigs

CROSSINGS = st.frozensets(st.tuples(st.integers(0, 3), st.integers(0, 3)))


@pytest.fixture
def keypad(board: Board, inbox: Inbox) -> Iterator[MatrixKeypad]:
    keypad = MatrixKeypad(board.pins(), SIM_WIRING, KeypadWiring(stuck_ms=500), inbox.put)
    yield keypad
    keypad.close()


@pytest.mark.usefixtures("keypad")
def test_each_of_the_sixteen_keys_is_one_press(board: Board, next_event: Next) -> None:
    for key in Key:
        board.press(key)
        assert next_event() == KeyPressed(key)


@pytest.mark.usefixtures("keypad")
@pytest.mark.parametrize(
    ("first", "second"),
    [
        (Key.SEAT_1, Key.SEAT_4),  # one row
        (Key.SEAT_1, Key.AKQ_SPADES),  # one column
        (Key.SEAT_2, Key.GAME_OVER),
    ],
)
def test_two_keys_at_once_clash_and_the_next_press_counts(
    first: Key, second: Key, board: Board, next_event: Next
) -> None:
    board.hold(first, second)
    assert next_event() == KeysClashed((first, second))
    board.release(first, second)
    board.until_scanned()
    board.press(Key.COIN_IN)
    assert next_event() == KeyPressed(Key.COIN_IN)


@pytest.mark.usefixtures("keypad")
def test_three_corners_of_a_rectangle_show_a_ghost_that_is_never_pressed(
    board: Board, next_event: Next
) -> None:
    corners = (Key.SEAT_1, Key.SEAT_3, Key.AKQ_SPADES)
    ghost = Key.STRAIGHT_FLUSH
    board.hold(*corners)
    assert next_event() == KeysClashed((*corners, ghost))
    board.release(*corners)
    board.until_scanned()
    board.press(Key.J_POT)
    assert next_event() == KeyPressed(Key.J_POT)


@pytest.mark.usefixtures("keypad")
def test_a_held_key_is_one_press_then_stuck_then_free(board: Board, next_event: Next) -> None:
    board.hold(Key.GAME_OVER)
    assert next_event() == KeyPressed(Key.GAME_OVER)
    assert next_event() == KeyStuck(Key.GAME_OVER, True)
    board.release(Key.GAME_OVER)
    assert next_event() == KeyStuck(Key.GAME_OVER, False)


def test_a_key_down_at_the_start_is_no_press(board: Board, inbox: Inbox, next_event: Next) -> None:
    board.hold(Key.COIN_IN)
    keypad = MatrixKeypad(board.pins(), SIM_WIRING, KeypadWiring(), inbox.put)
    board.until_scanned()
    board.release(Key.COIN_IN)
    board.until_scanned()
    board.press(Key.J_POT)
    assert next_event() == KeyPressed(Key.J_POT)
    keypad.close()


def test_the_same_scanner_reads_a_keypad_through_the_lgpio_factory(
    inbox: Inbox, next_event: Next, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for rig in rigs("lgpio", monkeypatch, tmp_path):
        assert isinstance(rig, LgpioRig)
        rig.library.rows, rig.library.columns = rig.wiring.rows, rig.wiring.columns
        keypad = MatrixKeypad(rig.pins, rig.wiring, KeypadWiring(stuck_ms=500), inbox.put)
        rig.library.pressed = frozenset({(3, 1)})
        assert next_event() == KeyPressed(Key.COIN_IN)
        rig.library.pressed = frozenset({(3, 1), (0, 1)})
        assert next_event() == KeysClashed((Key.SEAT_2, Key.COIN_IN))
        keypad.close()


def test_a_lost_edge_costs_a_glance_not_the_press(
    board: Board, inbox: Inbox, next_event: Next, monkeypatch: pytest.MonkeyPatch
) -> None:
    keypad = MatrixKeypad(board.pins(), SIM_WIRING, KeypadWiring(), inbox.put)
    monkeypatch.setattr(board.factory, "look", lambda *_: None)
    board.hold(Key.SEAT_8)
    assert next_event() == KeyPressed(Key.SEAT_8)
    keypad.close()


def test_a_board_that_vanishes_is_reported_and_so_is_its_return(
    board: Board, inbox: Inbox, next_event: Next, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keypad_matrix, "_RETRY_S", 0.02)
    keypad = MatrixKeypad(board.pins(), SIM_WIRING, KeypadWiring(), inbox.put)
    board.unplug()
    failed = next_event()
    assert isinstance(failed, DeviceFailed)
    assert failed.device == "keypad"
    board.plug_in()
    assert next_event() == DeviceFailed("keypad", "")
    board.press(Key.COIN_IN)
    assert next_event() == KeyPressed(Key.COIN_IN)
    keypad.close()


def test_a_line_that_is_taken_is_refused_and_leaves_the_others_free(
    board: Board, inbox: Inbox
) -> None:
    first = MatrixKeypad(board.pins(), SIM_WIRING, KeypadWiring(), inbox.put)
    with pytest.raises(DeviceError, match="cannot be claimed"):
        MatrixKeypad(board.pins(), SIM_WIRING, KeypadWiring(), inbox.put)
    first.close()
    MatrixKeypad(board.pins(), SIM_WIRING, KeypadWiring(), inbox.put).close()


@given(CROSSINGS)
def test_up_to_two_keys_the_copper_shows_the_truth_beyond_that_never_less(
    pressed: frozenset[tuple[int, int]],
) -> None:
    seen = {(row, col) for row in range(4) for col in low_columns(pressed, frozenset((row,)))}
    assert seen >= pressed
    if len(pressed) <= 2:
        assert seen == pressed


def test_a_row_that_is_not_driven_pulls_nothing() -> None:
    assert low_columns(frozenset({(0, 0)}), frozenset({1, 2, 3})) == frozenset()
