"""The bare 4x4 keypad: selects rows, reads columns, and leaves the judgement to `key_scan`.

Columns are pulled up. A selected row is driven low; every other row floats, so two keys held in one column never
connect a high output to a low one. At rest all rows are low together and any key wakes the scanner by an edge; it also
looks by itself now and then, because edges get lost.
"""

import threading
import time
from typing import Any

from gpiozero import DigitalInputDevice, GPIODevice

from controller.errors import DeviceError
from controller.events import DeviceFailed
from controller.ports import Put
from drivers.key_scan import BIT, KeyScan
from drivers.pins import Pins
from drivers.wiring import KeypadWiring, PinWiring

SCAN_S = 0.005
GLANCE_S = 0.05
_RETRY_S = 1.0
_ROW_SETTLES_S = 0.0001
"""A released column rises through its pull-up against two metres of cable."""


class MatrixKeypad:
    """Fits `ports.Device`."""

    def __init__(self, pins: Pins, wiring: PinWiring, keypad: KeypadWiring, put: Put) -> None:
        self._pins = pins
        self._put = put
        self._bits = [[BIT[key] for key in row] for row in keypad.layout]
        self._scan = KeyScan(keypad.debounce_ms * 1_000_000, keypad.stuck_ms * 1_000_000)
        self._wake = threading.Event()
        self._closing = threading.Event()
        self._fault = ""
        self.alive_ns = time.monotonic_ns()
        """When the keypad was last read with success."""
        self._claimed: list[Any] = []
        self._rows, self._columns = self._claim(wiring)
        self._thread = threading.Thread(target=self._run, name="keypad", daemon=True)
        self._thread.start()

    def close(self) -> None:
        self._closing.set()
        self._wake.set()
        self._thread.join()
        self._release()

    def _claim(self, wiring: PinWiring) -> tuple[list[Any], list[Any]]:
        factory = self._pins.factory
        try:
            for gpio in wiring.columns:
                self._claimed.append(DigitalInputDevice(gpio, pull_up=True, pin_factory=factory))
            for gpio in wiring.rows:
                self._claimed.append(GPIODevice(gpio, pin_factory=factory))
            columns = [device.pin for device in self._claimed[: len(wiring.columns)]]
            rows = [device.pin for device in self._claimed[len(wiring.columns) :]]
            for row in rows:
                row.output_with_state(False)
        except self._pins.errors as error:
            self._release()
            raise DeviceError(
                f"keypad: a line of rows {wiring.rows} or columns {wiring.columns} cannot be claimed: {error}; "
                "see which program or which overlay holds it"
            ) from error
        for device in self._claimed[: len(wiring.columns)]:
            # Runs on the GPIO thread: setting a flag cannot raise.
            device.when_activated = self._wake.set
        return rows, columns

    def _release(self) -> None:
        for device in self._claimed:
            device.close()

    def _run(self) -> None:
        while not self._closing.is_set():
            self._wake.clear()
            try:
                frame = self._frame()
            except self._pins.errors as error:
                self._health(f"a line cannot be read: {error}; check the board and its cable")
                self._closing.wait(_RETRY_S)
                continue
            self._health("")
            self.alive_ns = time.monotonic_ns()
            for event in self._scan.feed(frame, self.alive_ns):
                self._put(event)
            self._rest()

    def _rest(self) -> None:
        if self._scan.resting:
            self._wake.wait(GLANCE_S)
        else:  # Scanning makes edges of its own: they must not wake us.
            self._closing.wait(SCAN_S)

    def _frame(self) -> int:
        """The keys down, as bits. A glance at all rows together first: mostly nobody touches anything."""
        if not any(self._low_columns()):
            return 0
        for row in self._rows:
            row.function = "input"
        frame = 0
        for row, bits in zip(self._rows, self._bits, strict=True):
            row.output_with_state(False)
            time.sleep(_ROW_SETTLES_S)
            frame |= sum(bit for bit, low in zip(bits, self._low_columns(), strict=True) if low)
            row.function = "input"
            time.sleep(_ROW_SETTLES_S)
        for row in self._rows:
            row.output_with_state(False)
        return frame

    def _low_columns(self) -> list[bool]:
        return [not column.state for column in self._columns]

    def _health(self, fault: str) -> None:
        if fault != self._fault:
            self._fault = fault
            self._put(DeviceFailed("keypad", fault))
