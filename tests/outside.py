"""The world around a table, as far as a power cut cannot reach it: felt, key, broker, and what was seen.

Fits the ports of controller/ports.py. Every call of a device is a touch that a fuse may count; who wants to know what
the world looks like at a touch, asks for a copy.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from controller.errors import DeviceError
from controller.events import KeyPosition
from controller.messages import Topic
from controller.ports import Lamp


@dataclass
class Outside:
    chips: set[int] = field(default_factory=set)
    key: KeyPosition = KeyPosition.RUN
    service: bool = False
    broker_up: bool = True
    unreadable: bool = False
    """The pucks cannot be read."""
    failed: dict[str, str] = field(default_factory=dict)
    """Devices whose drivers report a fault, and which."""

    lamps: dict[int, Lamp] = field(default_factory=dict)
    permitted: bool = False
    rows: list[tuple[int, bytes]] = field(default_factory=list)
    """What the broker has, in the order of its coming."""
    in_flight: list[int] = field(default_factory=list)
    """Received, but the acknowledgement has not gone back."""
    retained: dict[str, Mapping[str, Any]] = field(default_factory=dict)
    replies: list[Mapping[str, Any]] = field(default_factory=list)
    refusals: list[Mapping[str, Any]] = field(default_factory=list)

    def copied(self) -> "Outside":
        return replace(
            self,
            chips={*self.chips},
            failed={**self.failed},
            lamps={**self.lamps},
            rows=[*self.rows],
            in_flight=[*self.in_flight],
            retained={**self.retained},
            replies=[*self.replies],
            refusals=[*self.refusals],
        )

    def lose_what_is_in_flight(self) -> None:
        """The line broke: what was not acknowledged may never have come."""
        del self.rows[len(self.rows) - len(self.in_flight) :]
        self.in_flight.clear()


Touch = Callable[[str], None]
"""Called with the name of the effect, before it happens."""


@dataclass(frozen=True)
class OutsideDevices:
    """All devices in one object; `closed` by nobody, for the world goes on."""

    world: Outside
    touch: Touch
    seen: Callable[[str, Any], None] = lambda _effect, _what: None
    """Told of every effect after its touch: a witness may look whether it was due."""

    def present(self) -> frozenset[int]:
        if self.world.unreadable:
            raise DeviceError("GPIO 4 cannot be read; check the board and its cable")
        return frozenset(self.world.chips)

    def position(self) -> KeyPosition:
        return self.world.key

    def service(self) -> bool:
        return self.world.service

    def show(self, lamps: Mapping[int, Lamp]) -> None:
        self.touch("lamps")
        self.seen("lamps", lamps)
        self.world.lamps = dict(lamps)

    def permit(self, dealing: bool) -> None:
        self.touch("permit")
        self.seen("permit", dealing)
        self.world.permitted = dealing

    def publish_row(self, seq: int, payload: bytes) -> bool:
        if not self.world.broker_up:
            return False
        self.touch("row")
        self.seen("row", seq)
        self.world.rows.append((seq, payload))
        self.world.in_flight.append(seq)
        return True

    def publish(
        self, topic: str, payload: Mapping[str, Any] | None, *, retain: bool, qos: int
    ) -> None:
        assert qos in (0, 1)
        if not self.world.broker_up:
            return
        self.touch(topic)
        self.seen(topic, payload)
        if retain and payload:
            self.world.retained[topic] = payload
        elif retain:
            self.world.retained.pop(topic, None)
        elif payload and topic == Topic.REPLY:
            self.world.replies.append(payload)
        elif payload and topic == Topic.REFUSAL:
            self.world.refusals.append(payload)

    def close(self) -> None:
        """The world has no end."""


class Watched:
    """Fits `ports.Watchdog`."""

    def __init__(self) -> None:
        self.said: list[str] = []

    def ready(self, status: str) -> None:
        self.said.append(f"ready {status}")

    def alive(self) -> None:
        self.said.append("alive")

    def status(self, text: str) -> None:
        self.said.append(text)

    def stopping(self) -> None:
        self.said.append("stopping")
