"""gpiozero pins whose levels come from a simulated circuit instead of from their pull alone.

Edges are delivered as lgpio delivers them: by one thread for all pins, without a `try`.
"""

import queue
import threading
import time
from typing import Any, Protocol

from gpiozero.pins.mock import MockFactory, MockPin
from gpiozero.pins.pi import PiPin

_PI_4 = "c03111"


class Circuit(Protocol):
    """What hangs on the pins. Each raises OSError when the board has gone."""

    def level(self, gpio: int, pull: str) -> bool:
        """What an input line has."""
        ...

    def read(self, gpio: int, pull: str) -> bool:
        """The same, asked by a driver."""
        ...

    def driven(self, gpio: int, level: bool | None) -> None:
        """An output has this level now, or is an output no more."""
        ...


class SimPin(MockPin):  # type: ignore[misc]  # gpiozero has no types.
    """A line of the simulated board. Unlike its parent it keeps no endless list of states."""

    def _set_function(self, value: str) -> None:
        self._function = value
        self.factory.circuit.driven(self._number, self._state if value == "output" else None)
        if value == "input":
            self.look()

    def _set_pull(self, value: str) -> None:
        self._pull = value
        self.look()

    def _get_state(self) -> bool:
        if self._function == "input":
            return bool(self.factory.circuit.read(self._number, self._pull))
        return bool(self._state)

    def _set_state(self, value: int) -> None:
        self._state = bool(value)
        self.factory.circuit.driven(self._number, self._state)

    def look(self) -> None:
        """Notices a changed level and sends the edge off."""
        level = self.factory.circuit.level(self._number, self._pull)
        if self._function == "input" and level != self._state:
            self._state = level
            self.factory.edges.put((self, level))

    def deliver(self, level: bool) -> None:
        if self._when_changed is not None:
            PiPin._call_when_changed(self, time.monotonic(), level)


class SimFactory(MockFactory):  # type: ignore[misc]  # gpiozero has no types.
    def __init__(self, circuit: Circuit) -> None:
        super().__init__(revision=_PI_4, pin_class=SimPin)
        self.circuit = circuit
        self.edges: queue.SimpleQueue[tuple[Any, bool] | None] = queue.SimpleQueue()
        self.edge_thread = threading.Thread(target=self._deliver, name="sim-gpio", daemon=True)
        self.edge_thread.start()

    def look(self, *gpios: int) -> None:
        for pin in list(self.pins.values()):
            if pin._number in gpios:
                pin.look()

    def close(self) -> None:
        self.edges.put(None)
        self.edge_thread.join()
        super().close()

    def _deliver(self) -> None:
        while (edge := self.edges.get()) is not None:
            pin, level = edge
            pin.deliver(level)
