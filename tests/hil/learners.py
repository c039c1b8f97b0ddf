"""A person who learns the wiring at a scripted terminal: reads each prompt, moves the simulated board, makes slips."""

import io
import os
import re
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

from controller.events import Key, KeyPosition
from drivers.pin_watch import PinWatch
from drivers.sim.board import Board
from drivers.wiring import KeypadWiring, PinWiring
from hil import station as station_file
from hil.learn import LINES, Learning
from hil.learn_bench import PersonLearn, shuffled
from hil.learnt import Learnt
from hil.person import Person
from tests.hil.stations import station

PROMPT = re.compile(r">> (.*?)\n +\[.*?\n", re.DOTALL)


def move(board: Board, order: str) -> None:
    match order.split():
        case ["chip", seat, on]:
            (board.place if on == "on" else board.lift)(int(seat))
        case ["key", position]:
            board.turn_key(KeyPosition(position))
        case ["service", on]:
            board.switch_service(on == "on")
        case ["hold", key]:
            board.hold(Key(key))
        case ["release", key]:
            board.release(Key(key))


DEEDS: Mapping[str, str] = {
    r"Place a chip on SEAT (\d)": "chip {} on",
    r"Lift the chip from SEAT (\d)": "chip {} off",
    r"Press and HOLD the key ([\w-]+)": "hold {}",
    r"Let go of the key ([\w-]+)": "release {}",
    r"floor's key to JPH": "key jph",
    r"floor's key back": "key run",
    r"SERVICE contact on now": "service on",
    r"SERVICE contact off now": "service off",
}


class Terminal(io.StringIO):
    """What is shown is read at once; deeds are done on the board, answers are typed into a pipe."""

    def __init__(self, board: Board, instead: Mapping[str, list[str]]) -> None:
        super().__init__()
        self._board = board
        self._instead = {pattern: list(what) for pattern, what in instead.items()}
        """What is done, or typed after `type `, in place of what was asked; each once, in order."""
        self.hands, self._keys = os.pipe()
        self._read = 0

    def close_pipe(self) -> None:
        os.close(self.hands)
        os.close(self._keys)

    def flush(self) -> None:
        for found in PROMPT.finditer(self.getvalue(), self._read):
            self._read = found.end()
            self._answer(found[1])

    def _answer(self, asked: str) -> None:
        for pattern, deeds in self._instead.items():
            if deeds and re.search(pattern, asked):
                self._do(deeds.pop(0))
                return
        if "lamp is lit" in asked:
            self._do(f"type {next(iter(self._board.lit()), 0)}")
            return
        for pattern, order in DEEDS.items():
            if found := re.search(pattern, asked):
                self._do(order.format(*(word.lower() for word in found.groups())))
                return
        raise AssertionError(f"nobody knows what to do: {asked}")

    def _do(self, deed: str) -> None:
        if deed.startswith("type "):
            os.write(self._keys, f"{deed.removeprefix('type ')}\n".encode())
        else:
            move(self._board, deed)


class Chattering(PinWatch):
    """Every contact chatters when it moves: the next looks show now its new level, now its old one."""

    _was: Mapping[int, bool] = MappingProxyType({})
    _looks = 0

    def levels(self) -> dict[int, bool]:
        now = super().levels()
        if now.keys() == self._was.keys() and now != self._was and not self._looks:
            self._looks = 6
        if self._looks:
            self._looks -= 1
            if self._looks % 2 == 1:
                return {gpio: self._was.get(gpio, level) for gpio, level in now.items()}
        if not self._looks:
            self._was = now
        return now


def learn_as_a_person(
    folder: Path,
    instead: Mapping[str, list[str]],
    keypad: KeypadWiring | None = None,
    watching: type[PinWatch] = PinWatch,
) -> tuple[Learnt, PinWiring, str]:
    """What was found, what is true, and what stood on the screen."""
    keypad = keypad or KeypadWiring()
    real = shuffled(PinWiring(), 5)
    board = Board(real, keypad)
    terminal = Terminal(board, instead)
    pins = board.pins()
    person = Person(terminal.hands, terminal, may_go_back=True)
    bench = PersonLearn(station_file.load(station(folder)), pins, person)
    watch = watching(pins, LINES)
    try:
        return Learning(bench, watch, keypad).all(), real, terminal.getvalue()
    finally:
        watch.close()
        terminal.close_pipe()
        board.close()
