"""Looks at the lamps and at the shuffler many times a second, as an onlooker would, and tells what changed."""

import threading
import time
from dataclasses import asdict

from controller.errors import DeviceError
from demo.hub import Hub
from demo.table import TableProcess
from drivers.sim.board_client import BoardClient
from drivers.sim.shuffler import SimShuffler
from drivers.wiring import SEATS

LOOK_S = 0.04
"""The fastest lamp holds a level for 0.2 s."""
BELIEVED_S = 1.2
"""A pattern that changes in mid-phase looks like another one for as long."""

DARK: dict[str, object] = {
    "lit": [],
    "patterns": {str(seat): "off" for seat in range(1, SEATS + 1)},
}


class Watch:
    def __init__(self, table: TableProcess, shuffler: SimShuffler, hub: Hub) -> None:
        self._table, self._shuffler, self._hub = table, shuffler, hub
        self._board: BoardClient | None = None
        self._patterns: dict[str, str] = {}
        self._guesses: dict[str, tuple[str, float]] = {}
        """By seat: what its lamp seems to show, and since when it does."""
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._run, name="onlooker", daemon=True)
        hub.put("lamps", DARK)
        self._see_shuffler()

    def start(self) -> None:
        self._thread.start()

    def close(self) -> None:
        self._over.set()
        self._thread.join()
        self._let_go()

    def _run(self) -> None:
        while not self._over.wait(LOOK_S):
            self._see_lamps()
            self._see_shuffler()

    def _see_lamps(self) -> None:
        """A table that is off has dark lamps; the next one that starts is looked at again."""
        try:
            self._board = self._board or self._table.watch()
            lit, patterns = self._board.ask("lit?"), self._board.ask("lamps?")
        except (DeviceError, OSError):
            self._let_go()
            self._patterns.clear()
            self._hub.put("lamps", DARK)
            return
        seats = [] if lit == "none" else [int(seat) for seat in lit.split(",")]
        for word in patterns.split():
            self._believe(*word.split("="))
        self._hub.put("lamps", {"lit": seats, "patterns": dict(self._patterns)})

    def _believe(self, seat: str, pattern: str) -> None:
        now = time.monotonic()
        guess, since = self._guesses.get(seat, ("", now))
        if guess != pattern:
            self._guesses[seat] = (pattern, now)
        elif now - since >= BELIEVED_S or seat not in self._patterns:
            self._patterns[seat] = pattern

    def _see_shuffler(self) -> None:
        seen = asdict(self._shuffler.look())
        laid = {str(seat): list(cards) for seat, cards in seen.pop("laid").items()}
        lists = {name: list(seen[name]) for name in ("faults", "armed")}
        self._hub.put("shuffler", {**seen, **lists})
        self._hub.put("laid", laid)

    def _let_go(self) -> None:
        if self._board:
            self._board.close()
            self._board = None
