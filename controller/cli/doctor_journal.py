"""Is the money's memory there, whole, and known to the others? Reads the journal and its copy, changes neither."""

import os
from collections.abc import Iterator
from pathlib import Path

from controller.cli.doctor_case import Case, owner
from controller.cli.doctor_finding import Finding, Findings, ok, problem, warning
from controller.errors import JournalError
from controller.journal_lock import wal_of
from controller.journal_queries import Cursor
from controller.journal_reader import JournalReader

MANY_PENDING = 1000
"""Rows: some minutes of a busy table."""
MEGABYTE = 1_000_000
FREE_WARNING, FREE_PROBLEM = 1_000 * MEGABYTE, 50 * MEGABYTE


def journal(case: Case) -> Findings:
    table = case.settings.table
    path = Path(table.journal)
    if path.parent.is_dir() and not os.access(path.parent, os.R_OK | os.X_OK):
        yield warning(
            "journal.hidden",
            f"{path.parent}: this user may not look into it ({owner(path.parent)})",
            "nothing can be said of the journal, nor whether the table runs",
            "ask again as the table's user: sudo -u pucklight pucklight doctor",
        )
        return
    if not path.exists():
        yield problem(
            "journal.missing",
            f"{path}: there is no journal",
            "the table stays out of service without one",
            f"for a new table: pucklight journal create --journal {path} --table {table.id} "
            f"--site {table.site}; otherwise: pucklight journal restore",
        )
        return
    try:
        with JournalReader.open(path) as reader:
            yield from _proved(reader)
            yield _owner(case, reader)
            yield _pending(case, reader)
            if table.copy:
                yield _copy(case, reader, Path(table.copy))
    except JournalError as error:
        yield problem(
            "journal.unsound",
            str(error),
            "the table stays out of service, or goes there at its next row",
            "do as the line says",
        )


def _proved(reader: JournalReader) -> Iterator[Finding]:
    proof = reader.prove_tail()
    size = reader.path.stat().st_size
    size += wal_of(reader.path).stat().st_size if wal_of(reader.path).exists() else 0
    yield ok(
        "journal.chain",
        f"{reader.path}: {proof.seq:,} rows, {size / MEGABYTE:.1f} MB, proved as at each start",
        "nothing was edited or lost since the last snapshot but one; "
        "`pucklight journal verify` proves every row",
    )


def _owner(case: Case, reader: JournalReader) -> Finding:
    table, found = case.settings.table, reader.identity
    if (found.table_id, found.site) == (table.id, table.site):
        return ok("journal.owner", f"it is the journal of {found.table_id} at {found.site}")
    return problem(
        "journal.owner",
        f"it is the journal of {found.table_id} at {found.site}, "
        f"the settings say {table.id} at {table.site}",
        "one table's money must not be booked on another",
        "correct table.id, table.site or table.journal",
    )


def _pending(case: Case, reader: JournalReader) -> Finding:
    sent, head = reader.cursors.get(Cursor.SENT, 0), reader.head.seq
    pending = head - sent
    if not pending:
        return ok("journal.pending", f"the broker has every row up to {head:,}")
    what = f"{pending:,} of {head:,} rows are not with the broker yet"
    if pending < MANY_PENDING and not case.running:
        return ok("journal.pending", what, "they are sent when the table runs; none is lost")
    if pending < MANY_PENDING:
        return ok("journal.pending", what, "they are on their way; none is lost")
    return warning(
        "journal.pending",
        what,
        "none is lost, but displays and the Game Manager are behind",
        "see the lines on the broker",
    )


def _copy(case: Case, reader: JournalReader, path: Path) -> Finding:
    if not path.exists():
        return warning(
            "journal.copy",
            f"{path}: there is no second copy",
            "the table plays, but one broken disk would take the journal with it",
            "plug the copy in and mount it; the table writes it by itself",
        )
    if path.parent.stat().st_dev == reader.path.parent.stat().st_dev:
        return warning(
            "journal.copy",
            f"{path}: is on the journal's own disk",
            "the table does not write it there: both would be lost together",
            "mount the copy's disk",
        )
    if case.running:
        # The table holds its copy alone, so that a stick pulled out cannot kill it.
        return ok("journal.copy", f"{path}: the table writes it, and reports when it cannot")
    try:
        with JournalReader.open(path) as copy:
            return _compared(reader, copy)
    except JournalError as error:
        return warning(
            "journal.copy",
            str(error),
            "the table plays, but has no second copy that can be trusted",
            "keep it as evidence and use another stick",
        )


def _compared(journal: JournalReader, copy: JournalReader) -> Finding:
    ours, theirs = journal.head.seq, copy.head.seq
    common = min(ours, theirs)
    if copy.identity != journal.identity or journal.digest_at(common) != copy.digest_at(common):
        return warning(
            "journal.copy",
            f"{copy.path}: is not a copy of this journal (row {common:,} differs)",
            "the table plays, but has no second copy",
            "keep it as evidence and use another stick",
        )
    if theirs > ours:
        return problem(
            "journal.copy",
            f"{copy.path}: has rows up to {theirs:,}, the journal ends at {ours:,}",
            "the journal has lost rows; the table stays out of service",
            "keep both files and run `pucklight journal restore` from the copy",
        )
    if theirs < ours:
        return warning(
            "journal.copy",
            f"{copy.path}: lacks {ours - theirs:,} rows",
            "they would be lost with the journal's disk",
            "start the table: it brings its copy up by itself",
        )
    return ok("journal.copy", f"{copy.path}: in step with the journal")


def disk(case: Case) -> Findings:
    folder = Path(case.settings.table.journal).parent
    if not folder.is_dir():
        yield problem(
            "disk.folder",
            f"{folder}: there is no such folder",
            "the journal cannot be there",
            "make the folder, mount its disk, or correct table.journal",
        )
        return
    found = os.statvfs(folder)
    free = found.f_bavail * found.f_frsize
    what = f"{free / MEGABYTE:,.0f} MB free where the journal is ({folder})"
    action = "free space on it; `pucklight journal archive` makes a copy to keep elsewhere"
    if free < FREE_PROBLEM:
        meaning = "the next rows may not fit, and the table goes out of service"
        yield problem("disk.space", what, meaning, action)
    elif free < FREE_WARNING:
        yield warning("disk.space", what, "enough for now; logs or updates may fill it", action)
    else:
        yield ok("disk.space", what)
