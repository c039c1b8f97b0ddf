"""Where the action starts, who banks next, and which wagers a table takes."""

import pytest

from controller.game.cards import parse_card
from controller.game.limits import breaches
from controller.game.profiles import Rotation, load
from controller.game.seats import Banking, action_seat, next_banking
from controller.game.settle import Wagers

CALIFORNIA, LIVERMORE = load("ca-6card").rotation, load("livermore").rotation


@pytest.mark.parametrize(
    ("card", "wanted"),
    [
        ("As", 1),  # Seed 000, Round of Play 8: ace is one ...
        ("2s", 3),
        ("3s", 6),
        ("4s", 1),  # ... and the count goes round the occupied seats 1, 3, 6.
        ("9s", 6),
        ("Ts", 1),  # Ten is not in the document's list; it counts its face.
        ("Js", 3),
        ("Qs", 6),
        ("Ks", 1),
    ],
)
def test_the_face_up_card_counts_the_occupied_seats_clockwise(card: str, wanted: int) -> None:
    assert action_seat(parse_card(card), [6, 1, 3]) == wanted


def rotation(found: Rotation | None) -> Rotation:
    assert found is not None
    return found


def test_the_player_dealer_banks_two_rounds_and_then_the_seat_to_his_left() -> None:
    """Seed 000, Standards of play, 2nd paragraph; seed 004, Game Rules 10."""
    for rules in (rotation(CALIFORNIA), rotation(LIVERMORE)):
        seats = [1, 3, 5]
        assert next_banking(rules, Banking(3, 1), seats, seats) == 3
        assert next_banking(rules, Banking(3, 2), seats, seats) == 5
        assert next_banking(rules, Banking(5, 2), seats, seats) == 1


def test_in_livermore_only_a_seat_that_played_the_previous_round_may_bank() -> None:
    """Seed 004, Collections 3; Casino Rules 12."""
    seats, played = [1, 3, 5], [1, 3]
    assert next_banking(rotation(LIVERMORE), Banking(3, 2), seats, played) == 1
    assert next_banking(rotation(CALIFORNIA), Banking(3, 2), seats, played) == 5


def test_a_seat_that_declines_is_passed_over() -> None:
    """Seed 000, Round of Play 10: the position is offered, not imposed."""
    assert next_banking(rotation(CALIFORNIA), Banking(3, 2), [1, 3, 5], [], declined=[5]) == 1
    assert next_banking(rotation(CALIFORNIA), Banking(3, 1), [1, 3, 5], [], declined=[3]) == 5


def test_nobody_banks_a_third_round_even_if_nobody_else_will() -> None:
    """Seed 004, Game Rules 10: no more than two consecutive hands."""
    seats = [1, 3]
    assert next_banking(rotation(LIVERMORE), Banking(3, 2), seats, seats, declined=[1]) is None
    assert next_banking(rotation(LIVERMORE), Banking(3, 2), [3], [3]) is None


def test_a_player_dealer_who_left_is_followed_by_the_next_seat() -> None:
    assert next_banking(rotation(LIVERMORE), Banking(3, 1), [1, 5], [1, 5]) == 5


def test_exhibit_a_takes_two_to_four_dollars_on_every_spot() -> None:
    """Seed 001, Wager Amounts."""
    game = load("exhibit-a")
    assert not list(breaches(game, Wagers(200, 200, 400, 400)))
    assert list(breaches(game, Wagers(199, 199, 401))) == [
        "ante: want $2.00 to $4.00, got $1.99",
        "play: want $2.00 to $4.00, got $1.99",
        "pair_plus: want $2.00 to $4.00, got $4.01",
    ]


def test_california_takes_one_dollar_to_ten_thousand_until_the_table_posts_its_own() -> None:
    """Seed 000, Collection Rates Schedule, 2nd paragraph."""
    game = load("ca-6card")
    assert not list(breaches(game, Wagers(100, 100, 1_000_000)))
    assert len(list(breaches(game, Wagers(99, 99, 1_000_001)))) == 3


def test_games_whose_document_prints_no_limits_have_none() -> None:
    for name in ("wa", "livermore"):
        assert not list(breaches(load(name), Wagers(1, 1, 10**9, 10**9)))
