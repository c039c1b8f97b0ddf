"""Tables covered by a player-dealer, worked out by hand from seeds 000 and 004."""

from controller.game.cards import Card, parse_card, parse_cards
from controller.game.cover import Bettor, Covered, Seat, cover
from controller.game.profiles import load
from controller.game.settle import Decision, Wagers

PLAY, FOLD = Decision.PLAY, Decision.FOLD
KINGS = "Kd Kc 4h"  # Qualifies; 4h face up counts four.


def three(text: str) -> tuple[Card, ...]:
    return parse_cards(text.split(), 3)


def played(number: int, cards: str, ante: int, pair_plus: int = 0, six_card: int = 0) -> Seat:
    wagers = Wagers(ante, ante, pair_plus, six_card)
    return Seat(number, three(cards), (Bettor(wagers, PLAY),))


def folded(number: int, cards: str, ante: int, pair_plus: int = 0, six_card: int = 0) -> Seat:
    wagers = Wagers(ante, 0, pair_plus, six_card)
    return Seat(number, three(cards), (Bettor(wagers, FOLD),))


def covered(game: str, wager: int, *seats: Seat, face_up: str = "4h") -> Covered:
    return cover(load(game), wager, three(KINGS), parse_card(face_up), seats)


def nets(found: Covered, seat: int, bettor: int = 0) -> tuple[int, ...]:
    names = ("ante", "play", "pair_plus", "six_card")
    return tuple(found.net(seat, bettor, name) for name in names)


def test_a_seat_s_bets_are_all_settled_before_the_next_seat_s() -> None:
    """Seed 000, Round of Play 8 and 10: from the action seat, until the wager is exhausted."""
    seats = played(2, "Ah Ac 3s", 300, six_card=50), played(5, "As Ad 2c", 300, pair_plus=100)
    found = covered("ca-6card", 1000, *seats)
    assert found.action_seat == 5  # Four over two seats: 2, 5, 2, 5.
    assert nets(found, 5) == (300, 300, 100, 0)
    assert nets(found, 2) == (300, 0, 0, 0)  # $3 were left; the losing bonus goes back as well.
    assert found.player_dealer_net == -1000


def test_every_ante_is_settled_before_the_first_play() -> None:
    """Seed 004, Pair Plus 4: Ante, Play, Pair Plus, 6-Card Bonus."""
    seats = played(2, "Ah Ac 3s", 300, six_card=50), played(5, "As Ad 2c", 300, pair_plus=100)
    found = covered("livermore", 1000, *seats)
    assert nets(found, 5) == (300, 300, 0, 0)
    assert nets(found, 2) == (300, 100, 0, 0)
    assert found.player_dealer_net == -1000


def test_what_the_player_dealer_collects_can_be_paid_out_again() -> None:
    """Seed 000, Round of Play 10: he collects all losing wagers and pays all winning ones."""
    seats = played(1, "9s 7d 2c", 300), played(2, "As Ad 2h", 400)
    found = covered("ca-6card", 200, *seats, face_up="Kd")  # Thirteen over two: seat 1.
    assert found.action_seat == 1
    assert nets(found, 1) == (-200, 0, 0, 0)  # He may not win more than his $2.
    assert nets(found, 2) == (400, 0, 0, 0)  # His own and what he won: then exhausted.
    assert found.player_dealer_net == -200


def test_a_player_dealer_who_has_won_his_limit_still_pays_and_then_collects_again() -> None:
    """Seed 000, Round of Play 10: 'may not win or lose more than the original amount wagered'."""
    seats = (
        played(1, "9s 7d 2c", 500),
        played(2, "9h 9d 2h", 100, pair_plus=100),
        played(3, "Js 8d 2s", 300),
    )
    found = covered("ca-6card", 500, *seats, face_up="4h")  # Four over three: seat 1.
    assert found.action_seat == 1
    assert nets(found, 1) == (-500, 0, 0, 0)
    assert nets(found, 2) == (0, 0, 100, 0)  # Cannot be collected from, but is paid.
    assert nets(found, 3) == (-100, 0, 0, 0)
    assert found.player_dealer_net == 500


def test_forfeited_wagers_are_collected_before_anything_is_paid() -> None:
    """Seed 000, Round of Play 4: the house dealer first collects all forfeited wagers."""
    seats = played(1, "As Ad 2c", 300), folded(2, "9s 7d 2h", 150, pair_plus=100)
    found = covered("ca-6card", 100, *seats, face_up="Kd")
    assert found.action_seat == 1
    assert nets(found, 2) == (-100, 0, 0, 0)
    assert nets(found, 1) == (200, 0, 0, 0)
    assert found.player_dealer_net == -100


