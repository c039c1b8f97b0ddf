"""An operator's own game file: what it may change, and what is said when it cannot be."""

from pathlib import Path

import pytest

from controller.cli.game_answers import coverage, covered
from controller.cli.game_questions import table
from controller.errors import BadInput, ConfigError
from controller.game.profiles import load
from controller.game.settle import Refusal, Wagers, refusal


def written(folder: Path, text: str) -> str:
    path = folder / "mine.toml"
    path.write_text(text, encoding="utf-8")
    return str(path)


def mistakes(folder: Path, text: str) -> list[str]:
    path = written(folder, text)
    with pytest.raises(ConfigError) as caught:
        load(path)
    return [line.removeprefix(f"{path}:") for line in str(caught.value).splitlines()]


def test_an_unknown_name_is_answered_with_the_known_ones() -> None:
    with pytest.raises(BadInput, match=r'ca-6card, exhibit-a, livermore, wa.*got "washington"'):
        load("washington")


def test_a_file_that_extends_a_game_gives_only_what_differs(tmp_path: Path) -> None:
    game = load(
        written(tmp_path, 'extends = "wa"\nante_mandatory = true\n[pair_plus]\nflush = 4\n')
    )
    shipped = load("wa")
    assert game.name == "mine"
    assert game.ante_mandatory
    assert not shipped.ante_mandatory
    assert game.pair_plus == {**shipped.pair_plus, "flush": 4}
    assert game.six_card == shipped.six_card


@pytest.mark.parametrize(
    ("chosen", "flush", "trips", "printed"),
    [
        ("6B1", 20, 5, "10.23%"),
        ("6B2", 15, 5, "15.28%"),
        ("6B3", 15, 8, "6.74%"),
        ("6B4", 15, 7, "8.56%"),
    ],
)
def test_washington_s_6_card_table_is_chosen_by_its_name(
    tmp_path: Path, chosen: str, flush: int, trips: int, printed: str
) -> None:
    """Seed 002, 6 Card Bonus Rules of Play 4."""
    game = load(written(tmp_path, f'extends = "wa"\nsix_card_table = "{chosen}"\n'))
    assert (game.six_card["flush"], game.six_card["three_of_a_kind"]) == (flush, trips)
    assert game.printed["six_card"].house_edge == printed


def test_an_optional_ante_can_still_be_what_the_6_card_bonus_needs(tmp_path: Path) -> None:
    game = load(written(tmp_path, 'extends = "exhibit-a"\nsix_card_needs = "ante"\n'))
    assert refusal(game, Wagers(six_card=200), None) is Refusal.ANTE_REQUIRED
    assert refusal(game, Wagers(pair_plus=200), None) is None


def test_an_ante_bonus_that_a_player_dealer_pays_is_covered_and_named(tmp_path: Path) -> None:
    path = written(tmp_path, 'extends = "ca-6card"\n[ante_bonus]\nstraight = 1\n')
    bet = {"ante": 300, "play": 300, "pair_plus": 100}
    seat = {"seat": 1, "cards": ["Ac", "Kd", "Qc"], "decision": "play", "wagers": bet}
    asked = table(
        {
            "profile": path,
            "player_dealer_wager": 1000,
            "dealer": ["Kh", "8c", "4h"],
            "face_up_card": "4h",
            "seats": [seat],
        }
    )
    reply = coverage(covered(asked), asked)
    wanted = {"ante": 300, "play": 300, "ante_bonus": 300, "pair_plus": 100, "six_card": 0}
    assert reply["net"]["1"] == wanted
    assert reply["player_dealer_net"] == -1000


def test_an_unknown_6_card_table_is_named_with_its_line(tmp_path: Path) -> None:
    assert mistakes(tmp_path, 'extends = "wa"\nsix_card_table = "6B9"\n') == [
        '2: six_card_table: want one of the six_card_tables (6B1, 6B2, 6B3, 6B4), got "6B9"'
    ]


def test_a_misspelt_hand_is_answered_with_the_right_one(tmp_path: Path) -> None:
    assert mistakes(tmp_path, 'extends = "wa"\n[pair_plus]\nstrait = 6\n') == [
        '3: pair_plus.strait: no such hand; did you mean "straight"?'
    ]


def test_the_highest_hand_is_not_left_unpaid_by_an_oversight(tmp_path: Path) -> None:
    assert mistakes(tmp_path, 'extends = "ca-6card"\n[ante_bonus]\nstraight_flush = 5\n') == [
        "2: ante_bonus.mini_royal: is missing; without a line of its own, pay it as straight_flush"
    ]
    table_of_mine = "[six_card_tables.mine.pays]\nstraight_flush = 50\n"
    text = f'extends = "wa"\nsix_card_table = "mine"\n{table_of_mine}'
    assert mistakes(tmp_path, text)[0].startswith("3: six_card_tables.mine.pays.royal_flush: is")


def test_odds_below_zero_are_refused(tmp_path: Path) -> None:
    assert mistakes(tmp_path, 'extends = "wa"\n[ante_bonus]\nstraight = -1\n') == [
        "3: ante_bonus.straight: want odds to 1, 0 or more, got -1"
    ]


def test_limits_outside_the_document_s_ranges_are_refused(tmp_path: Path) -> None:
    """Seed 000: minimum between $1 and $1,000, maximum between $200 and $10,000."""
    text = 'extends = "ca-6card"\n[limits.ante]\nminimum_cents = 50\nmaximum_cents = 10000\n'
    assert mistakes(tmp_path, text) == [
        "3: limits.ante.minimum_cents: want 100 to 100000, got 50",
        "4: limits.ante.maximum_cents: want 20000 to 1000000, got 10000",
    ]


def test_only_a_shipped_game_can_be_extended(tmp_path: Path) -> None:
    assert mistakes(tmp_path, 'extends = "nevada"\n') == [
        '1: extends: want one of ca-6card, exhibit-a, livermore, wa, got "nevada"'
    ]


def test_a_game_banked_by_a_player_dealer_says_how_it_covers_and_rotates(tmp_path: Path) -> None:
    found = mistakes(tmp_path, 'extends = "wa"\nbanked_by = "player_dealer"\n')
    assert [line.split(":")[0].strip() for line in found] == ["cover_order", "rotation"]


def test_a_file_on_its_own_is_told_everything_that_is_missing(tmp_path: Path) -> None:
    found = mistakes(tmp_path, 'banked_by = "casino"\n')
    assert '1: banked_by: want one of house, player_dealer, got "casino"' in found
    assert sum("is missing" in line for line in found) == 8


def test_a_file_that_is_not_there_is_named() -> None:
    with pytest.raises(ConfigError, match=r"nowhere/mine\.toml: cannot be read: No such file"):
        load("nowhere/mine.toml")
