"""A disk, folder or file without the rights a table needs: said at boot, not at the first coin."""

import os
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from controller.errors import JournalError
from controller.journal import Journal
from controller.journal_reader import JournalReader
from tests.journal_samples import played_journal
from tests.journal_story import TABLE


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """One that any user may enter, unlike pytest's own."""
    with tempfile.TemporaryDirectory() as name:
        Path(name).chmod(0o777)
        yield Path(name)


def as_nobody(work: Callable[[], object]) -> str:
    """What a user without rights is told. Root may do everything, so root steps down first."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        told = b"no error"
        try:
            if os.geteuid() == 0:
                os.setuid(65534)
            work()
        except JournalError as error:
            told = str(error).encode()
        finally:
            os.write(writer, told)
            os._exit(0)
    os.close(writer)
    os.waitpid(child, 0)
    with os.fdopen(reader, encoding="utf-8") as pipe:
        return pipe.read()


def test_a_read_only_folder_is_named_and_reading_still_works(open_folder: Path) -> None:
    path = played_journal(open_folder)
    open_folder.chmod(0o555)
    told = as_nobody(lambda: Journal.open(path, TABLE))
    assert "cannot be written" in told
    assert "make it writable" in told

    def read() -> None:
        with JournalReader.open(path) as reader:
            reader.prove()

    assert as_nobody(read) == "no error"
    open_folder.chmod(0o755)


def test_a_read_only_file_is_named(open_folder: Path) -> None:
    path = played_journal(open_folder)
    path.chmod(0o444)
    path.with_name("journal.db.lock").chmod(0o666)
    told = as_nobody(lambda: Journal.open(path, TABLE))
    assert "cannot be written: the disk or the file is read-only; make it writable" in told


def test_a_file_that_may_not_be_read_is_named(open_folder: Path) -> None:
    path = played_journal(open_folder)
    path.chmod(0o000)
    assert "cannot be" in as_nobody(lambda: Journal.open(path, TABLE))
