"""Tells systemd how we are: ready, alive, stopping. Knows sd_notify's datagrams; does nothing without NOTIFY_SOCKET.

Feeds the watchdog only when told: whoever calls `alive` vouches for it.
"""

import os
import socket
from collections.abc import Mapping


class SystemdWatchdog:
    """Fits `controller.ports.Watchdog`."""

    def __init__(self, environment: Mapping[str, str] = os.environ) -> None:
        self._address = environment.get("NOTIFY_SOCKET", "")
        if self._address.startswith("@"):
            self._address = "\0" + self._address[1:]  # Linux's abstract names start with a NUL.
        self.interval_s = _interval_s(environment) if self._address else None
        """How often to call `alive`: half of systemd's patience. None when nobody watches."""
        self.problem = ""
        """Why the last message that failed could not be sent."""

    def ready(self, status: str) -> None:
        self._send(f"READY=1\nSTATUS={_one_line(status)}")

    def alive(self) -> None:
        if self.interval_s is not None:
            self._send("WATCHDOG=1")

    def status(self, text: str) -> None:
        self._send(f"STATUS={_one_line(text)}")

    def stopping(self) -> None:
        self._send("STOPPING=1")

    def _send(self, message: str) -> None:
        if not self._address:
            return
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as channel:
                channel.setblocking(False)
                channel.sendto(message.encode(), self._address)
        except OSError as error:
            # Play does not stop because systemd is busy or gone. If it misses us, it starts us again.
            self.problem = str(error)


def _interval_s(environment: Mapping[str, str]) -> float | None:
    ours = environment.get("WATCHDOG_PID", str(os.getpid())) == str(os.getpid())
    microseconds = environment.get("WATCHDOG_USEC", "")
    return int(microseconds) / 2_000_000 if ours and microseconds.isdigit() else None


def _one_line(text: str) -> str:
    return " ".join(text.split())
