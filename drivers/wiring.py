"""Which line, which level, how long: the wiring of one table as settings, and what can be wrong with it.

Knows numbers and names only; nothing here touches a pin. GPIO numbers are the SoC's own (BCM), not header positions.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum

from controller.events import Key

SEATS = 8
SIDE = 4
"""The keypad is a square of this many rows and columns."""


class FactoryName(StrEnum):
    LGPIO = "lgpio"
    MOCK = "mock"
    SIM = "sim"


class Pull(StrEnum):
    UP = "up"
    DOWN = "down"
    NONE = "none"


class KeypadKind(StrEnum):
    MATRIX = "matrix"
    USB = "usb"


Problem = tuple[str, str]
"""A key and what is wrong with its value, as tomlfile wants it."""


@dataclass(frozen=True)
class Line:
    """One input: where it is, how it is pulled and which level means closed."""

    gpio: int
    pull: Pull
    active_low: bool


@dataclass(frozen=True)
class PinWiring:
    """`[pins]`: all 26 lines.

    The defaults suit what a Pi does before any program runs: lines 2 to 8 wake pulled up, so they carry the keypad;
    lamps hang on lines that wake pulled down, so none glows during boot.
    """

    factory: FactoryName = FactoryName.LGPIO
    """Who reads the lines: the Pi's own (lgpio), gpiozero's mock, or the simulated board (sim)."""
    chip: int | None = None
    """The number of /dev/gpiochipN; left out, gpiozero chooses by the model of the Pi."""
    revision: str = ""
    """The Pi's revision code in hexadecimal, where the system hides it or it is no Pi at all."""
    socket: str = ""
    """Where the simulated board listens; only for factory = "sim"."""

    pucks: tuple[int, ...] = (9, 10, 11, 12, 13, 15, 16, 17)
    """The chip sensors of seats 1 to 8."""
    lamps: tuple[int, ...] = (18, 19, 20, 21, 22, 23, 24, 25)
    """The puck lamps of seats 1 to 8."""
    rows: tuple[int, ...] = (2, 3, 4, 14)
    """The keypad matrix, top to bottom."""
    columns: tuple[int, ...] = (5, 6, 7, 8)
    """The keypad matrix, left to right."""
    key: int = 26
    """The floor's key, Run or JPH."""
    service: int = 27
    """The technician's contact."""

    puck_pull: Pull = Pull.UP
    """The Pi's own resistor at a sensor's line."""
    puck_active_low: bool = True
    """Whether low means a chip."""
    puck_debounce_ms: int = 30
    """A sensor must be quiet for so long before its chip counts."""
    lamp_active_low: bool = False
    """Whether low lights a lamp."""
    key_pull: Pull = Pull.UP
    """The Pi's own resistor at the key's line."""
    key_active_low: bool = True
    """Low means JPH: a cut wire reads as Run."""
    service_pull: Pull = Pull.UP
    """The Pi's own resistor at the contact's line."""
    service_active_low: bool = True
    """Whether low means that the contact is closed."""
    switch_debounce_ms: int = 30
    """The same for key and contact."""

    def puck_lines(self) -> tuple[Line, ...]:
        return tuple(Line(gpio, self.puck_pull, self.puck_active_low) for gpio in self.pucks)

    def key_line(self) -> Line:
        return Line(self.key, self.key_pull, self.key_active_low)

    def service_line(self) -> Line:
        return Line(self.service, self.service_pull, self.service_active_low)

    def problems(self) -> Iterator[Problem]:
        for name, wanted in (("pucks", SEATS), ("lamps", SEATS), ("rows", SIDE), ("columns", SIDE)):
            if (found := len(getattr(self, name))) != wanted:
                yield name, f"want {wanted} lines, got {found}"
        yield from self._shared_lines()
        yield from self._fixed_pulls()
        for name in ("puck_debounce_ms", "switch_debounce_ms"):
            yield from _within(name, getattr(self, name), 0, 1000)
        if self.chip is not None:
            yield from _within("chip", self.chip, 0, 255)
        if self.revision and not _is_hexadecimal(self.revision):
            yield "revision", f'want hexadecimal digits such as "c03111", got "{self.revision}"'
        if self.factory is FactoryName.SIM and not self.socket:
            yield "socket", 'factory "sim" wants the path of a socket to be driven by'

    def _used(self) -> Iterator[tuple[str, int]]:
        for name in ("pucks", "lamps", "rows", "columns"):
            yield from ((name, gpio) for gpio in getattr(self, name))
        yield "key", self.key
        yield "service", self.service

    def _shared_lines(self) -> Iterator[Problem]:
        holder: dict[int, str] = {}
        for name, gpio in self._used():
            if not 0 <= gpio <= 27:
                yield name, f"want a GPIO line from 0 to 27, got {gpio}"
            elif gpio in holder:
                yield name, f"GPIO {gpio} is already used by {holder[gpio]}"
            holder.setdefault(gpio, name)

    def _fixed_pulls(self) -> Iterator[Problem]:
        """Lines 2 and 3 have a resistor to 3.3 V on the Pi's own board."""
        inputs = [("pucks", self.puck_pull, gpio) for gpio in self.pucks]
        inputs += [("key", self.key_pull, self.key), ("service", self.service_pull, self.service)]
        for name, pull, gpio in inputs:
            if gpio in (2, 3) and pull is not Pull.UP:
                yield (
                    name,
                    f'GPIO {gpio} is pulled up on the Pi\'s board; want pull "up", got "{pull}"',
                )


