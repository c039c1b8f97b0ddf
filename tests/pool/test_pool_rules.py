"""The rules page and the seed documents, one sentence each: what a fee, a win and the end of a round move."""

import dataclasses

import pytest

from controller.ledger import Account
from controller.pool import Decision, Pool, PoolRefusal
from controller.progressive import Split, load


def opened(profile: str, units: int | None = None, **amounts: int) -> Pool:
    pool = Pool(load(profile, units))
    done(pool, pool.open(**amounts))
    return pool


def done(pool: Pool, decision: Decision) -> Decision:
    pool.apply(decision.record(decision.facts["pool"], 1))
    return decision


def played(pool: Pool, seats: list[int], hands: dict[int, str], play: str = "1") -> Decision:
    done(pool, pool.contribute(play, seats))
    return done(pool, pool.award(play, list(hands.items())))


def prizes(award: Decision) -> dict[int, int]:
    return {win["seat"]: win["prize_cents"] for win in award.facts["wins"]}


def cents(pool: Pool, account: Account) -> int:
    return pool.state.cents(account)


def test_each_dollar_is_15_to_the_meter_80_to_the_reserve_5_to_the_house() -> None:
    """Seed 003, 13."""
    pool = opened("ca-003")
    done(pool, pool.contribute("1", [1, 2, 3]))
    found = [cents(pool, name) for name in (Account.METER, Account.RESERVE, Account.HOUSE_FEE)]
    assert found == [100_045, 240, 15]
    assert cents(pool, Account.DROP) == -300


def test_the_house_seeds_the_meter_with_1000_dollars() -> None:
    """Seed 003, 12."""
    pool = opened("ca-003")
    assert pool.state.meter_cents == 100_000
    assert cents(pool, Account.HOUSE) == -100_000
    assert pool.state.seed_outstanding_cents == 100_000


def test_akq_of_spades_wins_the_meter_with_the_rounds_own_fees_in_it() -> None:
    """Seed 003, 7a; fees post before the deal."""
    pool = opened("ca-003", reserve_cents=500_000)
    assert prizes(played(pool, [1, 2], {2: "akq_spades"})) == {2: 100_030}
    assert pool.state.meter_cents == 100_000


@pytest.mark.parametrize(
    ("hand", "prize"),
    [
        ("akq_other", 52_500),
        ("straight_flush", 7_500),
        ("three_of_a_kind", 6_000),
        ("straight", 600),
    ],
)
def test_fixed_prizes_come_from_the_reserve_and_leave_the_meter_alone(
    hand: str, prize: int
) -> None:
    """Seed 003, 7b, 9, 11."""
    pool = opened("ca-003", reserve_cents=500_000)
    assert prizes(played(pool, [4], {4: hand})) == {4: prize}
    assert pool.state.meter_cents == 100_015
    assert cents(pool, Account.RESERVE) == 500_080 - prize
    assert pool.state.house_advance_cents == 0


def test_the_reserve_reseeds_the_meter_and_the_house_makes_up_what_it_lacks() -> None:
    """Seed 003, 7c, 13b."""
    pool = opened("ca-003", reserve_cents=30_000)
    played(pool, [1], {1: "akq_spades"})
    assert cents(pool, Account.RESERVE) == 0
    assert pool.state.house_advance_cents == 100_000 - 30_080
    assert pool.state.reseeded_cents == 100_000


def test_every_other_seat_with_a_fee_gets_envy_and_the_winner_does_not() -> None:
    """Seed 003, 8a."""
    award = played(opened("ca-003"), [1, 2, 5], {2: "akq_other"})
    assert award.facts["envy"] == {"1": 2_500, "5": 2_500}


def test_several_triggers_add_up() -> None:
    """Seed 003, 8c."""
    award = played(opened("ca-003"), [1, 2, 5], {2: "akq_other", 5: "akq_spades"})
    assert award.facts["envy"] == {"1": 12_500, "2": 10_000, "5": 2_500}


def test_small_hands_trigger_no_envy() -> None:
    assert played(opened("ca-003"), [1, 2], {2: "straight_flush"}).facts["envy"] == {}


def test_california_pays_every_jackpot_the_posted_amount_one_of_them_from_the_meter() -> None:
    """Seed 003, 7c."""
    pool = opened("ca-003", reserve_cents=1_000_000)
    award = played(pool, [1, 7], {1: "akq_spades", 7: "akq_spades"})
    assert prizes(award) == {1: 100_030, 7: 100_030}
    assert [win["from"] for win in award.facts["wins"]] == ["reserve", "meter"]
    assert award.facts["reseed_cents"] == 100_000
    assert pool.state.paid_fixed_cents == 100_030


def test_washington_pays_the_highest_seat_first_and_the_next_gets_the_reseeded_meter() -> None:
    """Seed 002, Appendix A."""
    pool = opened("wa-paytable-1", meter_cents=400_000)
    award = played(pool, [1, 3, 7], {1: "akq_spades", 7: "akq_spades", 3: "akq_spades"})
    assert prizes(award) == {7: 400_042, 3: 100_000, 1: 100_000}
    assert pool.state.house_seed_cents == 300_000
    assert pool.state.meter_cents == 100_000


