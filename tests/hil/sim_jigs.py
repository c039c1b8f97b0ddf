"""A simulated jig in a process of its own, with its simulated table and broker."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def jig(folder: Path, station: Path) -> Iterator[int]:
    """The jig's line is `folder/tty`; gives the broker's port."""
    command = [sys.executable, "-m", "hil.sim_jig", "--station", str(station)]
    with subprocess.Popen(
        [*command, "--link", str(folder / "tty")],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout
        assert process.stdin
        try:
            ready, port = process.stdout.readline().split()
            assert ready == "ready"
            yield int(port)
        finally:
            process.stdin.close()
            process.wait(timeout=20)
