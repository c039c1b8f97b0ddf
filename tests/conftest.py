"""What several test files stand on."""

import signal
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests.broker import broker

__all__ = ["broker", "memory"]

# A shell starts a command with & deaf to Ctrl-C, and its children too: what is under test hears it as a person's does.
signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture
def memory() -> Iterator[Path]:
    """A folder whose syncs are free, where there is one: for cuts that end a process, not the disk."""
    shared = Path("/dev/shm")
    with TemporaryDirectory(dir=shared if shared.is_dir() else None) as name:
        yield Path(name)
