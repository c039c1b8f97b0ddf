"""The table's memory: one SQLite file, one writer, rows that are only ever added. It is also the outbox.

Knows how a record becomes durable and how to tell whether what was durable still is. Knows no game, no pool and no
clock: the caller says what happened and when. Any doubt raises JournalError; nothing is ever assumed.
"""

import os
import sqlite3
from contextlib import ExitStack, closing
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from controller import journal_reader as reader
from controller import journal_schema as schema
from controller.errors import JournalError
from controller.journal_copy import SecondCopy
from controller.journal_faults import RESTORE, explained
from controller.journal_lock import WriterLock, sync_folder, wal_of
from controller.journal_reader import Connect, Cursor, Head
from controller.journal_rows import GENESIS, NO_DIGEST, SNAPSHOT, load, store
from controller.journal_verify import Proof, fold
from controller.ledger import Account
from controller.record import Record, Row

INSERT = "INSERT INTO journal VALUES (?, ?, ?, ?, ?, ?)"


class Journal:
    """Opened once by the one writer. After an error it takes no more rows: restart, and recovery is replay."""

    def __init__(self, path: Path, db: sqlite3.Connection, proof: Proof, copy: SecondCopy | None) -> None:
        self.path = path
        self.copy = copy
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
        """Proves the file from its last verified snapshot on, or raises with the reason. Never makes one."""
        if not path.is_file():
            raise JournalError(
                f"{path}: there is no journal; for a table that has played run `pucklight journal restore`, "
                "for a new table `pucklight journal create`"
            )
        with ExitStack() as held, explained(path):
            lock = held.enter_context(WriterLock.held(path))
            lock.refuse_a_lost_log()
            lock.refuse_a_torn_file()
            db = held.enter_context(closing(_connect(path, connect)))
            try:
                proof = _boot(db, path, table_id)
                journal = cls(path, db, proof, copy)
                held.callback(journal._leave, lock)
                if copy:
                    held.callback(copy.close)
                    copy.attach(db, table_id)
            except JournalError as error:
                raise reader.located(path, error) from error
            lock.say_open()
            journal._held = held.pop_all()
        return journal

    @classmethod
    def create(
        cls, path: Path, table_id: str, site: str, at: str, *, connect: Connect = sqlite3.connect
    ) -> None:
        """A new table's journal with its first row. Whole or not at all; never over an existing one."""
        if path.exists():
            raise JournalError(f"{path}: a journal is already there and is left as it is")
        draft = path.with_name(path.name + ".new")
        with explained(path):
            for left_by_a_cut in (draft, wal_of(draft)):
                left_by_a_cut.unlink(missing_ok=True)
            uri = f"{draft.absolute().as_uri()}?mode=rwc"
            with closing(connect(uri, uri=True, isolation_level=None)) as db:
                schema.make_durable(db)
                schema.migrate(db)
                begin(db, table_id, site, at)
                db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            os.rename(draft, path)
            sync_folder(path.parent)

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
        balances = dict(self._balances)
        fold(balances, stored[0], stored[3], stored[4])
        row = load(stored)
        self._write(INSERT, stored)
        self._head, self._balances = Head(row.seq, row.digest), balances
        if self.copy:
            self.copy.catch_up(self._db)
        return row

    def snapshot(self, state: Any, round_: int, at: str) -> Row:
        """The state, as JSON, and the balances: where the next boot starts."""
        facts = {"state": state, "balances": self._balances}
        return self.append(Record(SNAPSHOT, round_, facts), at)

    def last_snapshot(self) -> Row | None:
        found = reader.last_snapshots(self._db, 1)
        return load(found[0]) if found else None

    def rows_after(self, seq: int, limit: int) -> list[Row]:
        with explained(self.path):
            return [load(stored) for stored in reader.stored_after(self._db, seq, limit)]

    def cursor(self, name: Cursor) -> int:
        """The last row this one has been told; 0 for none."""
        with explained(self.path):
            return reader.cursors(self._db).get(name, 0)

    def move_cursor(self, name: Cursor, seq: int) -> None:
        """Forward only: an old or repeated acknowledgement changes nothing."""
        self._want_usable()
        if seq > self._head.seq:
            raise JournalError(
                f"{self.path}: row {seq} was {name}, but the journal ends at row {self._head.seq}: "
                f"rows were lost; {RESTORE}"
            )
        if seq > self.cursor(name):
            self._write(
                "INSERT INTO cursor VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET seq = excluded.seq",
                (str(name), seq),
            )

    def close(self) -> None:
        self._usable = False
        self._held.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _want_usable(self) -> None:
        if not self._usable:
            raise JournalError(f"{self.path}: takes no more rows since its last error; restart")

    def _write(self, statement: str, values: tuple[Any, ...]) -> None:
        """One statement, one commit. If it fails nobody knows what is on disk: only a restart finds out."""
        self._usable = False
        with explained(self.path):
            self._db.execute(statement, values)
        self._usable = True

    def _leave(self, lock: WriterLock) -> None:
        """Empties the log into the file, then says so. In this order a cut in between is seen as a cut."""
        with explained(self.path):
            busy, *_ = self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
            if not busy:
                lock.say_shut()


def begin(db: sqlite3.Connection, table_id: str, site: str, at: str) -> None:
    """The first row and the meta table, in one transaction."""
    first = store(NO_DIGEST, 1, at, Record(GENESIS, 0, {"table": table_id, "site": site}))
    db.execute("BEGIN IMMEDIATE")
    for key, value in (("table", table_id), ("site", site), ("created_at", at)):
        db.execute("INSERT INTO meta VALUES (?, ?)", (key, value))
    db.execute(INSERT, first)
    db.execute("COMMIT")


def _connect(path: Path, connect: Connect) -> sqlite3.Connection:
    return connect(f"{path.absolute().as_uri()}?mode=rw", uri=True, isolation_level=None)


def _boot(db: sqlite3.Connection, path: Path, table_id: str) -> Proof:
    """Everything that must hold before the first row is taken. Its cost does not grow with the journal's age.

    SQLite's own check reads every page, so it runs on the two small tables only; the rows since the last verified
    snapshot are read, hashed and folded here, and `pucklight journal verify` does all of it for all rows.
    """
    schema.refuse_strangers(db, path)
    schema.make_durable(db)
    schema.migrate(db)
    schema.refuse_tampering(db, path)
    for table in ("meta", "cursor"):
        if (found := db.execute(f"PRAGMA quick_check({table})").fetchone()[0]) != "ok":
            raise JournalError(f"is damaged ({found}); {RESTORE}")
    owner = reader.identity(db)
    if owner.table_id != table_id:
        raise JournalError(
            f"belongs to table {owner.table_id}, this is table {table_id}; check the path in the settings"
        )
    proof = reader.prove_tail(db)
    for name, seq in reader.cursors(db).items():
        if seq > proof.seq:
            raise JournalError(f"row {seq} was {name}, but the journal ends at row {proof.seq}; {RESTORE}")
    return proof
