"""What Ante and Play cost a player, against a hidden dealer's hand or with one card of it shown. Exact.

Every deal counts: each hand of the player against all 18,424 that the dealer can then hold. They are not dealt one by
one: the dealer's hands are put in order of strength once, for each set of cards that they have in common, and those
that share a card with the player's hand are taken out again by inclusion and exclusion.
"""

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb

from controller.game.cards import DECK, SUITS, Card
from controller.game.hands import QUALIFIES, Strength, strength

PLAYER_HANDS = comb(52, 3)
DEALER_HANDS = comb(49, 3)
DEALER_HANDS_WITH_CARD = comb(48, 2)
"""That hold the one card which the dealer shows."""

FOLD_BELOW = strength((Card(12, "s"), Card(6, "h"), Card(4, "d")))
"""The simple strategy: play queen-six-four and better, fold the rest."""

BIT = {card: 1 << place for place, card in enumerate(DECK)}
"""A set of cards is the sum of their bits."""


@dataclass(frozen=True, slots=True)
class Holding:
    """A player's hand, standing for all that differ from it in suits only, and what playing it wins in Antes.

    The Ante Bonus is left out, so that one count serves every profile.
    """

    hand: Strength
    alike: int
    hidden: int
    """Over all the dealer's hands."""
    shown: tuple[int, ...]
    """Over the dealer's hands with each of the 49 cards he may show."""


def edge_folding_below_q64(ante_bonus: Mapping[str, int]) -> Fraction:
    """The house's share of the Ante, the dealer's hand hidden, when the player keeps to the simple strategy."""
    won = 0
    for held, bonus in _with_bonus(ante_bonus):
        plays = held.hand >= FOLD_BELOW
        won += held.alike * (held.hidden + bonus * DEALER_HANDS if plays else -DEALER_HANDS)
    return Fraction(-won, PLAYER_HANDS * DEALER_HANDS)


def edge_hidden(ante_bonus: Mapping[str, int]) -> Fraction:
    """The house's share of the Ante, the dealer's hand hidden, when the player decides as well as can be."""
    won = sum(
        held.alike * max(held.hidden + bonus * DEALER_HANDS, -DEALER_HANDS)
        for held, bonus in _with_bonus(ante_bonus)
    )
    return Fraction(-won, PLAYER_HANDS * DEALER_HANDS)


def edge_shown(ante_bonus: Mapping[str, int]) -> Fraction:
    """The same with one of the dealer's cards shown before the decision."""
    deals = DEALER_HANDS_WITH_CARD
    won = sum(
        held.alike * sum(max(win + bonus * deals, -deals) for win in held.shown)
        for held, bonus in _with_bonus(ante_bonus)
    )
    return Fraction(-won, PLAYER_HANDS * 49 * deals)


def _with_bonus(ante_bonus: Mapping[str, int]) -> list[tuple[Holding, int]]:
    return [(held, ante_bonus.get(held.hand[0].code, 0)) for held in holdings()]


@cache
def holdings() -> tuple[Holding, ...]:
    alike: defaultdict[object, list[tuple[Card, ...]]] = defaultdict(list)
    for cards in combinations(DECK, 3):
        alike[_but_for_suits(cards)].append(cards)
    dealer = DealerHands()
    return tuple(_holding(dealer, hands[0], len(hands)) for hands in alike.values())


def _but_for_suits(cards: Sequence[Card]) -> object:
    """Equal for two hands when exchanging suits makes one the other."""
    return tuple(sorted(tuple(rank for rank, suit in cards if suit == one) for one in SUITS))


def _holding(dealer: "DealerHands", cards: Sequence[Card], alike: int) -> Holding:
    others = [BIT[card] for card in DECK if card not in cards]
    return Holding(
        hand=strength(cards),
        alike=alike,
        hidden=dealer.win_against(cards),
        shown=tuple(dealer.win_against(cards, shown) for shown in others),
    )


class DealerHands:
    """All hands of the deck in order of strength, and for each one, two or three cards those that hold them."""

    def __init__(self) -> None:
        hands = {cards: strength(cards) for cards in combinations(DECK, 3)}
        order = sorted(set(hands.values()))
        self._place = {value: place for place, value in enumerate(order)}
        self._qualified = bisect_left(order, QUALIFIES)
        self._holding: defaultdict[int, list[int]] = defaultdict(list)
        for cards in sorted(hands, key=hands.__getitem__):
            for size in range(4):
                for common in combinations(cards, size):
                    self._holding[sum(map(BIT.__getitem__, common))].append(
                        self._place[hands[cards]]
                    )

    def win_against(self, cards: Sequence[Card], shown: int = 0) -> int:
        """What this hand wins in Antes over all the dealer's hands, or over those that hold the card shown."""
        mine = self._place[strength(cards)]
        a, b, c = map(BIT.__getitem__, cards)
        win = self._win(mine, shown)
        win -= self._win(mine, shown | a) + self._win(mine, shown | b) + self._win(mine, shown | c)
        win += sum(self._win(mine, shown | two) for two in (a | b, a | c, b | c))
        return win if shown else win - self._win(mine, a | b | c)

    def _win(self, mine: int, common: int) -> int:
        """Over the hands with these cards: 1 when the dealer does not qualify, else 2 won, 2 lost or a tie."""
        hands = self._holding[common]
        unqualified = bisect_left(hands, self._qualified)
        below = max(bisect_left(hands, mine), unqualified)
        up_to = max(bisect_right(hands, mine), unqualified)
        return unqualified + 2 * (below - unqualified) - 2 * (len(hands) - up_to)
