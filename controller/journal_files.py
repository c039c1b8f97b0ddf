"""Makes journal files: new, restored from a copy, archived. Each is whole and proved, or not there.

Everything is built beside its place under another name, made durable, and renamed. Nothing is ever
overwritten.
"""

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from controller import journal_queries as queries
from controller import journal_schema as schema
from controller.errors import JournalError
from controller.journal_faults import explained, located
from controller.journal_lock import WriterLock, has_bytes, sync, wal_of
from controller.journal_queries import Connect
from controller.journal_reader import JournalReader, connect_reader, prove_all
from controller.journal_verify import Check, Proof


def create(
    path: Path, table_id: str, site: str, at: str, *, connect: Connect = sqlite3.connect
) -> None:
    """A new table's journal with its first row."""
    with _put_in_place(path) as draft, closing(_writer(draft, connect)) as db:
        schema.make_durable(db)
        schema.migrate(db)
        db.execute("BEGIN IMMEDIATE")
        queries.begin(db, table_id, site, at)
        db.execute("COMMIT")
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def restore(
    copy: Path,
    target: Path,
    acknowledged_seq: int,
    *,
    check: Check | None = None,
    connect: Connect = sqlite3.connect,
) -> Proof:
    """The copy, proved from row 1, in the journal's place. Refused if it lacks rows others know."""
    if not copy.is_file():
        raise JournalError(f"{copy}: there is no copy; check the path")
    with _put_in_place(target) as draft:
        # Its files, not its rows: a copy on a disk that cannot be written is read as well as any.
        shutil.copyfile(copy, draft)
        if wal_of(copy).exists():
            shutil.copyfile(wal_of(copy), wal_of(draft))
        with located(copy), explained(copy), closing(_writer(draft, connect)) as db:
            schema.refuse_strangers(db)
            schema.make_durable(db)
            proof = prove_all(db, check)
            queries.refuse_lost_rows(db, proof.seq, acknowledged_seq)
            db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return proof


def archive(
    journal: Path, folder: Path, *, connect: Connect = sqlite3.connect
) -> tuple[Path, Proof]:
    """One moment of the journal as a single file, proved from row 1, its head in its name."""
    draft = folder / f".{journal.name}.new"
    with explained(folder):
        draft.unlink(missing_ok=True)
        try:
            with (
                located(journal),
                explained(journal),
                closing(connect_reader(journal, connect)) as db,
            ):
                db.execute("VACUUM INTO ?", (str(draft),))
            with JournalReader.open(draft, connect=connect) as reader:
                proof, table_id = reader.prove(), reader.identity.table_id
            target = folder / f"{table_id}-{proof.seq}-{proof.digest.hex()[:16]}.db"
            _put(draft, target)
        finally:
            draft.unlink(missing_ok=True)
    return target, proof


@contextmanager
def _put_in_place(path: Path) -> Iterator[Path]:
    """Gives the draft's name; moves the draft into place when the block has made it."""
    with explained(path), WriterLock.held(path) as lock:
        for there in (path, wal_of(path)):
            if (there == path and path.exists()) or has_bytes(there):
                raise JournalError(
                    f"{there}: is already there and is left as it is; move it aside first"
                )
        draft = path.with_name(path.name + ".new")
        _remove(draft)  # Left by a cut.
        try:
            yield draft
            if wal_of(draft).exists():
                raise JournalError(f"{draft}: could not be completed: its log is still in use")
            lock.say_shut()
            _put(draft, path)
        finally:
            _remove(draft)


def _remove(draft: Path) -> None:
    for ending in ("", "-wal", "-shm"):
        draft.with_name(draft.name + ending).unlink(missing_ok=True)


def _writer(path: Path, connect: Connect) -> sqlite3.Connection:
    return connect(f"{path.absolute().as_uri()}?mode=rwc", uri=True, isolation_level=None)


def _put(draft: Path, path: Path) -> None:
    """Content first, then the name, then the folder that holds the name."""
    if path.exists():
        raise JournalError(f"{path}: is already there and is left as it is")
    sync(draft)
    draft.rename(path)
    sync(path.parent)
