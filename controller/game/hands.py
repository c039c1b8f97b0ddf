"""Three-card hands: what they are called and which of two is higher. Suits are equal."""

from collections.abc import Sequence
from enum import IntEnum
from functools import cache

from controller.game.cards import Card


class Hand(IntEnum):
    """A category; the higher number beats the lower."""

    HIGH_CARD = 0
    PAIR = 1
    FLUSH = 2
    STRAIGHT = 3
    THREE_OF_A_KIND = 4
    STRAIGHT_FLUSH = 5
    MINI_ROYAL = 6

    @property
    def code(self) -> str:
        return self.name.lower()


Strength = tuple[Hand, int, int, int]
"""Compares as the hands do: the category first, then the ranks that decide within it."""

QUALIFIES: Strength = (Hand.HIGH_CARD, 12, 0, 0)
"""Queen-high or better; the two lower cards of the weakest queen-high do not matter."""


def strength(cards: Sequence[Card]) -> Strength:
    (a, suit_a), (b, suit_b), (c, suit_c) = cards
    return _strength(a, b, c, suit_a == suit_b == suit_c)


@cache  # 13 * 13 * 13 rank orders, suited or not: it never grows beyond that.
def _strength(a: int, b: int, c: int, suited: bool) -> Strength:
    high, middle, low = sorted((a, b, c), reverse=True)
    if high == middle == low:
        return Hand.THREE_OF_A_KIND, high, 0, 0
    if middle in (high, low):
        return Hand.PAIR, middle, low if high == middle else high, 0
    top = _straight_top(high, middle, low)
    if not top:
        return Hand.FLUSH if suited else Hand.HIGH_CARD, high, middle, low
    if not suited:
        return Hand.STRAIGHT, top, 0, 0
    return Hand.MINI_ROYAL if top == 14 else Hand.STRAIGHT_FLUSH, top, 0, 0


def _straight_top(high: int, middle: int, low: int) -> int:
    """The straight's highest rank, 0 for none. The ace is low only in A-2-3, the lowest straight."""
    if (high, middle, low) == (14, 3, 2):
        return 3
    return high if high - low == 2 else 0


def qualifies(cards: Sequence[Card]) -> bool:
    return strength(cards) >= QUALIFIES
