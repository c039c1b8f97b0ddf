"""Every question asked of a journal's tables, and the statements that write them. Opens nothing."""

import sqlite3
from collections.abc import Callable, Iterator
from enum import StrEnum
from typing import NamedTuple

from controller.errors import JournalError
from controller.journal_faults import RESTORE
from controller.journal_rows import GENESIS, NO_DIGEST, StoredRow, load, store
from controller.journal_verify import Proof
from controller.ledger import EMPTY
from controller.record import Record

Connect = Callable[..., sqlite3.Connection]
"""Called as `sqlite3.connect` is."""

_SELECT = "SELECT seq, at, round, type, body, digest FROM journal"


INSERT = "INSERT INTO journal VALUES (?, ?, ?, ?, ?, ?)"
MOVE_CURSOR = "INSERT INTO cursor VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET seq = excluded.seq"
META = "INSERT INTO meta VALUES (?, ?)"


class Cursor(StrEnum):
    """Who has been told up to which row."""

    SENT = "sent"
    """The broker has taken it."""
    COMMITTED = "committed"
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
    """Whose journal this is, by its first row, if the meta table says the same."""
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
    """From the last snapshot but one to the head, so that the last is held against rows.

    The cost is that of two spans between snapshots, whatever the journal's age. The whole file is
    the work of `pucklight journal verify`.
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
    proof.extend(stored_after(db, proof.seq))
    return proof


def refuse_lost_rows(db: sqlite3.Connection, head_seq: int, acknowledged_seq: int = 0) -> None:
    """What others were told must still be here: they have it in their books."""
    told = {**cursors(db), "acknowledged elsewhere": acknowledged_seq}
    for name, seq in told.items():
        if seq > head_seq:
            raise JournalError(
                f"row {seq} was {name}, but the rows end at {head_seq}: rows were lost; {RESTORE}"
            )


def begin(db: sqlite3.Connection, table_id: str, site: str, at: str) -> None:
    """The first row and the meta table, inside the caller's transaction."""
    for key, value in (("table", table_id), ("site", site), ("created_at", at)):
        db.execute(META, (key, value))
    db.execute(
        INSERT, store(NO_DIGEST, 1, at, Record(GENESIS, 0, {"table": table_id, "site": site}))
    )