def test_a_folded_hand_s_6_card_bonus_waits_for_its_turn_in_seed_000() -> None:
    """Seed 000, 6 Card Bonus 8: not forfeited, so it is settled with the seat."""
    seats = played(1, "As Ad 2c", 300), folded(2, "9s Kh 2h", 150, six_card=50)
    found = covered("ca-6card", 750, *seats, face_up="Kd")
    assert nets(found, 2) == (-150, 0, 0, 300)  # Three kings are due 8 x 50; only $3 are left.
    assert found.player_dealer_net == -750


def test_in_livermore_a_fold_forfeits_the_6_card_bonus_at_once() -> None:
    """Seed 004, Game Rules 6a."""
    seats = played(1, "As Ad 2c", 300), folded(2, "9s Kh 2h", 150, six_card=50)
    found = covered("livermore", 750, *seats, face_up="Kd")
    assert nets(found, 2) == (-150, 0, 0, -50)


def test_winning_bonus_bets_that_exceed_what_is_left_share_it_equally() -> None:
    """Seed 004, Game Rules 8: 'divided by the quantity of those bets and paid out accordingly per bet'."""
    seats = (
        played(1, "9s 9d 2c", 100, pair_plus=200),  # Loses 200; due 200.
        played(2, "8s 8d 8c", 100, pair_plus=200),  # Wins 200; due 6,000.
        played(3, "5s 5d 5c", 100, pair_plus=200),  # Wins 200; due 6,000.
    )
    found = covered("livermore", 1201, *seats, face_up="4h")  # Seat 1; 1,001 are left.
    assert found.action_seat == 1
    assert [nets(found, seat)[2] for seat in (1, 2, 3)] == [200, 401, 400]
    assert found.player_dealer_net == -1201


def test_losing_bonus_bets_are_collected_before_winning_ones_of_their_kind_are_paid() -> None:
    """Seed 004, Pair Plus 3 and RULES reading 6."""
    seats = played(1, "8s 8d 8c", 100, pair_plus=100), played(2, "9s 7d 2c", 100, pair_plus=350)
    found = covered("livermore", 200, *seats, face_up="Kd")
    # Antes +100 -100, Plays +100 -100, the losing Pair Plus brings 200 of 350, so 400 can be paid.
    assert nets(found, 1) == (100, 100, 400, 0)
    assert nets(found, 2) == (-100, -100, -200, 0)
    assert found.player_dealer_net == -200


def test_in_seed_000_the_action_seat_s_bonus_comes_first_and_whole() -> None:
    """Seed 000, Round of Play 8: no division; the next seat gets what is left."""
    seats = played(1, "8s 8d 8c", 100, pair_plus=10), played(2, "5s 5d 5c", 100, pair_plus=10)
    found = covered("ca-6card", 600, *seats, face_up="Kd")
    assert nets(found, 1) == (100, 100, 300, 0)
    assert nets(found, 2) == (100, 0, 0, 0)


def test_a_push_moves_nothing_and_uses_up_no_cover() -> None:
    """Seed 000, Round of Play 5a: against a dealer who does not qualify the Play wager is refunded."""
    seat = played(1, "As Kd 2c", 300)
    found = cover(load("ca-6card"), 300, three("Jd 7c 4h"), parse_card("7c"), [seat])
    assert nets(found, 1) == (300, 0, 0, 0)
    assert found.player_dealer_net == -300


def test_backline_bettors_are_settled_on_the_seat_s_hand_after_the_seated_player() -> None:
    """Seed 000, Betting scheme 5."""
    seated, behind = Bettor(Wagers(100, 100), PLAY), Bettor(Wagers(300, 300), PLAY)
    shared = Seat(1, three("As Ad 2c"), (seated, behind))
    found = covered("ca-6card", 600, shared, played(2, "Ah Ac 3s", 100), face_up="Kd")
    assert nets(found, 1) == (100, 100, 0, 0)
    assert nets(found, 1, bettor=1) == (300, 100, 0, 0)
    assert nets(found, 2) == (0, 0, 0, 0)


def test_without_a_wager_of_the_player_dealer_every_wager_is_returned() -> None:
    seats = played(1, "As Ad 2c", 300), folded(2, "9s 7d 2h", 150)
    found = covered("ca-6card", 0, *seats)
    assert nets(found, 1) == nets(found, 2) == (0, 0, 0, 0)
