"""What the journal promises while all is well."""

import sqlite3
import threading
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from controller import journal_schema
from controller.errors import JournalError
from controller.journal import Cursor, Journal
from controller.journal_files import create
from controller.journal_reader import JournalReader
from controller.journal_rows import NO_DIGEST
from controller.ledger import EMPTY, Account, Transfer
from controller.record import Record, Row
from tests.journal_samples import new_journal, play, played_journal
from tests.journal_story import AT, TABLE

SEED = Record("seed", 0, {"note": "first day"}, (Transfer(Account.HOUSE, Account.METER, 10**11),))


def test_a_row_is_read_back_as_it_was_written(tmp_path: Path) -> None:
    path = new_journal(tmp_path)
    facts = {"name": "Zoë \ud800", "seats": [1, 2], "prize": None, "deep": {"a": [True, "\n"]}}
    with Journal.open(path, TABLE) as journal:
        row = journal.append(Record("coin_in", 4, facts, SEED.transfers), AT)
    with Journal.open(path, TABLE) as journal:
        assert journal.rows_after(1, 10) == [row]
        assert row.record == Record("coin_in", 4, facts, SEED.transfers)
        assert journal.head == (2, row.digest)


def test_the_row_given_back_is_the_one_a_restart_reads(tmp_path: Path) -> None:
    """A tuple or a number as a key would otherwise differ between play and replay."""
    with Journal.open(new_journal(tmp_path), TABLE) as journal:
        row = journal.append(Record("coin_in", 1, {"seats": (1, 2), "fees": {3: 100}}), AT)
        assert row.record.facts == {"seats": [1, 2], "fees": {"3": 100}}
        assert journal.rows_after(1, 1) == [row]


@pytest.mark.parametrize("fact", [0.5, float("nan"), {1, 2}, b"bytes"])
def test_a_fact_that_is_not_plain_json_is_refused_and_play_goes_on(
    fact: object, tmp_path: Path
) -> None:
    with Journal.open(new_journal(tmp_path), TABLE) as journal:
        with pytest.raises(JournalError, match=r"coin_in|row 2"):
            journal.append(Record("coin_in", 1, {"fact": fact}), AT)
        assert journal.append(SEED, AT).seq == 2


def test_a_row_that_would_break_the_books_is_refused(tmp_path: Path) -> None:
    with Journal.open(new_journal(tmp_path), TABLE) as journal:
        with pytest.raises(JournalError, match="nothing was written: meter is below zero"):
            journal.append(Record("win", 1, {}, (Transfer(Account.METER, Account.PRIZES, 1),)), AT)
        assert journal.head.seq == 1
        assert journal.balances == EMPTY


def test_the_first_row_names_the_table_and_follows_nothing(tmp_path: Path) -> None:
    with JournalReader.open(new_journal(tmp_path)) as reader:
        first = next(reader.rows_after(0))
        assert (first.seq, first.record.type) == (1, "genesis")
        assert first.record.facts == {"table": TABLE, "site": "site"}
        assert reader.identity == (TABLE, "site", AT)
        assert bytes(32) == NO_DIGEST


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE journal SET round = 9 WHERE seq = 2",
        "DELETE FROM journal WHERE seq = 2",
        "INSERT OR REPLACE INTO journal SELECT seq, at, 9, type, body, digest FROM journal",
        "INSERT INTO journal SELECT 99, at, 9, type, body, digest FROM journal WHERE seq = 2",
        "UPDATE meta SET value = 'other'",
        "DELETE FROM meta",
        "INSERT OR REPLACE INTO meta VALUES ('table', 'other')",
        "UPDATE cursor SET seq = 1",
    ],
)
def test_nobody_changes_what_is_written(statement: str, tmp_path: Path) -> None:
    path = played_journal(tmp_path)
    with Journal.open(path, TABLE) as journal:
        journal.move_cursor(Cursor.SENT, 5)
    with closing(sqlite3.connect(path)) as db, pytest.raises(sqlite3.IntegrityError):
        db.execute(statement)


def test_a_cursor_goes_forward_only_and_never_past_the_head(tmp_path: Path) -> None:
    path = played_journal(tmp_path)
    with Journal.open(path, TABLE) as journal:
        assert journal.cursor(Cursor.SENT) == 0
        journal.move_cursor(Cursor.SENT, 5)
        journal.move_cursor(Cursor.SENT, 3)
        with pytest.raises(JournalError, match=r"row 99 was committed, but .* rows were lost"):
            journal.move_cursor(Cursor.COMMITTED, 99)
    with Journal.open(path, TABLE) as journal:
        assert journal.cursor(Cursor.SENT) == 5
        assert journal.cursor(Cursor.COMMITTED) == 0


def test_a_snapshot_must_agree_with_the_rows_before_it(tmp_path: Path) -> None:
    with Journal.open(new_journal(tmp_path), TABLE) as journal:
        journal.append(SEED, AT)
        balances = {**journal.balances, Account.METER: 1, Account.HOUSE: -1}
        wrong = {"state": {}, "balances": balances}
        with pytest.raises(JournalError, match="not what the rows before it come to"):
            journal.append(Record("snapshot", 0, wrong), AT)
        journal.snapshot({"round": 7}, 7, AT)
        found = journal.last_snapshot()
        assert found is not None
        assert found.record.facts["state"] == {"round": 7}
        assert found.record.facts["balances"] == journal.balances


