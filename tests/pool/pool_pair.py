"""The real pool and the reference side by side: every row is applied, audited and compared."""

import random

from controller.ledger import Account
from controller.pool import Decision, Pool
from controller.pool_state import audit
from controller.progressive import load
from controller.record import Record
from tests.pool.pool_reference import RULES, ReferencePool

HANDS = ("akq_spades", "akq_other", "straight_flush", "three_of_a_kind", "straight")


class Pair:
    def __init__(self, profile: str, *, keep_rows: bool = False) -> None:
        self.rows: list[Record] | None = [] if keep_rows else None
        self.pool = Pool(load(profile))
        self.reference = ReferencePool(profile)
        self.paid_hands = ("akq_spades", *RULES[profile].fixed)
        self.row(self.pool.open())

    def row(self, decision: Decision) -> Record:
        record = decision.record(decision.facts["pool"], 0)
        self.pool.apply(record)
        if self.rows is not None:
            self.rows.append(record)
        return record

    def compare(self) -> None:
        """Every invariant and every figure, now."""
        state, want = self.pool.state, self.reference.is_
        assert not audit(state)
        balances = state.balances
        found = (
            balances[Account.METER],
            -balances[Account.DROP],
            balances[Account.RESERVE],
            balances[Account.HOUSE_FEE],
        )
        assert found == tuple(
            1_000_000 * want[name] for name in ("meter", "coin_in", "reserve", "admin")
        )
        assert (
            state.meter_cents,
            state.paid_meter_cents,
            state.paid_fixed_cents,
            state.envy_cents,
            state.house_advance_cents,
            state.seed_outstanding_cents,
            state.reseeded_cents,
            state.house_seed_cents,
        ) == (
            want["meter"],
            want["paid_meter"],
            want["paid_fixed"],
            want["paid_envy"],
            want["house_advance"],
            want["seed_outstanding"],
            want["reseeded"],
            want["house_seed"],
        )

    def coin_in(self, play: str, seats: list[int], *, npn: bool = False) -> None:
        self.row(self.pool.contribute(play, seats, npn=npn))
        if not npn:
            self.reference.fees(len(seats))
        self.compare()

    def j_pot(self, play: str, seats: list[int], hands: dict[int, str]) -> Record:
        before = self.pool.state.epoch
        record = self.row(self.pool.award(play, list(hands.items())))
        prizes, envy = self.reference.win(seats, hands)
        assert {win["seat"]: win["prize_cents"] for win in record.facts["wins"]} == prizes
        assert {int(seat): cents for seat, cents in record.facts["envy"].items()} == envy
        assert (self.pool.state.epoch > before) == ("akq_spades" in hands.values())
        self.compare()
        return record

    def game_over(self, play: str) -> None:
        self.row(self.pool.end_of_round(play))
        self.reference.game_over()
        self.compare()

    def void(self, play: str, seats: list[int], *, npn: bool = False) -> None:
        self.row(self.pool.void(play))
        if not npn:
            self.reference.fees(len(seats), -1)
        self.compare()


def play_at_random(pair: Pair, rounds: int, rng: random.Random, hit_every: int = 12) -> None:
    """Hits come far more often than from a deck, so that shortfalls, repayments and double wins all happen."""
    for number in range(rounds):
        play, seats = str(number), rng.sample(range(1, 9), rng.randrange(9))
        npn = rng.random() < 0.03
        pair.coin_in(play, seats, npn=npn)
        if rng.random() < 0.02:
            pair.void(play, seats, npn=npn)
            continue
        winners = [seat for seat in seats if rng.random() * hit_every * 4 < 1]
        if winners:
            weights = (1, 2, 6, 8, 40)[: len(pair.paid_hands)]
            hands = rng.choices(pair.paid_hands, weights, k=len(winners))
            pair.j_pot(play, seats, dict(zip(winners, hands, strict=True)))
        pair.game_over(play)
