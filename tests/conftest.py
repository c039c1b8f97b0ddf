"""What several test files stand on."""

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests.broker import broker

__all__ = ["broker", "memory"]


@pytest.fixture
def memory() -> Iterator[Path]:
    """A folder whose syncs are free, where there is one: for cuts that end a process, not the disk."""
    shared = Path("/dev/shm")
    with TemporaryDirectory(dir=shared if shared.is_dir() else None) as name:
        yield Path(name)
