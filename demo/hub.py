"""What is known about the table right now, and who wants to hear of a change. Facts by name; values are JSON.

A fact lasts: whoever comes later is told. What is merely said is heard by those present, and by later ones as far as it
is kept.
"""

import queue
import threading
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

WAITING_MOST = 2000
"""A browser that has so much unread is let go; it comes back and starts from the facts."""

News = tuple[str, Any]
Facts = dict[str, Any]


class Hub:
    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._facts: Facts = {}
        self._kept: dict[str, deque[Any]] = {}
        self._ears: list[queue.Queue[News | None]] = []

    def put(self, name: str, value: Any) -> None:
        with self._changed:
            if name not in self._facts or self._facts[name] != value:
                self._facts[name] = value
                self._tell(name, value)

    def say(self, name: str, value: Any, keep: int = 0) -> None:
        """`keep` so many of them for those who come later."""
        with self._changed:
            if keep:
                self._kept.setdefault(name, deque(maxlen=keep)).append(value)
            self._tell(name, value)

    def get(self, name: str, default: Any = None) -> Any:
        with self._changed:
            return self._facts.get(name, default)

    def judge(self, judgement: Callable[[Facts], str]) -> str:
        """What the facts amount to, all of one moment."""
        with self._changed:
            return judgement(self._facts)

    def wait(self, wanted: Callable[[Facts], bool], wait_s: float) -> bool:
        """Whether the facts are as wanted within the time."""
        with self._changed:
            return self._changed.wait_for(lambda: wanted(self._facts), wait_s)

    @contextmanager
    def listening(self) -> Iterator["queue.Queue[News | None]"]:
        """Every fact and, as lists, all that is kept; then the news. None: too slow, or over."""
        ear: queue.Queue[News | None] = queue.Queue()
        with self._changed:
            for news in self._facts.items():
                ear.put(news)
            for name, said in self._kept.items():
                ear.put((name, list(said)))
            self._ears.append(ear)
        try:
            yield ear
        finally:
            with self._changed:
                if ear in self._ears:
                    self._ears.remove(ear)

    def close(self) -> None:
        with self._changed:
            for ear in self._ears:
                ear.put(None)
            self._ears.clear()

    def _tell(self, name: str, value: Any) -> None:
        for ear in list(self._ears):
            if ear.qsize() >= WAITING_MOST:
                ear.put(None)
                self._ears.remove(ear)
            else:
                ear.put((name, value))
        self._changed.notify_all()
