"""Voids, adjustments, back-outs, new parameters and limits: what people may undo, and what they may not."""

import dataclasses
from collections.abc import Callable
from typing import Any

import pytest

from controller.ledger import Account
from controller.pool import Adjustment, Decision, Pool, PoolFault, PoolRefusal, Signed
from controller.pool_adjust import Reason
from controller.pool_state import audit
from controller.progressive import Progressive, load
from controller.record import Record
from tests.pool.pool_pair import Pair

SIGNED = Signed("Floor One", "Cage Two", "the log of the day says so")


def opened(rules: str | Progressive = "ca-003", **amounts: int) -> Pool:
    pool = Pool(load(rules) if isinstance(rules, str) else rules)
    done(pool, pool.open(**amounts))
    return pool


def done(pool: Pool, decision: Decision) -> Record:
    record = decision.record(decision.facts["pool"], 1)
    pool.apply(record)
    assert not audit(pool.state)
    return record


def code_of(ask: Callable[[], Any]) -> str:
    with pytest.raises(PoolRefusal) as no:
        ask()
    return no.value.code


def adjustment(figure: Account, cents: int, reason: Reason | None) -> Adjustment:
    return Adjustment(figure, cents, reason, SIGNED)


def test_a_void_gives_every_fee_back_from_where_it_went() -> None:
    pool = opened()
    before = pool.state.balances
    done(pool, pool.contribute("1", [1, 2]))
    done(pool, pool.void("1"))
    assert pool.state.balances == before
    assert (pool.state.fees_in_cents, pool.state.voided_cents) == (200, 200)


def test_a_round_is_voided_once() -> None:
    pool = opened()
    done(pool, pool.contribute("1", [1]))
    done(pool, pool.void("1"))
    assert code_of(lambda: pool.void("1")) == "no_such_round"


def test_a_round_with_a_recorded_win_is_not_voided_until_the_win_is_backed_out() -> None:
    pool = opened(reserve_cents=10_000)
    done(pool, pool.contribute("1", [1]))
    win = done(pool, pool.award("1", [(1, "straight")]))
    assert code_of(lambda: pool.void("1")) == "win_recorded"
    done(pool, pool.back_out(win, SIGNED))
    done(pool, pool.void("1"))
    assert pool.state.cents(Account.RESERVE) == 10_000


def test_when_another_table_has_won_these_fees_the_house_gives_them_back() -> None:
    pool = opened(reserve_cents=200_000)
    done(pool, pool.contribute("here", [1]))
    done(pool, pool.contribute("there", [1]))
    done(pool, pool.award("there", [(1, "akq_spades")]))
    voided = done(pool, pool.void("here"))
    assert voided.facts["house_advance_cents"] == 100
    assert pool.state.meter_cents == 100_000


@pytest.mark.parametrize(
    ("figure", "reason", "goes_to"),
    [
        (Account.METER, Reason.AMOUNT_WON, Account.PRIZES),
        (Account.METER, Reason.CORRECT_MALFUNCTION, Account.HOUSE),
        (Account.METER, Reason.ABOVE_MAXIMUM, Account.OVERFLOW),
        (Account.METER, Reason.RECOVER_SEED, Account.HOUSE),
        (Account.RESERVE, Reason.REDUCE_NON_DISPLAYED, Account.HOUSE_FEE),
        (Account.RESERVE, Reason.RECOVER_SEED, Account.HOUSE),
    ],
)
def test_a_decrease_for_a_listed_reason_goes_where_the_rule_says(
    figure: Account, reason: Reason, goes_to: Account
) -> None:
    """Requirement 35."""
    pool = opened(meter_cents=300_000, reserve_cents=300_000)
    before, epoch = pool.state.cents(goes_to), pool.state.epoch
    row = done(pool, pool.adjust(adjustment(figure, -5_000, reason)))
    assert pool.state.cents(figure) == 295_000
    assert pool.state.cents(goes_to) == before + 5_000
    assert pool.state.epoch == epoch + (figure is Account.METER)
    assert (row.facts["maker"], row.facts["checker"]) == ("Floor One", "Cage Two")


