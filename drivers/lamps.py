"""The puck lamps: keeps each showing its pattern until told another. Knows nothing of why."""

import threading
import time
from collections.abc import Mapping
from typing import Any

from gpiozero import DigitalOutputDevice

from controller.errors import DeviceError
from controller.events import DeviceFailed
from controller.ports import Lamp, Put
from drivers.lamp_patterns import next_change_ns, pattern_level
from drivers.pins import Pins
from drivers.wiring import PinWiring

_RETRY_S = 1.0


class PuckLamps:
    """Fits `ports.Lamps`. One thread blinks; `show` lights at once what is lit first."""

    def __init__(self, pins: Pins, wiring: PinWiring, put: Put) -> None:
        self._pins = pins
        self._put = put
        self._start_ns = time.monotonic_ns()
        self._outputs = self._claim(wiring)
        self._lit = dict.fromkeys(self._outputs, False)
        self._shown = dict.fromkeys(self._outputs, (Lamp.OFF, self._start_ns))
        self._fault = ""
        self._closing = False
        self._changed = threading.Condition()
        self._thread = threading.Thread(target=self._run, name="lamps", daemon=True)
        self._thread.start()

    def show(self, lamps: Mapping[int, Lamp]) -> None:
        assert lamps.keys() <= self._shown.keys(), (
            f"no such seat: {lamps.keys() - self._shown.keys()}"
        )
        now_ns = time.monotonic_ns()
        with self._changed:
            for seat, (before, _) in self._shown.items():
                lamp = lamps.get(seat, Lamp.OFF)
                if lamp is not before:  # The same pattern goes on without a stumble.
                    self._shown[seat] = (lamp, now_ns)
            self._changed.notify()
            # A lamp that cannot be switched is reported as an event: the loop that shows lamps must not end by it.
            self._refresh()

    def close(self) -> None:
        with self._changed:
            self._closing = True
            self._changed.notify()
        self._thread.join()
        for output in self._outputs.values():
            output.close()

    def _claim(self, wiring: PinWiring) -> dict[int, Any]:
        outputs: dict[int, Any] = {}
        try:
            for seat, gpio in enumerate(wiring.lamps, 1):
                outputs[seat] = DigitalOutputDevice(
                    gpio, active_high=not wiring.lamp_active_low, pin_factory=self._pins.factory
                )
        except self._pins.errors as error:
            for output in outputs.values():
                output.close()
            raise DeviceError(
                f"lamp {len(outputs) + 1}: GPIO {wiring.lamps[len(outputs)]} cannot be claimed: {error}; "
                "see which program or which overlay holds the line"
            ) from error
        return outputs

    def _run(self) -> None:
        with self._changed:
            while not self._closing:
                self._refresh()
                self._changed.wait(self._wait_s(time.monotonic_ns()))

    def _refresh(self) -> None:
        try:
            self._write(time.monotonic_ns())
        except DeviceError as error:
            self._health(str(error))
        else:
            self._health("")

    def _write(self, now_ns: int) -> None:
        for seat, (lamp, since_ns) in self._shown.items():
            lit = pattern_level(lamp, seat, self._elapsed_ns(lamp, since_ns, now_ns))
            if lit == self._lit[seat]:
                continue
            try:
                self._outputs[seat].value = lit
            except self._pins.errors as error:
                raise DeviceError(
                    f"lamp {seat} cannot be switched: {error}; check the board and its cable"
                ) from error
            self._lit[seat] = lit

    def _elapsed_ns(self, lamp: Lamp, since_ns: int, now_ns: int) -> int:
        # The invitation runs along the seats, so all share one clock; a chip that is seen lights its lamp at once.
        return now_ns - (self._start_ns if lamp is Lamp.INVITE else since_ns)

    def _wait_s(self, now_ns: int) -> float | None:
        waits = [
            wait_ns
            for lamp, since_ns in self._shown.values()
            if (wait_ns := next_change_ns(lamp, self._elapsed_ns(lamp, since_ns, now_ns)))
            is not None
        ]
        if self._fault:
            return _RETRY_S
        return min(waits) / 1e9 if waits else None

    def _health(self, fault: str) -> None:
        if fault != self._fault:
            self._fault = fault
            self._put(DeviceFailed("lamps", fault))
