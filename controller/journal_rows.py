"""The bytes of a row: one canonical text for a record, and the digest that chains it.

Knows nothing of files. Whatever these functions write is what auditors hash, so a change here is a
new schema.
"""

import json
from collections.abc import Mapping
from hashlib import sha256
from typing import Any, NoReturn

from controller.errors import JournalError
from controller.ledger import Account, Transfer
from controller.record import Record, Row

NO_DIGEST = bytes(32)
"""What stands before the first row."""

GENESIS = "genesis"
SNAPSHOT = "snapshot"

StoredRow = tuple[int, str, int, str, str, bytes]
"""seq, at, round, type, body, digest: the columns, in their order."""

_ACCOUNTS: Mapping[str, Account] = {str(account): account for account in Account}


def _no_float(text: str) -> NoReturn:
    raise ValueError(f"{text} is not a whole number")


_parse = json.JSONDecoder(parse_float=_no_float, parse_constant=_no_float).decode
_write = json.JSONEncoder(separators=(",", ":"), sort_keys=True, allow_nan=False).encode


def encode(record: Record) -> str:
    """The body: compact JSON, keys sorted, ASCII only. `load` then refuses fractions."""
    transfers = [[each.debit, each.credit, each.microcents] for each in record.transfers]
    try:
        return _write({"facts": dict(record.facts), "transfers": transfers})
    except (TypeError, ValueError) as error:
        raise JournalError(f"{record.type}: its facts are not plain JSON: {error}") from error


def parse(body: str) -> dict[str, Any]:
    """The body as plain JSON values, transfers as lists. ValueError when it is no such thing."""
    parsed: dict[str, Any] = _parse(body)
    return parsed


def decode(body: str, type_: str, round_: int) -> Record:
    parsed = parse(body)
    transfers = tuple(
        Transfer(_ACCOUNTS[debit], _ACCOUNTS[credit], microcents)
        for debit, credit, microcents in parsed["transfers"]
    )
    return Record(type_, round_, parsed["facts"], transfers)


def digest(before: bytes, seq: int, at: str, round_: int, type_: str, body: str) -> bytes:
    """SHA-256 over the digest before, then seq, at, round, type and body, a line each."""
    return sha256(before + f"{seq}\n{at}\n{round_}\n{type_}\n{body}".encode()).digest()


def store(before: bytes, seq: int, at: str, record: Record) -> StoredRow:
    """The row as its columns. Only the body may hold a line end: no field poses as another."""
    if "\n" in at or "\n" in record.type or not at or not record.type:
        raise JournalError(
            f"row {seq}: want one line each for time and type, got {at!r}, {record.type!r}"
        )
    body, type_ = encode(record), str(record.type)
    return seq, at, record.round, type_, body, digest(before, seq, at, record.round, type_, body)


def load(stored: StoredRow) -> Row:
    """The record as a reader finds it. JournalError when the body is not what `encode` writes."""
    seq, at, round_, type_, body, own = stored
    try:
        return Row(seq, at, decode(body, type_, round_), own)
    except (AssertionError, KeyError, TypeError, ValueError) as error:
        raise JournalError(f"row {seq}: its text is not what a row says: {error!r}") from error
