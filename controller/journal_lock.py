"""One writer at a time, and whether the last one left in good order. Knows files, not rows.

The lock is a file of its own: closing any descriptor of a database would drop SQLite's locks on it,
and readers must stay welcome while the table plays. Its text says "open" while rows may stand in
the write-ahead log alone; found at boot beside a missing log, it proves that rows were lost.
"""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from controller.errors import JournalError
from controller.journal_faults import RESTORE, explain_os

# Equal in length, so that a write replaces the other word whole. A torn word is neither, and
# harmless: rows are written only after OPEN is on disk, and SHUT only after the last row has left
# the write-ahead log.
OPEN, SHUT = b"open\n", b"shut\n"


def wal_of(path: Path) -> Path:
    return path.with_name(path.name + "-wal")


def has_bytes(path: Path) -> bool:
    """A reader may leave an empty log behind: that says nothing."""
    return path.exists() and path.stat().st_size > 0


def is_held(path: Path) -> bool:
    """Whether a process writes this journal now. Leaves the lock and its text as they are.

    Asks by a lock that may be shared, for an instant: a writer that starts in it is started again by systemd.
    """
    try:
        descriptor = os.open(_lock_of(path), os.O_RDONLY | os.O_CLOEXEC)
    except FileNotFoundError:
        return False
    except OSError as error:
        raise explain_os(path, error) from error
    try:
        fcntl.flock(descriptor, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    finally:
        os.close(descriptor)
    return False


def _lock_of(path: Path) -> Path:
    return path.with_name(path.name + ".lock")


class WriterLock:
    def __init__(self, path: Path, descriptor: int) -> None:
        self._path = path
        self._descriptor = descriptor

    @classmethod
    @contextmanager
    def held(cls, path: Path) -> Iterator["WriterLock"]:
        try:
            descriptor = os.open(_lock_of(path), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
        except OSError as error:
            raise explain_os(path, error) from error
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            yield cls(path, descriptor)
        except BlockingIOError as error:
            raise JournalError(
                f"{path}: another process is writing this journal; "
                "stop it first (`systemctl stop pucklight`), only one may write"
            ) from error
        finally:
            os.close(descriptor)

    def refuse_a_lost_log(self) -> None:
        """After a cut the log must still be there: it may be the only place of the last rows."""
        if os.pread(self._descriptor, len(OPEN), 0) == OPEN and not has_bytes(wal_of(self._path)):
            raise JournalError(
                f"{self._path}: its -wal file is missing or empty after a power cut, the last rows "
                "may be lost; put the file back, or move this one aside and run `pucklight journal "
                "restore` with the last row the Game Manager has acknowledged"
            )

    def refuse_a_torn_file(self) -> None:
        """Asked before SQLite opens it. Beside a log, a short file is a checkpoint that was cut."""
        size = self._path.stat().st_size
        if size == 0:
            raise JournalError(f"{self._path}: is empty where rows were expected; {RESTORE}")
        if has_bytes(wal_of(self._path)):
            return
        wanted = _size_by_header(self._path)
        if size < wanted:
            raise JournalError(
                f"{self._path}: is cut short: {size} bytes, its header says {wanted}; {RESTORE}"
            )

    def say_open(self) -> None:
        """From here on rows may be in the log alone. Said once the log has bytes in it."""
        self._write(OPEN)

    def say_shut(self) -> None:
        self._write(SHUT)

    def say_shut_if_the_log_is_gone(self) -> None:
        """SQLite removes the log only when all of it is in the file."""
        if not wal_of(self._path).exists():
            self._write(SHUT)

    def _write(self, word: bytes) -> None:
        os.pwrite(self._descriptor, word, 0)
        os.fsync(self._descriptor)


def _size_by_header(path: Path) -> int:
    with path.open("rb") as file:
        header = file.read(100)
    if len(header) < 100 or not header.startswith(b"SQLite format 3\0"):
        return 0  # SQLite itself names this one.
    page_size = int.from_bytes(header[16:18])
    pages = int.from_bytes(header[28:32])
    return pages * (65536 if page_size == 1 else page_size)


def sync(path: Path) -> None:
    """Makes a file's content durable; of a folder, its names: one created or renamed is there after a cut."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
