"""The host's end of the port on which the guest's agent takes orders. Knows lines, not what they mean."""

import socket
import subprocess
import time
from pathlib import Path

from controller.errors import DeviceError

ANSWER_S = 60.0


class ControlPort:
    """One line asked, one line answered."""

    def __init__(self, path: Path) -> None:
        self._socket = _connected(path)
        self._file = self._socket.makefile("rwb")

    def wait_for_guest(self, wait_s: float, process: subprocess.Popen[bytes] | None) -> None:
        # What is written before the guest has opened its end waits there: one question is enough.
        try:
            self.ask("ping", wait_s)
        except DeviceError as error:
            ended = process.poll() if process else None
            raise DeviceError(f"virtual machine: did not boot ({ended=}): {error}") from error

    def ask(self, line: str, wait_s: float = ANSWER_S) -> str:
        self._socket.settimeout(wait_s)
        try:
            self._file.write(line.encode() + b"\n")
            self._file.flush()
            answer = self._file.readline().decode(errors="replace").strip()
        except OSError as error:
            raise DeviceError(f"virtual machine: {line}: {error}") from error
        if not answer:
            raise DeviceError(f"virtual machine: {line}: it has gone")
        return answer

    def close(self) -> None:
        self._file.close()
        self._socket.close()


def _connected(path: Path) -> socket.socket:
    end = time.monotonic() + ANSWER_S
    while True:
        client = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            client.connect(str(path))
        except (FileNotFoundError, ConnectionRefusedError):
            client.close()
            if time.monotonic() > end:
                raise
            time.sleep(0.05)
        else:
            return client
