"""The second copy follows row by row, never stops play, and is restored only if it is whole."""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from controller import journal_copy
from controller.errors import JournalError
from controller.journal import Cursor, Journal
from controller.journal_copy import SecondCopy
from controller.journal_files import archive, create, restore
from controller.journal_reader import JournalReader
from tests.journal_samples import ROUNDS, new_journal, play, played_journal
from tests.journal_story import AT, TABLE


@pytest.fixture
def stick(tmp_path: Path) -> Path:
    (tmp_path / "stick").mkdir()
    return tmp_path / "stick" / "copy.db"


def follow(path: Path) -> tuple[SecondCopy, list[str | None]]:
    reports: list[str | None] = []
    return SecondCopy(path, report=reports.append, other_disk=False), reports


def head(path: Path) -> tuple[int, bytes]:
    with JournalReader.open(path) as reader:
        reader.prove()
        return reader.head


def image(path: Path, folder: Path) -> Path:
    """The copy as it stands at this instant, as when the stick is pulled out."""
    folder.mkdir()
    for each in path.parent.glob(f"{path.name}*"):
        shutil.copyfile(each, folder / each.name)
    return folder / path.name


def test_every_row_is_on_the_copy_when_append_returns(tmp_path: Path, stick: Path) -> None:
    copy, reports = follow(stick)
    with Journal.open(new_journal(tmp_path), TABLE, copy=copy) as journal:
        for number, kind in enumerate(ROUNDS):
            play(journal, [kind])
            assert head(image(stick, tmp_path / f"image-{number}")) == journal.head
    assert reports == []
    assert copy.fault is None
    assert not stick.with_name("copy.db-shm").exists()


def test_a_stick_that_is_away_never_stops_play_and_is_caught_up_when_back(
    tmp_path: Path, stick: Path
) -> None:
    copy, reports = follow(stick)
    with Journal.open(new_journal(tmp_path), TABLE, copy=copy) as journal:
        play(journal, ROUNDS)
    away = stick.parent.rename(tmp_path / "pocket")
    with Journal.open(tmp_path / "journal.db", TABLE, copy=copy) as journal:
        play(journal, ROUNDS)
        assert copy.fault is not None
        assert "its folder is not there; plug the copy in" in copy.fault
        away.rename(stick.parent)
        play(journal, ["game_over"])
        assert copy.behind == 0
        journal_head = journal.head
    assert len(reports) == 2
    assert reports[1] is None
    assert head(stick) == journal_head


def test_a_full_stick_never_stops_play(tmp_path: Path, stick: Path) -> None:
    def small(*args: object, **kwargs: object) -> sqlite3.Connection:
        db: sqlite3.Connection = sqlite3.connect(*args, **kwargs)  # type: ignore[call-overload]
        db.execute("PRAGMA max_page_count = 9")
        return db

    copy = SecondCopy(stick, other_disk=False, connect=small)
    with Journal.open(new_journal(tmp_path), TABLE, copy=copy) as journal:
        for _ in range(20):
            play(journal, ROUNDS)
        assert copy.fault is not None
        assert "the disk is full: free space" in copy.fault
        assert copy.behind > 0
        assert journal.head.seq == 1 + 20 * len(ROUNDS)


