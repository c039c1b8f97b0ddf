"""The real daemon in a process of its own, on a simulated board, with a real broker and a stranger who listens."""

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from controller import messages
from drivers.sim.board_client import BoardClient
from drivers.sim.input_device import SimInputDevice
from drivers.sim.shuffler import SimShuffler
from drivers.sim.shuffler_machine import Model
from tests.broker import Mosquitto
from tests.subscriber import Subscriber, listening

READY_S = 20


class RealTable:
    """Starts, stops and kills `pucklight run`; drives its board. What it does is seen by `heard` alone."""

    def __init__(
        self, folder: Path, port: int, heard: Subscriber, **sections: Mapping[str, Any]
    ) -> None:
        self.folder, self.heard = folder, heard
        self.journal = folder / "journal.db"
        self.config = folder / "table.toml"
        self.log = folder / "log"
        self._notify = folder / "notify"
        self._process: subprocess.Popen[bytes] | None = None
        self._board: BoardClient | None = None
        table = {
            "site": "club",
            "id": "t7",
            "journal": str(self.journal),
            **sections.pop("table", {}),
        }
        pins = {"factory": "sim", "socket": str(folder / "board"), **sections.pop("pins", {})}
        mqtt = {"port": port, **sections.pop("mqtt", {})}
        self._badges = SimInputDevice(folder / "badge")
        if "cards" in sections:
            self._badges.plug_in()
            sections["badge"] = {"path": str(folder / "badge"), "grab": False}
        self._shuffler: SimShuffler | None = None
        if "shuffler" in sections:
            model = Model(recognises=True, knows_seats=True)
            self._shuffler = SimShuffler(folder / "shuffler", model)
            sections["shuffler"] = {"path": str(folder / "shuffler")}
        self.config.write_text(toml({"table": table, "pins": pins, "mqtt": mqtt, **sections}))
        command("journal", "create", "--journal", self.journal, "--table", "t7", "--site", "club")

    @property
    def process(self) -> subprocess.Popen[bytes]:
        assert self._process
        return self._process

    def start(self) -> None:
        """Waits for READY=1, as systemd does."""
        self._notify.unlink(missing_ok=True)
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as ready, self.log.open("ab") as log:
            ready.bind(str(self._notify))
            ready.settimeout(READY_S)
            self._process = subprocess.Popen(
                [sys.executable, "-m", "controller", "run", "--config", str(self.config)],
                env={**os.environ, "NOTIFY_SOCKET": str(self._notify)},
                stderr=log,
            )
            while b"READY=1" not in ready.recv(4096):
                pass
        self._board = BoardClient(self.folder / "board")

    def order(self, line: str) -> str:
        """To the board: `chip 2 on`, `press coin-in`, `key jph`, `wait-lamp 2 taken`."""
        assert self._board
        return self._board.ask(line)

    def swipe(self, badge: str) -> None:
        self._badges.swipe(badge)

    def shuffle(self, line: str) -> None:
        """To the shuffler: `deal 2,5, 5=AsKsQs`, `unplug`, `misdeal 2`."""
        assert self._shuffler
        self._shuffler.do(line)

    def kill(self) -> None:
        """A power cut, as far as a process can tell."""
        self._end(signal.SIGKILL)

    def stop(self) -> int:
        return self._end(signal.SIGTERM)

    def _end(self, how: signal.Signals) -> int:
        if self._board:
            self._board.close()
            self._board = None
        self.process.send_signal(how)
        code = self.process.wait(timeout=READY_S)
        self._process = None
        return code

    def close(self) -> None:
        if self._process:
            self._end(signal.SIGKILL)
        self._badges.unplug()
        if self._shuffler:
            self._shuffler.close()

    def send(self, topic: str, payload: bytes) -> None:
        """As the Game Manager would."""
        self.heard.client.publish(f"{messages.Place('club', 't7').prefix}{topic}", payload, qos=1)

    # What a stranger sees.

    def rows(self) -> list[dict[str, Any]]:
        """In order of seq, repeats removed, as every receiver does it."""
        seen = {body["seq"]: body for body in self.heard.bodies("event")}
        return [seen[seq] for seq in sorted(seen)]

    def wait_row(self, after: int, wait_s: float = 15) -> dict[str, Any]:
        """The first row of interest behind this one."""
        self.heard.wait(lambda _: bool(self._told(after)), wait_s)
        return self._told(after)[0]

    def _told(self, after: int) -> list[dict[str, Any]]:
        return [row for row in self.rows() if row["seq"] > after and row["type"] not in QUIET]

    def retained(self, topic: str) -> dict[str, Any]:
        return self.heard.bodies(topic)[-1]


QUIET = ("genesis", "boot", "seeded", "snapshot")
"""Rows that no dealer has caused."""


def command(*words: object, code: int = 0) -> str:
    """Runs `pucklight ...` as a person would and gives what it printed."""
    done = subprocess.run(
        [sys.executable, "-m", "controller", *map(str, words)],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == code, done.stdout + done.stderr
    return done.stdout + done.stderr


def toml(sections: Mapping[str, Any]) -> str:
    lines = []
    for name, section in sections.items():
        for part in section if isinstance(section, list) else [section]:
            lines.append(f"[[{name}]]" if isinstance(section, list) else f"[{name}]")
            lines += [f"{key} = {_value(value)}" for key, value in part.items()]
    return "\n".join(lines) + "\n"


def _value(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return f'"{value}"' if isinstance(value, str) else str(value)


@contextmanager
def real_table(
    folder: Path, broker: Mosquitto, **sections: Mapping[str, Any]
) -> Iterator[RealTable]:
    with listening(broker.port) as heard:
        table = RealTable(folder, broker.port, heard, **sections)
        try:
            table.start()
            yield table
        finally:
            table.close()
