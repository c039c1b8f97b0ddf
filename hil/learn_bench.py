"""Who moves the chips while the wiring is learnt: a simulated board, a person, or a jig. And where the pins are."""

import random
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Protocol

from controller.errors import ConfigError, DeviceError
from controller.events import Key, KeyPosition
from drivers.pins import Pins, open_pins
from drivers.sim.board import Board
from drivers.wiring import SEATS, FactoryName, KeypadWiring, PinWiring
from hil.bench import NotPossible, Seen
from hil.jig_bench import JigBench
from hil.person import Person, seat_picture
from hil.prompted_bench import PromptedBench
from hil.station import Station


class LearnBench(Protocol):
    pins: Pins

    def do(self, order: str, seen: Seen) -> object: ...

    def lit_seat(self) -> int | None:
        """The seat whose lamp is lit now; None for none."""
        ...

    def again(self, problem: str, undone: Seen | None = None) -> None:
        """Before something is asked once more. A machine does not slip: there it is the wiring, and the end."""
        ...


@contextmanager
def learn_bench(
    station: Station, name: str, wiring: PinWiring, keypad: KeypadWiring
) -> Iterator[LearnBench]:
    if name == "sim":
        with SimLearn(shuffled(wiring, station.sim.wiring_seed), keypad) as simulated:
            yield simulated
        return
    if wiring.factory is not FactoryName.LGPIO:
        raise ConfigError(f'pins.factory: want "lgpio" to learn real pins, got "{wiring.factory}"')
    pins = open_pins(wiring, keypad)
    try:
        yield PersonLearn(station, pins) if name == "prompted" else JigLearn(station, pins)
    finally:
        pins.close()


def shuffled(wiring: PinWiring, seed: int) -> PinWiring:
    """A board on which somebody has put every plug where it fitted."""
    lines = [
        *wiring.pucks,
        *wiring.lamps,
        *wiring.rows,
        *wiring.columns,
        wiring.key,
        wiring.service,
    ]
    random.Random(seed).shuffle(lines)
    return replace(
        wiring,
        pucks=tuple(lines[0:8]),
        lamps=tuple(lines[8:16]),
        rows=tuple(lines[16:20]),
        columns=tuple(lines[20:24]),
        key=lines[24],
        service=lines[25],
    )


class SimLearn:
    def __init__(self, wiring: PinWiring, keypad: KeypadWiring) -> None:
        self._board = Board(wiring, keypad)
        self.pins = self._board.pins()

    def __enter__(self) -> "SimLearn":
        return self

    def __exit__(self, *_: object) -> None:
        self._board.close()

    def do(self, order: str, seen: Seen) -> None:  # noqa: ARG002
        verb, *words = order.split()
        board = self._board
        match verb:
            case "chip":
                (board.place if words[1] == "on" else board.lift)(int(words[0]))
            case "key":
                board.turn_key(KeyPosition(words[0]))
            case "service":
                board.switch_service(words[0] == "on")
            case "hold":
                board.hold(Key(words[0]))
            case _:
                board.release(Key(words[0]))

    def lit_seat(self) -> int | None:
        return next(iter(self._board.lit()), None)

    def again(self, problem: str, undone: Seen | None = None) -> None:  # noqa: ARG002
        raise DeviceError(problem)


class PersonLearn:
    def __init__(self, station: Station, pins: Pins, person: Person | None = None) -> None:
        self.pins = pins
        self._person = person or Person(may_go_back=True)
        self._bench = PromptedBench(station, self._person)

    def do(self, order: str, seen: Seen) -> None:
        verb, word, *_ = order.split()
        if verb in {"hold", "release"}:
            asked = "Press and HOLD the key" if verb == "hold" else "Let go of the key"
            self._person.show(f"{asked} {word.upper()} now.", seen)
        else:
            self._bench.do(order, seen)

    def lit_seat(self) -> int | None:
        asked = f"{seat_picture(None)}\nWhich seat's lamp is lit now? 1 to {SEATS}, or 0 for none"
        return self._person.number(asked, SEATS) or None

    def again(self, problem: str, undone: Seen | None = None) -> None:
        if undone is None or undone():
            self._person.tell(problem)
        else:
            self._person.show(problem, undone)


class JigLearn:
    def __init__(self, station: Station, pins: Pins) -> None:
        self.pins = pins
        self._jig = JigBench(station)
        if not self._jig.reads_lamps:
            raise NotPossible("this jig reads no lamps; learn with --bench prompted")

    def do(self, order: str, seen: Seen) -> None:
        self._jig.do(order, seen)

    def lit_seat(self) -> int | None:
        """The jig names the pattern of each seat: `1=taken 2=off ...`."""
        shown = dict(word.split("=") for word in self._jig.do("lamps?").split())
        return next((int(seat) for seat, lamp in shown.items() if lamp not in ("off", "?")), None)

    def again(self, problem: str, undone: Seen | None = None) -> None:  # noqa: ARG002
        raise DeviceError(problem)
