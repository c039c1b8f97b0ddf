"""The best five of six cards: what the 6 Card Bonus pays on. Here the ace is low in A-2-3-4-5."""

from collections.abc import Iterable, Sequence
from enum import IntEnum
from functools import cache

from controller.game.cards import Card


class SixHand(IntEnum):
    """A category of the ordinary five-card ranking."""

    HIGH_CARD = 0
    ONE_PAIR = 1
    TWO_PAIR = 2
    THREE_OF_A_KIND = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    FOUR_OF_A_KIND = 7
    STRAIGHT_FLUSH = 8
    ROYAL_FLUSH = 9

    @property
    def code(self) -> str:
        return self.name.lower()


ROYAL = frozenset(range(10, 15))


def best_of_six(cards: Sequence[Card]) -> SixHand:
    ranks, suits = zip(*cards, strict=True)
    ranked = by_ranks(tuple(sorted(ranks)))
    # Five of six cards share a suit only if two of the first three do and it counts to five.
    suit = suits[0] if suits[0] in suits[1:3] else suits[1]
    if suits.count(suit) < 5:
        return ranked
    return max(ranked, by_suit([card.rank for card in cards if card.suit == suit]))


def by_suit(ranks: Iterable[int]) -> SixHand:
    """The best hand of five or six cards of one suit."""
    held = frozenset(ranks)
    if held >= ROYAL:
        return SixHand.ROYAL_FLUSH
    return SixHand.STRAIGHT_FLUSH if has_straight(held) else SixHand.FLUSH


def has_straight(ranks: Iterable[int]) -> bool:
    """Five in a row among these ranks, the ace counting at both ends."""
    held = set(ranks)
    if 14 in held:
        held.add(1)
    return any(held.issuperset(range(low, low + 5)) for low in range(1, 11))


@cache  # 18,395 rank patterns in all: the cache cannot grow beyond them.
def by_ranks(ranks: tuple[int, ...]) -> SixHand:
    """The best hand that suits have no part in."""
    groups = sorted(map(ranks.count, set(ranks)), reverse=True)
    if groups[0] == 4:
        return SixHand.FOUR_OF_A_KIND
    if groups[0] == 3 and groups[1] >= 2:
        return SixHand.FULL_HOUSE
    if has_straight(ranks):
        return SixHand.STRAIGHT
    if groups[0] == 3:
        return SixHand.THREE_OF_A_KIND
    pairs = groups.count(2)
    return (SixHand.HIGH_CARD, SixHand.ONE_PAIR)[pairs] if pairs < 2 else SixHand.TWO_PAIR
