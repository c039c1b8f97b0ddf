"""Which reply belongs to which of the card game's questions, in JSON and in words."""

import argparse
from typing import Any

from controller.cli import game_answers, game_questions, game_words
from controller.cli.jsonlines import Answer
from controller.game.cards import parse_cards
from controller.game.limits import breaches
from controller.money import dollars

Asked = dict[str, Any]


def answerer(kind: str, args: argparse.Namespace) -> Answer:
    """The function that answers one question of this kind under these options."""
    if kind == "compare":
        return game_answers.compare
    if kind == "six":
        return game_answers.six
    limits = getattr(args, "limits", False)
    answers: dict[str, Answer] = {
        "settle": lambda asked: _settle(asked, limits),
        "cover": lambda asked: _cover(asked, limits),
        "collection": game_answers.collection,
        "rotation": game_answers.rotation,
    }
    return _with_profile(answers[kind], args.profile)


def _with_profile(answer: Answer, profile: str | None) -> Answer:
    """A question that names no game is about the one of --profile."""

    def answered(asked: Asked) -> Asked:
        if profile is not None:
            asked.setdefault("profile", profile)
        return answer(asked)

    return answered


def _settle(asked: Asked, limits: bool) -> Asked:
    hand = game_questions.one_hand(asked)
    refused = game_answers.settle_refusal(hand, limits)
    return refused or game_answers.settlement(game_answers.settled(hand))


def _cover(asked: Asked, limits: bool) -> Asked:
    table = game_questions.table(asked)
    refused = game_answers.table_refusal(table, limits)
    return refused or game_answers.coverage(game_answers.covered(table), table)


def in_words(kind: str, asked: Asked, reply: Asked) -> str:
    """The same reply for a person; the question has been answered, so it is known to be sound."""
    if "error" in reply:
        return game_words.refusal_words(reply)
    if kind == "compare":
        return game_words.compare_words(parse_cards(asked["a"], 3), parse_cards(asked["b"], 3))
    if kind == "six":
        return game_words.six_words(parse_cards(asked["cards"], 6))
    if kind == "settle":
        return _settle_in_words(asked)
    if kind == "cover":
        table = game_questions.table(asked)
        return game_words.cover_words(table, game_answers.covered(table))
    if kind == "collection":
        fees = dollars(reply["player_dealer"]), dollars(reply["player"])
        return f"Player-dealer {fees[0]}, each player {fees[1]}"
    seat = reply["player_dealer"]
    return f"Seat {seat} banks the next round" if seat else "No seat may bank the next round"


def _settle_in_words(asked: Asked) -> str:
    hand = game_questions.one_hand(asked)
    text = game_words.settle_words(hand, game_answers.settled(hand))
    warnings = [
        f"\nOutside the limits: {line}" for line in breaches(hand.profile, hand.bettor.wagers)
    ]
    return text + "".join(warnings)
