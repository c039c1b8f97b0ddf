"""Facts from the outside world, frozen. Drivers make them, the loop takes them; nothing here decides anything."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any


class Key(StrEnum):
    """The sixteen keys, by what they mean; the label on the cap is the keypad style's business."""

    SEAT_1 = "seat-1"
    SEAT_2 = "seat-2"
    SEAT_3 = "seat-3"
    SEAT_4 = "seat-4"
    SEAT_5 = "seat-5"
    SEAT_6 = "seat-6"
    SEAT_7 = "seat-7"
    SEAT_8 = "seat-8"
    AKQ_SPADES = "akq-spades"
    AKQ_SUITED = "akq-suited"
    STRAIGHT_FLUSH = "straight-flush"
    THREE_OF_A_KIND = "three-of-a-kind"
    STRAIGHT = "straight"
    COIN_IN = "coin-in"
    J_POT = "j-pot"
    GAME_OVER = "game-over"

    @property
    def seat(self) -> int | None:
        return int(self[-1]) if self.startswith("seat-") else None


class KeyPosition(StrEnum):
    RUN = "run"
    JPH = "jph"


@dataclass(frozen=True, slots=True)
class Event:
    """The base of all facts. A driver never sees what becomes of one."""


@dataclass(frozen=True, slots=True)
class ChipMoved(Event):
    """An edge, debounced. It lights a lamp; only a level read at Coin In moves money."""

    seat: int
    present: bool
    bounce_us: int = field(default=0, compare=False)
    """How long the contact chattered before it stood still: a worn puck shows here first."""


@dataclass(frozen=True, slots=True)
class KeyPressed(Event):
    key: Key


@dataclass(frozen=True, slots=True)
class KeysClashed(Event):
    """Two or more keys down at once: which one was meant cannot be known, so none was."""

    keys: tuple[Key, ...]


@dataclass(frozen=True, slots=True)
class KeyStuck(Event):
    """A key held down for longer than a person presses one, or free again."""

    key: Key
    stuck: bool


@dataclass(frozen=True, slots=True)
class KeyTurned(Event):
    position: KeyPosition


@dataclass(frozen=True, slots=True)
class ServiceTurned(Event):
    on: bool


@dataclass(frozen=True, slots=True)
class BadgeSwiped(Event):
    badge: str


@dataclass(frozen=True, slots=True)
class ShufflerUp(Event):
    """A shuffler answered the greeting; another one may have been put in its place."""

    identity: str
    firmware: str
    recognises: bool


@dataclass(frozen=True, slots=True)
class ShufflerDown(Event):
    reason: str


@dataclass(frozen=True, slots=True)
class DeckLoaded(Event):
    colour: str
    cards: int


@dataclass(frozen=True, slots=True)
class StackDelivered(Event):
    number: int
    """1 for the first stack of the round."""
    cards: int


@dataclass(frozen=True, slots=True)
class CardsUnloaded(Event):
    """What was left in the machine after the deal."""

    cards: int


@dataclass(frozen=True, slots=True)
class HandRecognised(Event):
    """The cards of one stack, read by a model that can. It may support or block a win, never create one."""

    stack: int
    cards: tuple[str, ...]
    """As two characters each, unchecked: the table checks them."""
    seat: int | None = None
    """Where the stack went, 0 for the house dealer; None if the machine does not know. Nobody may guess it: players
    without a fee are dealt to as well, and the table cannot see them."""


@dataclass(frozen=True, slots=True)
class ShufflerFault(Event):
    """The machine's own codes, and three of the driver: `flood`, `facts_lost`, `unreadable_fact`."""

    code: str
    cleared: bool = False


@dataclass(frozen=True, slots=True)
class BrokerUp(Event):
    """Connected and subscribed."""


@dataclass(frozen=True, slots=True)
class BrokerDown(Event):
    reason: str


@dataclass(frozen=True, slots=True)
class RowDelivered(Event):
    """The broker has acknowledged this row."""

    seq: int


@dataclass(frozen=True, slots=True)
class CommandReceived(Event):
    """A message on `cmd`, parsed as JSON but not believed. `problem` says why it is no command at all."""

    body: Mapping[str, Any]
    retained: bool
    problem: str = ""


@dataclass(frozen=True, slots=True)
class AckReceived(Event):
    """The Game Manager has committed every row up to this one."""

    seq: int


@dataclass(frozen=True, slots=True)
class DeviceFailed(Event):
    """A device stopped answering, or is back when `reason` is empty."""

    device: str
    reason: str


@dataclass(frozen=True, slots=True)
class CopyFailed(Event):
    """The journal's second copy is behind, or in step again when `reason` is empty."""

    reason: str


@dataclass(frozen=True, slots=True)
class Stopped(Event):
    """The operator or systemd asks the daemon to end."""

    signal: str
