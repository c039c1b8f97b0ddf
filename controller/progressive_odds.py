"""What a progressive keeps and gives in the long run: exact fractions, by counting all 22,100 hands. Moves no money.

How a player plays does not matter: every hand that wins is dealt as often as any other three cards.
Read as the pool plays it: a share of the meter below 100 % lowers the meter, a prize of 100 % is followed by a reseed.
So every cent that enters the meter leaves it as a prize sooner or later, whatever the percentages are.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from controller.game.odds_figure import Figure, Unit
from controller.money import WHOLE_PPM
from controller.prize_hands import hands_by_held
from controller.progressive import Fund, Prize, Progressive

FULL_TABLE = 7
"""Players that pay the fee in each round. Not in the documents: their printed holds follow from it."""


@dataclass(frozen=True)
class ProgressiveOdds:
    progressive: Progressive

    def hands(self, prize: Prize) -> int:
        """How many of the 22,100 hands this prize is the best one for."""
        return sum(
            count for held, count in hands_by_held().items() if self._best(held) == prize.hand
        )

    def _best(self, held: tuple[str, ...]) -> str | None:
        return next((code for code in held if code in self.progressive.by_hand), None)

    def chance(self, prize: Prize) -> Fraction:
        return Fraction(self.hands(prize), sum(hands_by_held().values()))

    def hit_frequency(self) -> Fraction:
        return sum(map(self.chance, self.progressive.prizes), Fraction(0))

    def fixed_cents(self) -> Fraction:
        """Fixed prizes per fee."""
        fixed = (prize for prize in self.progressive.prizes if not prize.meter_percent)
        return sum(
            (self.chance(prize) * self.progressive.fixed_cents(prize.hand) for prize in fixed),
            Fraction(0),
        )

    def envy_cents(self, players: int) -> Fraction:
        """Envy per fee with so many players in all: each hand may trigger it for every other seat."""
        triggers = (self.chance(prize) * prize.envy_cents for prize in self.progressive.prizes)
        return (players - 1) * sum(triggers, Fraction(0))

    def reseed_cents(self) -> Fraction:
        """Reseeds per fee: one for each hand that takes the whole meter."""
        whole = (prize for prize in self.progressive.prizes if prize.meter_percent == 100)
        return self.progressive.seed_cents * sum(map(self.chance, whole), Fraction(0))

    def paid_beside_the_meter_cents(self, players: int) -> Fraction:
        return self.fixed_cents() + self.envy_cents(players) + self.reseed_cents()

    def hold(self, players: int) -> Fraction:
        """The part of each fee that never goes back to the players."""
        meter = Fraction(self.progressive.split_ppm.meter, WHOLE_PPM)
        paid = self.paid_beside_the_meter_cents(players)
        return 1 - meter - Fraction(paid, self.progressive.fee_cents)

    def reserve_drift_cents(self, players: int) -> Fraction:
        """What the reserve gains by each fee, less what it pays."""
        rules, gain = self.progressive, Fraction(0)
        if rules.fixed_from is Fund.RESERVE:
            gain -= self.fixed_cents() + self.envy_cents(players)
        if rules.reseed_from is Fund.RESERVE:
            gain -= self.reseed_cents()
        return gain + Fraction(rules.fee_cents * rules.split_ppm.reserve, WHOLE_PPM)

    def mean_jackpot_cents(self) -> Fraction:
        """The meter when a share of it is won, on average: what leaves with each fee is what enters."""
        rules = self.progressive
        shares = ((self.chance(prize), prize.meter_percent or 0) for prize in rules.prizes)
        leaving = sum((chance * Fraction(percent, 100) for chance, percent in shares), Fraction(0))
        entering = Fraction(rules.fee_cents * rules.split_ppm.meter, WHOLE_PPM)
        return Fraction(entering + self.reseed_cents(), leaving)


def of_progressive(progressive: Progressive) -> Iterator[Figure]:
    """At a full table, each beside what the document prints of it."""
    odds, printed = ProgressiveOdds(progressive), progressive.printed
    hits, kept = odds.hit_frequency(), odds.hold(FULL_TABLE)
    company = f"{FULL_TABLE - 1} other players"
    yield Figure("hit_frequency", hits, printed=printed.get("hit_frequency", ()))
    yield Figure("hold", kept, printed=printed.get("hold", ()), note=company)
    jackpot, said = Fraction(odds.mean_jackpot_cents(), 100), printed.get("mean_jackpot", ())
    yield Figure("mean_jackpot", jackpot, Unit.DOLLARS, printed=said, places=2)
    if progressive.split_ppm.reserve:
        yield from _of_reserve(odds)


def _of_reserve(odds: ProgressiveOdds) -> Iterator[Figure]:
    alone, in_company = (Fraction(odds.reserve_drift_cents(players), 100) for players in (1, 2))
    further, note = in_company - alone, "more for each further player"
    yield Figure("reserve_drift", alone, Unit.DOLLARS, note="per fee, one player", places=7)
    yield Figure("reserve_drift_further", further, Unit.DOLLARS, note=note, places=7)
