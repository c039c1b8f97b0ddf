"""The one queue. Any thread may put; only the loop takes."""

import queue

from controller.events import Event


class Inbox:
    """`put` cannot block or raise: it is called where an exception would end a driver's thread."""

    def __init__(self) -> None:
        # SimpleQueue, because its put may interrupt itself: a signal handler runs on the main thread.
        self._queue: queue.SimpleQueue[Event] = queue.SimpleQueue()

    def put(self, event: Event) -> None:
        self._queue.put(event)

    def take(self, wait_s: float) -> Event | None:
        """The oldest event, or None if nothing came in time."""
        try:
            return self._queue.get(timeout=max(wait_s, 0))
        except queue.Empty:
            return None

    def __len__(self) -> int:
        return self._queue.qsize()
