"""How the layers of the virtual machine are made: those that do not need each other, side by side."""

import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from hil.vm.steps import made

MEET_S = 20


def test_layers_of_two_kinds_are_made_side_by_side(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    both_at_work = threading.Barrier(2)

    def make(folder: Path) -> None:
        both_at_work.wait(MEET_S)
        (folder / "done").touch()

    with ThreadPoolExecutor() as pool:
        making = [pool.submit(made, kind, "key", make) for kind in ("kernel", "base")]
        assert all((found.result() / "done").exists() for found in making)
