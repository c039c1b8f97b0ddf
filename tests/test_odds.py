"""Every figure at the end of the rules, to each digit, and the documents' own figures beside ours."""

from fractions import Fraction

import pytest

from controller.errors import BadInput
from controller.game import odds, odds_ante, odds_counts, profiles
from controller.game.odds_figure import Figure, decimal, rounded
from controller.prize_hands import hands_in_deck
from controller.progressive import load, shipped_names
from controller.progressive_odds import of_progressive

NO_BONUS: dict[str, int] = {}


def figures_of(name: str) -> dict[tuple[str, str], Figure]:
    """Of a game by its profile's name, or of a progressive."""
    jackpot = name in shipped_names()
    found = of_progressive(load(name)) if jackpot else odds.of_profile(profiles.load(name))
    return {(figure.bet, figure.measure): figure for figure in found}


def test_three_card_hands_are_counted_as_the_rules_say() -> None:
    assert sum(hands_in_deck().values()) == odds_counts.THREE_CARD_HANDS == 22_100
    assert hands_in_deck() == {
        "akq_spades": 1,
        "akq_other": 3,
        "straight_flush": 44,
        "three_of_a_kind": 52,
        "straight": 720,
        "flush": 1_096,
        "pair": 3_744,
        "high_card": 16_440,
    }
    assert odds_counts.dealer_qualifies() == 15_380


def test_six_card_hands_are_counted_as_the_rules_say() -> None:
    counts = dict(odds_counts.six_card_counts())
    assert sum(counts.values()) == odds_counts.SIX_CARD_HANDS == 20_358_520
    for unpaid in ("two_pair", "one_pair", "high_card"):
        del counts[unpaid]
    assert counts == {
        "royal_flush": 188,
        "straight_flush": 1_656,
        "four_of_a_kind": 14_664,
        "full_house": 165_984,
        "flush": 205_792,
        "straight": 361_620,
        "three_of_a_kind": 732_160,
    }


@pytest.mark.parametrize(
    ("name", "bet", "measure", "in_the_rules"),
    [
        ("wa", "six_card:6B1", "house_edge", "10.2248"),
        ("wa", "six_card:6B2", "house_edge", "15.2790"),
        ("wa", "six_card:6B3", "house_edge", "6.7413"),
        ("wa", "six_card:6B4", "house_edge", "8.5614"),
        ("wa", "six_card", "house_edge", "6.7413"),
        ("ca-6card", "six_card", "house_edge", "6.7413"),
        ("livermore", "six_card", "house_edge", "8.5614"),
        ("exhibit-a", "six_card", "house_edge", "32.7740"),
        ("exhibit-a", "six_card", "hit_frequency", "7.279822"),
        ("ca-6card", "pair_plus", "house_edge", "4.3801"),
        ("livermore", "pair_plus", "house_edge", "4.3801"),
        ("exhibit-a", "pair_plus", "house_edge", "7.2760"),
        ("ca-6card", "ante_and_play", "house_edge_below_q64", "8.658049"),
        ("exhibit-a", "ante_and_play", "house_edge_below_q64", "3.825470"),
        ("ca-6card", "ante_and_play", "house_edge", "1.802206"),
        ("livermore", "ante_and_play", "house_edge", "1.802206"),
        ("ca-003", "", "hit_frequency", "3.7104"),
        ("wa-paytable-1", "", "hit_frequency", "3.7104"),
        ("wa-paytable-2", "", "hit_frequency", "0.4525"),
        ("wa-paytable-1", "", "hold", "22.3348"),
        ("wa-paytable-2", "", "hold", "22.8507"),
        ("ca-003", "", "reserve_drift", "0.197511"),
        ("ca-003", "", "reserve_drift_further", "-0.0079186"),
        ("ca-003", "", "mean_jackpot", "4,315.00"),
    ],
)
def test_the_figure_is_that_of_the_rules(
    name: str, bet: str, measure: str, in_the_rules: str
) -> None:
    figure = figures_of(name)[bet, measure]
    times = 100 if figure.unit == "percent" else 1
    places = len(in_the_rules.partition(".")[2])
    assert decimal(figure.value * times, places) == in_the_rules


def test_best_play_against_a_hidden_hand_is_to_fold_below_queen_six_four() -> None:
    for bonus in (NO_BONUS, {"straight_flush": 4, "three_of_a_kind": 3, "straight": 1}):
        assert odds_ante.edge_hidden(bonus) == odds_ante.edge_folding_below_q64(bonus)
    played = [held for held in odds_ante.holdings() if held.hidden > -odds_ante.DEALER_HANDS]
    assert min(held.hand for held in played) == odds_ante.FOLD_BELOW


@pytest.mark.parametrize(
    ("name", "bet", "measure", "printed"),
    [
        ("wa", "six_card:6B1", "house_edge", {"10.23%": False}),
        ("wa", "six_card:6B2", "house_edge", {"15.28%": True}),
        ("wa", "six_card:6B3", "house_edge", {"6.74%": True}),
        ("wa", "six_card:6B4", "house_edge", {"8.56%": True}),
        *[("wa", f"six_card:6B{n}", "hit_frequency", {"7.2798%": True}) for n in range(1, 5)],
        ("wa-paytable-1", "", "hold", {"22.33%": True}),
        ("wa-paytable-2", "", "hold", {"22.85%": True}),
        ("wa-paytable-1", "", "hit_frequency", {"3.72%": False, "3.71%": True}),
        ("wa-paytable-2", "", "hit_frequency", {"0.45%": True}),
        ("wa-paytable-1", "", "mean_jackpot", {"$4,000": True}),
        ("wa-paytable-2", "", "mean_jackpot", {"$5,000": True}),
    ],
)
def test_the_document_s_figure_stands_beside_ours_and_is_called_right_or_wrong(
    name: str, bet: str, measure: str, printed: dict[str, bool]
) -> None:
    figure = figures_of(name)[bet, measure]
    assert {said: figure.agrees(said) for said in figure.printed} == printed


def test_rounding_is_half_away_from_zero_and_needs_no_float() -> None:
    assert decimal(Fraction(1, 8), 2) == "0.13"
    assert decimal(Fraction(-1, 8), 2) == "-0.13"
    assert decimal(Fraction(-1, 1000), 2) == "0.00"
    assert decimal(Fraction(12_345_678, 1000), 1) == "12,345.7"
    assert rounded(Fraction(5_420), -3) == 5


@pytest.mark.parametrize("printed", ["about a tenth", "", "%", "1/3%"])
def test_a_printed_figure_that_is_no_number_is_refused(printed: str) -> None:
    with pytest.raises(BadInput, match="want a printed figure"):
        Figure("hold", Fraction(1, 10)).agrees(printed)
