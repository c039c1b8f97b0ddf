"""Any order of moves, right or wrong: the pool agrees with the reference, refuses the wrong ones and loses nothing."""

import json
from typing import Any

import hypothesis.strategies as st
import pytest
from hypothesis import settings
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
)

from controller.pool import Pool, PoolRefusal, Signed
from controller.pool_state import audit
from controller.record import Record
from tests.pool.pool_pair import HANDS, Pair

SEATS = st.lists(st.integers(1, 8), unique=True, max_size=8)
SIGNED = Signed("Floor One", "Cage Two", "pressed by mistake")


class PoolMachine(RuleBasedStateMachine):
    profile = "ca-003"

    @initialize()
    def open(self) -> None:
        self.pair = Pair(self.profile, keep_rows=True)
        self.rounds = 0
        self.seats: list[int] = []
        self.npn = False
        self.going = False
        self.won: set[int] = set()
        self.wins: list[tuple[Record, dict[str, int]]] = []

    @property
    def play(self) -> str:
        return str(self.rounds)

    @precondition(lambda self: not self.going)
    @rule(seats=SEATS, npn=st.booleans())
    def coin_in(self, seats: list[int], npn: bool) -> None:
        self.rounds += 1
        self.pair.coin_in(self.play, seats, npn=npn)
        self.seats, self.npn, self.going, self.won = seats, npn, True, set()

    @precondition(lambda self: self.going)
    @rule(data=st.data())
    def j_pot(self, data: st.DataObject) -> None:
        open_seats = sorted(set(self.seats) - self.won)
        if not open_seats:
            return
        hand = st.sampled_from(self.pair.paid_hands)
        hands = data.draw(st.dictionaries(st.sampled_from(open_seats), hand, min_size=1))
        before = dict(self.pair.reference.is_)
        record = self.pair.j_pot(self.play, self.seats, hands)
        after = self.pair.reference.is_
        self.wins.append((record, {name: after[name] - before[name] for name in after}))
        self.won |= hands.keys()

    @precondition(lambda self: self.going)
    @rule()
    def game_over(self) -> None:
        self.pair.game_over(self.play)
        self.going = False

    @precondition(lambda self: self.going)
    @rule()
    def void(self) -> None:
        if self.won:
            self.refused("win_recorded", lambda: self.pair.pool.void(self.play))
            return
        self.pair.void(self.play, self.seats, npn=self.npn)
        self.refused("no_such_round", lambda: self.pair.pool.void(self.play))
        self.going = False

    @precondition(lambda self: self.wins)
    @rule(data=st.data())
    def back_out(self, data: st.DataObject) -> None:
        """A win taken back: every figure as if it had not been, if the funds can still carry that."""
        record, change = data.draw(st.sampled_from(self.wins))
        want = {name: value - change[name] for name, value in self.pair.reference.is_.items()}
        if min(want.values()) < 0:
            self.refused("books_do_not_allow_it", lambda: self.pair.pool.back_out(record, SIGNED))
            return
        self.pair.row(self.pair.pool.back_out(record, SIGNED))
        self.pair.reference.is_ = want
        self.pair.compare()
        self.refused("backed_out_already", lambda: self.pair.pool.back_out(record, SIGNED))
        self.wins = [win for win in self.wins if win[0] is not record]
        if record.facts["play"] == self.play and self.going:
            self.won -= {win["seat"] for win in record.facts["wins"]}

    @precondition(lambda self: self.going)
    @rule(seat=st.integers(1, 8), hand=st.sampled_from([*HANDS, "pair", "none"]))
    def wrong_claim(self, seat: int, hand: str) -> None:
        known = hand in self.pair.paid_hands
        if seat in self.seats and seat not in self.won and known:
            return
        code = (
            "not_in_play" if seat not in self.seats else "already_won" if known else "no_such_prize"
        )
        self.refused(code, lambda: self.pair.pool.award(self.play, [(seat, hand)]))

    @precondition(lambda self: self.going)
    @rule()
    def coin_in_again(self) -> None:
        self.refused("fees_already_taken", lambda: self.pair.pool.contribute(self.play, self.seats))

    @rule()
    def power_cut(self) -> None:
        """Comes back as it was: from its rows as the journal gives them back, and from its snapshot."""
        before = self.pair.pool.state
        recovered = Pool(self.pair.pool.state.progressive)
        for row in self.pair.rows or []:
            facts = json.loads(json.dumps(row.facts))
            recovered.apply(Record(row.type, row.round, facts, row.transfers))
        assert recovered.state == before
        self.pair.pool = Pool.from_json(json.loads(json.dumps(self.pair.pool.state_to_json())))
        assert self.pair.pool.state == before

    def refused(self, code: str, ask: Any) -> None:
        before = self.pair.pool.state_to_json()
        with pytest.raises(PoolRefusal) as no:
            ask()
        assert no.value.code == code
        assert self.pair.pool.state_to_json() == before

    @invariant()
    def the_books_balance(self) -> None:
        if hasattr(self, "pair"):
            assert not audit(self.pair.pool.state)


class Washington(PoolMachine):
    profile = "wa-paytable-1"


for machine in (PoolMachine, Washington):
    machine.TestCase.settings = settings(max_examples=60, stateful_step_count=40, deadline=None)

TestCalifornia = PoolMachine.TestCase
TestWashington = Washington.TestCase
