"""A stand-in for the lgpio library, function by function, so that gpiozero's own lgpio factory runs without a Pi.

As in the original, one thread calls every callback, and nothing catches what they raise.
"""

import queue
import threading
import time
from collections.abc import Callable
from types import ModuleType

from drivers.sim.circuit import low_columns

OUT = 1 << 1
PULL_UP, PULL_DOWN, PULL_NONE = 1 << 5, 1 << 6, 1 << 7
Edge = Callable[[int, int, int, int], None]


class LgpioError(Exception):
    pass


class FakeCallback:
    def __init__(self, library: "FakeLgpio", gpio: int, call: Edge) -> None:
        self.library, self.gpio, self.call = library, gpio, call
        library.callbacks.append(self)

    def cancel(self) -> None:
        self.library.callbacks.remove(self)


class FakeLgpio(ModuleType):
    error = LgpioError
    SET_PULL_NONE, SET_PULL_UP, SET_PULL_DOWN = PULL_NONE, PULL_UP, PULL_DOWN
    RISING_EDGE, FALLING_EDGE, BOTH_EDGES = 1, 2, 3

    def __init__(self, chips: tuple[int, ...] = (0,)) -> None:
        super().__init__("lgpio")
        self.chips = chips
        self.modes: dict[int, int] = {}
        self.levels: dict[int, int] = {}
        """What the outside puts on a line."""
        self.outputs: dict[int, int] = {}
        self.callbacks: list[FakeCallback] = []
        self.gone = False
        self.rows: tuple[int, ...] = ()
        self.columns: tuple[int, ...] = ()
        self.pressed: frozenset[tuple[int, int]] = frozenset()
        """Keys down, as row and column, where a keypad hangs on these lines."""
        self.edges: queue.SimpleQueue[tuple[int, int] | None] = queue.SimpleQueue()
        self._notify_thread = threading.Thread(target=self._notify, daemon=True)
        self._notify_thread.start()

    def stop(self) -> None:
        self.edges.put(None)
        self._notify_thread.join()

    def drive(self, gpio: int, level: int) -> None:
        """The world moves a line."""
        if self.levels.get(gpio) != level:
            self.levels[gpio] = level
            self.edges.put((gpio, level))

    def _notify(self) -> None:
        while (edge := self.edges.get()) is not None:
            gpio, level = edge
            for callback in [c for c in self.callbacks if c.gpio == gpio]:
                callback.call(0, gpio, level, time.monotonic_ns())

    def gpiochip_open(self, chip: int) -> int:
        if chip not in self.chips:
            raise LgpioError("can not open gpiochip")
        return chip

    def gpiochip_close(self, handle: int) -> None:
        assert handle in self.chips

    def gpio_claim_input(self, _: int, gpio: int, flags: int = 0) -> None:
        self._check()
        self.modes[gpio] = flags or self.modes.get(gpio, 0) & ~OUT

    def gpio_claim_output(self, _: int, gpio: int, level: int = 0, __: int = 0) -> None:
        self._check()
        self.modes[gpio] = OUT
        self.outputs[gpio] = level

    def gpio_claim_alert(self, _: int, gpio: int, __: int, flags: int = 0) -> None:
        self._check()
        self.modes[gpio] = flags

    def gpio_free(self, _: int, gpio: int) -> None:
        self.modes.pop(gpio, None)

    def gpio_get_mode(self, _: int, gpio: int) -> int:
        self._check()
        return self.modes.get(gpio, 0)

    def gpio_read(self, _: int, gpio: int) -> int:
        self._check()
        mode = self.modes[gpio]
        if gpio in self.columns:
            low_rows = (self.modes.get(row, 0) & OUT and not self.outputs[row] for row in self.rows)
            driven = frozenset(index for index, low in enumerate(low_rows) if low)
            return int(self.columns.index(gpio) not in low_columns(self.pressed, driven))
        return (
            self.outputs[gpio] if mode & OUT else self.levels.get(gpio, int(bool(mode & PULL_UP)))
        )

    def gpio_write(self, _: int, gpio: int, level: int) -> None:
        self._check()
        assert self.modes[gpio] & OUT
        self.outputs[gpio] = int(level)

    def gpio_set_debounce_micros(self, _: int, __: int, micros: int) -> None:
        assert micros == 0, "debouncing is our own business"

    def callback(self, _: int, gpio: int, __: int, call: Edge) -> FakeCallback:
        return FakeCallback(self, gpio, call)

    def _check(self) -> None:
        if self.gone:
            raise LgpioError("bad GPIO read")
