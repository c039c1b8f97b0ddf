"""Where the four documents differ, each difference shows in what the game does. Row by row as RULES lists them."""

from collections.abc import Callable

import pytest

from controller.cli.game_questions import player_dealer_game, seat_number
from controller.errors import BadInput
from controller.game.cards import Card, parse_cards
from controller.game.profiles import CoverOrder, Profile, known, load
from controller.game.settle import Decision, Refusal, Settlement, Wagers, refusal, settle

GAMES = ("ca-6card", "exhibit-a", "wa", "livermore")


def three(text: str) -> tuple[Card, ...]:
    return parse_cards(text.split(), 3)


def each(ask: Callable[[Profile], object]) -> tuple[object, ...]:
    return tuple(ask(load(name)) for name in GAMES)


def folded(profile: Profile) -> Settlement:
    """A folded three of a kind with every bonus wager the fold leaves open."""
    wagers = Wagers(ante=200, pair_plus=200, six_card=200)
    return settle(profile, three("9h 9c 9d"), three("Ks 7c 2h"), Decision.FOLD, wagers)


def test_exactly_the_four_documents_are_shipped() -> None:
    assert known() == sorted(GAMES)


def test_two_games_are_banked_by_a_player_dealer_and_two_by_the_house() -> None:
    for name in ("ca-6card", "livermore"):
        assert player_dealer_game(name).name == name
    for name in ("exhibit-a", "wa"):
        with pytest.raises(BadInput, match="banked by the house"):
            player_dealer_game(name)


def test_player_dealer_games_have_eight_places_and_house_games_seven() -> None:
    assert each(lambda game: (game.seats, game.players)) == ((8, 7), (7, 7), (7, 7), (8, 7))
    assert seat_number(8, load("ca-6card")) == 8
    with pytest.raises(BadInput, match="want 1 to 7, got 8"):
        seat_number(8, load("wa"))


def test_the_ante_is_mandatory_in_california_only() -> None:
    alone = Wagers(pair_plus=200)
    needed = Refusal.ANTE_REQUIRED
    assert each(lambda game: refusal(game, alone, None)) == (needed, None, None, needed)


def test_the_6_card_bonus_needs_an_ante_nothing_or_a_standard_wager() -> None:
    ante, standard = Refusal.ANTE_REQUIRED, Refusal.STANDARD_WAGER_REQUIRED
    alone = Wagers(six_card=200)
    assert each(lambda game: refusal(game, alone, None)) == (ante, None, standard, ante)
    beside = Wagers(six_card=200, pair_plus=200)
    assert each(lambda game: refusal(game, beside, None)) == (ante, None, None, ante)


def test_pair_plus_survives_a_fold_in_exhibit_a_alone() -> None:
    wanted = (-200, 200 * 30, -200, -200)
    assert each(lambda game: folded(game).pair_plus.net) == wanted


def test_the_6_card_bonus_survives_a_fold_everywhere_but_in_livermore() -> None:
    wanted = (200 * 8, 200 * 4, 200 * 8, -200)
    assert each(lambda game: folded(game).six_card.net) == wanted


@pytest.mark.parametrize(
    ("cards", "wanted"),
    [("Ah Kh Qh", (0, 4, 5, 0)), ("9h 9c 9d", (0, 3, 4, 0)), ("4h 3c 2d", (0, 1, 1, 0))],
)
def test_the_ante_bonus_is_paid_by_the_house_games_each_with_its_own_table(
    cards: str, wanted: tuple[int, ...]
) -> None:
    def bonus(game: Profile) -> int:
        wagers = Wagers(ante=100, play=100)
        found = settle(game, three(cards), three("Ks 7c 2s"), Decision.PLAY, wagers)
        return found.ante_bonus.net

    assert each(bonus) == tuple(100 * odds for odds in wanted)


def test_a_mini_royal_has_a_line_of_its_own_in_california_only() -> None:
    assert each(lambda game: game.pair_plus["mini_royal"]) == (200, 40, 40, 200)


def test_california_s_6_card_table_is_6b3_and_livermore_s_is_6b4() -> None:
    tables = load("wa").six_card_tables
    assert load("ca-6card").six_card == tables["6B3"].pays
    assert load("livermore").six_card == tables["6B4"].pays
    assert load("wa").six_card == tables["6B3"].pays


def test_one_dealer_card_is_seen_before_the_decision_in_player_dealer_games() -> None:
    assert each(lambda game: game.dealer_card_shown) == (True, False, False, True)


def test_collections_are_scheduled_in_seed_000_alone() -> None:
    assert each(lambda game: len(game.collections)) == (18, 0, 0, 0)


def test_cover_goes_seat_by_seat_in_seed_000_and_bet_by_bet_in_seed_004() -> None:
    orders = (CoverOrder.SEAT_BY_SEAT, None, None, CoverOrder.BET_BY_BET)
    assert each(lambda game: game.cover_order) == orders


def test_only_livermore_asks_that_the_next_player_dealer_has_played() -> None:
    def asks(game: Profile) -> object:
        return game.rotation and game.rotation.must_have_played

    assert each(asks) == (False, None, None, True)
