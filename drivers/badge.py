"""A USB badge reader that types digits and Enter, as the card-swipe profile uses. Whose badge it is, others know.

A swipe that is too short, too long, mixed with other keys or never finished is reported as the empty badge, which
nobody holds: the swipe is refused where the person can see it, and what was typed is not passed on.
"""

from collections.abc import Iterable

from controller.events import BadgeSwiped, Event
from controller.ports import Put
from drivers.input_events import PRESSED
from drivers.input_reader import RETRY_S, InputReader
from drivers.wiring import BadgeWiring

UNREADABLE = ""
ENTER_CODES = frozenset((28, 96))  # Enter, and the one of the numeric block.
DIGIT_CODES = {code: str((code - 1) % 10) for code in range(2, 12)} | dict(
    zip((82, 79, 80, 81, 75, 76, 77, 71, 72, 73), "0123456789", strict=True)
)


class Swipe:
    """Fits `KeyListener`: collects digits until Enter."""

    def __init__(self, wiring: BadgeWiring) -> None:
        self._wiring = wiring
        self._typed = ""
        self._last_ns: int | None = None
        self._spoiled = False

    def opened(self, down: frozenset[int], now_ns: int) -> Iterable[Event]:  # noqa: ARG002
        """Part of a swipe may be missing, so all of it is."""
        return self._end(UNREADABLE) if self._last_ns is not None else ()

    def key(self, code: int, value: int, now_ns: int) -> Iterable[Event]:
        if value != PRESSED:
            return ()
        stale = self.passed(now_ns)
        if code in ENTER_CODES:
            return (*stale, *self._end(self._badge()))
        self._last_ns = now_ns
        self._spoiled |= code not in DIGIT_CODES or len(self._typed) >= self._wiring.longest
        if not self._spoiled:
            self._typed += DIGIT_CODES[code]
        return stale

    def passed(self, now_ns: int) -> Iterable[Event]:
        late = self.due_ns is not None and now_ns >= self.due_ns
        return self._end(UNREADABLE) if late else ()

    @property
    def due_ns(self) -> int | None:
        return (
            None if self._last_ns is None else self._last_ns + self._wiring.timeout_ms * 1_000_000
        )

    def _badge(self) -> str:
        whole = not self._spoiled and len(self._typed) >= self._wiring.shortest
        return self._typed if whole else UNREADABLE

    def _end(self, badge: str) -> tuple[Event, ...]:
        self._typed = ""
        self._last_ns = None
        self._spoiled = False
        return (BadgeSwiped(badge),)


def badge_reader(badge: BadgeWiring, put: Put, retry_s: float = RETRY_S) -> InputReader:
    return InputReader("badge", badge.path, badge.grab, Swipe(badge), put, retry_s)
