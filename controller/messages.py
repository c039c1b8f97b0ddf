"""The documents a table sends over MQTT and the names of their topics. Pure: plain values in, JSON values out.

Knows the contract of docs/mqtt.md and controller/schemas/. Knows no broker, no clock, and not when to send what.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any

from controller.record import Row

VERSION = 1
Document = dict[str, Any]


class Topic(StrEnum):
    """Below the table's prefix. An alert has its code behind it: `alert/shuffler_down`."""

    STATUS = "status"
    ROUND = "round"
    METER = "meter"
    ALERT = "alert"
    EVENT = "event"
    HEARTBEAT = "heartbeat"
    REFUSAL = "refusal"
    REPLY = "reply"
    TEST = "test"
    COMMAND = "cmd"
    ACK = "ack"


class Service(StrEnum):
    """Whether the table is in play, as `status` says it."""

    IN_SERVICE = "in_service"
    OUT_OF_SERVICE = "out_of_service"
    SERVICE = "service"
    OFFLINE = "offline"


class MeterState(StrEnum):
    LIVE = "live"
    PENDING = "pending"
    """A win is recorded and the amount frozen until the meter is adjusted."""
    WIN = "win"
    """The meter has dropped to its new amount; the win is shown until Game Over."""


@dataclass(frozen=True, slots=True)
class Identity:
    """Which table, which start of its program, and what it runs: the same from start to stop."""

    table: str
    boot: str
    born: int | None
    """None while the journal that counts it cannot be read."""
    software: str
    config: str


@dataclass(frozen=True, slots=True)
class ShownWin:
    table: str
    seat: int
    hand: str
    prize_cents: int
    new_base_cents: int
    envy: Mapping[int, int]
    """Seat to cents."""

    def to_json(self) -> Document:
        envy = [{"seat": seat, "cents": cents} for seat, cents in sorted(self.envy.items())]
        return {**asdict(self), "envy": envy}


@dataclass(frozen=True, slots=True)
class ShownMeter:
    epoch: int
    cents: int
    base_cents: int
    state: MeterState = MeterState.LIVE
    wins: Sequence[ShownWin] = ()
    """Every win of the round, the largest first."""


@dataclass(frozen=True, slots=True)
class ShownRound:
    number: int
    state: str
    npn: bool
    seats: Sequence[int]
    blocked: Sequence[int]
    claims: Mapping[int, str]
    key: str
    """Where the floor's key stands."""
    stacks: int = 0
    """Delivered by the shuffler in this round. Which cards they are is nobody's business but the table's."""
    unloaded: int | None = None
    """Cards left after the deal; None while it is not over, or without a shuffler."""


@dataclass(frozen=True, slots=True)
class Alert:
    code: str
    text: str
    action: str
    """What a person should do."""
    since: str
    stops_play: bool
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Place:
    """Which table of which house: the two names that every topic carries."""

    site: str
    table: str

    @property
    def prefix(self) -> str:
        return f"pucklight/v{VERSION}/{self.site}/table/{self.table}/"

    @property
    def client_id(self) -> str:
        return f"pucklight-{self.site}-{self.table}"


def alert_topic(code: str) -> str:
    return f"{Topic.ALERT}/{code}"


def encode(document: Mapping[str, Any]) -> bytes:
    return json.dumps(document, separators=(",", ":"), allow_nan=False).encode()


def status(who: Identity, state: Service, reason: str, seq: int | None, at: str | None) -> Document:
    return {
        **_head(who.table),
        "state": str(state),
        "reason": reason,
        "boot": who.boot,
        "born": who.born,
        "seq": seq,
        "software": who.software,
        "config": who.config,
        "at": at,
    }


def last_will(who: Identity) -> Document:
    """What the broker says of us when we are gone. It is written at the start, so it cannot know row or time."""
    return status(who, Service.OFFLINE, "the connection was lost", None, None)


def round_(table: str, seq: int, at: str, shown: ShownRound) -> Document:
    return {
        **_head(table),
        "seq": seq,
        "at": at,
        "round": shown.number,
        "state": str(shown.state),
        "npn": shown.npn,
        "seats": sorted(shown.seats),
        "blocked": sorted(shown.blocked),
        "claims": [{"seat": seat, "hand": hand} for seat, hand in sorted(shown.claims.items())],
        "key": str(shown.key),
        "stacks": shown.stacks,
        "unloaded": shown.unloaded,
    }


def meter(table: str, seq: int, at: str, shown: ShownMeter) -> Document:
    assert bool(shown.wins) == (shown.state is not MeterState.LIVE), shown
    wins = [win.to_json() for win in shown.wins]
    return {
        **_head(table),
        "seq": seq,
        "at": at,
        "epoch": shown.epoch,
        "cents": shown.cents,
        "base_cents": shown.base_cents,
        "state": str(shown.state),
        "win": wins[0] if wins else None,
        "wins": wins,
    }


def alert(table: str, raised: Alert) -> Document:
    return {**_head(table), **asdict(raised)}


def event(table: str, row: Row) -> Document:
    """The row whole: facts in cents for whoever shows them, transfers in microcents for whoever keeps the books."""
    record = row.record
    return {
        **_head(table),
        "seq": row.seq,
        "round": record.round,
        "type": record.type,
        "at": row.at,
        "facts": dict(record.facts),
        "transfers": [[str(t.debit), str(t.credit), t.microcents] for t in record.transfers],
        "digest": row.digest.hex(),
    }


def heartbeat(who: Identity, seq: int, pending: int, uptime_s: int, at: str) -> Document:
    own = {"boot": who.boot, "seq": seq, "pending": pending, "uptime_s": uptime_s, "at": at}
    return {**_head(who.table), **own}


def refusal(table: str, code: str, text: str, key: str | None, at: str) -> Document:
    return {**_head(table), "code": code, "text": text, "key": key, "at": at}


@dataclass(frozen=True, slots=True)
class DeviceSeen:
    """One thing that a device did while a technician looks: which one, whether on or off, and its contact's bounce."""

    what: str
    which: str
    on: bool | None = None
    bounce_us: int | None = None


def test(table: str, seen: DeviceSeen, at_ms: int) -> Document:
    """`at_ms` is the table's own monotonic clock: for differences, not for the time of day."""
    return {**_head(table), **asdict(seen), "at_ms": at_ms}


DONE = "done"


def reply(
    table: str, command_id: str | None, code: str, text: str, seq: int | None, at: str
) -> Document:
    """`code` is `done` or the reason why not; `seq` is the row that carried the command out."""
    own = {"id": command_id, "ok": code == DONE, "code": code, "text": text, "seq": seq, "at": at}
    return {**_head(table), **own}


def ack(table: str, seq: int) -> Document:
    """The Game Manager's: every row up to this one is committed there."""
    return {**_head(table), "seq": seq}


def _head(table: str) -> Document:
    return {"v": VERSION, "table": table}
