"""What systemd would receive, on a real datagram socket."""

import os
import socket
import uuid
from collections.abc import Iterator
from pathlib import Path

import pytest

from drivers.watchdog import SystemdWatchdog


@pytest.fixture(params=["path", "abstract"])
def systemd(
    request: pytest.FixtureRequest, tmp_path: Path
) -> Iterator[tuple[socket.socket, dict[str, str]]]:
    name = str(tmp_path / "notify") if request.param == "path" else f"@pucklight-{uuid.uuid4()}"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as receiver:
        receiver.bind(name.replace("@", "\0", 1))
        receiver.settimeout(5)
        yield receiver, {"NOTIFY_SOCKET": name, "WATCHDOG_USEC": "10000000"}


def test_systemd_hears_ready_status_watchdog_and_stopping(
    systemd: tuple[socket.socket, dict[str, str]],
) -> None:
    receiver, environment = systemd
    watchdog = SystemdWatchdog(environment)
    watchdog.ready("in service")
    watchdog.alive()
    watchdog.status("seat 3\nblocked")
    watchdog.stopping()
    heard = [receiver.recv(4096).decode() for _ in range(4)]
    assert heard == [
        "READY=1\nSTATUS=in service",
        "WATCHDOG=1",
        "STATUS=seat 3 blocked",
        "STOPPING=1",
    ]


def test_nothing_is_fed_unless_told(systemd: tuple[socket.socket, dict[str, str]]) -> None:
    receiver, environment = systemd
    SystemdWatchdog(environment).ready("")
    receiver.recv(4096)
    receiver.setblocking(False)
    with pytest.raises(BlockingIOError):
        receiver.recv(4096)


def test_it_asks_to_be_fed_at_half_of_systemds_patience() -> None:
    watched = {"NOTIFY_SOCKET": "/nowhere", "WATCHDOG_USEC": "10000000"}
    assert SystemdWatchdog(watched).interval_s == 5
    assert SystemdWatchdog({**watched, "WATCHDOG_PID": str(os.getpid())}).interval_s == 5


@pytest.mark.parametrize(
    "environment",
    [
        {},
        {"WATCHDOG_USEC": "10000000"},
        {"NOTIFY_SOCKET": "/nowhere"},
        {"NOTIFY_SOCKET": "/nowhere", "WATCHDOG_USEC": "10000000", "WATCHDOG_PID": "1"},
    ],
    ids=["no systemd", "no socket", "no watchdog", "somebody else's watchdog"],
)
def test_nobody_asks_when_nobody_watches(environment: dict[str, str]) -> None:
    assert SystemdWatchdog(environment).interval_s is None


def test_without_systemd_it_does_nothing() -> None:
    watchdog = SystemdWatchdog({})
    watchdog.ready("in service")
    watchdog.alive()
    watchdog.stopping()
    assert not watchdog.problem


def test_a_systemd_that_is_gone_or_busy_neither_blocks_nor_stops_us(tmp_path: Path) -> None:
    watchdog = SystemdWatchdog({"NOTIFY_SOCKET": str(tmp_path / "none"), "WATCHDOG_USEC": "2"})
    watchdog.alive()
    assert "No such file" in watchdog.problem
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as deaf:
        deaf.bind(str(tmp_path / "deaf"))
        watchdog = SystemdWatchdog({"NOTIFY_SOCKET": str(tmp_path / "deaf")})
        for _ in range(100_000):
            watchdog.status("x" * 1000)
            if watchdog.problem:
                break
        assert "temporarily unavailable" in watchdog.problem