def test_a_long_absence_is_caught_up_in_steps(
    tmp_path: Path, stick: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(journal_copy, "BATCH", 10)
    path = played_journal(tmp_path, times=10)
    copy, _ = follow(stick)
    with Journal.open(path, TABLE, copy=copy) as journal:
        journal.move_cursor(Cursor.SENT, journal.head.seq)
        assert copy.behind == journal.head.seq - 10
        play(journal, ["game_over"])
        half = image(stick, tmp_path / "half")
        while copy.behind:
            copy.catch_up()
        journal_head = journal.head
    assert head(stick) == journal_head
    with pytest.raises(JournalError, match="was sent, but the rows end at 20: rows were lost"):
        restore(half, tmp_path / "restored.db", 0)


def test_without_a_stick_nothing_is_written_into_its_empty_folder(
    tmp_path: Path, stick: Path
) -> None:
    copy = SecondCopy(stick)
    with Journal.open(new_journal(tmp_path), TABLE, copy=copy) as journal:
        play(journal, ROUNDS)
    assert copy.fault is not None
    assert "is on the journal's own disk; plug the copy in and mount it" in copy.fault
    assert not list(stick.parent.iterdir())


def test_another_tables_stick_is_left_alone(tmp_path: Path, stick: Path) -> None:
    create(stick, "t-99", "site", AT)
    before = stick.read_bytes()
    copy, _ = follow(stick)
    with Journal.open(new_journal(tmp_path), TABLE, copy=copy) as journal:
        play(journal, ROUNDS)
    assert copy.fault is not None
    assert "is the copy of table t-99" in copy.fault
    assert stick.read_bytes() == before


def test_a_copy_with_another_history_is_left_alone(tmp_path: Path, stick: Path) -> None:
    path = new_journal(tmp_path)
    shutil.copyfile(path, stick)
    for each, kinds in ((stick, ["seed", "adjust"]), (path, ["game_over", "seed"])):
        with Journal.open(each, TABLE) as journal:
            play(journal, kinds)
    before = stick.read_bytes()
    copy, _ = follow(stick)
    with Journal.open(path, TABLE, copy=copy) as journal:
        play(journal, ["game_over"])
    assert copy.fault is not None
    assert "differs from the journal at row 3; keep it as evidence" in copy.fault
    assert stick.read_bytes() == before


def test_a_journal_that_lost_rows_its_copy_has_goes_out_of_service(
    tmp_path: Path, stick: Path
) -> None:
    path = new_journal(tmp_path)
    older = path.read_bytes()
    copy, _ = follow(stick)
    with Journal.open(path, TABLE, copy=copy) as journal:
        play(journal, ROUNDS)
    path.write_bytes(older)
    with pytest.raises(JournalError, match=r"has rows up to 7, .* ends at 1: rows were lost"):
        Journal.open(path, TABLE, copy=copy)


def test_damage_in_the_journal_is_not_copied(tmp_path: Path, stick: Path) -> None:
    path = played_journal(tmp_path)
    content = path.read_bytes()
    path.write_bytes(content.replace(b'"step":2}', b'"step":9}', 1))
    copy, _ = follow(stick)
    with Journal.open(path, TABLE, copy=copy):
        assert copy.fault is not None
        assert "the journal is damaged there" in copy.fault


def test_a_copy_is_restored_with_rows_cursors_and_all(tmp_path: Path, stick: Path) -> None:
    path = new_journal(tmp_path)
    copy, _ = follow(stick)
    with Journal.open(path, TABLE, copy=copy) as journal:
        play(journal, ROUNDS)
        journal.move_cursor(Cursor.SENT, 5)
        play(journal, ["coin_in"], snapshot=True)
        journal_head, balances = journal.head, journal.balances
    path.rename(tmp_path / "evidence.db")
    proof = restore(stick, path, journal_head.seq)
    assert (proof.seq, proof.digest) == journal_head
    with Journal.open(path, TABLE, copy=copy) as journal:
        assert journal.head == journal_head
        assert journal.balances == balances
        assert journal.cursor(Cursor.SENT) == 5
        play(journal, ROUNDS)
    assert copy.fault is None


def test_a_stick_pulled_out_in_play_is_restored_from_its_log(tmp_path: Path, stick: Path) -> None:
    copy, _ = follow(stick)
    with Journal.open(new_journal(tmp_path), TABLE, copy=copy) as journal:
        play(journal, ROUNDS)
        pulled = image(stick, tmp_path / "pulled")
        assert pulled.with_name("copy.db-wal").exists()
        journal_head = journal.head
    proof = restore(pulled, tmp_path / "restored.db", 0)
    assert (proof.seq, proof.digest) == journal_head


def test_a_copy_older_than_what_was_acknowledged_is_refused(tmp_path: Path) -> None:
    path = played_journal(tmp_path)
    target = tmp_path / "target.db"
    seq = head(path)[0]
    with pytest.raises(JournalError, match=f"row {seq + 1} was acknowledged.*rows were lost"):
        restore(path, target, seq + 1)
    assert [each.name for each in tmp_path.glob("target.db*")] == ["target.db.lock"]
    assert restore(path, target, seq).seq == seq


def test_restore_never_overwrites(tmp_path: Path) -> None:
    path = played_journal(tmp_path)
    other = tmp_path / "other"
    other.mkdir()
    target = played_journal(other, times=1)
    before = target.read_bytes()
    with pytest.raises(JournalError, match="is already there and is left as it is; move it aside"):
        restore(path, target, 0)
    assert target.read_bytes() == before
    target.unlink()
    target.with_name("journal.db-wal").write_bytes(b"rows")
    with pytest.raises(JournalError, match=r"journal.db-wal: is already there"):
        restore(path, target, 0)


def test_a_damaged_copy_is_not_put_in_place(tmp_path: Path) -> None:
    path = played_journal(tmp_path)
    path.write_bytes(path.read_bytes().replace(b'"step":2}', b'"step":9}', 1))
    with pytest.raises(JournalError, match="row 3: was changed"):
        restore(path, tmp_path / "target.db", 0)
    assert not (tmp_path / "target.db").exists()


def test_restore_is_refused_while_the_table_writes(tmp_path: Path) -> None:
    path = played_journal(tmp_path)
    with Journal.open(path, TABLE), pytest.raises(JournalError, match="another process is writing"):
        restore(path, path, 0)


def test_a_restored_journal_does_not_inherit_the_word_of_the_one_it_replaces(
    tmp_path: Path,
) -> None:
    path = played_journal(tmp_path)
    kept = tmp_path / "kept"
    kept.mkdir()
    (kept / "journal.db.lock").write_bytes(b"open\n")
    restore(path, kept / "journal.db", 0)
    Journal.open(kept / "journal.db", TABLE).close()


def test_an_archive_is_one_proved_file_named_by_its_head(tmp_path: Path) -> None:
    path = played_journal(tmp_path)
    folder = tmp_path / "archive"
    folder.mkdir()
    with Journal.open(path, TABLE) as journal:
        play(journal, ["game_over"])
        made, proof = archive(path, folder)
        assert (proof.seq, proof.digest) == journal.head
        with pytest.raises(JournalError, match="is already there and is left as it is"):
            archive(path, folder)
        play(journal, ["game_over"])
        archive(path, folder)
    assert made.name == f"{TABLE}-{proof.seq}-{proof.digest.hex()[:16]}.db"
    assert len(list(folder.iterdir())) == 2
    assert head(made) == (proof.seq, proof.digest)
    with closing(sqlite3.connect(made)) as db, pytest.raises(sqlite3.IntegrityError):
        db.execute("DELETE FROM journal")


def test_a_damaged_journal_is_not_archived(tmp_path: Path) -> None:
    path = played_journal(tmp_path)
    path.write_bytes(path.read_bytes().replace(b'"step":2}', b'"step":9}', 1))
    (tmp_path / "archive").mkdir()
    with pytest.raises(JournalError, match="row 3: was changed"):
        archive(path, tmp_path / "archive")
    assert not list((tmp_path / "archive").iterdir())
