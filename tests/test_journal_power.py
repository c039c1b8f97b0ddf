"""The power goes after any single disk operation: what was said to be durable is there.

A killed process cannot show this, since the kernel still writes what it was given. Here everything
after a file's last sync is thrown away, or is there in part and out of order.
"""

import random
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from controller import journal_lock
from controller.errors import JournalError
from controller.journal import Cursor, Journal
from controller.journal_copy import SecondCopy
from controller.journal_files import create
from controller.journal_reader import JournalReader
from tests.disk import Disk
from tests.journal_story import AT, TABLE, State, decide

STORY = ["seed", *["coin_in", "game_over"] * 12, "win", "adjust", "coin_in", "void"]


@dataclass(frozen=True)
class Promise:
    """From this many disk operations on, these rows and this cursor are durable."""

    ops: int
    seq: int
    sent: int


@contextmanager
def recorded(folder: Path, synchronous: str | None = None) -> Iterator[Disk]:
    create(folder / "journal.db", TABLE, "site", AT)
    disk = Disk(f"recorder-{folder.name}-{synchronous}", folder, synchronous)
    try:
        yield disk
    finally:
        disk.close()


def _record_the_lock(disk: Disk, lock: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The product writes this file itself, not through SQLite."""
    write = journal_lock.WriterLock._write

    def written(self: journal_lock.WriterLock, word: bytes) -> None:
        write(self, word)
        disk.put(lock)

    monkeypatch.setattr(journal_lock.WriterLock, "_write", written)


def play(disk: Disk, monkeypatch: pytest.MonkeyPatch) -> list[Promise]:
    """The story on the recording disk; the list of what was promised when."""
    promises, path = [Promise(0, 1, 0)], disk.folder / "journal.db"
    _record_the_lock(disk, path.with_name("journal.db.lock"), monkeypatch)
    for part in (STORY[:9], STORY[9:]):
        copy = SecondCopy(disk.folder / "copy.db", other_disk=False, connect=disk.connect)
        with Journal.open(path, TABLE, copy=copy, connect=disk.connect) as journal:
            state = State()
            for row in journal.rows_after(0, 1_000):
                state.apply(row.record)
            for kind in part:
                row = journal.append(decide(kind, state, journal.balances), AT)
                state.apply(row.record)
                promises.append(Promise(len(disk.ops), row.seq, promises[-1].sent))
                if row.seq % 4 == 0:
                    journal.move_cursor(Cursor.SENT, row.seq)
                    promises.append(Promise(len(disk.ops), row.seq, row.seq))
            assert copy.fault is None
    monkeypatch.undo()
    return promises


def check_cut(
    disk: Disk, count: int, promises: list[Promise], folder: Path, chance: random.Random | None
) -> None:
    """Puts down what the cut left, boots on it, asks for all that was promised, and plays on."""
    folder.mkdir()
    for name, content in disk.after_cut(count, chance).items():
        (folder / name).write_bytes(content)
    due = max((each for each in promises if each.ops <= count), key=lambda each: each.ops)
    try:
        copy = SecondCopy(folder / "copy.db", other_disk=False)
        with Journal.open(folder / "journal.db", TABLE, copy=copy) as journal:
            assert journal.head.seq >= due.seq, f"row {due.seq} was committed and is gone"
            assert journal.cursor(Cursor.SENT) >= due.sent, "the cursor went back"
            journal.append(decide("game_over", State(), journal.balances), AT)
            assert copy.fault is None, copy.fault
            head = journal.head
        with JournalReader.open(folder / "copy.db") as reader:
            assert reader.head == head, "the copy is not in step"
    except JournalError as error:
        raise AssertionError(f"after {count} operations: {error}") from error


def cut_after_every_operation(disk: Disk, promises: list[Promise], folder: Path) -> int:
    for count in range(len(disk.ops) + 1):
        check_cut(disk, count, promises, folder / f"{count}", None)
    return len(disk.ops)


def test_no_committed_row_is_lost_when_all_that_was_not_synced_is_gone(
    memory: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with recorded(tmp_path) as disk:
        promises = play(disk, monkeypatch)
        assert set(disk.asked) == {"PRAGMA synchronous = FULL"}
        assert cut_after_every_operation(disk, promises, memory) > 300


def test_no_committed_row_is_lost_when_unsynced_writes_survive_in_part_and_out_of_order(
    memory: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with recorded(tmp_path) as disk:
        promises = play(disk, monkeypatch)
        for seed in range(3):
            chance = random.Random(seed)
            for count in range(len(disk.ops) + 1):
                check_cut(disk, count, promises, memory / f"{seed}-{count}", chance)


@pytest.mark.parametrize("weaker", ["NORMAL", "OFF"])
def test_with_fewer_syncs_the_same_test_goes_red(
    weaker: str, memory: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with recorded(tmp_path, weaker) as disk:
        promises = play(disk, monkeypatch)
        with pytest.raises(AssertionError, match=r"is gone|were lost|may be lost|damaged"):
            cut_after_every_operation(disk, promises, memory)
