"""Tells from a lamp's levels over time which pattern it shows, as an onlooker would. Pure.

Reads dark phases, not settings: 0.2 s is a fault, 0.5 s a seen chip, 1.2 s an invitation.
"""

from collections import deque

from controller.ports import Lamp

_MS = 1_000_000
_STEADY_NS = 750 * _MS
_DARK_NS = 1500 * _MS
_SLACK_NS = 150 * _MS
_LONGEST_DARK = ((350 * _MS, Lamp.FAULT), (850 * _MS, Lamp.SEEN), (_DARK_NS, Lamp.INVITE))


class LampWatch:
    def __init__(self, lit: bool, now_ns: int) -> None:
        self.lit = lit
        self._since_ns = now_ns
        self._phases: deque[tuple[bool, int]] = deque(maxlen=2)
        """The last two whole phases: level and length."""
        self._whole = False

    def feed(self, lit: bool, now_ns: int) -> None:
        if lit == self.lit:
            return
        if self._whole:  # The first phase began before we looked.
            self._phases.append((self.lit, now_ns - self._since_ns))
        self._whole = True
        self.lit = lit
        self._since_ns = now_ns

    def shown(self, now_ns: int) -> Lamp | None:
        """None while it cannot be told yet."""
        held_ns = now_ns - self._since_ns
        if held_ns >= (_STEADY_NS if self.lit else _DARK_NS):
            return Lamp.TAKEN if self.lit else Lamp.OFF
        dark_ns = next((length_ns for lit, length_ns in reversed(self._phases) if not lit), None)
        if dark_ns is None or (not self.lit and held_ns > dark_ns + _SLACK_NS):
            return None
        return next((lamp for limit_ns, lamp in _LONGEST_DARK if dark_ns < limit_ns), None)
