"""What a display reads from the wire: three kinds of document, each checked before it is believed.

Knows the contract of docs/mqtt.md as far as a display needs it. Anything else, damaged or of another version, is None.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from controller.messages import VERSION, MeterState, Service, Topic

TOPICS = (Topic.STATUS, Topic.METER, Topic.HEARTBEAT)
"""All that a display subscribes to."""

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


@dataclass(frozen=True, slots=True)
class Meter:
    seq: int
    epoch: int
    cents: int
    state: MeterState
    win: Win | None

    @property
    def order(self) -> tuple[int, int]:
        return self.epoch, self.seq


@dataclass(frozen=True, slots=True)
class Status:
    state: Service
    reason: str
    boot: str
    born: int | None
    """None: the table cannot read its own memory."""

    def is_older(self, other: "Status") -> bool:
        """Only where both can count: a table without its memory is believed as it comes."""
        return self.born is not None and other.born is not None and self.born < other.born


@dataclass(frozen=True, slots=True)
class Heartbeat:
    boot: str
    seq: int


Document = Meter | Status | Heartbeat


def read(topic: str, payload: bytes) -> Document | None:
    try:
        body = json.loads(payload)
    except (ValueError, RecursionError):
        return None
    if topic not in TOPICS or not isinstance(body, dict):
        return None
    try:
        if _count(body["v"]) != VERSION:
            return None
        return _READERS[topic](body)
    except (KeyError, TypeError, ValueError):
        # Python's own words for "a field is missing", "of the wrong kind" and "of an unknown name".
        return None


def _meter(body: Mapping[str, Any]) -> Meter:
    state = MeterState(body["state"])
    win = None if state is MeterState.LIVE else _win(body["win"])
    return Meter(_count(body["seq"]), _count(body["epoch"]), _count(body["cents"]), state, win)


def _win(body: Mapping[str, Any]) -> Win:
    return Win(
        _text(body["table"]),
        _count(body["seat"]),
        HANDS[body["hand"]],
        _count(body["prize_cents"]),
        _count(body["new_base_cents"]),
        tuple((_count(one["seat"]), _count(one["cents"])) for one in body["envy"]),
    )


def _status(body: Mapping[str, Any]) -> Status:
    born = None if body["born"] is None else _count(body["born"])
    return Status(Service(body["state"]), _text(body["reason"]), _text(body["boot"]), born)


def _heartbeat(body: Mapping[str, Any]) -> Heartbeat:
    return Heartbeat(_text(body["boot"]), _count(body["seq"]))


_READERS: dict[str, Callable[[Mapping[str, Any]], Document]] = {
    Topic.METER: _meter,
    Topic.STATUS: _status,
    Topic.HEARTBEAT: _heartbeat,
}


def _count(value: object) -> int:
    if type(value) is not int or not 0 <= value <= MOST:
        raise TypeError(value)
    return value


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError(value)
    return value
