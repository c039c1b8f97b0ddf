"""Learning the wiring with a person, who slips; and with a jig, which does not."""

from collections.abc import Mapping
from pathlib import Path
from typing import cast

import pytest

from controller.errors import DeviceError
from drivers.pin_watch import PinWatch
from drivers.sim.board import Board
from drivers.wiring import KeypadKind, KeypadWiring, PinWiring
from hil import station as station_file
from hil.bench import NotPossible
from hil.learn import LINES, Learning
from hil.learn_bench import JigLearn, shuffled
from hil.sim_bench import SimBench
from hil.sim_jig import SimJig
from tests.hil.learners import Chattering, learn_as_a_person, move
from tests.hil.stations import station

NAMES = ("pucks", "lamps", "rows", "columns", "key", "service")


def lines(wiring: PinWiring) -> list[object]:
    return [getattr(wiring, name) for name in NAMES]


@pytest.mark.parametrize(
    ("instead", "said"),
    [
        ({}, "Place a chip on SEAT 1"),
        (
            {r"Place a chip on SEAT 3": ["chip 1 on"], "take it back": ["chip 1 off"]},
            "That was the line of seat 1, and seat 3 is wanted: take it back now",
        ),
        (
            # The slip is seen two seats later, and mended two steps back.
            {
                r"Place a chip on SEAT 3": ["chip 5 on"],
                r"Lift the chip from SEAT 3": ["chip 5 off"],
                r"take it back": ["chip 5 off"],
                r"Place a chip on SEAT 5": ["chip 5 on", "type b"],
                r"Place a chip on SEAT 4": ["chip 4 on", "type b"],
            },
            "That was the line of seat 3, and seat 5 is wanted",
        ),
        (
            {r"HOLD the key SEAT-2": ["hold seat-6"], r"Let go of the key SEAT-2": ["release seat-6"]},
            "the key seat-2 does not lie beside seat-1",
        ),
        (
            # The first key was wrong: only the second shows it, and one goes back.
            {
                r"HOLD the key SEAT-1": ["hold seat-6"],
                r"Let go of the key SEAT-1": ["release seat-6"],
                r"HOLD the key SEAT-3": ["hold seat-3", "type b"],
                r"HOLD the key SEAT-2": ["hold seat-2", "type b"],
            },
            "the key seat-3 does not lie beside seat-2",
        ),
        ({r"lamp is lit": ["type nine", "type 9"]}, "type a number from 0 to 8"),
    ],
    ids=["no slip", "a seat twice", "two seats", "a key", "the first key", "a number"],
)  # fmt: skip
def test_a_person_finds_every_line_whatever_slips(
    instead: Mapping[str, list[str]], said: str, tmp_path: Path
) -> None:
    found, real, shown = learn_as_a_person(tmp_path, instead)
    assert lines(found.wiring(PinWiring())) == lines(real)
    assert said in shown


def test_no_key_of_a_usb_keypad_is_asked_for(tmp_path: Path) -> None:
    keypad = KeypadWiring(kind=KeypadKind.USB, path="/dev/input/none")
    found, real, shown = learn_as_a_person(tmp_path, {}, keypad)
    wiring = found.wiring(PinWiring())
    assert "HOLD" not in shown
    assert (wiring.pucks, wiring.lamps) == (real.pucks, real.lamps)
    assert not list(wiring.problems())


def test_a_contact_that_bounces_is_found_at_the_first_go(tmp_path: Path) -> None:
    usb = KeypadWiring(kind=KeypadKind.USB, path="/dev/input/none")
    found, real, shown = learn_as_a_person(tmp_path, {}, usb, Chattering)
    assert found.wiring(PinWiring()).pucks == real.pucks
    assert "want one new line" not in shown


def test_a_person_may_give_up(tmp_path: Path) -> None:
    with pytest.raises(NotPossible, match="The cable is Torn"):
        learn_as_a_person(tmp_path, {r"SEAT 2": ["type s The cable is Torn"]})


class WiredBoard:
    """What the simulated jig's contacts hang on."""

    def __init__(self, board: Board, dead: str = "") -> None:
        self._board, self._dead = board, dead

    def do(self, order: str) -> str:
        if order == "lamps?":
            return " ".join(
                f"{n}={'taken' if n in self._board.lit() else 'off'}" for n in range(1, 9)
            )
        if order != self._dead:
            move(self._board, order)
        return "ok"


def learn_by_jig(folder: Path, dead: str = "") -> tuple[PinWiring, PinWiring]:
    real, keypad = shuffled(PinWiring(), 6), KeypadWiring()
    board = Board(real, keypad)
    jig = SimJig(cast(SimBench, WiredBoard(board, dead)), folder / "tty")
    pins = board.pins()
    watch = PinWatch(pins, LINES)
    try:
        place = station_file.load(station(folder, jig={"port": str(folder / "tty")}))
        bench = JigLearn(place, pins)
        return Learning(bench, watch, keypad).all().wiring(PinWiring()), real
    finally:
        watch.close()
        jig.close()
        board.close()


def test_a_jig_finds_every_line(tmp_path: Path) -> None:
    found, real = learn_by_jig(tmp_path)
    assert lines(found) == lines(real)


def test_a_jig_stops_at_a_line_that_does_not_move(tmp_path: Path) -> None:
    with pytest.raises(DeviceError, match="seat 3: want one new line to change, no line did"):
        learn_by_jig(tmp_path, dead="chip 3 on")
