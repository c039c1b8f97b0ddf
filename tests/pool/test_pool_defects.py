"""One planted defect for each invariant: the comparison that guards it must go red, or it guards nothing."""

import random
from collections.abc import Callable
from typing import Any

import pytest

from controller import pool_apply, pool_award
from controller.ledger import Account, Transfer
from controller.pool import Pool, PoolFault, PoolRefusal
from controller.pool_award import Booking
from controller.pool_state import PoolState
from controller.record import Record
from tests.pool.pool_pair import Pair, play_at_random

Plant = Callable[[pytest.MonkeyPatch], None]


def story() -> None:
    for profile in ("ca-003", "wa-paytable-1"):
        pair = Pair(profile)
        rich_round(pair, "rich")
        pair.coin_in("free", [4, 5], npn=True)
        pair.game_over("free")
        for calm in range(320):  # Eight fees a round fill the reserve to the level.
            pair.coin_in(f"calm {calm}", list(range(1, 9)))
            pair.game_over(f"calm {calm}")
        assert not pair.pool.state.seed_outstanding_cents or profile != "ca-003"
        wrong_moves(pair)
        play_at_random(pair, 100, random.Random("defects"), hit_every=5)


def rich_round(pair: Pair, play: str) -> None:
    """Two jackpots and a shortfall."""
    pair.coin_in(play, [1, 2, 3])
    pair.j_pot(play, [1, 2, 3], {1: "akq_spades", 2: "akq_other", 3: "akq_spades"})
    pair.game_over(play)


def wrong_moves(pair: Pair) -> None:
    pair.coin_in("last", [1, 2])
    refused(lambda: pair.pool.contribute("last", [1, 2]))
    pair.j_pot("last", [1, 2], {1: "straight_flush"})
    refused(lambda: pair.pool.award("last", [(1, "straight_flush")]))
    pair.game_over("last")
    pair.coin_in("void", [1])
    pair.void("void", [1])
    refused(lambda: pair.pool.void("void"))


def refused(ask: Callable[[], Any]) -> None:
    with pytest.raises(PoolRefusal):
        ask()


def a_cent_is_lost_in_the_split(patch: pytest.MonkeyPatch) -> None:
    whole = Pool._split

    def short(self: Pool, cents: int) -> Any:
        *others, (account, amount) = whole(self, cents)
        return (*others, (account, max(0, amount - 1_000_000)))

    patch.setattr(Pool, "_split", short)


def a_cent_goes_to_the_house_instead_of_the_meter(patch: pytest.MonkeyPatch) -> None:
    whole = Pool._split

    def shifted(self: Pool, cents: int) -> Any:
        (meter, amount), *others, (house, fee) = whole(self, cents)
        moved = min(amount, 1_000_000)
        return ((meter, amount - moved), *others, (house, fee + moved))

    patch.setattr(Pool, "_split", shifted)


def envy_is_paid_twice(patch: pytest.MonkeyPatch) -> None:
    once = pool_award._envy
    patch.setattr(
        pool_award, "_envy", lambda *told: {seat: 2 * due for seat, due in once(*told).items()}
    )


def the_winner_gets_envy_too(patch: pytest.MonkeyPatch) -> None:
    def for_all(rules: Any, seats: Any, claims: Any) -> dict[int, int]:
        due = sum(rules.by_hand[claim.hand].envy_cents for claim in claims)
        return dict.fromkeys(seats, due) if due else {}

    patch.setattr(pool_award, "_envy", for_all)


def the_reseed_is_forgotten(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Booking, "_reseed", lambda _: None)


def the_reserve_goes_below_zero(patch: pytest.MonkeyPatch) -> None:
    def unaided(self: Booking, source: Account, credit: Account, cents: int) -> None:
        self.move(source, credit, cents * 1_000_000)

    patch.setattr(Booking, "take", unaided)


def the_advance_is_not_counted(patch: pytest.MonkeyPatch) -> None:
    counted = pool_apply._count_award

    def without(state: PoolState, facts: Any, sign: int) -> int:
        return counted(state, {**facts, "house_advance_cents": 0}, sign)

    patch.setattr(pool_apply, "_count_award", without)


def the_seed_is_repaid_again_and_again(patch: pytest.MonkeyPatch) -> None:
    def forgetful(state: PoolState, cents: int) -> None:
        state.seed_repaid_cents += cents

    patch.setattr(pool_apply, "_count_repaid", forgetful)


