"""The second copy, on another disk: kept in step row by row, never in the way of play."""

import sqlite3
from collections.abc import Callable
from pathlib import Path

from controller.errors import JournalError


class SecondCopy:
    def __init__(self, path: Path, *, report: Callable[[str | None], None] = lambda _: None) -> None:
        self.path = path
        self.fault: str | None = None

    def attach(self, db: sqlite3.Connection, table_id: str) -> None:
        raise NotImplementedError

    def catch_up(self, db: sqlite3.Connection) -> None:
        raise NotImplementedError

    def close(self) -> None:
        raise JournalError("later")
