"""What several test files stand on."""

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest


@pytest.fixture
def memory() -> Iterator[Path]:
    """A folder with free syncs, where there is one: for cuts that end a process only."""
    shared = Path("/dev/shm")
    with TemporaryDirectory(dir=shared if shared.is_dir() else None) as name:
        yield Path(name)
