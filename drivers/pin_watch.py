"""Looks at bare lines before anybody knows what hangs on them. For learning a table's wiring; never beside a daemon."""

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from typing import Any

from gpiozero import DigitalInputDevice, DigitalOutputDevice

from controller.errors import DeviceError
from drivers.pins import Pins


class PinWatch:
    """Every line starts as an input pulled up: the state in which nothing can be harmed."""

    def __init__(self, pins: Pins, gpios: Collection[int]) -> None:
        self._pins = pins
        self._inputs: dict[int, Any] = {}
        try:
            for gpio in gpios:
                self._inputs[gpio] = self._input(gpio)
        except pins.errors as error:
            self.close()
            raise DeviceError(
                f"GPIO {gpio} cannot be claimed: {error}; stop the table first: systemctl stop pucklight"
            ) from error

    def levels(self) -> dict[int, bool]:
        return {gpio: bool(device.pin.state) for gpio, device in self._inputs.items()}

    @contextmanager
    def driven(self, gpio: int, high: bool) -> Iterator[None]:
        """One line as an output for a moment."""
        self._inputs.pop(gpio).close()
        output = DigitalOutputDevice(gpio, initial_value=high, pin_factory=self._pins.factory)
        try:
            yield
        finally:
            output.close()
            self._inputs[gpio] = self._input(gpio)

    def close(self) -> None:
        for device in self._inputs.values():
            device.close()
        self._inputs.clear()

    def _input(self, gpio: int) -> Any:
        return DigitalInputDevice(gpio, pull_up=True, pin_factory=self._pins.factory)
