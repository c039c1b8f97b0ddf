"""A bar for work that takes long, on a terminal only. Knows nothing of the work."""

import sys
from time import monotonic
from typing import Self

PATIENCE_S = 2.0
WIDTH = 40


class Progress:
    """Called with how much is done. Draws after two seconds, and only where a person looks."""

    def __init__(self, total: int) -> None:
        self._total = max(total, 1)
        self._start = self._end = monotonic()
        self._drawn = False

    def __call__(self, done: int) -> None:
        if sys.stderr.isatty() and monotonic() - self._start > PATIENCE_S:
            self._drawn = True
            full = WIDTH * done // self._total
            bar = f"[{'#' * full}{'.' * (WIDTH - full)}] {100 * done // self._total:3} %"
            print(f"\r{bar}", end="", file=sys.stderr, flush=True)

    @property
    def seconds(self) -> float:
        return max(self._end - self._start, 1e-6)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._end = monotonic()
        if self._drawn:
            print(f"\r{' ' * (WIDTH + 8)}\r", end="", file=sys.stderr, flush=True)
