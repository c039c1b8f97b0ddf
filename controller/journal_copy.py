"""The second copy, on another disk: kept in step row by row, never in the way of play.

A copy that is missing, full or pulled out is a fault to report, not a reason to stop. It is caught
up when it is back. Only one thing it says stops the table: that it has rows which the journal has
lost.
"""

import sqlite3
from collections.abc import Callable
from pathlib import Path

from controller import journal_queries as queries
from controller import journal_schema as schema
from controller.errors import JournalError
from controller.journal_faults import RESTORE, explained, located
from controller.journal_queries import Connect, Head
from controller.journal_rows import NO_DIGEST, StoredRow, digest

BATCH = 2_000
"""Rows brought over at a time: a stick that was away for a week must not hold up the dealer."""


class LostRowsError(JournalError):
    """The copy goes on where the journal ends."""


class SecondCopy:
    """Written by the journal that it is given to. `fault` is None while it is in step."""

    def __init__(
        self,
        path: Path,
        *,
        report: Callable[[str | None], None] = lambda _fault: None,
        other_disk: bool = True,
        connect: Connect = sqlite3.connect,
    ) -> None:
        """`report` hears each change of `fault`. `other_disk=False`: it may lie beside it."""
        self.path = path
        self.fault: str | None = None
        self._report = report
        self._other_disk = other_disk
        self._connect = connect
        self._db: sqlite3.Connection | None = None
        self._head = Head(0, NO_DIGEST)

    def attach(self, journal: Path, source: sqlite3.Connection) -> None:
        """Follows this journal from now on. Raises only if the journal has lost rows kept here."""
        self._journal, self._source = journal, source
        self.catch_up()

    def catch_up(self) -> None:
        """Brings over what is missing, a batch at most, cursors with it, in one durable commit."""
        fault: str | None = None
        try:
            with located(self.path), explained(self.path):
                db = self._db or self._open()
                self._bring(db)
        except LostRowsError:
            self.close()
            raise
        except JournalError as error:
            self.close()
            fault = str(error)
        if fault != self.fault:
            self.fault = fault
            self._report(fault)

    @property
    def behind(self) -> int:
        """How many rows the copy still lacks."""
        return queries.head(self._source).seq - self._head.seq

    def close(self) -> None:
        if db := self._db:
            self._db = None
            # A stick that was pulled out fails here as well; what it holds is read when it is back.
            try:
                db.close()
            except sqlite3.Error:
                return

    def _open(self) -> sqlite3.Connection:
        folder = self.path.parent
        if not folder.is_dir():
            raise JournalError("its folder is not there; plug the copy in")
        if self._other_disk and folder.stat().st_dev == self._journal.parent.stat().st_dev:
            raise JournalError("is on the journal's own disk; plug the copy in and mount it")
        uri = f"{self.path.absolute().as_uri()}?mode=rwc"
        self._db = db = self._connect(uri, uri=True, isolation_level=None)
        # Exclusive: no shared memory mapped from a stick, since a map of a missing disk would kill
        # the process.
        db.execute("PRAGMA locking_mode = EXCLUSIVE")
        schema.make_durable(db)
        self._head = Head(0, NO_DIGEST)
        if schema.version(db):
            self._recognise(db)
        return db

    def _recognise(self, db: sqlite3.Connection) -> None:
        """Ours, of this table, and the same history as far as both go."""
        schema.refuse_strangers(db)
        ours, theirs = queries.identity(self._source), queries.identity(db)
        if ours != theirs:
            raise JournalError(
                f"is the copy of table {theirs.table_id} of {theirs.created_at}, "
                "not of this journal; use another stick"
            )
        mine, copied = queries.head(self._source), queries.head(db)
        common = min(mine.seq, copied.seq)
        if _digest_at(db, common) != _digest_at(self._source, common):
            raise JournalError(
                f"differs from the journal at row {common}; keep it as evidence, use another stick"
            )
        if copied.seq > mine.seq:
            raise LostRowsError(
                f"has rows up to {copied.seq}, the journal {self._journal} ends at {mine.seq}: "
                f"rows were lost; {RESTORE}"
            )
        schema.migrate(db)
        self._head = copied

    def _bring(self, db: sqlite3.Connection) -> None:
        rows = list(queries.stored_after(self._source, self._head.seq, BATCH))
        if not rows:
            return
        _want_chain(self._head, rows)
        db.execute("BEGIN IMMEDIATE")
        if not self._head.seq:
            for number in range(1, len(schema.MIGRATIONS) + 1):
                schema.install(db, number)
            db.executemany(
                queries.META, self._source.execute("SELECT key, value FROM meta").fetchall()
            )
        db.executemany(queries.INSERT, rows)
        db.executemany(queries.MOVE_CURSOR, queries.cursors(self._source).items())
        db.execute("COMMIT")
        self._head = Head(rows[-1][0], rows[-1][5])


def _digest_at(db: sqlite3.Connection, seq: int) -> bytes | None:
    stored = queries.stored_at(db, seq)
    return stored[5] if stored else None


def _want_chain(head: Head, rows: list[StoredRow]) -> None:
    """Damage is not copied over what may be the last good copy."""
    before = [(head.seq, head.digest), *((row[0], row[5]) for row in rows)]
    for (seq, own), row in zip(before, rows, strict=False):
        if row[0] != seq + 1 or digest(own, *row[:5]) != row[5]:
            raise JournalError(
                f"does not follow the journal past row {seq}: the journal is damaged there"
            )
