"""Whatever happened to the file: no row is taken, nothing assumed, one line says what to do."""

import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from controller.errors import JournalError
from controller.journal import Cursor, Journal
from controller.journal_reader import JournalReader
from tests.journal_samples import played_journal
from tests.journal_story import TABLE

RESTORE = "pucklight journal restore"


def refused(path: Path, words: str, table_id: str = TABLE) -> None:
    """Boot says no in one line with these words, and leaves the rows as they are."""
    before = path.read_bytes() if path.exists() else b""
    with pytest.raises(JournalError, match=words) as caught:
        Journal.open(path, table_id).close()
    assert str(caught.value).startswith(f"{path}: ")
    assert "\n" not in str(caught.value)
    assert (path.read_bytes() if path.exists() else b"") == before


def not_proved(path: Path, words: str) -> None:
    with pytest.raises(JournalError, match=words), JournalReader.open(path) as reader:
        reader.prove()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return played_journal(tmp_path, times=12)


def edit(path: Path, find: Callable[[bytes], int], new: bytes) -> None:
    content = bytearray(path.read_bytes())
    at = find(bytes(content))
    assert at >= 0
    content[at : at + len(new)] = new
    path.write_bytes(content)


def column(path: Path, name: str, seq: int) -> bytes:
    with closing(sqlite3.connect(path)) as db:
        value = db.execute(f"SELECT {name} FROM journal WHERE seq = {seq}").fetchone()[0]
    return value if isinstance(value, bytes) else str(value).encode()


def head(path: Path) -> int:
    with JournalReader.open(path) as reader:
        return reader.head.seq


def test_a_changed_text_in_a_late_row_is_seen_at_boot(path: Path) -> None:
    body = column(path, "body", head(path))
    edit(path, lambda content: content.find(body) + body.find(b"105000"), b"905000")
    refused(path, "was changed: its digest does not fit")
    not_proved(path, "was changed: its digest does not fit")


def test_a_changed_digest_is_seen_at_boot(path: Path) -> None:
    digest = column(path, "digest", head(path) - 1)
    edit(path, lambda content: content.find(digest) + 7, b"\x00")
    refused(path, "was changed: its digest does not fit")


def test_a_text_that_cannot_be_read_is_damage(path: Path) -> None:
    body = column(path, "body", head(path))
    edit(path, lambda content: content.find(body) + 5, b"\xff\xff")
    refused(path, f"a text in it cannot be read.*{RESTORE}")


def test_a_change_in_an_old_row_is_seen_by_verify_and_costs_boot_nothing(path: Path) -> None:
    body = column(path, "body", 3)
    edit(path, lambda content: content.find(body) + body.find(b"Ed"), b"Al")
    Journal.open(path, TABLE).close()
    not_proved(path, "row 3: was changed")


def test_a_changed_first_row_is_seen_at_boot_however_old(path: Path) -> None:
    body = column(path, "body", 1)
    edit(path, lambda content: content.find(body) + body.find(b"site"), b"Site")
    refused(path, "row 1: was changed")


def test_a_page_that_is_garbage_is_seen_at_boot(path: Path) -> None:
    digest = column(path, "digest", head(path))
    edit(path, lambda content: content.find(digest) // 4096 * 4096, os.urandom(64))
    refused(path, f"is damaged.*{RESTORE}|was changed|is missing")


def test_a_garbage_first_page_is_not_a_journal(path: Path) -> None:
    edit(path, lambda _: 0, b"\0" * 100)
    refused(path, f"first page is not a journal's.*{RESTORE}")


def index_page(path: Path) -> int:
    with closing(sqlite3.connect(path)) as db:
        query = "SELECT rootpage FROM sqlite_schema WHERE name = 'snapshots'"
        return (int(db.execute(query).fetchone()[0]) - 1) * 4096


def test_a_garbage_index_is_seen_at_boot(path: Path) -> None:
    page = index_page(path)
    edit(path, lambda _: page, b"\xee" * 4096)
    refused(path, f"is damaged.*{RESTORE}")


def test_an_index_that_hides_a_snapshot_cannot_mislead_boot_and_is_seen_by_verify(
    path: Path,
) -> None:
    """An entry fewer only means an older snapshot to start from."""
    page = index_page(path)
    count = int.from_bytes(path.read_bytes()[page + 3 : page + 5])
    edit(path, lambda _: page + 3, (count - 1).to_bytes(2))
    with Journal.open(path, TABLE) as journal:
        assert journal.head.seq == 1 + 12 * 7 + 1
    not_proved(path, f"is damaged.*{RESTORE}")


@pytest.mark.parametrize("share", [0.3, 0.6, 0.99])
def test_a_truncated_file_is_refused(path: Path, share: float) -> None:
    os.truncate(path, int(path.stat().st_size * share))
    refused(path, f"is cut short.*{RESTORE}")


def test_an_empty_file_is_not_a_new_table(path: Path) -> None:
    os.truncate(path, 0)
    refused(path, f"is empty where rows were expected.*{RESTORE}")


def test_a_missing_file_is_not_a_new_table(path: Path) -> None:
    path.unlink()
    refused(path, f"there is no journal.*{RESTORE}")


def test_the_journal_of_another_table_is_refused(path: Path) -> None:
    refused(path, "belongs to table t-07, this is table t-08; check the path", table_id="t-08")


def test_some_other_database_is_refused(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "other.db")) as db:
        db.execute("CREATE TABLE t (a)")
    refused(tmp_path / "other.db", "is not a Pucklight journal; check the path")


