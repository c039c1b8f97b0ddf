"""What a person types at the card game's commands, turned into the same questions that come as JSON.

More forgiving than JSON: "as 10d", dollars instead of cents, the Play wager understood from the decision.
"""

import argparse
import re
from collections.abc import Callable, Mapping
from typing import Any

from controller.errors import BadInput, UsageError
from controller.game.profiles import load
from controller.money import parse_dollars

Asked = dict[str, Any]
Reads = Mapping[str, Callable[[str], Any]]

_CARD = re.compile(r"(10|[2-9TJQKA])([CDHS])", re.IGNORECASE)


def cards(text: str) -> list[str]:
    """From "As Ks Qs", "asksqs" or "As,Ks,10d"."""
    if rest := _CARD.sub("", text).strip(" ,"):
        raise BadInput(f'want cards such as "As Td 9c", got "{text}" (cannot read "{rest}")')
    return [rank.upper().replace("10", "T") + suit.lower() for rank, suit in _CARD.findall(text)]


def number(text: str) -> int:
    if not (text.isascii() and text.isdigit()):
        raise BadInput(f'want a whole number, got "{text}"')
    return int(text)


def numbers(text: str) -> list[int]:
    return [number(part) for part in text.replace(",", " ").split()]


NONE: Reads = {}


def together(args: argparse.Namespace, needed: Reads, optional: Reads = NONE) -> Asked | None:
    """All the needed options; None if not one is there, for then the question is on standard input."""
    given = {name for name in (*needed, *optional) if getattr(args, name) is not None}
    if not given:
        return None
    if missing := [name for name in needed if name not in given]:
        raise UsageError(f"--{missing[0].replace('_', '-')} is missing too; see --help")
    reads = {**needed, **optional}
    return {name: _read(name, reads[name], getattr(args, name)) for name in reads if name in given}


def _read(name: str, read: Callable[[str], Any], text: str) -> Any:
    try:
        return read(text)
    except BadInput as error:
        raise BadInput(f"--{name.replace('_', '-')}: {error}") from error


WAGERS: Reads = dict.fromkeys(("ante", "play", "pair_plus", "six_card"), parse_dollars)


def settle_question(args: argparse.Namespace) -> Asked | None:
    asked = together(args, {"player": cards, "dealer": cards}, WAGERS)
    if asked is None:
        return None
    need_profile(args)
    wagers = {name: asked.pop(name) for name in WAGERS if name in asked}
    decision = "fold" if args.fold else "play" if wagers.get("play") else None
    return {**asked, "decision": decision, "wagers": wagers}


def need_profile(args: argparse.Namespace) -> None:
    if args.profile is None:
        raise UsageError("--profile is missing: which game is played? See --help")
    load(args.profile)


def cover_question(args: argparse.Namespace) -> Asked | None:
    asked = together(args, {"bank": parse_dollars, "dealer": cards, "face_up": cards})
    if asked is None and not args.seat:
        return None
    if asked is None:
        raise UsageError("--bank, --dealer and --face-up are missing too; see --help")
    need_profile(args)
    if not args.seat:
        raise UsageError("--seat is missing: give one for each player; see --help")
    seats = [_read("seat", _seat, text) for text in args.seat]
    for text in args.backline or ():
        _read("backline", lambda line: _add_backline(seats, line), text)
    return {
        "player_dealer_wager": asked["bank"],
        "dealer": asked["dealer"],
        "face_up_card": "".join(asked["face_up"]),
        "seats": seats,
    }


def _seat(text: str) -> Asked:
    """From "2 As Ks Qs play ante=5 pair-plus=1"."""
    seat, words, wagers = _bet(text)
    decision = next((word for word in words if word in ("play", "fold")), None)
    held = cards(" ".join(word for word in words if word != decision))
    return {"seat": seat, "cards": held, **_decided(decision, wagers)}


def _add_backline(seats: list[Asked], text: str) -> None:
    """From "2 ante=5": plays or folds as the seat does, unless it says otherwise."""
    number_, words, wagers = _bet(text)
    seat = next((seat for seat in seats if seat["seat"] == number_), None)
    if seat is None:
        raise BadInput(f"there is no --seat {number_} to bet on")
    if words not in ([], ["play"], ["fold"]):
        raise BadInput(f'want a seat, play or fold, and wagers, got "{text}"')
    decision = words[0] if words else seat["decision"]
    seat.setdefault("backline", []).append(_decided(decision, wagers))


def _decided(decision: str | None, wagers: dict[str, int]) -> Asked:
    """Playing means a Play wager equal to the Ante; it need not be typed."""
    if decision == "play" and "ante" in wagers:
        wagers.setdefault("play", wagers["ante"])
    return {"decision": decision, "wagers": wagers}


def _bet(text: str) -> tuple[int, list[str], dict[str, int]]:
    """The seat's number, the words, and the wagers written as name=dollars."""
    first, *rest = text.replace(":", " ").split() or [""]
    words = [word for word in rest if "=" not in word]
    wagers = {}
    for word in rest:
        name, is_wager, amount = word.partition("=")
        if is_wager:
            wagers[_wager_name(name)] = parse_dollars(amount)
    return number(first), words, wagers


def _wager_name(name: str) -> str:
    found = name.lower().replace("-", "_")
    if found not in WAGERS:
        raise BadInput(f'want one of ante, play, pair-plus, six-card, got "{name}"')
    return found
