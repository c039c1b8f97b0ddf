"""Before a table says a word to anybody: the program is the approved one and the settings make sense."""

import json
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from controller import software

UNKNOWN = "0" * 64


def pucklight(*args: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "controller", *args]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)


@pytest.fixture
def broker() -> Iterator[socket.socket]:
    """Only listens: a call that was made waits to be taken."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.setblocking(False)
        yield server


def config(folder: Path, broker: socket.socket, **more: str) -> Path:
    path = folder / "table.toml"
    table = {"site": "west", "id": "t-07", "journal": str(folder / "journal.db"), **more}
    lines = "".join(f"{key} = {json.dumps(value)}\n" for key, value in table.items())
    port = broker.getsockname()[1]
    path.write_text(f'[table]\n{lines}[mqtt]\nhost = "127.0.0.1"\nport = {port}\n')
    return path


def nobody_called(broker: socket.socket) -> bool:
    try:
        broker.accept()[0].close()
    except BlockingIOError:
        return True
    return False


def test_the_program_says_its_digest_and_whether_it_is_the_approved_one() -> None:
    said = json.loads(pucklight("verify", "--json").stdout)
    assert said["software"] == software.digest()
    assert pucklight("verify", "--expect", said["software"].upper()).returncode == 0
    other = pucklight("verify", "--expect", UNKNOWN)
    assert (other.returncode, "NOT the approved program" in other.stdout) == (1, True)


def test_one_changed_file_is_another_program() -> None:
    files = software.file_digests()
    assert "controller/pool.py" in files
    assert software.digest({**files, "controller/pool.py": UNKNOWN}) != software.digest(files)


def test_a_program_that_is_not_the_approved_one_does_not_start_and_calls_nobody(
    tmp_path: Path, broker: socket.socket
) -> None:
    path = config(tmp_path, broker, approved_software=UNKNOWN)
    done = pucklight("run", "--config", str(path))
    assert done.returncode == 78
    assert f"want {UNKNOWN}, this program is {software.digest()}" in done.stderr
    assert nobody_called(broker)


def test_a_wrong_setting_does_not_start_and_calls_nobody(
    tmp_path: Path, broker: socket.socket
) -> None:
    path = config(tmp_path, broker, progressive="ca-004")
    done = pucklight("run", "--config", str(path))
    assert done.returncode == 78
    assert f'{path}:5: table.progressive: no progressive "ca-004"' in done.stderr
    assert nobody_called(broker)
