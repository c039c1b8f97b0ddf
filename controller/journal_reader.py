"""Reads a journal file: the queries, and a reader that changes nothing and may run while the table plays."""

import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from enum import StrEnum
from pathlib import Path
from typing import NamedTuple

from controller.errors import JournalError
from controller.journal_faults import RESTORE, explained
from controller.journal_lock import wal_of
from controller.journal_rows import GENESIS, StoredRow, load
from controller.journal_schema import refuse_strangers
from controller.journal_verify import Proof, fold
from controller.ledger import EMPTY
from controller.record import Row

Connect = Callable[..., sqlite3.Connection]
"""Called as `sqlite3.connect` is."""

_SELECT = "SELECT seq, at, round, type, body, digest FROM journal"


class Cursor(StrEnum):
    """Who has been told up to which row."""

    SENT = "sent"
    """The broker has taken it."""
    ACKNOWLEDGED = "acknowledged"
    """The Game Manager has it in its own books."""


class Head(NamedTuple):
    seq: int
    digest: bytes


class Identity(NamedTuple):
    table_id: str
    site: str
    created_at: str


def stored_after(db: sqlite3.Connection, seq: int, limit: int = -1) -> Iterator[StoredRow]:
    return iter(db.execute(f"{_SELECT} WHERE seq > ? ORDER BY seq LIMIT ?", (seq, limit)))


def stored_at(db: sqlite3.Connection, seq: int) -> StoredRow | None:
    row: StoredRow | None = db.execute(f"{_SELECT} WHERE seq = ?", (seq,)).fetchone()
    return row


def head(db: sqlite3.Connection) -> Head:
    found = db.execute("SELECT seq, digest FROM journal ORDER BY seq DESC LIMIT 1").fetchone()
    if found is None:
        raise JournalError(f"has no rows where rows were expected; {RESTORE}")
    return Head(*found)


def last_snapshots(db: sqlite3.Connection, count: int) -> list[StoredRow]:
    """Newest first. The partial index holds snapshots alone, so age costs nothing."""
    query = f"{_SELECT} WHERE type = 'snapshot' ORDER BY seq DESC LIMIT ?"
    return list(db.execute(query, (count,)))


def cursors(db: sqlite3.Connection) -> dict[str, int]:
    return {str(name): int(seq) for name, seq in db.execute("SELECT name, seq FROM cursor")}


def identity(db: sqlite3.Connection) -> Identity:
    """Who this journal belongs to: as its first row says, and only if the meta table says the same."""
    first = stored_at(db, 1)
    if first is None:
        raise JournalError(f"has no first row; {RESTORE}")
    Proof().extend([first])
    row = load(first)
    meta = dict(db.execute("SELECT key, value FROM meta").fetchall())
    stated = {"table": row.record.facts.get("table"), "site": row.record.facts.get("site")}
    if row.record.type != GENESIS or meta != {**stated, "created_at": row.at}:
        raise JournalError(f"its first row and its meta table name different tables; {RESTORE}")
    return Identity(meta["table"], meta["site"], meta["created_at"])


def prove_tail(db: sqlite3.Connection) -> Proof:
    """From the snapshot before the last one to the head: the last snapshot is held against the rows before it.

    The cost is that of two spans between snapshots, whatever the journal's age. The whole file is the work of
    `pucklight journal verify`.
    """
    snapshots = last_snapshots(db, 2)
    proof = Proof()
    if len(snapshots) == 2:
        start = snapshots[1]
        before = stored_at(db, start[0] - 1)
        if before is None:
            raise JournalError(f"row {start[0] - 1}: is missing")
        stated = load(start).record.facts["balances"]
        proof = Proof(before[0], before[5], {account: stated[account] for account in EMPTY})
        fold(proof.balances, *_brief(start))
    proof.extend(stored_after(db, proof.seq))
    return proof


def _brief(stored: StoredRow) -> tuple[int, str, str]:
    return stored[0], stored[3], stored[4]


class JournalReader:
    """Read-only: creates no journal, takes no lock that a writer could feel."""

    def __init__(self, path: Path, db: sqlite3.Connection) -> None:
        self.path = path
        self.db = db
        self.identity = identity(db)

    @classmethod
    @contextmanager
    def open(cls, path: Path, *, connect: Connect = sqlite3.connect) -> Iterator["JournalReader"]:
        if not path.is_file():
            raise JournalError(f"{path}: there is no journal; check the path")
        with explained(path), closing(connect(_uri(path), uri=True, isolation_level=None)) as db:
            try:
                refuse_strangers(db, path)
                # One transaction: what is read is one moment, while the table plays on.
                db.execute("BEGIN")
                yield cls(path, db)
            except JournalError as error:
                raise located(path, error) from error

    @property
    def head(self) -> Head:
        return head(self.db)

    def rows_after(self, seq: int, limit: int = -1) -> Iterator[Row]:
        return map(load, stored_after(self.db, seq, limit))


def _uri(path: Path) -> str:
    # Without a folder to put its shared memory in, SQLite reads a log-less file only when told nobody writes it.
    alone = not wal_of(path).exists() and not os.access(path.parent, os.W_OK)
    return f"{path.absolute().as_uri()}?{'immutable=1' if alone else 'mode=ro'}"


def located(path: Path, error: JournalError) -> JournalError:
    """The same error with its file in front."""
    return error if str(error).startswith(str(path)) else JournalError(f"{path}: {error}")
