"""What a display reads from the wire: four kinds of document, each checked before it is believed.

Knows the contract of docs/mqtt.md as far as a display needs it. Anything else, damaged or of another version, is None.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from controller.messages import VERSION, MeterState, Service, Topic
from meter.source import Kind

WIN = "win"
"""The topic that a link has and a table has not."""

MOST = 10**12
"""Of anything that is counted: below it a page's own numbers are exact."""

HANDS = {
    "akq_spades": "Ace-King-Queen of Spades",
    "akq_other": "Ace-King-Queen Suited",
    "mini_royal": "Mini Royal",
    "straight_flush": "Straight Flush",
    "three_of_a_kind": "Three of a Kind",
    "straight": "Straight",
    "flush": "Flush",
    "pair": "Pair",
}


@dataclass(frozen=True, slots=True)
class Win:
    table: str
    seat: int
    hand: str
    prize_cents: int
    new_base_cents: int
    envy: tuple[tuple[int, int], ...]
    """Seat and cents."""
    pending: bool
    """Recorded, not yet confirmed."""
    number: int | None = None
    """On a link: tells two wins of one seat apart."""


@dataclass(frozen=True, slots=True)
class Meter:
    seq: int
    epoch: int
    cents: int
    wins: tuple[Win, ...] = ()
    """Of a table. A link tells its wins apart from its meter, which goes on."""

    @property
    def order(self) -> tuple[int, int]:
        return self.epoch, self.seq


@dataclass(frozen=True, slots=True)
class Wins:
    """Those of a link that are not finished, in the order in which they were decided."""

    seq: int
    wins: tuple[Win, ...]


@dataclass(frozen=True, slots=True)
class Status:
    state: Service
    reason: str
    boot: str
    born: int | None
    """None: the sender cannot read its own memory."""

    def is_older(self, other: "Status") -> bool:
        """Only where both can count: a sender without its memory is believed as it comes."""
        return self.born is not None and other.born is not None and self.born < other.born


@dataclass(frozen=True, slots=True)
class Heartbeat:
    boot: str
    seq: int


Document = Meter | Wins | Status | Heartbeat


def read(kind: Kind, topic: str, payload: bytes) -> Document | None:
    try:
        body = json.loads(payload)
    except (ValueError, RecursionError):
        return None
    reader = _READERS[kind].get(topic)
    if reader is None or not isinstance(body, dict):
        return None
    try:
        if _count(body["v"]) != VERSION or not _text(body[kind]):
            return None
        return reader(body)
    except (KeyError, TypeError, ValueError):
        # Python's own words for "a field is missing", "of the wrong kind" and "of an unknown name".
        return None


def _meter(body: Mapping[str, Any]) -> Meter:
    state = MeterState(body["state"])
    wins = () if state is MeterState.LIVE else _wins(body, state)
    return replace(_link_meter(body), wins=wins)


def _wins(body: Mapping[str, Any], state: MeterState) -> tuple[Win, ...]:
    """A table with an older program names the largest of them alone."""
    first = _win(body["win"], state)
    wins = tuple(_win(one, state) for one in _list(body.get("wins", [body["win"]])))
    if wins[:1] != (first,):
        raise ValueError(wins)
    return wins


def _link_meter(body: Mapping[str, Any]) -> Meter:
    return Meter(_count(body["seq"]), _count(body["epoch"]), _count(body["cents"]))


def _link_wins(body: Mapping[str, Any]) -> Wins:
    wins = (
        replace(_win(one, MeterState(one["state"])), number=_count(one["number"]))
        for one in _list(body["wins"])
    )
    return Wins(_count(body["seq"]), tuple(wins))


def _win(body: Mapping[str, Any], state: MeterState) -> Win:
    if state is MeterState.LIVE:
        raise ValueError(state)
    return Win(
        _text(body["table"]),
        _count(body["seat"]),
        HANDS[body["hand"]],
        _count(body["prize_cents"]),
        _count(body["new_base_cents"]),
        tuple((_count(one["seat"]), _count(one["cents"])) for one in _list(body["envy"])),
        state is MeterState.PENDING,
    )


def _status(body: Mapping[str, Any]) -> Status:
    born = None if body["born"] is None else _count(body["born"])
    return Status(Service(body["state"]), _text(body["reason"]), _text(body["boot"]), born)


def _link_status(body: Mapping[str, Any]) -> Status:
    status = _status(body)
    if status.state is Service.SERVICE:
        raise ValueError(status)
    return status


def _heartbeat(body: Mapping[str, Any]) -> Heartbeat:
    return Heartbeat(_text(body["boot"]), _count(body["seq"]))


_READERS: dict[Kind, dict[str, Callable[[Mapping[str, Any]], Document]]] = {
    Kind.TABLE: {
        Topic.METER: _meter,
        Topic.STATUS: _status,
        Topic.HEARTBEAT: _heartbeat,
    },
    Kind.LINK: {
        Topic.METER: _link_meter,
        WIN: _link_wins,
        Topic.STATUS: _link_status,
        Topic.HEARTBEAT: _heartbeat,
    },
}
TOPICS = {kind: tuple(readers) for kind, readers in _READERS.items()}
"""All that a display subscribes to."""


def _count(value: object) -> int:
    if type(value) is not int or not 0 <= value <= MOST:
        raise TypeError(value)
    return value


def _list(value: object) -> list[Any]:
    if not isinstance(value, list):
        raise TypeError(value)
    return value


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError(value)
    return value
