"""The card game's JSON questions, checked and turned into the game's own terms; one function for each kind.

Anything that is not a question raises BadInput. Knows no rule of the game beyond what a table can hold.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from controller.cli.jsonlines import want_cents, want_keys, want_list, want_object
from controller.errors import BadInput
from controller.game.cards import Card, parse_card, parse_cards, refuse_repeats
from controller.game.cover import Bettor, Seat
from controller.game.profiles import WAGERS, Banker, Profile, load
from controller.game.settle import Decision, Wagers


@dataclass(frozen=True, slots=True)
class OneHand:
    """What `settle` is asked."""

    profile: Profile
    player: tuple[Card, ...]
    dealer: tuple[Card, ...]
    bettor: Bettor


@dataclass(frozen=True, slots=True)
class Table:
    """What `cover` is asked."""

    profile: Profile
    wager: int
    dealer: tuple[Card, ...]
    face_up: Card
    seats: tuple[Seat, ...]


def one_hand(asked: dict[str, Any]) -> OneHand:
    want_keys(asked, ("profile", "player", "dealer", "wagers"), ("decision",))
    player = named_cards(asked, "player", 3)
    dealer = named_cards(asked, "dealer", 3)
    refuse_repeats(player + dealer)
    return OneHand(profile(asked["profile"]), player, dealer, _bettor(asked, None))


def table(asked: dict[str, Any]) -> Table:
    want_keys(asked, ("profile", "player_dealer_wager", "dealer", "face_up_card", "seats"))
    game = player_dealer_game(asked["profile"])
    dealer = named_cards(asked, "dealer", 3)
    face_up = parse_card(asked["face_up_card"])
    if face_up not in dealer:
        raise BadInput(f"face_up_card: want one of the dealer's cards, got {face_up}")
    seats = tuple(_seats(asked["seats"], game))
    refuse_repeats((*dealer, *(card for seat in seats for card in seat.cards)))
    wager = want_cents(asked["player_dealer_wager"], "player_dealer_wager")
    return Table(game, wager, dealer, face_up, seats)


def profile(name: object) -> Profile:
    if not isinstance(name, str):
        raise BadInput(f"profile: want a name in quotes, got {name!r}")
    return load(name)


def player_dealer_game(name: object) -> Profile:
    game = profile(name)
    if game.banked_by is not Banker.PLAYER_DEALER:
        raise BadInput(
            f"profile: want a game banked by a player-dealer; {game.name} is banked by the house,"
            " which covers every wager in full: use settle"
        )
    return game


def named_cards(asked: dict[str, Any], key: str, count: int) -> tuple[Card, ...]:
    try:
        return parse_cards(asked[key], count)
    except BadInput as error:
        raise BadInput(f"{key}: {error}") from error


def seat_number(found: object, game: Profile, key: str = "seat") -> int:
    if type(found) is not int or not 1 <= found <= game.seats:
        raise BadInput(f"{key}: want 1 to {game.seats}, got {found!r}")
    return found


def seat_numbers(found: object, game: Profile, key: str) -> list[int]:
    numbers = [seat_number(number, game, key) for number in want_list(found, key)]
    if len(set(numbers)) < len(numbers):
        raise BadInput(f"{key}: a seat is there twice, got {numbers}")
    return numbers


def _seats(found: object, game: Profile) -> Iterator[Seat]:
    seats = want_list(found, "seats")
    if not 1 <= len(seats) <= game.players:
        raise BadInput(f"seats: want 1 to {game.players} beside the dealer, got {len(seats)}")
    taken: set[int] = set()
    for asked in seats:
        want_keys(
            want_object(asked, "seats"), ("seat", "cards", "wagers"), ("decision", "backline")
        )
        number = seat_number(asked["seat"], game)
        if number in taken:
            raise BadInput(f"seat: {number} is there twice")
        taken.add(number)
        seated = _bettor(asked, None)
        backline = [
            _backliner(one, seated) for one in want_list(asked.get("backline", []), "backline")
        ]
        yield Seat(number, named_cards(asked, "cards", 3), (seated, *backline))


def _backliner(found: object, seated: Bettor) -> Bettor:
    asked = want_object(found, "backline")
    want_keys(asked, ("wagers",), ("decision",))
    return _bettor(asked, seated.decision)


def _bettor(asked: dict[str, Any], default: Decision | None) -> Bettor:
    wagers = want_object(asked["wagers"], "wagers")
    want_keys(wagers, (), WAGERS)
    cents = {name: want_cents(value, name) for name, value in wagers.items()}
    decision = asked.get("decision", default)
    if decision is not None and decision not in tuple(Decision):
        raise BadInput(f'decision: want "play", "fold" or null, got {decision!r}')
    return Bettor(Wagers(**cents), None if decision is None else Decision(decision))
