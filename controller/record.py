"""What one journal row says: a move, its facts, its transfers. Pure data, no meaning."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from controller.ledger import Transfer


@dataclass(frozen=True, slots=True)
class Record:
    """Decided, not yet durable. `facts` holds JSON values only: what MQTT carries and the journal keeps."""

    type: str
    round: int
    facts: Mapping[str, Any] = field(default_factory=dict)
    transfers: tuple[Transfer, ...] = ()


@dataclass(frozen=True, slots=True)
class Row:
    """A record that is durable: its place in the chain, and when the clock says it happened."""

    seq: int
    at: str
    record: Record
    digest: bytes