def the_seed_is_never_repaid(patch: pytest.MonkeyPatch) -> None:
    end = Pool.end_of_round

    def never(self: Pool, play: str) -> Any:
        decision = end(self, play)
        return type(decision)({**decision.facts, "seed_repaid_cents": 0})

    patch.setattr(Pool, "end_of_round", never)


def a_round_can_be_voided_twice(patch: pytest.MonkeyPatch) -> None:
    def kept(state: PoolState, record: Any) -> int:
        state.voided_cents += record.facts["returned_cents"]
        return 0

    patch.setitem(pool_apply._FOLDS, "voided", kept)


def a_void_returns_only_the_meters_part(patch: pytest.MonkeyPatch) -> None:
    void = Pool.void

    def part(self: Pool, play: str) -> Any:
        decision = void(self, play)
        meter = tuple(move for move in decision.transfers if move.debit is Account.METER)
        return type(decision)(decision.facts, meter)

    patch.setattr(Pool, "void", part)


def a_seat_wins_twice(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Pool, "_eligible", lambda *_: None)


def fees_are_taken_twice(patch: pytest.MonkeyPatch) -> None:
    take = Pool.contribute

    def again(self: Pool, play: str, seats: Any, *, npn: bool = False) -> Any:
        self.state.plays.pop(play, None)
        return take(self, play, seats, npn=npn)

    patch.setattr(Pool, "contribute", again)


def a_round_without_purchase_takes_fees(patch: pytest.MonkeyPatch) -> None:
    take = Pool.contribute
    patch.setattr(Pool, "contribute", lambda self, play, seats, **_: take(self, play, seats))


def a_jackpot_is_a_cent_short(patch: pytest.MonkeyPatch) -> None:
    whole = Booking.percent_of_meter
    patch.setattr(Booking, "percent_of_meter", lambda self, claim: whole(self, claim) - 1)


def more_is_moved_than_was_said(patch: pytest.MonkeyPatch) -> None:
    pay = pool_award.award

    def generous(*told: Any) -> Any:
        facts = pay(*told)
        gift = Transfer(Account.TRAY, Account.PRIZES, 1_000_000)
        return {**facts, "transfers": (*facts["transfers"], gift)}

    patch.setattr(pool_award, "award", generous)


def every_jackpot_is_paid_in_turn(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(pool_award, "_all_posted", pool_award._in_turn)


def every_jackpot_is_paid_as_posted(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(pool_award, "_in_turn", pool_award._all_posted)


def the_lowest_seat_is_paid_first(patch: pytest.MonkeyPatch) -> None:
    turn = pool_award._in_turn
    patch.setattr(pool_award, "_in_turn", lambda booking, claims: turn(booking, claims[::-1]))


def the_epoch_stands_still(patch: pytest.MonkeyPatch) -> None:
    applied = pool_apply.apply

    def still(state: PoolState, record: Record) -> None:
        epoch = state.epoch
        applied(state, record)
        state.epoch = epoch

    patch.setattr(pool_apply, "apply", still)


PLANTS: list[Plant] = [
    a_cent_is_lost_in_the_split,
    a_cent_goes_to_the_house_instead_of_the_meter,
    envy_is_paid_twice,
    the_winner_gets_envy_too,
    the_reseed_is_forgotten,
    the_reserve_goes_below_zero,
    the_advance_is_not_counted,
    the_seed_is_repaid_again_and_again,
    the_seed_is_never_repaid,
    a_round_can_be_voided_twice,
    a_void_returns_only_the_meters_part,
    a_seat_wins_twice,
    fees_are_taken_twice,
    a_round_without_purchase_takes_fees,
    a_jackpot_is_a_cent_short,
    more_is_moved_than_was_said,
    every_jackpot_is_paid_in_turn,
    every_jackpot_is_paid_as_posted,
    the_lowest_seat_is_paid_first,
    the_epoch_stands_still,
]


def test_without_a_defect_the_story_passes() -> None:
    story()


@pytest.mark.parametrize("plant", PLANTS, ids=lambda plant: plant.__name__)
def test_the_comparison_goes_red_when(plant: Plant, monkeypatch: pytest.MonkeyPatch) -> None:
    plant(monkeypatch)
    with pytest.raises((AssertionError, PoolFault, pytest.fail.Exception)):
        story()
