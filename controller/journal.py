"""The table's memory and outbox: one SQLite file, one writer, rows that are only ever added.

Knows how a record becomes durable and how to tell whether what was durable still is. Knows no game,
no pool and no clock: the caller says what happened and when. Any doubt raises JournalError; nothing
is ever assumed.
"""

import sqlite3
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any, Self

from controller import journal_queries as queries
from controller import journal_schema as schema
from controller.errors import JournalError
from controller.journal_copy import SecondCopy
from controller.journal_faults import RESTORE, explained, located
from controller.journal_lock import WriterLock
from controller.journal_queries import Connect, Cursor, Head
from controller.journal_rows import SNAPSHOT, load, store
from controller.journal_verify import Proof, want_sound
from controller.ledger import Account, post
from controller.record import Record, Row

__all__ = ["Cursor", "Head", "Journal"]


class Journal:
    """Opened once, by the one writer. After an error it takes no more rows until a restart."""

    def __init__(self, path: Path, db: sqlite3.Connection, proof: Proof) -> None:
        self.path = path
        self.copy: SecondCopy | None = None
        self._db = db
        self._head = Head(proof.seq, proof.digest)
        self._balances = proof.balances
        self._usable = True
        self._held = ExitStack()

    @classmethod
    def open(
        cls,
        path: Path,
        table_id: str,
        *,
        copy: SecondCopy | None = None,
        connect: Connect = sqlite3.connect,
    ) -> Self:
        """Proves the file from its last verified snapshot on, or says why not. Never makes one."""
        if not path.is_file():
            raise JournalError(
                f"{path}: there is no journal; for a table that has played run "
                "`pucklight journal restore`, for a new table `pucklight journal create`"
            )
        with ExitStack() as held, located(path), explained(path):
            lock = held.enter_context(WriterLock.held(path))
            lock.refuse_a_lost_log()
            lock.refuse_a_torn_file()
            held.callback(lock.say_shut_if_the_log_is_gone)
            db = held.enter_context(closing(_connect(path, connect)))
            held.callback(_empty_the_log, db, lock)
            journal = cls(path, db, _boot(db, table_id))
            if copy:
                copy.attach(path, db)
                held.callback(copy.close)
                journal.copy = copy
            schema.try_to_write(db)
            lock.say_open()
            journal._held = held.pop_all()
        return journal

    @property
    def head(self) -> Head:
        return self._head

    @property
    def balances(self) -> dict[Account, int]:
        """What all transfers come to: folded from the rows, checked at every one."""
        return dict(self._balances)

    def append(self, record: Record, at: str) -> Row:
        """Durable on return. The row given back is the one a restart would read: apply that one."""
        self._want_usable()
        stored = store(self._head.digest, self._head.seq + 1, at, record)
        row = load(stored)
        balances = post(self._balances, row.record.transfers)
        want_sound(balances, row)
        self._write(queries.INSERT, stored)
        self._head, self._balances = Head(row.seq, row.digest), balances
        if self.copy:
            self.copy.catch_up()
        return row

    def snapshot(self, state: Any, round_: int, at: str) -> Row:
        """The state, as JSON, and the balances: where the next boot starts."""
        return self.append(
            Record(SNAPSHOT, round_, {"state": state, "balances": self._balances}), at
        )

    def last_snapshot(self) -> Row | None:
        with explained(self.path):
            found = queries.last_snapshots(self._db, 1)
            return load(found[0]) if found else None

    def rows_after(self, seq: int, limit: int) -> list[Row]:
        with explained(self.path):
            return [load(stored) for stored in queries.stored_after(self._db, seq, limit)]

    def cursor(self, name: Cursor) -> int:
        """The last row this one has been told; 0 for none."""
        with explained(self.path):
            return queries.cursors(self._db).get(name, 0)

    def move_cursor(self, name: Cursor, seq: int) -> None:
        """Forward only: an old or repeated acknowledgement changes nothing."""
        self._want_usable()
        if seq > self._head.seq:
            raise JournalError(
                f"{self.path}: row {seq} was {name}, but the rows end at {self._head.seq}: "
                f"rows were lost; {RESTORE}"
            )
        if seq > self.cursor(name):
            self._write(queries.MOVE_CURSOR, (str(name), seq))

    def close(self) -> None:
        self._usable = False
        self._held.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _want_usable(self) -> None:
        if not self._usable:
            raise JournalError(f"{self.path}: takes no more rows since its last error; restart")

    def _write(self, statement: str, values: tuple[Any, ...]) -> None:
        """One statement, one commit. If it fails, only a restart finds out what is on disk."""
        self._usable = False
        with explained(self.path):
            self._db.execute(statement, values)
        self._usable = True


def _connect(path: Path, connect: Connect) -> sqlite3.Connection:
    return connect(f"{path.absolute().as_uri()}?mode=rw", uri=True, isolation_level=None)


def _boot(db: sqlite3.Connection, table_id: str) -> Proof:
    """Everything that must hold before a row is taken. The cost does not grow with age.

    SQLite's own check reads every page, so it runs on the two small tables only; the rows since the
    last verified snapshot are read, hashed and folded here, and `pucklight journal verify` does all
    of it for all rows.
    """
    schema.refuse_strangers(db)
    schema.make_durable(db)
    schema.migrate(db)
    schema.refuse_tampering(db)
    for table in ("meta", "cursor"):
        schema.refuse_damage(db, f"quick_check({table})")
    owner = queries.identity(db)
    if owner.table_id != table_id:
        raise JournalError(
            f"belongs to table {owner.table_id}, this is table {table_id}; "
            "check the path in the settings"
        )
    proof = queries.prove_tail(db)
    queries.refuse_lost_rows(db, proof.seq)
    return proof


def _empty_the_log(db: sqlite3.Connection, lock: WriterLock) -> None:
    """Brings every row from the log into the file, then says so, in this order.

    The log is not cut to nothing: an empty one beside the word "open" means that rows were lost.
    """
    try:
        busy, in_log, brought = db.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
    except sqlite3.Error:
        return  # The log stays as it is, and with it the word "open": the next boot reads it.
    if not busy and in_log == brought:
        lock.say_shut()
