"""A Mosquitto of our own for the simulated bench, on a loopback port nobody else uses. Ends with the bench."""

import os
import shutil
import socket
import subprocess
import time
from pathlib import Path

from controller.errors import DeviceError

_READY_S = 10.0


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class OwnBroker:
    def __init__(self, folder: Path) -> None:
        program = shutil.which("mosquitto", path=f"{os.environ.get('PATH', '')}:/usr/sbin")
        if program is None:
            raise DeviceError(
                "the simulated bench needs a broker: install it, for example with `apt install mosquitto`"
            )
        self.port = free_port()
        config = folder / "mosquitto.conf"
        config.write_text(
            f"listener {self.port} 127.0.0.1\nsocket_domain ipv4\nallow_anonymous true\n"
        )
        with (folder / "mosquitto.log").open("ab") as log:
            # In a session of its own: Ctrl-C is meant for the suite, which still has a table to give back.
            command = [program, "-c", str(config)]
            self._process = subprocess.Popen(
                command, stdout=log, stderr=log, start_new_session=True
            )
        self._await_ready()

    def close(self) -> None:
        self._process.terminate()
        self._process.wait(timeout=_READY_S)

    def _await_ready(self) -> None:
        end = time.monotonic() + _READY_S
        while time.monotonic() < end:
            try:
                socket.create_connection(("127.0.0.1", self.port), timeout=1).close()
            except ConnectionRefusedError:
                time.sleep(0.02)
            else:
                return
        self.close()
        raise DeviceError(f"mosquitto did not start on 127.0.0.1:{self.port} within {_READY_S} s")
