"""One planted defect for each invariant: the cut test must see every one, or it proves nothing."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any
from unittest import mock

import pytest

from controller import journal_files, journal_rows
from controller.journal import Cursor, Journal
from controller.journal_copy import SecondCopy
from controller.journal_lock import WriterLock
from controller.record import Record, Row
from tests.journal_cuts import cut_everywhere, story_of
from tests.journal_story import AT, Table, decide


class LightsBeforeItWrites(Table):
    def play(self, kind: str) -> None:
        self.light(self.journal.head.seq + 1)
        super().play(kind)


class MovesTheCursorBeforeItSends(Table):
    def send(self) -> None:
        for row in self.journal.rows_after(self.journal.cursor(Cursor.SENT), 100):
            self.journal.move_cursor(Cursor.SENT, row.seq)
            self.receive(row)


class SendsBeforeItWrites(Table):
    def play(self, kind: str) -> None:
        record = decide(kind, self.state, self.journal.balances)
        self.receive(Row(self.journal.head.seq + 1, AT, record, b""))
        super().play(kind)


class SendsTheNewestRowOnly(Table):
    """Sends the newest row only: one that was written but not sent is never heard of."""

    def send(self) -> None:
        rows = self.journal.rows_after(self.journal.head.seq - 1, 1)
        for row in rows:
            self.receive(row)
            self.journal.move_cursor(Cursor.SENT, row.seq)


class AppliesTheSnapshotLate(Table):
    """Takes the snapshot of the state before the row."""

    def play(self, kind: str) -> None:
        before = vars(self.state).copy()
        super().play(kind)
        if kind == "win":
            self.journal.snapshot(before, 0, AT)


class PlaysAgainAfterBoot(Table):
    """Does not look at the rows after the last snapshot."""

    def __init__(self, journal: Journal, *rest: Any) -> None:
        with mock.patch.object(Journal, "rows_after", return_value=[]):
            super().__init__(journal, *rest)


@contextmanager
def rows_without_digest() -> Iterator[None]:
    with mock.patch.object(journal_rows, "digest", lambda before, *_: before):
        yield


@contextmanager
def transfers_dropped() -> Iterator[None]:
    honest = journal_rows.encode

    def forgetful(record: Record) -> str:
        return honest(Record(record.type, record.round, record.facts))

    with mock.patch.object(journal_rows, "encode", forgetful):
        yield


@contextmanager
def commits_held_back() -> Iterator[None]:
    """Every second row waits for the next one before it is committed."""
    honest = Journal._write

    def lazy(self: Journal, statement: str, values: tuple[Any, ...]) -> None:
        if not self._db.in_transaction:
            self._db.execute("BEGIN")
        honest(self, statement, values)
        if self.head.seq % 2:
            self._db.execute("COMMIT")

    with mock.patch.object(Journal, "_write", lazy):
        yield


@contextmanager
def copy_written_first() -> Iterator[None]:
    """The copy gets the row while the journal may still lose it."""
    honest = Journal._write

    def backwards(self: Journal, statement: str, values: tuple[Any, ...]) -> None:
        self._db.execute("BEGIN")
        honest(self, statement, values)
        if self.copy:
            self.copy.catch_up()
        self._db.execute("COMMIT")

    with mock.patch.object(Journal, "_write", backwards):
        yield


@contextmanager
def copy_never_caught_up() -> Iterator[None]:
    with mock.patch.object(SecondCopy, "catch_up", return_value=None):
        yield


@contextmanager
def word_left_open() -> Iterator[None]:
    """The log is emptied and removed at the end, but nobody says so."""
    with (
        mock.patch.object(WriterLock, "say_shut", return_value=None),
        mock.patch.object(WriterLock, "say_shut_if_the_log_is_gone", return_value=None),
    ):
        yield


@contextmanager
def first_row_made_in_place() -> Iterator[None]:
    """A journal that is there before its first row is."""

    @contextmanager
    def in_place(path: Path) -> Iterator[Path]:
        yield path

    with mock.patch.object(journal_files, "_put_in_place", in_place):
        yield


TABLES = [
    (LightsBeforeItWrites, "an effect before its row was durable"),
    (MovesTheCursorBeforeItSends, "the broker did not hear all|the broker heard otherwise"),
    (SendsBeforeItWrites, "the broker heard otherwise"),
    (SendsTheNewestRowOnly, "the broker did not hear all|the broker heard otherwise"),
    (AppliesTheSnapshotLate, "a step lost or doubled|does not hold"),
    (PlaysAgainAfterBoot, "a step lost or doubled"),
]

Plant = Callable[[], AbstractContextManager[None]]
JOURNALS: list[tuple[Plant, str]] = [
    (rows_without_digest, "its digest does not fit|stuck"),
    (transfers_dropped, "the money is wrong"),
    (commits_held_back, "an effect before its row was durable|rows were lost"),
    (copy_written_first, "stuck.*rows were lost"),
    (copy_never_caught_up, "copy.db does not hold"),
    (word_left_open, "stuck.*-wal file is missing or empty"),
    (first_row_made_in_place, "does not hold|stuck"),
]


@pytest.mark.parametrize(("table", "symptom"), TABLES, ids=[table.__name__ for table, _ in TABLES])
def test_a_table_that_breaks_the_order_is_caught(
    table: type[Table], symptom: str, memory: Path
) -> None:
    with pytest.raises(AssertionError, match=symptom):
        cut_everywhere(story_of(0), memory, table)


@pytest.mark.parametrize(
    ("plant", "symptom"), JOURNALS, ids=[plant.__name__ for plant, _ in JOURNALS]
)
def test_a_journal_that_breaks_a_promise_is_caught(
    plant: Plant, symptom: str, memory: Path
) -> None:
    with plant(), pytest.raises(AssertionError, match=symptom):
        cut_everywhere(story_of(0), memory)
