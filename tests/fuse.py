"""The fuse counts every touch of the world and cuts at the n-th. Knows no journal, table or story.

A touch is an SQL statement or a call that the test wrapped: a send, a lamp, a sync. At the cut
`at_cut` keeps the world as it stands, and from then on every touch fails: a dead process touches
nothing, whatever its `finally` blocks try. Cut at 1, 2, 3 and so on until the story survives.
"""

import sqlite3
from collections.abc import Callable, Iterable
from functools import partial, wraps
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


class Cut(BaseException):
    """The power is gone. Not an Exception: the product must have no chance to catch it."""


class Fuse:
    """Blows at touch number `limit`, before the touch happens; with no limit it only counts."""

    def __init__(self, limit: int | None = None, at_cut: Callable[[], None] = lambda: None) -> None:
        self.limit = limit
        self.touches = 0
        self.blown = False
        self._at_cut = at_cut

    def touch(self) -> None:
        if not self.blown:
            self.touches += 1
            if self.touches != self.limit:
                return
            self.blown = True
            self._at_cut()
        raise Cut

    def wrap(self, function: Callable[P, T]) -> Callable[P, T]:
        """The same function, as a touch."""

        @wraps(function)
        def touched(*args: P.args, **kwargs: P.kwargs) -> T:
            self.touch()
            return function(*args, **kwargs)

        return touched

    @property
    def connect(self) -> Callable[..., sqlite3.Connection]:
        """Give it wherever `sqlite3.connect` is wanted."""
        fuse = self

        class FusedConnection(sqlite3.Connection):
            def execute(self, sql: str, parameters: Any = (), /) -> sqlite3.Cursor:
                fuse.touch()
                return super().execute(sql, parameters)

            def executemany(self, sql: str, parameters: Iterable[Any], /) -> sqlite3.Cursor:
                fuse.touch()
                return super().executemany(sql, parameters)

        return partial(sqlite3.connect, factory=FusedConnection)
