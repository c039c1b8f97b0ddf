"""The card game's JSON answers: a checked question in, a plain dictionary out."""

from typing import Any

from controller.cli.game_questions import (
    OneHand,
    Table,
    named_cards,
    player_dealer_game,
    profile,
    seat_number,
    seat_numbers,
)
from controller.cli.jsonlines import want_cents, want_keys
from controller.errors import BadInput
from controller.game.cards import refuse_repeats
from controller.game.collection import collect
from controller.game.cover import Covered, cover
from controller.game.hands import QUALIFIES, strength
from controller.game.limits import breaches
from controller.game.profiles import WAGERS
from controller.game.seats import Banking, next_banking
from controller.game.settle import Settlement, refusal, settle
from controller.game.six import best_of_six

Reply = dict[str, Any]


def compare(asked: dict[str, Any]) -> Reply:
    want_keys(asked, ("a", "b"))
    a, b = named_cards(asked, "a", 3), named_cards(asked, "b", 3)
    refuse_repeats(a + b)
    first, second = strength(a), strength(b)
    return {
        "a": first[0].code,
        "b": second[0].code,
        "result": (first > second) - (first < second),
        "a_qualifies": first >= QUALIFIES,
        "b_qualifies": second >= QUALIFIES,
    }


def six(asked: dict[str, Any]) -> Reply:
    want_keys(asked, ("cards",))
    return {"hand": best_of_six(named_cards(asked, "cards", 6)).code}


def settled(hand: OneHand) -> Settlement:
    return settle(hand.profile, hand.player, hand.dealer, hand.bettor.decision, hand.bettor.wagers)


def settle_refusal(hand: OneHand, check_limits: bool) -> Reply | None:
    """Why this bettor's wagers cannot stand; None if they can."""
    if code := refusal(hand.profile, hand.bettor.wagers, hand.bettor.decision):
        return {"error": code.value}
    outside = list(breaches(hand.profile, hand.bettor.wagers)) if check_limits else []
    return {"error": "outside_limits", "message": "; ".join(outside)} if outside else None


def settlement(found: Settlement) -> Reply:
    lines = {name: {"outcome": s.outcome.value, "net": s.net} for name, s in found.lines()}
    return {**lines, "total_net": found.total_net}


def table_refusal(asked: Table, check_limits: bool) -> Reply | None:
    """The first seat whose wagers cannot stand: then nothing at the table is settled."""
    for seat in asked.seats:
        for bettor in seat.bettors:
            hand = OneHand(asked.profile, (), (), bettor)
            if refused := settle_refusal(hand, check_limits):
                return {"error": refused.pop("error"), "seat": seat.number, **refused}
    return None


def covered(asked: Table) -> Covered:
    return cover(asked.profile, asked.wager, asked.dealer, asked.face_up, asked.seats)


def coverage(found: Covered, asked: Table) -> Reply:
    net = {str(seat.number): _seat_net(found, asked, seat.number) for seat in asked.seats}
    return {
        "action_seat": found.action_seat,
        "net": net,
        "player_dealer_net": found.player_dealer_net,
    }


def _seat_net(found: Covered, asked: Table, number: int) -> Reply:
    """An Ante Bonus is named only where the operator's profile pays one, a backline only where there is one."""
    names = (*WAGERS, "ante_bonus") if asked.profile.ante_bonus else WAGERS
    bettors = [
        {name: found.net(number, index, name) for name in names}
        for index in range(len(found.settlements[number]))
    ]
    seated, *backline = bettors
    return {**seated, "backline": backline} if backline else dict(seated)


def collection(asked: dict[str, Any]) -> Reply:
    want_keys(asked, ("profile", "option", "action"))
    option = asked["option"]
    if type(option) is not int:
        raise BadInput(f"option: want the schedule option's number, got {option!r}")
    game = profile(asked["profile"])
    found = collect(game, option, want_cents(asked["action"], "action"))
    if found.is_readable:
        return {"player_dealer": found.player_dealer, "player": found.player}
    return {
        "error": "unreadable",
        "message": f"option {option} is damaged at this action in the document behind {game.name}:"
        f" write the amount under [collections.{option}] in a file that extends the profile,"
        " and name it with --profile my.toml",
    }


def rotation(asked: dict[str, Any]) -> Reply:
    want_keys(asked, ("profile", "player_dealer", "rounds", "seats"), ("played", "declined"))
    game = player_dealer_game(asked["profile"])
    assert game.rotation is not None  # A profile banked by a player-dealer is refused without.
    rounds = asked["rounds"]
    if type(rounds) is not int or rounds < 0:
        raise BadInput(f"rounds: want how many he has banked, 0 or more, got {rounds!r}")
    occupied = seat_numbers(asked["seats"], game, "seats")
    played = seat_numbers(asked.get("played", occupied), game, "played")
    declined = seat_numbers(asked.get("declined", []), game, "declined")
    now = Banking(seat_number(asked["player_dealer"], game, "player_dealer"), rounds)
    return {"player_dealer": next_banking(game.rotation, now, occupied, played, declined)}
