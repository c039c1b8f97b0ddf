"""What a progressive keeps, in the long run, of each fee: exact, from its paytable alone. Moves no money.

A hand here is one of the claim buttons' codes, so A-K-Q suited is told apart by suit. How a player plays does not
matter: every hand that wins is dealt as often as any other three cards.

The reading taken for prizes in percent of the meter: such a prize takes its share out of the meter, only a prize of
100 % is followed by a reseed, and nothing else tops the meter up. So every cent that enters the meter, from fees and
from reseeds, leaves it as a prize sooner or later, whatever the percentages are; a meter that no hand is paid from
is money owed to the players, not a gain.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from controller.game.odds_counts import THREE_CARD_HANDS, three_card_counts
from controller.money import WHOLE_PPM


@dataclass(frozen=True, slots=True)
class Award:
    """What one hand is paid: a fixed prize or a share of the meter, and to every other seat an envy prize."""

    hand: str
    cents: int = 0
    meter_ppm: int = 0
    envy_cents: int = 0


_SUITED_RUN = ("straight_flush", "straight", "flush")
ALSO = {
    "akq_spades": ("mini_royal", *_SUITED_RUN),
    "akq_other": ("mini_royal", *_SUITED_RUN),
    "straight_flush": _SUITED_RUN[1:],
    "three_of_a_kind": ("pair",),
}
"""What a hand is besides, best first: it is paid as that when the paytable has no line of its own for it."""

HANDS = ("akq_spades", "akq_other", "mini_royal", *_SUITED_RUN, "three_of_a_kind", "pair")
"""That an award may name."""


def hands_in_deck() -> dict[str, int]:
    """The 22,100 hands by what the keypad tells apart."""
    counts = dict(three_card_counts())
    suited_akq = counts.pop("mini_royal")
    return {"akq_spades": 1, "akq_other": suited_akq - 1, **counts}


def hit_frequency(awards: Sequence[Award]) -> Fraction:
    """How often a hand wins a prize of its own; envy is not a hit."""
    return _mean(awards, lambda award: 1 if award.cents or award.meter_ppm else 0)


def hold(
    awards: Sequence[Award], *, fee_cents: int, meter_ppm: int, seed_cents: int, others: int
) -> Fraction:
    """The part of each fee that never goes back to a player who has so many others with a fee beside him."""
    paid = fixed_cents(awards) + envy_cents(awards, others) + reseed_cents(awards, seed_cents)
    return 1 - Fraction(meter_ppm, WHOLE_PPM) - Fraction(paid, fee_cents)


def reserve_drift_cents(
    awards: Sequence[Award], *, fee_cents: int, reserve_ppm: int, seed_cents: int, players: int
) -> Fraction:
    """What a reserve that pays fixed prizes, envy and reseeds gains by each fee, with so many players in all."""
    paid = fixed_cents(awards) + envy_cents(awards, players - 1) + reseed_cents(awards, seed_cents)
    return Fraction(fee_cents * reserve_ppm, WHOLE_PPM) - paid


def mean_jackpot_cents(
    awards: Sequence[Award], *, fee_cents: int, meter_ppm: int, seed_cents: int
) -> Fraction | None:
    """What the meter shows on average when a hand wins a share of it; None if no hand ever does.

    What enters the meter with each fee is what leaves it: the mean times the chance-weighted shares.
    """
    leaving = _mean(awards, lambda award: Fraction(award.meter_ppm, WHOLE_PPM))
    entering = Fraction(fee_cents * meter_ppm, WHOLE_PPM) + reseed_cents(awards, seed_cents)
    return Fraction(entering, leaving) if leaving else None


def fixed_cents(awards: Sequence[Award]) -> Fraction:
    """Fixed prizes per fee."""
    return _mean(awards, lambda award: award.cents)


def envy_cents(awards: Sequence[Award], others: int) -> Fraction:
    """Envy per fee: each of the others' hands may trigger it, and several triggers add up."""
    return others * _mean(awards, lambda award: award.envy_cents)


def reseed_cents(awards: Sequence[Award], seed_cents: int) -> Fraction:
    """Reseeds per fee: one for each hand that takes the whole meter."""
    return _mean(awards, lambda award: seed_cents if award.meter_ppm == WHOLE_PPM else 0)


def _mean(awards: Sequence[Award], worth: Callable[[Award], int | Fraction]) -> Fraction:
    """Of what a hand is worth, over the whole deck."""
    by_hand = {award.hand: award for award in awards}
    total = Fraction(0)
    for hand, count in hands_in_deck().items():
        paid_as = [code for code in (hand, *ALSO.get(hand, ())) if code in by_hand]
        if paid_as:
            total += count * worth(by_hand[paid_as[0]])
    return Fraction(total, THREE_CARD_HANDS)