def test_a_decrease_without_a_listed_reason_is_refused() -> None:
    """Requirements 34 and 35."""
    pool = opened(reserve_cents=9_000)
    assert code_of(lambda: pool.adjust(adjustment(Account.METER, -1, None))) == "reason_wanted"
    hidden = adjustment(Account.METER, -1, Reason.REDUCE_NON_DISPLAYED)
    assert code_of(lambda: pool.adjust(hidden)) == "reason_not_allowed"
    house = adjustment(Account.HOUSE_FEE, 1, None)
    assert code_of(lambda: pool.adjust(house)) == "no_such_figure"
    assert code_of(lambda: pool.adjust(adjustment(Account.METER, 0, None))) == "no_change"


def test_an_increase_is_the_houses_money() -> None:
    pool = opened()
    done(pool, pool.adjust(adjustment(Account.METER, 2_500, None)))
    assert pool.state.meter_cents == 102_500
    assert pool.state.cents(Account.HOUSE) == -102_500


def test_nothing_is_lowered_below_zero() -> None:
    pool = opened()
    wanted = adjustment(Account.METER, -100_001, Reason.CORRECT_MALFUNCTION)
    assert code_of(lambda: pool.adjust(wanted)) == "not_enough"


@pytest.mark.parametrize(("maker", "checker"), [("Ann", "ann "), ("", "Bob"), ("Ann", " ")])
def test_an_adjustment_needs_two_names(maker: str, checker: str) -> None:
    assert code_of(lambda: Signed(maker, checker, "why")) == "two_names"


def test_an_adjustment_needs_its_sentence() -> None:
    """Requirement 36."""
    assert code_of(lambda: Signed("Ann", "Bob", " ")) == "no_text"


def test_advances_are_repaid_by_a_person_and_no_further_than_they_went() -> None:
    pool = opened(reserve_cents=1_000, seed_outstanding_cents=0)
    done(pool, pool.contribute("1", [1]))
    done(pool, pool.award("1", [(1, "straight_flush")]))
    done(pool, pool.end_of_round("1"))
    advance = pool.state.house_advance_cents
    assert advance == 7_500 - 1_080
    done(pool, pool.adjust(adjustment(Account.RESERVE, 50_000, None)))
    back = adjustment(Account.RESERVE, -advance - 1, Reason.RECOVER_SEED)
    assert code_of(lambda: pool.adjust(back)) == "nothing_to_recover"
    done(pool, pool.adjust(adjustment(Account.RESERVE, -advance, Reason.RECOVER_SEED)))
    assert pool.state.advance_outstanding_cents == 0
    assert pool.state.house_advance_cents == advance


def test_a_backed_out_jackpot_is_on_the_meter_again_with_what_accrued_since() -> None:
    """Seed 002, 9: only the manual adjustment backs a win out."""
    pair = Pair("ca-003")
    pair.coin_in("1", [1, 2])
    win = pair.j_pot("1", [1, 2], {1: "akq_spades"})
    pair.row(pair.pool.end_of_round("1"))
    pair.row(pair.pool.contribute("2", [1]))
    pair.row(pair.pool.back_out(win, SIGNED))
    state = pair.pool.state
    assert state.meter_cents == 100_045
    assert (state.hits["akq_spades"], state.house_advance_cents, state.reseeded_cents) == (0, 0, 0)
    assert state.epoch == 2


def test_only_a_recorded_win_is_backed_out_and_only_once() -> None:
    pool = opened()
    fees = done(pool, pool.contribute("1", [1]))
    assert code_of(lambda: pool.back_out(fees, SIGNED)) == "not_a_win"
    win = done(pool, pool.award("1", [(1, "straight")]))
    done(pool, pool.back_out(win, SIGNED))
    assert code_of(lambda: pool.back_out(win, SIGNED)) == "backed_out_already"


