"""The floor's two-position key (Run / JPH) and the service contact: where they stand, and when they turn."""

from controller.events import DeviceFailed, KeyPosition, KeyTurned, ServiceTurned
from controller.ports import Put
from drivers.contacts import Contacts
from drivers.pins import Pins
from drivers.wiring import PinWiring

_KEY, _SERVICE = 0, 1


class SupervisorKey:
    """Fits `ports.KeySwitch`. Both positions are reported once at the start: either may have turned without us."""

    def __init__(self, pins: Pins, wiring: PinWiring, put: Put) -> None:
        self._put = put
        lines = (wiring.key_line(), wiring.service_line())
        settle_ns = wiring.switch_debounce_ms * 1_000_000
        self._contacts = Contacts(pins, lines, settle_ns, self._moved, self._failed)
        for index, closed in enumerate(self._contacts.settled()):
            self._moved(index, closed)
        self._contacts.start()

    @property
    def alive_ns(self) -> int:
        """The monotonic time of the last good sweep."""
        return self._contacts.alive_ns

    def position(self) -> KeyPosition:
        return _position(self._contacts.settled()[_KEY])

    def service(self) -> bool:
        return self._contacts.settled()[_SERVICE]

    def close(self) -> None:
        self._contacts.close()

    def _moved(self, index: int, closed: bool) -> None:
        self._put(KeyTurned(_position(closed)) if index == _KEY else ServiceTurned(closed))

    def _failed(self, reason: str) -> None:
        self._put(DeviceFailed("key", reason))


def _position(closed: bool) -> KeyPosition:
    return KeyPosition.JPH if closed else KeyPosition.RUN
