"""The host's end of the port on which the guest's agent takes orders. Knows lines, not what they mean.

QEMU is who calls, here and on its own protocol's port, so that no socket need be looked for until it is there.
"""

import os
import select
import socket
import subprocess
from pathlib import Path

from controller.errors import DeviceError

ANSWER_S = 60.0


class ControlPort:
    """One line asked, one line answered."""

    def __init__(self, connection: socket.socket) -> None:
        self._socket = connection
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


def listening(path: Path) -> socket.socket:
    path.unlink(missing_ok=True)
    return socket.create_server(str(path), family=socket.AF_UNIX)


def caller(at: socket.socket, process: subprocess.Popen[bytes]) -> socket.socket:
    """The connection, or DeviceError when the process ends without having called."""
    ended = os.pidfd_open(process.pid)
    try:
        ready, _, _ = select.select([at.fileno(), ended], [], [], ANSWER_S)
    finally:
        os.close(ended)
    if at.fileno() not in ready:
        raise DeviceError(f"virtual machine: qemu has not started (ended={process.poll()})")
    return at.accept()[0]
