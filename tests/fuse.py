"""The fuse: counts every touch of the world and cuts at the n-th. Knows no journal, no table and no story.

A touch is an SQL statement or a call that the test wrapped: a send, a lamp, a sync. At the cut the world is kept as it
stands, and from then on every touch fails: a dead process touches nothing, whatever its `finally` blocks try.

    for cut in cuts(play): ...      # play(fuse) is a whole story; the last one survives uncut
"""

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
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


def cuts(play: Callable[[Fuse], None], fuse_for: Callable[[int], Fuse] = Fuse) -> Iterator[Fuse]:
    """Plays the story again and again, cut one touch later each time, until it survives."""
    limit = 0
    while True:
        limit += 1
        fuse = fuse_for(limit)
        try:
            play(fuse)
        except Cut:
            yield fuse
            continue
        assert not fuse.blown, "the story swallowed its cut"
        yield fuse
        return


def touches(play: Callable[[Fuse], None]) -> int:
    """How many touches the whole story makes."""
    fuse = Fuse()
    play(fuse)
    return fuse.touches


def spread(total: int, parts: int) -> Sequence[range]:
    """The cut points 1..total dealt into shares, so that parallel test runs can split a long story."""
    return [range(part + 1, total + 1, parts) for part in range(parts)]
