"""What the core asks of the outside. Drivers and their simulators fit these; the core knows no other side of them."""

from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import Any, Protocol

from controller.events import Event, KeyPosition

Put = Callable[[Event], None]
"""How a driver reports: `Inbox.put`, which never blocks and never raises."""


class Lamp(StrEnum):
    OFF = "off"
    INVITE = "invite"
    """Slow and running along the seats: betting is open."""
    SEEN = "seen"
    """Flashing: a chip is seen, no fee taken yet."""
    TAKEN = "taken"
    """Steady: the fee is taken."""
    FAULT = "fault"
    """Fast: a late or blocked chip, or a fault at that seat."""


class Pucks(Protocol):
    def present(self) -> frozenset[int]:
        """The seats with a chip, every level read now, in one sweep. Raises DeviceError."""
        ...

    def close(self) -> None: ...


class Lamps(Protocol):
    def show(self, lamps: Mapping[int, Lamp]) -> None:
        """Returns at once; blinking goes on by itself. A lamp that fails is told as an event, never raised."""
        ...

    def close(self) -> None: ...


class KeySwitch(Protocol):
    def position(self) -> KeyPosition: ...

    def service(self) -> bool:
        """Whether the service contact is closed."""
        ...

    def close(self) -> None: ...


class Shuffler(Protocol):
    def permit(self, dealing: bool) -> None:
        """Whether the shuffler may deliver stacks. Remembered, and told again to a replaced machine."""
        ...

    def close(self) -> None: ...


class Device(Protocol):
    """Keypad and badge reader: they report and are asked nothing."""

    def close(self) -> None: ...


class Broker(Protocol):
    """The way out. Nothing here is durable: only `RowDelivered` is believed.

    At `BrokerDown` everything in flight is forgotten. At `BrokerUp` publish `status` first, then the other retained
    topics, then the rows after the cursor: a connection takes no row before it has announced the table.
    """

    def publish_row(self, seq: int, payload: bytes) -> bool:
        """Sends an event row at QoS 1; False if too many are in flight or nobody is there. Never queues offline."""
        ...

    def publish(
        self, topic: str, payload: Mapping[str, Any] | None, *, retain: bool, qos: int
    ) -> None:
        """Sends another topic below the table's prefix if connected; None clears a retained one."""
        ...

    def close(self) -> None: ...


class Watchdog(Protocol):
    def ready(self, status: str) -> None: ...

    def alive(self) -> None: ...

    def status(self, text: str) -> None: ...

    def stopping(self) -> None: ...