def test_washington_pays_fixed_prizes_and_envy_from_the_tray() -> None:
    """Seed 002, 9b."""
    pool = opened("wa-paytable-1")
    played(pool, [1, 2], {1: "akq_other"})
    assert cents(pool, Account.TRAY) == -(50_000 + 2_500)
    assert pool.state.meter_cents == 100_028


def test_paytable_2_pays_no_straight() -> None:
    """Seed 002, 3."""
    pool = opened("wa-paytable-2")
    done(pool, pool.contribute("1", [1]))
    with pytest.raises(PoolRefusal, match="wins nothing here"):
        pool.award("1", [(1, "straight")])


def test_every_figure_multiplies_for_a_larger_denomination() -> None:
    """Seed 002, 3."""
    pool = opened("wa-paytable-1", units=5)
    assert pool.state.meter_cents == 500_000
    award = played(pool, [1, 2], {1: "straight_flush", 2: "akq_other"})
    assert prizes(award) == {1: 35_000, 2: 250_000}
    assert award.facts["envy"] == {"1": 12_500}
    assert pool.state.meter_cents == 500_140


def test_the_first_seed_is_repaid_once_at_the_end_of_the_round_that_reaches_the_level() -> None:
    """Seed 003, 12."""
    pool = opened("ca-003", reserve_cents=199_920)
    done(pool, pool.contribute("1", [1]))
    assert pool.state.seed_outstanding_cents == 100_000
    assert done(pool, pool.end_of_round("1")).facts["seed_repaid_cents"] == 100_000
    assert cents(pool, Account.RESERVE) == 100_000
    done(pool, pool.contribute("2", list(range(1, 9))))
    assert done(pool, pool.end_of_round("2")).facts["seed_repaid_cents"] == 0
    assert cents(pool, Account.HOUSE) == -199_920


def test_a_level_below_the_seed_waits_until_the_reserve_holds_the_seed() -> None:
    pool = opened("ca-003", reserve_cents=0, seed_outstanding_cents=250_000)
    assert pool.end_of_round("1").facts["seed_repaid_cents"] == 0


def test_a_round_without_purchase_takes_no_fee_and_pays_the_same() -> None:
    """Seed 003, 15."""
    pool = opened("ca-003", reserve_cents=500_000)
    done(pool, pool.contribute("1", [1, 2], npn=True))
    assert (pool.state.fees_in, pool.state.meter_cents) == (0, 100_000)
    award = done(pool, pool.award("1", [(1, "akq_spades")]))
    assert (prizes(award), award.facts["envy"]) == ({1: 100_000}, {"2": 10_000})
    assert award.facts["npn"] is True


def test_only_whole_cents_are_paid_and_the_fraction_stays_in_the_meter() -> None:
    split = Split(meter=125_000, house=875_000)
    pool = Pool(dataclasses.replace(load("wa-paytable-1"), split_ppm=split))
    done(pool, pool.open())
    assert prizes(played(pool, [1], {1: "akq_spades"})) == {1: 100_012}
    assert pool.state.balances[Account.METER] == 100_000 * 1_000_000 + 500_000


def test_no_locked_fee_no_prize() -> None:
    pool = opened("ca-003")
    done(pool, pool.contribute("1", [1]))
    with pytest.raises(PoolRefusal) as no:
        pool.award("1", [(2, "straight")])
    assert no.value.code == "not_in_play"


def test_more_money_than_the_pucks_can_hold_is_a_fault() -> None:
    """Requirements 1 and 11."""
    pool = opened("ca-003")
    with pytest.raises(PoolRefusal) as no:
        pool.contribute("1", range(1, 10))
    assert no.value.code == "unreasonable_contribution"


def test_a_pool_that_was_not_opened_takes_no_fee() -> None:
    with pytest.raises(PoolRefusal, match="seed it first"):
        Pool(load("ca-003")).contribute("1", [1])


def test_a_pool_is_opened_once() -> None:
    """Requirement 52: amounts are set once."""
    with pytest.raises(PoolRefusal, match="once"):
        opened("ca-003").open()


def test_the_meters_say_what_a_regulator_asks() -> None:
    """Requirements 2 to 7."""
    pool = opened("ca-003", reserve_cents=1_000)
    played(pool, [1, 2], {1: "straight", 2: "straight"})
    meters = pool.state.meters()
    assert meters["progressive_in"] == {"wagers": 2, "cents": 200}
    assert meters["levels"]["straight"] == {"hits": 2, "wins_cents": 1_200}
    assert (meters["display_cents"], meters["paid_cents"]) == (100_030, 1_200)
    assert (meters["reserved_pool_cents"], meters["house_advance_cents"]) == (0, 40)
