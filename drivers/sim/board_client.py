"""The other end of `board_server`: how a test, a story or the demo moves the chips of a table in another process."""

import socket
from contextlib import suppress
from pathlib import Path

from controller.errors import DeviceError

_ANSWER_S = 30.0


class BoardClient:
    def __init__(self, path: Path) -> None:
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self._socket.settimeout(_ANSWER_S)
        try:
            self._socket.connect(str(path))
        except OSError as error:
            self._socket.close()
            raise DeviceError(
                f'{path}: {error.strerror}; is a daemon with factory = "sim" running?'
            ) from error
        self._file = self._socket.makefile("rw", encoding="utf-8")

    def ask(self, line: str) -> str:
        """The answer to one order; DeviceError if it was refused."""
        try:
            self._file.write(line + "\n")
            self._file.flush()
            answer = self._file.readline().strip()
        except ConnectionError:
            answer = ""
        if not answer or answer.startswith("error: "):
            raise DeviceError(f"simulated board: {line}: {answer or 'the daemon has gone'}")
        return answer

    def close(self) -> None:
        with suppress(ConnectionError):  # An order may be left over that nobody is there to take.
            self._file.close()
        self._socket.close()