def test_new_parameters_wait_for_the_next_meter_win() -> None:
    """Requirement 23."""
    pool = opened("wa-paytable-1")
    new = dataclasses.replace(load("wa-paytable-2"), seed_cents=250_000)
    done(pool, pool.change_parameters(new, SIGNED))
    done(pool, pool.contribute("1", [1, 2]))
    assert pool.state.meter_cents == 100_028
    win = done(pool, pool.award("1", [(1, "akq_spades"), (2, "straight_flush")]))
    assert [one["prize_cents"] for one in win.facts["wins"]] == [100_028, 7_000]
    assert (pool.state.meter_cents, pool.state.progressive) == (250_000, new)
    assert pool.state.queued is None
    done(pool, pool.contribute("2", [1]))
    assert pool.state.meter_cents == 250_020


def test_wrong_parameters_are_not_queued() -> None:
    wrong = dataclasses.replace(load("wa-paytable-1"), limit_cents=5)
    assert code_of(lambda: opened().change_parameters(wrong, SIGNED)) == "wrong_parameters"


def limited() -> Progressive:
    return dataclasses.replace(load("wa-paytable-1"), limit_cents=100_020)


def test_what_accrues_above_the_limit_waits_in_the_overflow_and_starts_the_next_meter() -> None:
    """Requirement 4."""
    pool = opened(limited())
    for play in ("1", "2"):
        done(pool, pool.contribute(play, [1, 2, 3]))
    assert pool.state.meter_cents == 100_020
    assert pool.state.cents(Account.OVERFLOW) == 84 - 20
    win = done(pool, pool.award("2", [(1, "akq_spades")]))
    assert (win.facts["wins"][0]["prize_cents"], win.facts["reseed_cents"]) == (100_020, 99_936)
    assert (pool.state.meter_cents, pool.state.cents(Account.OVERFLOW)) == (100_000, 0)


def test_a_backed_out_win_does_not_lift_the_meter_over_its_limit() -> None:
    pool = opened(limited())
    done(pool, pool.contribute("1", [1, 2]))
    win = done(pool, pool.award("1", [(1, "akq_spades")]))
    done(pool, pool.contribute("2", [1]))
    done(pool, pool.back_out(win, SIGNED))
    assert pool.state.meter_cents == 100_020
    assert pool.state.cents(Account.OVERFLOW) == 28 + 14 - 20


def test_a_meter_is_not_adjusted_over_its_limit() -> None:
    pool = opened(limited())
    wanted = adjustment(Account.METER, 21, None)
    assert code_of(lambda: pool.adjust(wanted)) == "books_do_not_allow_it"


def test_a_pool_whose_figures_disagree_takes_no_money_and_pays_none() -> None:
    """Requirement 10."""
    pool = opened()
    done(pool, pool.contribute("1", [1]))
    pool.state.fees_in_cents += 1
    with pytest.raises(PoolFault, match="self-audit: fees"):
        pool.contribute("2", [1])
    with pytest.raises(PoolFault, match="self-audit: fees"):
        pool.award("1", [(1, "straight")])


def test_a_row_that_moves_money_without_saying_why_is_a_fault() -> None:
    pool = opened()
    row = pool.contribute("1", [1])
    with pytest.raises(PoolFault, match="does not say what for"):
        pool.apply(Record("coin_in", 1, {}, row.transfers))


def test_a_row_whose_posted_meter_is_not_the_booked_one_is_a_fault() -> None:
    pool = opened()
    row = pool.contribute("1", [1]).record("coin_in", 1, meter_cents=5)
    with pytest.raises(PoolFault, match="posts 5 cents"):
        pool.apply(row)


def test_a_row_of_no_concern_to_the_pool_changes_nothing() -> None:
    pool = opened()
    before = pool.state_to_json()
    pool.apply(Record("key_turned", 1, {"position": "jph"}))
    assert pool.state_to_json() == before
