"""The tables, as numbered migrations, and the settings every writer runs with. Knows no rows.

The version is SQLite's own `user_version`. A migration is never edited after a release: add the
next one.
"""

import sqlite3

from controller.errors import JournalError
from controller.journal_faults import RESTORE

APPLICATION_ID = 0x5055434B
"""Marks the file as ours: "PUCK"."""

MIGRATIONS: tuple[tuple[str, ...], ...] = (
    (
        """CREATE TABLE meta (
            key TEXT PRIMARY KEY,
            value TEXT NOT NULL
        ) STRICT, WITHOUT ROWID""",
        """CREATE TABLE journal (
            seq INTEGER PRIMARY KEY,
            at TEXT NOT NULL,
            round INTEGER NOT NULL,
            type TEXT NOT NULL,
            body TEXT NOT NULL,
            digest BLOB NOT NULL CHECK (length(digest) = 32)
        ) STRICT""",
        "CREATE INDEX snapshots ON journal (seq) WHERE type = 'snapshot'",
        """CREATE TABLE cursor (
            name TEXT PRIMARY KEY,
            seq INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID""",
        """CREATE TRIGGER journal_is_never_changed BEFORE UPDATE ON journal
        BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END""",
        """CREATE TRIGGER journal_is_never_deleted BEFORE DELETE ON journal
        BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END""",
        # Also stops INSERT OR REPLACE, which deletes without asking the trigger above.
        """CREATE TRIGGER journal_only_grows_by_one BEFORE INSERT ON journal
        WHEN NEW.seq IS NOT (SELECT ifnull(max(seq), 0) + 1 FROM journal)
        BEGIN SELECT RAISE(ABORT, 'the journal only grows, row by row'); END""",
        """CREATE TRIGGER meta_is_never_changed BEFORE UPDATE ON meta
        BEGIN SELECT RAISE(ABORT, 'meta is written once'); END""",
        """CREATE TRIGGER meta_is_never_deleted BEFORE DELETE ON meta
        BEGIN SELECT RAISE(ABORT, 'meta is written once'); END""",
        """CREATE TRIGGER meta_is_written_once BEFORE INSERT ON meta
        WHEN EXISTS (SELECT 1 FROM meta WHERE key = NEW.key)
        BEGIN SELECT RAISE(ABORT, 'meta is written once'); END""",
        """CREATE TRIGGER cursor_never_goes_back BEFORE UPDATE ON cursor
        WHEN NEW.seq < OLD.seq
        BEGIN SELECT RAISE(ABORT, 'a cursor never goes back'); END""",
    ),
)


def make_durable(db: sqlite3.Connection) -> None:
    """One sync a row, and nothing that was committed is lost when the power goes."""
    mode = db.execute("PRAGMA journal_mode = WAL").fetchone()[0]
    if mode != "wal":
        raise JournalError(
            f"the disk cannot keep a write-ahead log (SQLite chose {mode}): use a local disk"
        )
    db.execute("PRAGMA synchronous = FULL")


def try_to_write(db: sqlite3.Connection) -> None:
    """A commit that changes nothing: a full or read-only disk is found before the first coin.

    It also puts the first bytes into the log: from here on an empty log is a lost one.
    """
    db.execute(f"PRAGMA user_version = {version(db)}")


def version(db: sqlite3.Connection) -> int:
    return int(db.execute("PRAGMA user_version").fetchone()[0])


def migrate(db: sqlite3.Connection) -> None:
    """From the file's version to ours, a transaction each. Version 0 is an empty file."""
    for number in range(version(db) + 1, len(MIGRATIONS) + 1):
        db.execute("BEGIN IMMEDIATE")
        install(db, number)
        db.execute("COMMIT")


def install(db: sqlite3.Connection, number: int) -> None:
    """One migration, inside the caller's transaction."""
    if number == 1:
        db.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    for statement in MIGRATIONS[number - 1]:
        db.execute(statement)
    db.execute(f"PRAGMA user_version = {number}")


def refuse_strangers(db: sqlite3.Connection) -> None:
    """Asked before anything is written: the file must be ours, and of a version we know."""
    if db.execute("PRAGMA application_id").fetchone()[0] != APPLICATION_ID:
        raise JournalError("is not a Pucklight journal; check the path in the settings")
    if (found := version(db)) > len(MIGRATIONS):
        raise JournalError(
            f"has schema {found}, this software knows up to {len(MIGRATIONS)}; "
            "install the newer software again, the file is left as it is"
        )


def refuse_tampering(db: sqlite3.Connection) -> None:
    """The tables and triggers must be, word for word, those the migrations make."""
    wanted = sqlite3.connect(":memory:", isolation_level=None)
    try:
        migrate(wanted)
        if odd := _objects(db) ^ _objects(wanted):
            names = ", ".join(sorted({name for name, _ in odd}))
            raise JournalError(
                f"its tables or triggers were altered ({names}); "
                "keep the file as evidence and restore the second copy"
            )
    finally:
        wanted.close()


def _objects(db: sqlite3.Connection) -> set[tuple[str, str]]:
    query = "SELECT name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite~_%' ESCAPE '~'"
    return {(name, sql) for name, sql in db.execute(query)}


def refuse_damage(db: sqlite3.Connection, question: str) -> None:
    """SQLite's own check of the pages that the question covers."""
    found = str(db.execute(f"PRAGMA {question}").fetchone()[0])
    if found != "ok":
        raise JournalError(f"is damaged ({' '.join(found.split())}); {RESTORE}")
