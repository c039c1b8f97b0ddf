"""The hands a progressive can pay: which of them three cards hold, and how many hands hold each.

Knows the cards and the keypad's distinctions (spades or another suit). Knows no prize.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from enum import StrEnum
from functools import lru_cache
from itertools import combinations
from types import MappingProxyType

from controller.game.cards import DECK, Card
from controller.game.hands import Hand, strength


class PrizeHand(StrEnum):
    """Best first."""

    AKQ_SPADES = "akq_spades"
    AKQ_OTHER = "akq_other"
    MINI_ROYAL = "mini_royal"
    STRAIGHT_FLUSH = "straight_flush"
    THREE_OF_A_KIND = "three_of_a_kind"
    STRAIGHT = "straight"
    FLUSH = "flush"
    PAIR = "pair"


Held = tuple[PrizeHand, ...]
"""All that three cards are, best first: A-K-Q suited is also a straight flush, straight, flush."""

_SUITED_RUN: Held = (PrizeHand.STRAIGHT_FLUSH, PrizeHand.STRAIGHT, PrizeHand.FLUSH)
_HELD: Mapping[Hand, Held] = {
    Hand.HIGH_CARD: (),
    Hand.PAIR: (PrizeHand.PAIR,),
    Hand.FLUSH: (PrizeHand.FLUSH,),
    Hand.STRAIGHT: (PrizeHand.STRAIGHT,),
    Hand.THREE_OF_A_KIND: (PrizeHand.THREE_OF_A_KIND, PrizeHand.PAIR),
    Hand.STRAIGHT_FLUSH: _SUITED_RUN,
    Hand.MINI_ROYAL: (PrizeHand.MINI_ROYAL, *_SUITED_RUN),
}


def held(cards: Sequence[Card]) -> Held:
    hand = strength(cards)[0]
    if hand is not Hand.MINI_ROYAL:
        return _HELD[hand]
    spades = cards[0].suit == "s"
    return (PrizeHand.AKQ_SPADES if spades else PrizeHand.AKQ_OTHER, *_HELD[hand])


@lru_cache(maxsize=1)
def hands_by_held() -> Mapping[Held, int]:
    """How many of the 22,100 hands are each, counted one by one."""
    return MappingProxyType(Counter(map(held, combinations(DECK, 3))))


def hands_in_deck() -> dict[str, int]:
    """The 22,100 hands by the best that each is, best first; those that are nothing last."""
    counts = {best[0] if best else "high_card": count for best, count in hands_by_held().items()}
    order = [*map(str, PrizeHand), "high_card"]
    return {code: counts[code] for code in order if code in counts}
