"""A broker for the demo alone: Mosquitto where there is one, else the NATS server that comes as a Python package.

Listens on a free loopback port that stays the same over its restarts, and keeps everything in the demo's folder.
"""

import os
import shutil
import socket
import sys
import sysconfig
import time
from collections.abc import Callable
from enum import StrEnum
from pathlib import Path

from controller.errors import DeviceError, UsageError
from controller.mqtt_settings import Protocol
from demo.child import Child

HOST = "127.0.0.1"
TRIES = 500
TRY_S = 0.02


class BrokerKind(StrEnum):
    MOSQUITTO = "mosquitto"
    EMBEDDED = "embedded"


def _mosquitto() -> str | None:
    # On Debian it stands in /usr/sbin, which is not on everybody's path.
    return shutil.which("mosquitto", path=f"{os.environ.get('PATH', '')}:/usr/sbin:/usr/local/sbin")


def _nats() -> str | None:
    folders = (sysconfig.get_path("scripts"), str(Path(sys.executable).parent))
    return shutil.which("nats-server", path=os.pathsep.join((*folders, os.environ.get("PATH", ""))))


def _program(wanted: BrokerKind | None) -> tuple[BrokerKind, str]:
    for kind, find in ((BrokerKind.MOSQUITTO, _mosquitto), (BrokerKind.EMBEDDED, _nats)):
        if wanted in (None, kind) and (found := find()):
            return kind, found
    raise UsageError(
        f"no broker found ({wanted or 'mosquitto or nats-server'}); "
        "install Mosquitto, or the demo's packages with: pip install 'pucklight[demo]'"
    )


class Broker:
    def __init__(
        self, folder: Path, wanted: BrokerKind | None, changed: Callable[[bool], None]
    ) -> None:
        self.kind, self._program = _program(wanted)
        self.port = free_port()
        self._folder, self._changed = folder, changed
        self._config = folder / "broker.conf"
        folder.mkdir()
        write = self._for_mosquitto if self.kind is BrokerKind.MOSQUITTO else self._for_nats
        self._config.write_text(write())
        self._child: Child | None = None

    @property
    def protocol(self) -> Protocol:
        return Protocol.V5 if self.kind is BrokerKind.MOSQUITTO else Protocol.V311

    @property
    def pid(self) -> int | None:
        return self._child.pid if self._child else None

    def start(self) -> None:
        if self._child:
            return
        child = Child([self._program, "-c", str(self._config)], self._folder / "log", self._ended)
        self._child = child
        for _ in range(TRIES):
            if not child.alive or answers(self.port, TRY_S):
                break
        else:
            child.kill()
        if not child.alive:
            raise DeviceError(f"{self._program} does not start: {child.last_words()}")
        self._changed(True)

    def kill(self) -> None:
        child, self._child = self._child, None
        if child:
            child.kill()
            self._changed(False)

    def close(self) -> None:
        child, self._child = self._child, None
        if child:
            child.stop()

    def _ended(self, child: Child) -> None:
        if child is self._child:
            self._child = None
            self._changed(False)

    def _for_mosquitto(self) -> str:
        lines = (
            "user root",  # Has no effect unless started as root: it would leave files that we cannot remove.
            f"persistence_location {self._folder}/",
            "persistence true",
            f"listener {self.port} {HOST}",
            "socket_domain ipv4",
            "allow_anonymous true",
        )
        return "\n".join(lines) + "\n"

    def _for_nats(self) -> str:
        store = self._folder / "store"
        return (
            'server_name: "pucklight-demo"\n'
            f'listen: "{HOST}:-1"\n'
            f'jetstream {{ store_dir: "{store}", max_mem: 32M, max_file: 256M }}\n'
            f'mqtt {{ host: "{HOST}", port: {self.port} }}\n'
        )


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        port: int = probe.getsockname()[1]
        return port


def answers(port: int, wait_s: float) -> bool:
    """Whether somebody listens there; asks again until the time is over."""
    end = time.monotonic() + wait_s
    while True:
        try:
            socket.create_connection((HOST, port), timeout=1).close()
        except OSError:
            if time.monotonic() >= end:
                return False
            time.sleep(0.005)
        else:
            return True
