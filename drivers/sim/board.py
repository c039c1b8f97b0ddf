"""A simulated table at the level of its pins: chips, keypad, key, service contact and lamps on 26 lines.

Drivers on `factory` cannot tell it from a board; what a stranger could do or see, the other methods do or show.
"""

import errno
import threading
import time
from collections.abc import Callable
from math import ceil

from gpiozero import GPIOZeroError

from controller.errors import BadInput
from controller.events import Key, KeyPosition
from controller.ports import Lamp
from drivers.keypad_matrix import SCAN_S
from drivers.pins import Pins
from drivers.sim.circuit import Crossing, low_columns
from drivers.sim.lamp_watch import LampWatch
from drivers.sim.sim_pins import SimFactory
from drivers.wiring import SIDE, KeypadWiring, Line, PinWiring

_LOOK_S = 0.002
_SCANNED_S = 5.0


class Board:
    errors: tuple[type[Exception], ...] = (GPIOZeroError, OSError)

    def __init__(self, wiring: PinWiring, keypad: KeypadWiring) -> None:
        self._wiring = wiring
        self._settle_scans = ceil(keypad.debounce_ms / 1000 / SCAN_S) + 1
        self._crossings: dict[Key, Crossing] = {
            key: (row, column)
            for row, keys in enumerate(keypad.layout)
            for column, key in enumerate(keys)
        }
        self._lock = threading.RLock()
        self._contacts = {line.gpio: line.active_low for line in self._lines()}
        """The level that each sensor or switch puts on its line; open ones leave it inactive."""
        self._pressed: frozenset[Crossing] = frozenset()
        self._low_rows: frozenset[int] = frozenset()
        self._glances = 0
        self._gone = False
        now_ns = time.monotonic_ns()
        self._lamps = {gpio: LampWatch(False, now_ns) for gpio in wiring.lamps}
        self._lamp_changed = threading.Condition(self._lock)
        self.factory = SimFactory(self)

    def close(self) -> None:
        self.factory.close()

    def pins(self) -> Pins:
        return Pins(self.factory, self.errors, self.edges_alive, self.close)

    def edges_alive(self) -> bool:
        return self.factory.edge_thread.is_alive()

    # What a stranger does.

    def place(self, seat: int, bounces: int = 0) -> None:
        self._switch(self._wiring.puck_lines()[seat - 1], True, bounces)

    def lift(self, seat: int, bounces: int = 0) -> None:
        self._switch(self._wiring.puck_lines()[seat - 1], False, bounces)

    def turn_key(self, position: KeyPosition, bounces: int = 0) -> None:
        self._switch(self._wiring.key_line(), position is KeyPosition.JPH, bounces)

    def switch_service(self, on: bool, bounces: int = 0) -> None:
        self._switch(self._wiring.service_line(), on, bounces)

    def hold(self, *keys: Key) -> None:
        self._press(self._pressed | {self._crossings[key] for key in keys})

    def release(self, *keys: Key) -> None:
        self._press(self._pressed - {self._crossings[key] for key in keys})

    def press(self, key: Key) -> None:
        """Down and up again, each for as long as it takes to be noticed."""
        self.hold(key)
        self.until_scanned()
        self.release(key)
        self.until_scanned()

    def until_scanned(self) -> None:
        """Until the scanner has seen the keypad as it is for its debounce time."""
        # A scan under way tells nothing, and one that has begun may not have come to the key's row yet.
        wanted = self._glances + self._settle_scans + bool(self._pressed)
        if not self._wait(lambda: self._glances >= wanted, _SCANNED_S):
            raise BadInput('nobody scans the keypad; is the setting keypad.kind "matrix"?')

    def unplug(self) -> None:
        """The whole board goes, as when its chip vanishes from the system."""
        self._gone = True

    def plug_in(self) -> None:
        self._gone = False

    # What a stranger sees.

    def lit(self) -> frozenset[int]:
        """The seats whose lamp is lit at this moment."""
        with self._lock:
            return frozenset(
                s for s, gpio in enumerate(self._wiring.lamps, 1) if self._lamps[gpio].lit
            )

    def lamp(self, seat: int) -> Lamp | None:
        """The pattern shown; None while it cannot be told yet."""
        with self._lock:
            return self._lamps[self._wiring.lamps[seat - 1]].shown(time.monotonic_ns())

    def wait_lamp(self, seat: int, lamp: Lamp, timeout_s: float) -> bool:
        return self._wait(lambda: self.lamp(seat) is lamp, timeout_s)

    def wait_lit(self, seats: frozenset[int], timeout_s: float) -> bool:
        """Whether just these lamps are lit at one moment within the time."""
        return self._wait(lambda: self.lit() == seats, timeout_s)

    # What the pins ask. Fits `sim_pins.Circuit`.

    def level(self, gpio: int, pull: str) -> bool:
        with self._lock:
            self._check()
            if gpio in self._contacts:
                return self._contacts[gpio]
            if gpio in self._wiring.columns:
                column = self._wiring.columns.index(gpio)
                return column not in low_columns(self._pressed, self._low_rows)
            return pull == "up"

    def read(self, gpio: int, pull: str) -> bool:
        with self._lock:
            level = self.level(gpio, pull)
            # The scanner looks at all rows together first, its last column last.
            self._glances += gpio == self._wiring.columns[-1] and len(self._low_rows) == SIDE
            return level

    def driven(self, gpio: int, level: bool | None) -> None:
        with self._lock:
            self._check()
            if gpio in self._lamps:
                lit = level is not None and level != self._wiring.lamp_active_low
                self._lamps[gpio].feed(lit, time.monotonic_ns())
                self._lamp_changed.notify_all()
            elif gpio in self._wiring.rows:
                row = frozenset((self._wiring.rows.index(gpio),))
                self._low_rows = self._low_rows | row if level is False else self._low_rows - row
                self.factory.look(*self._wiring.columns)

    def _check(self) -> None:
        if self._gone:
            raise OSError(errno.ENODEV, "the simulated board is unplugged")

    def _lines(self) -> tuple[Line, ...]:
        wiring = self._wiring
        return (*wiring.puck_lines(), wiring.key_line(), wiring.service_line())

    def _switch(self, line: Line, closed: bool, bounces: int) -> None:
        for flips in range(2 * bounces, -1, -1):
            with self._lock:
                self._contacts[line.gpio] = (closed == (flips % 2 == 0)) != line.active_low
                if not self._gone:
                    self.factory.look(line.gpio)

    def _press(self, pressed: frozenset[Crossing]) -> None:
        with self._lock:
            self._pressed = pressed
            if not self._gone:
                self.factory.look(*self._wiring.columns)

    def _wait(self, happened: Callable[[], bool], timeout_s: float) -> bool:
        end = time.monotonic() + timeout_s
        with self._lamp_changed:
            while not happened():
                left = end - time.monotonic()
                if left <= 0:
                    return False
                # Patterns are told by time as well as by changes, so look again soon in any case.
                self._lamp_changed.wait(min(left, _LOOK_S))
        return True