_LAYOUT = (
    (Key.SEAT_1, Key.SEAT_2, Key.SEAT_3, Key.SEAT_4),
    (Key.SEAT_5, Key.SEAT_6, Key.SEAT_7, Key.SEAT_8),
    (Key.AKQ_SPADES, Key.AKQ_SUITED, Key.STRAIGHT_FLUSH, Key.THREE_OF_A_KIND),
    (Key.STRAIGHT, Key.COIN_IN, Key.J_POT, Key.GAME_OVER),
)


def _default_codes() -> dict[str, int]:
    """A plain numeric keypad: 1 to 8 are the seats, the rest lies around them (linux/input-event-codes.h)."""
    return {
        "seat-1": 79,  # KP1
        "seat-2": 80,  # KP2
        "seat-3": 81,  # KP3
        "seat-4": 75,  # KP4
        "seat-5": 76,  # KP5
        "seat-6": 77,  # KP6
        "seat-7": 71,  # KP7
        "seat-8": 72,  # KP8
        "akq-spades": 73,  # KP9
        "akq-suited": 98,  # KPSLASH
        "straight-flush": 55,  # KPASTERISK
        "three-of-a-kind": 74,  # KPMINUS
        "straight": 78,  # KPPLUS
        "coin-in": 96,  # KPENTER
        "j-pot": 83,  # KPDOT
        "game-over": 82,  # KP0
    }


@dataclass(frozen=True)
class KeypadWiring:
    """`[keypad]`: sixteen keys, as a bare matrix on the pins or as a USB keypad."""

    kind: KeypadKind = KeypadKind.MATRIX
    """A bare matrix on the pins, or a keypad on USB."""
    layout: tuple[tuple[Key, ...], ...] = _LAYOUT
    """The matrix, row by row."""
    debounce_ms: int = 10
    """For the matrix; a USB keypad debounces by itself."""
    stuck_ms: int = 5000
    """A key held down for so long is a fault."""
    path: str = ""
    """The USB keypad, best as /dev/input/by-id/...-event-kbd."""
    grab: bool = True
    """Take the USB keypad for ourselves, so that no key reaches a console. False only for a pipe."""
    codes: dict[str, int] = field(default_factory=_default_codes)
    """The kernel's key code of each key of a USB keypad."""

    def problems(self) -> Iterator[Problem]:
        yield from _within("debounce_ms", self.debounce_ms, 0, 200)
        yield from _within("stuck_ms", self.stuck_ms, 500, 600_000)
        if [len(row) for row in self.layout] != [SIDE] * SIDE:
            yield "layout", f"want {SIDE} rows of {SIDE} keys"
        yield from _each_once("layout", [str(key) for row in self.layout for key in row])
        yield from _each_once("codes", list(self.codes))
        for code, times in Counter(self.codes.values()).items():
            if times > 1:
                yield "codes", f"code {code} stands for {times} keys"
        if self.kind is KeypadKind.USB and not self.path:
            yield "path", 'kind "usb" wants the path of the input device'


@dataclass(frozen=True)
class BadgeWiring:
    """`[badge]`: a reader that types digits and Enter. Without a path there is none."""

    path: str = ""
    """The reader, best as /dev/input/by-id/...-event-kbd."""
    grab: bool = True
    """Take the reader for ourselves, so that no badge reaches a console. False only for a pipe."""
    timeout_ms: int = 1000
    """A swipe takes a fraction of this; what is not finished by then was none."""
    shortest: int = 4
    """A swipe with fewer digits was not read."""
    longest: int = 32
    """A swipe with more digits was not read."""

    def problems(self) -> Iterator[Problem]:
        yield from _within("timeout_ms", self.timeout_ms, 50, 10_000)
        yield from _within("longest", self.longest, 1, 128)
        yield from _within("shortest", self.shortest, 1, self.longest)


def _within(name: str, value: int, low: int, high: int) -> Iterator[Problem]:
    if not low <= value <= high:
        yield name, f"want {low} to {high}, got {value}"


def _each_once(name: str, found: list[str]) -> Iterator[Problem]:
    times = Counter(found)
    for key in Key:
        if times[key] != 1:
            yield name, f'want "{key}" once, got it {times[key]} times'
    for unknown in sorted(times.keys() - {str(key) for key in Key}):
        yield name, f'no such key "{unknown}"; known are {", ".join(Key)}'


def _is_hexadecimal(text: str) -> bool:
    return all(digit in "0123456789abcdef" for digit in text.lower())
