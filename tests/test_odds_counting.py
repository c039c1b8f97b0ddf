"""The short cuts of the odds against the long way: dealing every hand, and paytables small enough to do by hand."""

from fractions import Fraction
from itertools import combinations
from pathlib import Path

import pytest

from controller.errors import ConfigError
from controller.game import odds_ante, odds_counts
from controller.game.cards import BY_NAME, DECK, Card
from controller.game.hands import qualifies, strength
from controller.game.odds_documents import Paytable, paytables
from controller.game.odds_progressive import (
    Award,
    hit_frequency,
    hold,
    mean_jackpot_cents,
    reserve_drift_cents,
)
from controller.tomlfile import read

JACKPOT = Award("akq_spades", meter_ppm=1_000_000, envy_cents=10_000)


def won_by_dealing(player: list[Card], shown: Card | None = None) -> int:
    """In Antes, over every hand that the dealer can hold."""
    won = 0
    for dealer in combinations([card for card in DECK if card not in player], 3):
        if shown and shown not in dealer:
            continue
        mine, his = strength(player), strength(dealer)
        won += (2 * (mine > his) - 2 * (mine < his)) if qualifies(dealer) else 1
    return won


@pytest.mark.parametrize(
    "names",
    [
        "Qs 6h 4d",
        "Qs 6h 3d",
        "5s 3h 2d",
        "As Ks Qs",
        "As 2s 3s",
        "Qh Qd Qs",
        "Th 9h 2h",
        "Jh Td 9s",
    ],
)
def test_playing_a_hand_wins_what_dealing_every_dealer_s_hand_says(names: str) -> None:
    player = [BY_NAME[name] for name in names.split()]
    dealer = odds_ante.DealerHands()
    assert dealer.win_against(player) == won_by_dealing(player)
    for shown in (card for card in DECK[::7] if card not in player):
        counted = dealer.win_against(player, odds_ante.BIT[shown])
        assert counted == won_by_dealing(player, shown), shown


def test_the_hands_alike_but_for_suits_are_1755_and_stand_for_all() -> None:
    held = odds_ante.holdings()
    assert len(held) == 1_755
    assert sum(one.alike for one in held) == 22_100
    assert {len(one.shown) for one in held} == {49}


def test_each_dealer_s_hand_is_seen_once_through_each_of_its_cards() -> None:
    for held in odds_ante.holdings():
        assert sum(held.shown) == 3 * held.hidden


def test_a_bonus_on_a_hand_that_would_be_folded_can_make_it_worth_playing() -> None:
    generous = {"high_card": 2}
    assert odds_ante.edge_hidden(generous) < odds_ante.edge_folding_below_q64(generous)


def test_a_hand_that_pays_nothing_to_1_loses_and_is_no_hit() -> None:
    counts = {"pair": 1, "high_card": 3}
    assert odds_counts.house_edge(counts, {"pair": 3}) == 0
    assert odds_counts.house_edge(counts, {"pair": 1, "high_card": 0}) == Fraction(1, 2)
    assert odds_counts.hit_frequency(counts, {"pair": 1, "high_card": 0}) == Fraction(1, 4)


def test_the_hold_is_what_fixed_prizes_meter_seed_and_envy_leave_of_the_fee() -> None:
    trips = Award("three_of_a_kind", cents=600)
    kept = hold([JACKPOT, trips], fee_cents=100, meter_ppm=200_000, seed_cents=100_000, others=2)
    assert kept == 1 - Fraction(20, 100) - Fraction(52 * 6 + 1_000 + 2 * 100, 22_100)


def test_the_hold_is_the_same_at_every_denomination() -> None:
    paytable = paytables()["wa-paytable-1"]
    holds = set()
    for units in (1, 5, 25):
        awards = [
            Award(a.hand, a.cents * units, a.meter_ppm, a.envy_cents * units)
            for a in paytable.awards
        ]
        fee, seed = 100 * units, 100_000 * units
        holds.add(hold(awards, fee_cents=fee, meter_ppm=140_000, seed_cents=seed, others=6))
    assert len(holds) == 1


def test_what_california_holds_is_the_house_s_five_percent_and_what_the_reserve_gains() -> None:
    table = paytables()["ca-003"]
    for others in range(7):
        kept = hold(
            table.awards, fee_cents=100, meter_ppm=150_000, seed_cents=100_000, others=others
        )
        gained = reserve_drift_cents(
            table.awards,
            fee_cents=100,
            reserve_ppm=800_000,
            seed_cents=100_000,
            players=others + 1,
        )
        assert kept == Fraction(5, 100) + gained / 100


def test_a_share_of_the_meter_lowers_the_mean_jackpot_and_leaves_the_hold_alone() -> None:
    tenth = Award("three_of_a_kind", meter_ppm=100_000)
    plain = hold([JACKPOT], fee_cents=100, meter_ppm=150_000, seed_cents=100_000, others=0)
    shared = hold([JACKPOT, tenth], fee_cents=100, meter_ppm=150_000, seed_cents=100_000, others=0)
    assert shared == plain
    mean = mean_jackpot_cents(
        [JACKPOT, tenth], fee_cents=100, meter_ppm=150_000, seed_cents=100_000
    )
    # $3,315 of fees and one seed for each A-K-Q of spades, in which time 52 tenths are won too.
    assert mean == Fraction(431_500 * 10, 10 + 52)


def test_a_meter_that_nothing_is_paid_from_has_no_mean_jackpot() -> None:
    awards = [Award("straight", cents=600)]
    assert mean_jackpot_cents(awards, fee_cents=100, meter_ppm=1, seed_cents=100_000) is None


@pytest.mark.parametrize(
    ("listed", "hands"),
    [
        (["straight_flush"], 48),
        (["mini_royal", "straight"], 4 + 44 + 720),
        (["akq_spades", "flush"], 1 + 3 + 44 + 1_096),
        (["three_of_a_kind", "straight"], 52 + 720 + 48),
        (["pair"], 3_744 + 52),
    ],
)
def test_a_hand_without_a_line_of_its_own_is_paid_as_the_best_that_it_also_is(
    listed: list[str], hands: int
) -> None:
    awards = [Award(hand, cents=100) for hand in listed]
    assert hit_frequency(awards) == Fraction(hands, 22_100)


def test_envy_alone_is_no_hit() -> None:
    assert hit_frequency([JACKPOT, Award("flush", envy_cents=100)]) == Fraction(1, 22_100)


def test_a_paytable_with_an_unknown_hand_or_figure_is_refused_by_name(tmp_path: Path) -> None:
    text = 'fee_cents = 100\nmeter_ppm = 1\nseed_cents = 1\nothers = 6\nprinted = {hodl = ["1%"]}\n'
    path = tmp_path / "own.toml"
    path.write_text(text + '[[awards]]\nhand = "royal"\n', encoding="utf-8")
    with pytest.raises(ConfigError, match='no such hand "royal"') as refused:
        read([path], Paytable)
    assert "printed.hodl: no such figure" in str(refused.value)
