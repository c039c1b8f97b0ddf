"""The short cuts of the odds against the long way: dealing every hand, and paytables small enough to do by hand."""

from dataclasses import replace
from fractions import Fraction
from itertools import combinations

import pytest

from controller.game import odds_ante, odds_counts
from controller.game.cards import BY_NAME, DECK, Card
from controller.game.hands import qualifies, strength
from controller.money import WHOLE_PPM
from controller.prize_hands import PrizeHand
from controller.progressive import Prize, Split, load
from controller.progressive_odds import ProgressiveOdds

JACKPOT = Prize(PrizeHand.AKQ_SPADES, meter_percent=100, envy_cents=10_000)


def paying(*prizes: Prize, meter_ppm: int = 150_000) -> ProgressiveOdds:
    """For a fee of $1 and a seed of $1,000."""
    split = Split(meter=meter_ppm, house=WHOLE_PPM - meter_ppm)
    return ProgressiveOdds(replace(load("wa-paytable-1"), prizes=prizes, split_ppm=split))


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
    trips = Prize(PrizeHand.THREE_OF_A_KIND, cents=600)
    kept = paying(JACKPOT, trips, meter_ppm=200_000).hold(players=3)
    assert kept == 1 - Fraction(20, 100) - Fraction(52 * 6 + 1_000 + 2 * 100, 22_100)


@pytest.mark.parametrize("name", ["ca-003", "wa-paytable-1", "wa-paytable-2"])
def test_the_hold_is_the_same_at_every_denomination(name: str) -> None:
    assert len({ProgressiveOdds(load(name, units)).hold(7) for units in (1, 5, 25)}) == 1


def test_what_california_holds_is_the_house_s_five_percent_and_what_the_reserve_gains() -> None:
    odds = ProgressiveOdds(load("ca-003"))
    for players in range(1, 8):
        gained = odds.reserve_drift_cents(players)
        assert odds.hold(players) == Fraction(5, 100) + gained / 100


def test_a_share_of_the_meter_lowers_the_mean_jackpot_and_leaves_the_hold_alone() -> None:
    shared = paying(JACKPOT, Prize(PrizeHand.THREE_OF_A_KIND, meter_percent=10))
    assert shared.hold(players=1) == paying(JACKPOT).hold(players=1)
    # $3,315 of fees and one seed for each A-K-Q of spades, in which time 52 tenths are won too.
    assert shared.mean_jackpot_cents() == Fraction(431_500 * 10, 10 + 52)


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
    odds = paying(*(Prize(PrizeHand(hand), cents=100) for hand in listed))
    assert odds.hit_frequency() == Fraction(hands, 22_100)
