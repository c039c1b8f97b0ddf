"""How far a run has come, on a terminal only."""

import sys
import time

_WIDTH = 24
_MARK = {"pass": "ok", "fail": "FAIL", "error": "ERROR", "skip": "skipped"}


class StepBar:
    def __init__(self) -> None:
        self.total = 0
        self._done = 0
        self._title = ""
        self._start = time.monotonic()

    def begin(self, title: str) -> None:
        self._title, self._start = title, time.monotonic()
        if sys.stderr.isatty():
            full = _WIDTH * self._done // max(self.total, 1)
            bar = f"[{'#' * full}{'.' * (_WIDTH - full)}]"
            print(f"\r{bar} {self._done}/{self.total}  {title[:70]:<70}", end="", file=sys.stderr)
            sys.stderr.flush()

    def end(self, outcome: str) -> None:
        self._done += 1
        seconds = time.monotonic() - self._start
        start = "\r" if sys.stderr.isatty() else ""
        line = f"{start}{_MARK[outcome]:>8}  {self._title} ({seconds:.1f} s)"
        print(f"{line:<110}" if start else line, file=sys.stderr)
