"""A whole table without hardware: the real daemon in a process of its own, simulated board, shuffler and badge reader.

Obeys the bench's orders, line by line. Who gives them (the simulated bench, a simulated jig) it does not know.
"""

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from controller.errors import BadInput, DeviceError
from controller.events import Key
from controller.messages import Place
from drivers.sim.board_client import BoardClient
from drivers.sim.input_device import SimInputDevice
from drivers.sim.shuffler import SimShuffler
from drivers.sim.shuffler_machine import Model
from drivers.wiring import SEATS
from hil.net_relay import NetRelay
from hil.story_table import STORY_ID

READY_S = 30
BOARD_ORDERS = frozenset({"chip", "press", "hold", "release", "key", "service", "lamps?"})


class SimTable:
    def __init__(self, folder: Path, place: Place, relay: NetRelay, sections: Mapping[str, Any]):
        self._top, self._own_place, self._relay = folder, place, relay
        self._own_sections = dict(sections)
        self._stories = 0
        self._process: subprocess.Popen[bytes] | None = None
        self._board: BoardClient | None = None
        self._shuffler: SimShuffler | None = None
        self._badges: SimInputDevice | None = None
        self._set_up(folder / "own", place, sections)

    def obey(self, order: str) -> str:
        verb, _, rest = order.partition(" ")
        if verb in BOARD_ORDERS:
            return self._ask_board(order)
        match verb:
            case "lamp":
                return self._ask_board(f"wait-lamp {rest}")
            case "swipe" if self._badges:
                self._badges.swipe(rest)
            case "shuffler" if self._shuffler:
                self._shuffler.do(rest)
            case "net":
                (self._relay.cut if rest == "off" else self._relay.mend)()
            case "power":
                self._power(rest)
            case "disk" if rest == "lies":
                _copy_journal(self._folder, self._folder / "kept")
            case "fresh":
                self._fresh(json.loads(rest))
            case "restore" | "rest":
                (self._restore if verb == "restore" else self._rest)()
            case _:
                raise BadInput(f'no such order "{order}" on this table')
        return "ok"

    def close(self) -> None:
        self._tear_down()

    def _ask_board(self, line: str) -> str:
        if self._board is None:
            raise DeviceError(f"{line}: the table has no power")
        return self._board.ask(line)

    def _fresh(self, sections: dict[str, Any]) -> None:
        """Another table in the place of this one: its own settings, an empty journal."""
        self._tear_down()
        self._stories += 1
        story = Place(self._own_place.site, STORY_ID)
        self._set_up(self._top / f"story-{self._stories}", story, sections)

    def _restore(self) -> None:
        self._tear_down()
        self._set_up(self._top / "own", self._own_place, self._own_sections)

    def _rest(self) -> None:
        """Supply and network on, no chip, no key, the tested table in its place. The service contact stays as it is."""
        if self._folder != self._top / "own":
            self._restore()
        if self._process is None:
            self._start()
        self._relay.mend()
        opened = [f"chip {seat} off" for seat in range(1, SEATS + 1)]
        for order in (*opened, *(f"release {key}" for key in Key), "key run"):
            self._ask_board(order)

    def _set_up(self, folder: Path, place: Place, sections: Mapping[str, Any]) -> None:
        self._folder, self._place = folder, place
        new = not folder.exists()
        folder.mkdir(parents=True, exist_ok=True)
        config = self._config(dict(sections))
        if new:
            self._journal_create()
        (folder / "table.toml").write_text(toml(config))
        if "shuffler" in config:
            model = Model(recognises=True, knows_seats=True)
            self._shuffler = SimShuffler(folder / "shuffler", model)
        if "badge" in config:
            self._badges = SimInputDevice(folder / "badge")
            self._badges.plug_in()
        self._start()

    def _config(self, sections: dict[str, Any]) -> dict[str, Any]:
        folder, place = self._folder, self._place
        own = {"site": place.site, "id": place.table, "journal": str(folder / "journal.db")}
        table = {**own, **sections.pop("table", {})}
        pins = {"factory": "sim", "socket": str(folder / "board"), **sections.pop("pins", {})}
        mqtt = {"port": self._relay.port, **sections.pop("mqtt", {})}
        if "cards" in sections or "badge" in sections:
            sections["badge"] = {"path": str(folder / "badge"), "grab": False}
        if "shuffler" in sections:
            sections["shuffler"] = {"path": str(folder / "shuffler")}
        return {"table": table, "pins": pins, "mqtt": mqtt, **sections}

    def _tear_down(self) -> None:
        if self._process:
            self._end(signal.SIGKILL)
        if self._badges:
            self._badges.unplug()
        if self._shuffler:
            self._shuffler.close()
        self._badges = self._shuffler = None

    def _power(self, how: str) -> None:
        if how == "on":
            self._start()
            return
        self._end(signal.SIGTERM if how == "stop" else signal.SIGKILL)
        if (self._folder / "kept").exists():
            _copy_journal(self._folder / "kept", self._folder)

    def _start(self) -> None:
        """Waits for READY=1, as systemd does."""
        notify = self._folder / "notify"
        notify.unlink(missing_ok=True)
        with (
            socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as ready,
            (self._folder / "log").open("ab") as log,
        ):
            ready.bind(str(notify))
            ready.settimeout(READY_S)
            self._process = subprocess.Popen(
                [*_PROGRAM, "run", "--config", str(self._folder / "table.toml")],
                env={**os.environ, "NOTIFY_SOCKET": str(notify)},
                stderr=log,
                start_new_session=True,  # Ctrl-C is meant for the suite.
            )
            while b"READY=1" not in ready.recv(4096):
                pass
        self._board = BoardClient(self._folder / "board")

    def _end(self, how: signal.Signals) -> None:
        if self._board:
            self._board.close()
            self._board = None
        if self._process:
            self._process.send_signal(how)
            self._process.wait(timeout=READY_S)
            self._process = None

    def _journal_create(self) -> None:
        journal, place = self._folder / "journal.db", self._place
        words = ["--journal", str(journal), "--table", place.table, "--site", place.site]
        made = subprocess.run(
            [*_PROGRAM, "journal", "create", *words], capture_output=True, text=True, check=False
        )
        if made.returncode:
            raise DeviceError(f"{journal}: {made.stderr.strip()}")


def _copy_journal(source: Path, target: Path) -> None:
    """For a disk that says that it has written, and has not: a power cut shows what was there when it was copied."""
    target.mkdir(exist_ok=True)
    for old in target.glob("journal.db*"):
        old.unlink()
    for file in source.glob("journal.db*"):
        # The index of the log lives in memory, on a real disk too.
        if not file.name.endswith("-shm"):
            shutil.copy(file, target)


_PROGRAM = (sys.executable, "-m", "controller")


def toml(sections: Mapping[str, Any]) -> str:
    lines = []
    for name, section in sections.items():
        for part in section if isinstance(section, list) else [section]:
            lines.append(f"[[{name}]]" if isinstance(section, list) else f"[{name}]")
            # What JSON writes for text, whole numbers, truth and lists of them is TOML too.
            lines += [f"{key} = {json.dumps(value)}" for key, value in part.items()]
    return "\n".join(lines) + "\n"
