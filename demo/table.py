"""The real daemon in a process of its own on a simulated board, and the things that lie on that board.

Chips, key and contact belong to the world, not to the program: they stay where they are while the power is off, can be
moved in the dark, and are found there at the next start.
"""

import os
import socket
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from controller import clock
from controller.errors import DeviceError
from controller.journal_files import create
from controller.messages import Place
from demo.broker import Broker
from demo.child import Child
from drivers.sim.board_client import BoardClient
from drivers.sim.board_server import world_file

PLACE = Place("demo", "t1")
READY_S = 30


class TableProcess:
    """`changed(reason)`: None is in power; a text says why not."""

    def __init__(
        self, folder: Path, broker: Broker, shuffler: Path, changed: Callable[[str | None], None]
    ) -> None:
        self.journal = folder / "journal.db"
        self._socket = folder / "board"
        self._config, self._log = folder / "table.toml", folder / "log"
        self._changed = changed
        self._lock = threading.RLock()
        self._lying: dict[str, str] = {}
        self._child: Child | None = None
        self._board: BoardClient | None = None
        folder.mkdir()
        create(self.journal, PLACE.table, PLACE.site, clock.now())
        self._config.write_text(
            f'[table]\nsite = "{PLACE.site}"\nid = "{PLACE.table}"\njournal = "{self.journal}"\n'
            f'[pins]\nfactory = "sim"\nsocket = "{self._socket}"\n'
            f'[mqtt]\nport = {broker.port}\nprotocol = "{broker.protocol}"\n'
            f'[shuffler]\npath = "{shuffler}"\n'
        )

    @property
    def pid(self) -> int | None:
        return self._child.pid if self._child else None

    def start(self) -> None:
        """Returns when the table says that it is ready, as systemd would hear it."""
        with self._lock:
            if self._child:
                return
            world_file(self._socket).write_text("".join(f"{o}\n" for o in self._lying.values()))
            self._child = self._started()
            self._board = BoardClient(self._socket)
        self._changed(None)

    def cut_power(self) -> None:
        with self._lock:
            child, self._child = self._child, None
            if child:
                child.kill()
                self._let_go_of_board()
        self._changed("The power is cut.")

    def close(self) -> None:
        with self._lock:
            child, self._child = self._child, None
            if child:
                self._let_go_of_board()
                child.stop()

    def put(self, what: str, state: str) -> None:
        """Something that stays where it is put: `chip 2` `on`, `key` `jph`, `service` `off`."""
        with self._lock:
            order = f"{what} {state}"
            if self._board:
                self._board.ask(order)
            self._lying[what] = order

    def press(self, key: str) -> None:
        with self._lock:
            if not self._board:
                raise DeviceError("The table has no power: switch it on, then press the key again.")
            self._board.ask(f"press {key}")

    def watch(self) -> BoardClient:
        """A line of one's own to the board, for whoever looks at the lamps."""
        return BoardClient(self._socket)

    def _started(self) -> Child:
        notify = self._socket.with_name("notify")
        notify.unlink(missing_ok=True)
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as ready:
            ready.bind(str(notify))
            ready.settimeout(READY_S)
            command = [sys.executable, "-m", "controller", "run", "--config", str(self._config)]
            where = {"NOTIFY_SOCKET": str(notify), "PYTHONPATH": os.pathsep.join(sys.path)}
            child = Child(command, self._log, lambda child: self._ended(child, ready), where)
            try:
                while b"READY=1" not in (said := ready.recv(4096)):
                    if not said:
                        raise DeviceError(f"the table does not start: {child.last_words()}")
            except TimeoutError as error:
                child.kill()
                raise DeviceError(f"the table is not ready: {child.last_words()}") from error
            return child

    def _ended(self, child: Child, ready: socket.socket) -> None:
        """On the thread that waits for its end: by itself, or because it was ended."""
        with suppress(OSError):  # Nobody waits any more.
            ready.shutdown(socket.SHUT_RD)  # Whoever waits for READY wakes up with nothing.
        if child is self._child:
            self._child = None
            with self._lock:
                self._let_go_of_board()
            self._changed(f"The table's program ended: {child.last_words()}")

    def _let_go_of_board(self) -> None:
        if self._board:
            self._board.close()
            self._board = None
