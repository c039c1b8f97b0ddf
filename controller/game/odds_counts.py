"""How many hands of each kind a deck holds, and what that makes of a paytable. Exact: integers and fractions.

Knows nothing of a dealer's hand or a decision (odds_ante.py) and nothing of a progressive's meter.
"""

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from itertools import combinations, combinations_with_replacement
from math import comb, prod

from controller.game.cards import DECK
from controller.game.hands import qualifies, strength
from controller.game.six import SixHand, by_ranks, by_suit

THREE_CARD_HANDS = comb(52, 3)
SIX_CARD_HANDS = comb(52, 6)
RANKS = range(2, 15)

Counts = Mapping[str, int]
"""Hands of each kind, by the kind's code."""


@cache
def three_card_counts() -> Counts:
    kinds = Counter(strength(cards)[0] for cards in combinations(DECK, 3))
    return {kind.code: kinds[kind] for kind in sorted(kinds, reverse=True)}


def dealer_qualifies() -> int:
    """With how many of the 22,100 hands."""
    return sum(map(qualifies, combinations(DECK, 3)))


@cache
def six_card_counts() -> Counts:
    """Counts ranks first, as if suits did not matter, then moves the hands that five of a suit lift."""
    kinds: Counter[SixHand] = Counter()
    for ranks in combinations_with_replacement(RANKS, 6):
        # Five cards of one rank: comb(4, 5) is no hand at all.
        if ways := prod(comb(4, ranks.count(rank)) for rank in set(ranks)):
            kinds[by_ranks(ranks)] += ways
    for suited in combinations(RANKS, 6):
        _lift(kinds, suited, suited, 4)
    for suited in combinations(RANKS, 5):
        for sixth in RANKS:  # In one of the three other suits.
            _lift(kinds, tuple(sorted((*suited, sixth))), suited, 4 * 3)
    return {kind.code: kinds[kind] for kind in sorted(kinds, reverse=True)}


def _lift(
    kinds: Counter[SixHand], ranks: tuple[int, ...], suited: tuple[int, ...], ways: int
) -> None:
    unsuited = by_ranks(ranks)
    kinds[unsuited] -= ways
    kinds[max(unsuited, by_suit(suited))] += ways


def hit_frequency(counts: Counts, pays: Mapping[str, int]) -> Fraction:
    """How often the paytable pays anything."""
    paid = sum(counts[hand] for hand, odds in pays.items() if odds)
    return Fraction(paid, sum(counts.values()))


def house_edge(counts: Counts, pays: Mapping[str, int]) -> Fraction:
    """Of each unit wagered, what the house keeps; `pays` is to 1, and a hand left out, or given 0, loses."""
    back = sum(counts[hand] * (odds + 1) for hand, odds in pays.items() if odds)
    return 1 - Fraction(back, sum(counts.values()))
