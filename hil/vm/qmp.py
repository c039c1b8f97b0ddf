"""Speaks QEMU's machine protocol (QMP) on a Unix socket: one command, one answer. Knows no command."""

import json
import socket
from typing import Any

from controller.errors import DeviceError

ANSWER_S = 60.0


class Qmp:
    def __init__(self, connection: socket.socket) -> None:
        self._socket = connection
        self._socket.settimeout(ANSWER_S)
        self._file = self._socket.makefile("rw", encoding="utf-8")
        self._line()  # Its greeting.
        self.do("qmp_capabilities")

    def do(self, command: str, **arguments: Any) -> Any:
        self._file.write(json.dumps({"execute": command, "arguments": arguments}) + "\n")
        self._file.flush()
        while True:
            said = self._line()
            if "error" in said:
                raise DeviceError(f"qemu: {command}: {said['error']['desc']}")
            if "return" in said:
                return said["return"]

    def wait_event(self, name: str) -> None:
        while self._line().get("event") != name:
            pass

    def close(self) -> None:
        self._file.close()
        self._socket.close()

    def _line(self) -> dict[str, Any]:
        line = self._file.readline()
        if not line:
            raise DeviceError("qemu: the machine has gone")
        said: dict[str, Any] = json.loads(line)
        return said
