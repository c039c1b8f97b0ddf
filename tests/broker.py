"""A real Mosquitto on a loopback port of its own: started, stopped, killed, frozen and wiped as a test asks."""

import os
import shutil
import signal
import socket
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest

PROGRAM = shutil.which("mosquitto", path=f"{os.environ.get('PATH', '')}:/usr/sbin")
"""On Debian it stands in /usr/sbin, which is not on everybody's path."""
READY_TRIES = 500


class Mosquitto:
    """Everything it keeps lies in `folder`. The port stays the same over restarts."""

    def __init__(self, folder: Path, lines: Sequence[str] = ("allow_anonymous true",)) -> None:
        self.folder, self.port = folder, free_port()
        self._process: subprocess.Popen[bytes] | None = None
        folder.mkdir(parents=True, exist_ok=True)
        own = (
            "user root",  # Has no effect unless started as root: keeps the test's files readable.
            f"persistence_location {folder}/",
            "persistence true",
            f"listener {self.port} 127.0.0.1",
            "socket_domain ipv4",
            *lines,
        )
        self.config = folder / "mosquitto.conf"
        self.config.write_text("\n".join(own) + "\n")

    @property
    def log(self) -> str:
        return (self.folder / "log").read_text()

    def start(self) -> None:
        assert PROGRAM, "mosquitto is missing: run `make needs`"
        with (self.folder / "log").open("ab") as log:
            command = [PROGRAM, "-c", str(self.config), "-v"]
            self._process = subprocess.Popen(command, stdout=log, stderr=log)
        self._await_ready(self._process)

    def stop(self) -> None:
        """In an orderly way: what it keeps is on disk."""
        self._end(signal.SIGTERM)

    def kill(self) -> None:
        self._end(signal.SIGKILL)

    def restart(self, *, wiped: bool = False) -> None:
        self.stop()
        if wiped:
            (self.folder / "mosquitto.db").unlink()
        self.start()

    @contextmanager
    def frozen(self) -> Iterator[None]:
        """The process takes no more processor time, while its sockets stay open."""
        assert self._process
        self._process.send_signal(signal.SIGSTOP)
        try:
            yield
        finally:
            self._process.send_signal(signal.SIGCONT)

    def close(self) -> None:
        if self._process:
            self.kill()

    def _end(self, how: signal.Signals) -> None:
        assert self._process
        self._process.send_signal(how)
        self._process.wait(timeout=10)
        self._process = None

    def _await_ready(self, process: subprocess.Popen[bytes]) -> None:
        for _ in range(READY_TRIES):
            try:
                socket.create_connection(("127.0.0.1", self.port), timeout=1).close()
            except ConnectionRefusedError:
                try:
                    process.wait(timeout=0.02)
                except subprocess.TimeoutExpired:
                    continue
                break
            else:
                return
        raise AssertionError(f"mosquitto did not start:\n{self.log}")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[Mosquitto]:
    """Started, open to anybody on this machine."""
    mosquitto = Mosquitto(tmp_path / "broker")
    mosquitto.start()
    yield mosquitto
    mosquitto.close()
