"""A set of debounced inputs: what is closed now, and what has changed. Knows neither chips nor keys.

Edges only say where to look. Every line is also read once a second, so that a lost edge costs a second, not a bet,
and a board that has gone is noticed.
"""

import queue
import threading
import time
from collections.abc import Callable, Sequence
from typing import Any

from gpiozero import DigitalInputDevice

from controller.errors import DeviceError
from drivers.debounce import Debounce
from drivers.pins import Pins
from drivers.wiring import Line, Pull

SWEEP_NS = 1_000_000_000
_PULL_UP = {Pull.UP: True, Pull.DOWN: False, Pull.NONE: None}

Moved = Callable[[int, bool], None]
"""Told the index of a line and whether it is closed now. Runs on this driver's own thread."""
Failed = Callable[[str], None]
"""Told why the lines cannot be read, or "" when they can be again."""
_Edge = tuple[int, bool, int]


class Contacts:
    def __init__(
        self, pins: Pins, lines: Sequence[Line], settle_ns: int, moved: Moved, failed: Failed
    ) -> None:
        self._pins = pins
        self._lines = tuple(lines)
        self._moved = moved
        self._failed = failed
        self._edges: queue.SimpleQueue[_Edge | None] = queue.SimpleQueue()
        self._devices = self._claim()
        self.alive_ns = time.monotonic_ns()
        """When every line was last read with success and edges were being delivered."""
        # A contact closed before we came fires no edge: what is read now is where we begin.
        self._debounces = [Debounce(level, settle_ns) for level in self.levels()]
        self._fault = ""
        self._thread = threading.Thread(target=self._run, name="contacts", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def levels(self) -> tuple[bool, ...]:
        """Which lines are closed, all read now, in one sweep."""
        return tuple(self._read(index) for index in range(len(self._lines)))

    def settled(self) -> tuple[bool, ...]:
        """Which lines are closed, as far as has been told."""
        return tuple(debounce.level for debounce in self._debounces)

    def bounce_ns(self, index: int) -> int:
        """How long a line chattered at its last change."""
        return self._debounces[index].bounce_ns

    def close(self) -> None:
        self._edges.put(None)
        if self._thread.is_alive():
            self._thread.join()
        for device in self._devices:
            device.close()

    def _claim(self) -> list[Any]:
        devices: list[Any] = []
        try:
            for index, line in enumerate(self._lines):
                devices.append(self._input(index, line))
        except self._pins.errors as error:
            for device in devices:
                device.close()
            raise DeviceError(
                f"GPIO {self._lines[len(devices)].gpio} cannot be claimed: {error}; "
                "see which program or which overlay holds the line"
            ) from error
        return devices

    def _input(self, index: int, line: Line) -> Any:
        floating = line.pull is Pull.NONE
        device = DigitalInputDevice(
            line.gpio,
            pull_up=_PULL_UP[line.pull],
            active_state=not line.active_low if floating else None,
            pin_factory=self._pins.factory,
        )
        # gpiozero lets the pull decide which level is active; our settings say it on their own.
        same_sense = floating or line.active_low == (line.pull is Pull.UP)
        device.when_activated = self._edge(index, same_sense)
        device.when_deactivated = self._edge(index, not same_sense)
        return device

    def _edge(self, index: int, closed: bool) -> Callable[[], None]:
        edges = self._edges

        def enqueue() -> None:
            # Runs on the GPIO thread: an exception here would end edge delivery for every pin of the board.
            edges.put((index, closed, time.monotonic_ns()))

        return enqueue

    def _read(self, index: int) -> bool:
        line = self._lines[index]
        try:
            return bool(self._devices[index].pin.state) != line.active_low
        except self._pins.errors as error:
            raise DeviceError(
                f"GPIO {line.gpio} cannot be read: {error}; check the board and its cable"
            ) from error

    def _run(self) -> None:
        sweep_ns = time.monotonic_ns()
        while True:
            try:
                edge = self._edges.get(timeout=self._wait_s(sweep_ns))
            except queue.Empty:
                sweep_ns = self._look(sweep_ns)
                continue
            if edge is None:
                return
            self._feed(*edge)
            # A chattering line must not keep the others from being read.
            if time.monotonic_ns() >= sweep_ns:
                sweep_ns = self._look(sweep_ns)

    def _wait_s(self, sweep_ns: int) -> float:
        """Until something is due; while the lines cannot be read, only the sweep tries again."""
        due = [d.due_ns for d in self._debounces if d.due_ns is not None and not self._fault]
        return max(0, min([sweep_ns, *due]) - time.monotonic_ns()) / 1e9

    def _look(self, sweep_ns: int) -> int:
        """Reads what is due, or everything; returns when everything is due next."""
        now_ns = time.monotonic_ns()
        whole = now_ns >= sweep_ns
        try:
            for index, debounce in enumerate(self._debounces):
                if whole or (debounce.due_ns is not None and debounce.due_ns <= now_ns):
                    self._feed(index, self._read(index), now_ns)
            self._health(
                "" if self._pins.edges_alive() else "the GPIO thread has ended; restart the daemon"
            )
        except DeviceError as error:
            self._health(str(error))
        if whole and not self._fault:
            self.alive_ns = now_ns
        return now_ns + SWEEP_NS if whole else sweep_ns

    def _feed(self, index: int, closed: bool, now_ns: int) -> None:
        changed = self._debounces[index].feed(closed, now_ns)
        if changed is not None:
            self._moved(index, changed)

    def _health(self, fault: str) -> None:
        if fault != self._fault:
            self._fault = fault
            self._failed(fault)
