"""Turns what SQLite and the disk say into one line that tells a technician what to do."""

import errno
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from controller.errors import JournalError

RESTORE = "keep the file as evidence and run `pucklight journal restore` from the second copy"

# By the start of SQLite's own name for the error; the first that fits.
_REMEDIES = (
    ("SQLITE_FULL", "the disk is full: free space on it, then restart; nothing was half written"),
    (
        "SQLITE_READONLY",
        "cannot be written: the disk or the file is read-only; make it writable, then restart",
    ),
    ("SQLITE_CORRUPT", f"is damaged: {RESTORE}"),
    ("SQLITE_NOTADB", f"is damaged, its first page is not a journal's: {RESTORE}"),
    ("SQLITE_IOERR", "the disk does not answer: check or replace it, then restart"),
    ("SQLITE_BUSY", "another program holds it: stop that program, then restart"),
    ("SQLITE_LOCKED", "another program holds it: stop that program, then restart"),
    ("SQLITE_CANTOPEN", "cannot be opened: check that the folder exists and belongs to this user"),
    ("SQLITE_PERM", "cannot be opened: check that the file belongs to this user"),
    (
        "SQLITE_CONSTRAINT",
        "refused a row that does not follow its head: only one program may write it",
    ),
)
_UNREADABLE = f"is damaged, a text in it cannot be read: {RESTORE}"


def explain(path: Path, error: sqlite3.Error) -> JournalError:
    # Only errors that come from SQLite have a name; the binding's own is a text that is not UTF-8.
    name = getattr(error, "sqlite_errorname", "")
    remedy = next((text for start, text in _REMEDIES if name.startswith(start)), None)
    if remedy is None:
        remedy = _UNREADABLE if "decode" in str(error) else "is not usable: call for service"
    return JournalError(f"{path}: {remedy} (SQLite: {error})")


def explain_os(path: Path, error: OSError) -> JournalError:
    if error.errno in (errno.EROFS, errno.EACCES, errno.EPERM):
        remedy = (
            "cannot be written: disk, folder or file is read-only; make it writable, then restart"
        )
    elif error.errno == errno.ENOSPC:
        remedy = "the disk is full: free space on it, then restart"
    else:
        remedy = "the disk does not answer as it should: check the path and the disk"
    return JournalError(f"{path}: {remedy} ({error.strerror})")


@contextmanager
def explained(path: Path) -> Iterator[None]:
    """Errors of the file inside this block come out as JournalError."""
    try:
        yield
    except sqlite3.Error as error:
        raise explain(path, error) from error
    except OSError as error:
        raise explain_os(path, error) from error


@contextmanager
def located(path: Path) -> Iterator[None]:
    """Errors inside this block come out with the file in front."""
    try:
        yield
    except JournalError as error:
        if str(error).startswith(f"{path}: "):
            raise
        raise type(error)(f"{path}: {error}") from error
