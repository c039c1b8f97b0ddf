"""The puck sensors: reports chips that come and go, and reads all seats at once when money is about to move."""

from controller.events import ChipMoved, DeviceFailed
from controller.ports import Put
from drivers.contacts import Contacts
from drivers.pins import Pins
from drivers.wiring import PinWiring


class PuckSensors:
    """Fits `ports.Pucks`."""

    def __init__(self, pins: Pins, wiring: PinWiring, put: Put) -> None:
        self._put = put
        settle_ns = wiring.puck_debounce_ms * 1_000_000
        self._contacts = Contacts(pins, wiring.puck_lines(), settle_ns, self._moved, self._failed)
        for index, present in enumerate(self._contacts.settled()):
            if present:
                self._moved(index, True)
        self._contacts.start()

    @property
    def alive_ns(self) -> int:
        """The monotonic time of the last good sweep; the watchdog goes hungry when this stands still."""
        return self._contacts.alive_ns

    def present(self) -> frozenset[int]:
        return frozenset(seat for seat, chip in enumerate(self._contacts.levels(), 1) if chip)

    def close(self) -> None:
        self._contacts.close()

    def _moved(self, index: int, present: bool) -> None:
        self._put(ChipMoved(index + 1, present, self._contacts.bounce_ns(index) // 1000))

    def _failed(self, reason: str) -> None:
        self._put(DeviceFailed("pucks", reason))
