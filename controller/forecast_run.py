"""One possible future of a jackpot: drawn hit by hit, counted in whole microcents. Knows no statistics and no chart.

A hand that pays nothing changes nothing but the fees, so the number of hands until the next paid one is drawn at once.
Seats are drawn independently of each other; the money moves as the pool moves it (a test holds the two together).
"""

import math
import random
from bisect import bisect
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import accumulate

from controller.money import MICROCENTS, from_cents, whole_cents
from controller.prize_hands import hands_by_held
from controller.progressive import Fund, Prize, Progressive
from controller.progressive_odds import ProgressiveOdds


@dataclass(frozen=True)
class Table:
    """Who plays what: the same in every run."""

    rules: Progressive
    players: int
    rounds: int

    def prizes(self) -> tuple[list[Prize], list[int]]:
        odds = ProgressiveOdds(self.rules)
        return list(self.rules.prizes), list(accumulate(map(odds.hands, self.rules.prizes)))


@dataclass
class Future:
    """What one run came to. The lists hold one amount in cents for each checkpoint."""

    meter_cents: list[int] = field(default_factory=list)
    reserve_cents: list[int] = field(default_factory=list)
    house_net_cents: list[int] = field(default_factory=list)
    """Fees less prizes: the house's cash where it pays from the tray."""
    jackpots: int = 0
    """Top prizes won within the time."""
    jackpots_cents: list[int] = field(default_factory=list)
    """Every top prize that was begun within the time, the last one played on to its end: leaving that one out would
    leave out the long ones and put the mean too low."""
    from_reserve_cents: int = 0
    """What the reserve had to pay, the house's help included."""
    house_advance_cents: int = 0
    seed_repaid_after: int | None = None
    """In rounds."""


def hits(table: Table, rng: random.Random) -> Iterator[tuple[int, Prize]]:
    """Each paid hand in turn, without end: its round, from 0, and its prize."""
    prizes, upto = table.prizes()
    paid, all_hands = upto[-1], sum(hands_by_held().values())
    scale = 1 / math.log1p(-paid / all_hands)
    hand = -1
    while True:
        # 1 - random() is never 0, so the logarithm exists.
        hand += 1 + int(math.log(1 - rng.random()) * scale)
        yield hand // table.players, prizes[bisect(upto, rng.random() * paid)]


class _Books:
    """Balances between hits: each fund is what it held plus the fees of the rounds since."""

    def __init__(self, table: Table) -> None:
        self.table, self.rules = table, table.rules
        self.future = Future()
        fees_cents = table.players * self.rules.fee_cents
        self.fees_cents = fees_cents
        self.pot_share = fees_cents * self.rules.split_ppm.meter
        self.reserve_share = fees_cents * self.rules.split_ppm.reserve
        self.pot = from_cents(self.rules.seed_cents)
        """Meter and overflow together, without the fees of the rounds."""
        self.reserve = 0
        self.paid_cents = 0
        owes = self.rules.reimburse_at_cents is not None
        self.owed_cents = self.rules.seed_cents if owes else 0
        self.closed = 0
        self.top_percent = max(prize.meter_percent or 0 for prize in self.rules.prizes)

    def meter(self, rounds: int) -> int:
        held, limit = self.pot + rounds * self.pot_share, self.rules.limit_cents
        return held if limit is None else min(held, from_cents(limit))

    def close_until(self, rounds: int) -> None:
        """Game Over of every round before this one: the seed is repaid at the first that can."""
        if self.owed_cents and self.closed < rounds:
            level = max(self.rules.reimburse_at_cents or 0, self.owed_cents)
            lacking = from_cents(level) - self.reserve
            after = max(self.closed + 1, -(-lacking // self.reserve_share))
            if after <= rounds:
                self.reserve -= from_cents(self.owed_cents)
                self.owed_cents = 0
                self.future.seed_repaid_after = after
        self.closed = rounds

    def sample(self, rounds: int) -> None:
        self.close_until(rounds)
        self.future.meter_cents.append(whole_cents(self.meter(rounds)))
        self.future.reserve_cents.append(whole_cents(self.reserve + rounds * self.reserve_share))
        self.future.house_net_cents.append(rounds * self.fees_cents - self.paid_cents)

    def win(self, round_: int, prize: Prize) -> None:
        self.close_until(round_)
        rounds = round_ + 1  # Fees post before the deal.
        if prize.meter_percent:
            self._meter_win(rounds, prize.meter_percent)
        else:
            self._pay_fixed(rounds, self.rules.fixed_cents(prize.hand))
        if prize.envy_cents:
            self._pay_fixed(rounds, prize.envy_cents * (self.table.players - 1))

    def _meter_win(self, rounds: int, percent: int) -> None:
        cents = whole_cents(self.meter(rounds) * percent // 100)
        self.pot -= from_cents(cents)
        self.paid_cents += cents
        if percent == self.top_percent:
            self.future.jackpots += 1
            self.future.jackpots_cents.append(cents)
        short = self.rules.seed_cents - whole_cents(self.meter(rounds))
        if percent == 100 and short > 0:
            self.pot += from_cents(short)
            if self.rules.reseed_from is Fund.RESERVE:
                self._from_reserve(rounds, short)

    def _pay_fixed(self, rounds: int, cents: int) -> None:
        self.paid_cents += cents
        if self.rules.fixed_from is Fund.RESERVE:
            self._from_reserve(rounds, cents)

    def _from_reserve(self, rounds: int, cents: int) -> None:
        held = self.reserve + rounds * self.reserve_share
        short = max(0, cents - held // MICROCENTS)
        self.future.house_advance_cents += short
        self.future.from_reserve_cents += cents
        self.reserve += from_cents(short - cents)

    def last_jackpot(self, round_: int, percent: int) -> bool:
        """After the time only the jackpot that is under way goes on; the other books stay closed."""
        cents = whole_cents(self.meter(round_ + 1) * percent // 100)
        self.pot -= from_cents(cents)
        if percent == self.top_percent:
            self.future.jackpots_cents.append(cents)
        return percent == self.top_percent


def run(table: Table, checkpoints: Sequence[int], rng: random.Random) -> Future:
    """Checkpoints are numbers of rounds, rising; the last is the end."""
    books, drawn = _Books(table), hits(table, rng)
    round_, prize = next(drawn)
    for checkpoint in checkpoints:
        while round_ < checkpoint:
            books.win(round_, prize)
            round_, prize = next(drawn)
        books.sample(checkpoint)
    while not (prize.meter_percent and books.last_jackpot(round_, prize.meter_percent)):
        round_, prize = next(drawn)
    return books.future
