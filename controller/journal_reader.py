"""Reads a journal while the table plays, and proves a whole one from row 1. Changes nothing."""

import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from itertools import islice
from pathlib import Path

from controller.errors import JournalError
from controller.journal_faults import RESTORE, explained, located
from controller.journal_lock import wal_of
from controller.journal_queries import (
    Connect,
    Head,
    cursors,
    head,
    identity,
    prove_tail,
    refuse_lost_rows,
    stored_after,
    stored_at,
)
from controller.journal_rows import load
from controller.journal_schema import refuse_damage, refuse_strangers, refuse_tampering, version
from controller.journal_verify import Check, Proof
from controller.record import Row

BATCH = 10_000

Progress = Callable[[int], None]
"""Told now and then which row is proved."""


class JournalReader:
    def __init__(self, path: Path, db: sqlite3.Connection) -> None:
        self.path = path
        self.identity = identity(db)
        self._db = db

    @classmethod
    @contextmanager
    def open(cls, path: Path, *, connect: Connect = sqlite3.connect) -> Iterator["JournalReader"]:
        if not path.is_file():
            raise JournalError(f"{path}: there is no journal; check the path")
        with located(path), explained(path), closing(connect_reader(path, connect)) as db:
            refuse_strangers(db)
            if not version(db):
                raise JournalError(f"is empty where rows were expected; {RESTORE}")
            # One transaction: what is read is one moment, while the table plays on.
            db.execute("BEGIN")
            yield cls(path, db)

    @property
    def head(self) -> Head:
        return head(self._db)

    @property
    def cursors(self) -> dict[str, int]:
        """Who has been told up to which row; a name that is missing has been told nothing."""
        return cursors(self._db)

    def digest_at(self, seq: int) -> bytes | None:
        stored = stored_at(self._db, seq)
        return stored[5] if stored else None

    def prove_tail(self) -> Proof:
        """What the table itself proves at each start: soon done, whatever the journal's age."""
        refuse_tampering(self._db)
        proof = prove_tail(self._db)
        refuse_lost_rows(self._db, proof.seq)
        return proof

    def rows_after(self, seq: int, limit: int = -1) -> Iterator[Row]:
        return map(load, stored_after(self._db, seq, limit))

    def prove(self, check: Check | None = None, progress: Progress = lambda _seq: None) -> Proof:
        return prove_all(self._db, check, progress)


def prove_all(
    db: sqlite3.Connection, check: Check | None = None, progress: Progress = lambda _seq: None
) -> Proof:
    """Every page by SQLite, every row by chain, balances and `check`, from row 1 to the head."""
    refuse_tampering(db)
    refuse_damage(db, "integrity_check(1)")
    identity(db)
    proof = Proof()
    rows = stored_after(db, 0)
    while batch := list(islice(rows, BATCH)):
        proof.extend(batch, check)
        progress(proof.seq)
    refuse_lost_rows(db, proof.seq)
    return proof


def connect_reader(path: Path, connect: Connect) -> sqlite3.Connection:
    # Without a folder to put its shared memory in, SQLite reads a log-less file only when told
    # nobody writes it.
    alone = not wal_of(path).exists() and not os.access(path.parent, os.W_OK)
    uri = f"{path.absolute().as_uri()}?{'immutable=1' if alone else 'mode=ro'}"
    return connect(uri, uri=True, isolation_level=None)