def test_a_newer_schema_is_refused_and_left_alone(path: Path) -> None:
    with closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA user_version = 9")
    refused(path, "has schema 9, this software knows up to 1; install the newer software again")


@pytest.mark.parametrize(
    "statement",
    [
        "DROP TRIGGER journal_is_never_changed",
        "DROP INDEX snapshots",
        "CREATE TRIGGER t AFTER INSERT ON journal BEGIN SELECT 1; END",
    ],
)
def test_altered_tables_or_triggers_are_refused(path: Path, statement: str) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute(statement)
    refused(path, "were altered .*keep the file as evidence")


def test_rows_removed_behind_the_triggers_are_missed(path: Path) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        trigger = "journal_is_never_deleted"
        (sql,) = db.execute("SELECT sql FROM sqlite_schema WHERE name = ?", (trigger,)).fetchone()
        db.execute(f"DROP TRIGGER {trigger}")
        db.execute("DELETE FROM journal WHERE seq = 40")
        db.execute(sql)
    Journal.open(path, TABLE).close()
    not_proved(path, "row 40: is missing, the next one found is 41")


def test_a_head_behind_what_was_sent_is_refused(path: Path) -> None:
    with Journal.open(path, TABLE) as journal:
        journal.move_cursor(Cursor.SENT, journal.head.seq)
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("UPDATE cursor SET seq = seq + 1")
    refused(path, f"was sent, but the rows end at.*{RESTORE}")
    not_proved(path, "was sent, but the rows end at")


def test_a_second_writer_is_refused_and_the_first_plays_on(path: Path) -> None:
    with Journal.open(path, TABLE) as journal:
        refused(path, "another process is writing this journal; stop it first")
        journal.snapshot({}, 0, "now")


def test_a_second_writer_in_another_process_is_refused(path: Path) -> None:
    program = (
        "import sys; from pathlib import Path; from controller.journal import Journal\n"
        "Journal.open(Path(sys.argv[1]), sys.argv[2])"
    )
    with Journal.open(path, TABLE):
        command = [sys.executable, "-c", program, str(path), TABLE]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert "another process is writing this journal" in done.stderr


@pytest.mark.parametrize("reader_came_by", [False, True])
def test_a_log_that_is_gone_after_a_cut_is_missed(
    reader_came_by: bool, path: Path, tmp_path: Path
) -> None:
    kept = tmp_path / "kept"
    kept.mkdir()
    with Journal.open(path, TABLE) as journal:
        journal.snapshot({}, 0, "now")
        for name in ("journal.db", "journal.db.lock"):  # As the cut leaves it, but for the log.
            (kept / name).write_bytes((tmp_path / name).read_bytes())
    if reader_came_by:
        assert head(kept / "journal.db")
        assert kept.joinpath("journal.db-wal").exists()
    refused(kept / "journal.db", "its -wal file is missing or empty after.*put the file back")


def test_a_log_that_is_gone_after_a_clean_end_is_normal(path: Path) -> None:
    assert not path.with_name("journal.db-wal").exists()
    Journal.open(path, TABLE).close()


def test_a_boot_that_was_refused_does_not_make_the_next_one_miss_the_log(tmp_path: Path) -> None:
    """SQLite empties and removes the log even when all we did was refuse."""
    path = played_journal(tmp_path)
    kept = tmp_path / "kept"
    kept.mkdir()
    with Journal.open(path, TABLE) as journal:
        seq = journal.snapshot({}, 0, "now").seq
        for name in ("journal.db", "journal.db-wal", "journal.db.lock"):
            (kept / name).write_bytes((tmp_path / name).read_bytes())
    with pytest.raises(JournalError, match="belongs to table"):
        Journal.open(kept / "journal.db", "t-99")
    with Journal.open(kept / "journal.db", TABLE) as journal:
        assert journal.head.seq == seq
