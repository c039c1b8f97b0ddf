"""Builds a journal of any age, fast: our own encoder and tables, one transaction, no syncs."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from controller.journal_files import create
from controller.journal_queries import INSERT
from controller.journal_reader import JournalReader
from controller.journal_rows import SNAPSHOT, StoredRow, store
from controller.ledger import EMPTY, Account, Transfer, post
from controller.record import Record

TABLE = "bench-01"
AT = "2026-03-04T21:15:42.123Z"
SNAPSHOT_EVERY = 250


def coin_in(round_: int) -> Record:
    """Seven players at $1: the row a table writes most."""
    facts = {
        "seats": [1, 2, 3, 4, 5, 6, 7],
        "meter_cents": 100_000 + 105 * round_,
        "fee_cents": 100,
    }
    shares = ((Account.METER, 105), (Account.RESERVE, 560), (Account.HOUSE_FEE, 35))
    transfers = tuple(Transfer(Account.DROP, to, cents * 1_000_000) for to, cents in shares)
    return Record("coin_in", round_, facts, transfers)


def build(path: Path, rows: int) -> None:
    create(path, TABLE, "bench", AT)
    with JournalReader.open(path) as reader:
        first = reader.head.digest
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("PRAGMA synchronous = OFF")
        db.execute("BEGIN")
        db.executemany(INSERT, _rows(first, rows))
        db.execute("COMMIT")
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def _rows(digest: bytes, rows: int) -> Iterator[StoredRow]:
    balances = dict(EMPTY)
    for seq in range(2, rows + 1):
        if seq % SNAPSHOT_EVERY:
            record = coin_in(seq)
            balances = post(balances, record.transfers)
        else:
            record = Record(SNAPSHOT, seq, {"state": {"round": seq}, "balances": balances})
        stored = store(digest, seq, AT, record)
        digest = stored[5]
        yield stored