def test_boot_reads_from_the_last_snapshot_but_one_however_old_the_journal_is(
    tmp_path: Path,
) -> None:
    path, read = played_journal(tmp_path, times=30), list[str]()

    def counting(*args: object, **kwargs: object) -> sqlite3.Connection:
        db: sqlite3.Connection = sqlite3.connect(*args, **kwargs)  # type: ignore[call-overload]
        db.set_trace_callback(read.append)
        return db

    with Journal.open(path, TABLE, connect=counting):
        start = 1 + 28 * 7  # Row 1, then seven rows a lot; the last snapshot but one ends lot 29.
        assert any(f"seq > {start + 6} ORDER BY" in statement for statement in read)
        assert not any("seq > 0 ORDER BY" in statement for statement in read)


def test_a_reader_sees_one_moment_while_the_table_plays_on(tmp_path: Path) -> None:
    path = played_journal(tmp_path)
    with Journal.open(path, TABLE) as journal, JournalReader.open(path) as reader:
        before = reader.head
        play(journal, ["coin_in", "game_over"])
        assert reader.head == before
        assert journal.head.seq == before.seq + 2
        assert reader.prove().seq == before.seq


def test_reading_makes_no_journal(tmp_path: Path) -> None:
    for opened in (JournalReader.open, lambda path: Journal.open(path, TABLE)):
        with pytest.raises(JournalError, match="there is no journal"), opened(tmp_path / "none.db"):
            pass
    assert not list(tmp_path.iterdir())


def test_a_new_journal_is_never_made_over_another(tmp_path: Path) -> None:
    path = played_journal(tmp_path)
    before = path.read_bytes()
    with pytest.raises(JournalError, match="already there"):
        create(path, TABLE, "site", AT)
    assert path.read_bytes() == before


def test_an_older_schema_is_brought_up_to_date(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = played_journal(tmp_path)
    newer = (*journal_schema.MIGRATIONS, ("CREATE TABLE note (text TEXT NOT NULL) STRICT",))
    monkeypatch.setattr(journal_schema, "MIGRATIONS", newer)
    with Journal.open(path, TABLE) as journal:
        play(journal, ["game_over"])
    with JournalReader.open(path) as reader:
        reader.prove()
    with closing(sqlite3.connect(path)) as db:
        assert db.execute("PRAGMA user_version").fetchone() == (2,)
        assert db.execute("SELECT count(*) FROM note").fetchone() == (0,)


def test_verify_shows_each_row_to_the_callers_check(tmp_path: Path) -> None:
    def no_second_win(row: Row) -> list[str]:
        return ["a win that may not be"] if row.seq == 6 else []

    with JournalReader.open(played_journal(tmp_path)) as reader:
        with pytest.raises(JournalError, match="row 6: a win that may not be"):
            reader.prove(no_second_win)
        assert reader.prove(lambda _row: []).snapshots == 3


def test_nothing_more_is_taken_after_an_error_of_the_disk(tmp_path: Path) -> None:
    path = new_journal(tmp_path)
    with Journal.open(path, TABLE, connect=_limited(pages=14)) as journal:
        with pytest.raises(JournalError, match="the disk is full: free space"):
            play(journal, ["seed"] * 1_000)
        written = journal.head.seq
        with pytest.raises(JournalError, match="takes no more rows since its last error; restart"):
            journal.append(SEED, AT)
    with Journal.open(path, TABLE) as journal:
        assert journal.head.seq == written > 10


def _limited(pages: int) -> Callable[..., sqlite3.Connection]:
    """A real SQLITE_FULL: SQLite itself refuses the next page."""

    def connect(*args: object, **kwargs: object) -> sqlite3.Connection:
        db: sqlite3.Connection = sqlite3.connect(*args, **kwargs)  # type: ignore[call-overload]
        db.execute(f"PRAGMA max_page_count = {pages}")
        return db

    return connect


def test_only_the_thread_that_opened_it_may_write(tmp_path: Path) -> None:
    refused: list[str] = []
    with Journal.open(new_journal(tmp_path), TABLE) as journal:

        def elsewhere() -> None:
            try:
                journal.append(SEED, AT)
            except JournalError as error:
                refused.append(str(error))

        thread = threading.Thread(target=elsewhere)
        thread.start()
        thread.join()
    assert "thread" in refused[0]


def test_a_journal_takes_at_most_700_bytes_a_row(tmp_path: Path) -> None:
    path = new_journal(tmp_path)
    with Journal.open(path, TABLE, connect=_unsynced) as journal:
        play(journal, ["coin_in"] * 2_000)
    assert path.stat().st_size / 2_000 < 700


def _unsynced(*args: object, **kwargs: object) -> sqlite3.Connection:
    class Unsynced(sqlite3.Connection):
        def execute(self, sql: str, values: object = (), /) -> sqlite3.Cursor:
            return super().execute(sql.replace("synchronous = FULL", "synchronous = OFF"), values)  # type: ignore[arg-type]

    return sqlite3.connect(*args, factory=Unsynced, **kwargs)  # type: ignore[call-overload,no-any-return]
