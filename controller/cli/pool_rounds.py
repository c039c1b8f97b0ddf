"""Reads the rounds of a replay: who takes part, and with which hand. Refuses what it cannot read; knows no money."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from controller.cli.jsonlines import want_flag, want_keys, want_list
from controller.errors import BadInput
from controller.game.cards import Card, parse_cards, refuse_repeats
from controller.progressive import Progressive

CODES = ("akq_spades", "akq_other", "straight_flush", "three_of_a_kind", "straight", "none")
SEATS = range(1, 9)


@dataclass(frozen=True, slots=True)
class Round:
    npn: bool
    seats: list[int]
    """With a fee: they take part."""
    claims: list[tuple[int, str]]


def read_rounds(raw: object, rules: Progressive) -> list[Round]:
    rounds = []
    for number, one in enumerate(want_list(raw, "rounds"), 1):
        try:
            rounds.append(_round(one, rules))
        except BadInput as error:
            raise BadInput(f"round {number}: {error}") from error
    return rounds


def _round(raw: object, rules: Progressive) -> Round:
    if not isinstance(raw, dict):
        raise BadInput('want an object with "players"')
    want_keys(raw, ["players"], ["npn"])
    players = raw["players"]
    if not isinstance(players, list) or not all(isinstance(player, dict) for player in players):
        raise BadInput("players: want a list of objects")
    for player in players:
        want_keys(player, ["seat"], ["cards", "hand", "fee", "folded"])
    hands = _hands(players, rules)
    seats = [_seat(player) for player in players]
    if len(set(seats)) < len(seats):
        raise BadInput(f"a seat is there twice in {seats}")
    paying = [_flag(player, "fee", default=True) for player in players]
    alive = [_may_win(player, rules) for player in players]
    taking_part = [seat for seat, pays in zip(seats, paying, strict=True) if pays]
    claims = [
        (seat, hand)
        for seat, hand, pays, may_win in zip(seats, hands, paying, alive, strict=True)
        if pays and may_win and hand in rules.by_hand
    ]
    return Round(_flag(raw, "npn", default=False), taking_part, claims)


def _may_win(player: dict[str, Any], rules: Progressive) -> bool:
    return not _flag(player, "folded", default=False) or rules.folded_hand_may_win


def _seat(player: dict[str, Any]) -> int:
    seat = player["seat"]
    if type(seat) is not int or seat not in SEATS:
        raise BadInput(f"seat: want 1 to {SEATS[-1]}, got {seat!r}")
    return seat


def _flag(raw: dict[str, Any], key: str, *, default: bool) -> bool:
    return want_flag(raw.get(key, default), key)


def _hands(players: Sequence[dict[str, Any]], rules: Progressive) -> list[str]:
    dealt: list[Card] = []
    hands = []
    for player in players:
        if ("cards" in player) == ("hand" in player):
            raise BadInput(f"seat {player['seat']}: want either cards or hand")
        if "hand" in player:
            hands.append(_code(player["hand"]))
        else:
            cards = parse_cards(player["cards"], 3)
            dealt += cards
            hands.append(rules.hand_code(cards))
    refuse_repeats(dealt)
    return hands


def _code(hand: object) -> str:
    if not isinstance(hand, str) or hand not in CODES:
        raise BadInput(f"hand: want one of {', '.join(CODES)}, got {hand!r}")
    return hand
