"""Orders that arrive on `cmd`: what a well-formed one is, and a code for each way of not being one.

Pure parsing. Knows the form of docs/mqtt.md; whether an order may be carried out now is the table's to decide.
"""

import json
import re
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, NoReturn

LONGEST_BYTES = 65_536


class Name(StrEnum):
    REPLAY = "replay"
    BLOCK_SEAT = "block_seat"
    UNBLOCK_SEAT = "unblock_seat"
    NPN = "npn"
    ADJUST = "adjust"
    BACK_OUT = "back_out"
    OUT_OF_SERVICE = "out_of_service"
    BACK_IN_SERVICE = "back_in_service"
    PARAMETERS = "parameters"


class Why(StrEnum):
    """The code of a refused command, as `reply` carries it."""

    UNREADABLE = "unreadable"
    RETAINED = "retained"
    BAD_FIELD = "bad_field"
    UNKNOWN_COMMAND = "unknown_command"
    BAD_ARGUMENT = "bad_argument"
    ONE_PERSON = "one_person"
    EXPIRED = "expired"
    ALREADY_DONE = "already_done"


@dataclass(frozen=True, slots=True)
class Command:
    """Well formed, in time and not seen before. `args` has exactly the keys of its name, each of the right kind."""

    id: str
    name: Name
    user: str
    reason: str
    args: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Refused:
    id: str | None
    """None when no id could be read: the sender then knows its command by the text alone."""
    code: Why
    text: str


@dataclass(frozen=True, slots=True)
class _Want:
    said: str
    fits: Callable[[Any], bool]


def _whole(low: int, high: int | None = None) -> Callable[[Any], bool]:
    return lambda value: type(value) is int and value >= low and (high is None or value <= high)


def _text(longest: int) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, str) and 1 <= len(value) <= longest


def _like(pattern: str) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, str) and re.fullmatch(pattern, value) is not None


_TIME = (
    "[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])"
    r"T([01][0-9]|2[0-3]):[0-5][0-9]:([0-5][0-9]|60)(\.[0-9]{1,6})?Z"
)
FIELDS: Mapping[str, _Want] = {
    "id": _Want("1 to 64 letters, digits or dashes", _like("[A-Za-z0-9-]{1,64}")),
    "name": _Want("the name of a command", lambda value: isinstance(value, str)),
    "user": _Want("a name of 1 to 64 characters", _text(64)),
    "reason": _Want("a text of 1 to 500 characters", _text(500)),
    "expires": _Want("a UTC time such as 2030-01-31T23:59:00Z", _like(_TIME)),
    "args": _Want("an object", lambda value: isinstance(value, dict)),
}

FIGURES = ("meter", "reserve", "overflow")
DECREASES = (
    "amount_won",
    "correct_malfunction",
    "above_maximum",
    "reduce_non_displayed",
    "recover_seed",
)
MOST_CENTS = 1_000_000_000_000

_SEAT = _Want("a seat from 1 to 8", _whole(1, 8))
_SEQ = _Want("a row number from 1", _whole(1))
_CHECKER = _Want("the name of the second person", _text(64))
_CHANGE = _Want(
    "whole cents, not 0",
    lambda value: value != 0 and _whole(-MOST_CENTS, MOST_CENTS)(value),
)
_DECREASE = _Want(
    f"null or one of {', '.join(DECREASES)}",
    lambda value: value is None or (isinstance(value, str) and value in DECREASES),
)
ARGS: Mapping[Name, Mapping[str, _Want]] = {
    Name.REPLAY: {"from_seq": _SEQ},
    Name.BLOCK_SEAT: {"seat": _SEAT},
    Name.UNBLOCK_SEAT: {"seat": _SEAT},
    Name.NPN: {"on": _Want("true or false", lambda value: isinstance(value, bool))},
    Name.ADJUST: {
        "figure": _Want(
            f"one of {', '.join(FIGURES)}",
            lambda value: isinstance(value, str) and value in FIGURES,
        ),
        "change_cents": _CHANGE,
        "why": _DECREASE,
        "checker": _CHECKER,
    },
    Name.BACK_OUT: {"seq": _SEQ, "checker": _CHECKER},
    Name.OUT_OF_SERVICE: {},
    Name.BACK_IN_SERVICE: {},
    Name.PARAMETERS: {
        "progressive": _Want(
            "a table of settings", lambda value: isinstance(value, dict) and bool(value)
        ),
        "checker": _CHECKER,
    },
}


def read(payload: bytes) -> tuple[dict[str, Any], str]:
    """The JSON object in a message, or an empty one and what is wrong with it. Raises nothing, whatever comes."""
    if len(payload) > LONGEST_BYTES:
        return {}, f"want at most {LONGEST_BYTES} bytes, got {len(payload)}"
    try:
        body = json.loads(payload, parse_constant=_no_number, object_pairs_hook=_once_each)
    except (ValueError, RecursionError) as error:
        return {}, f"want one JSON object: {error}"
    if not isinstance(body, dict):
        return {}, f"want one JSON object, got {type(body).__name__}"
    return body, ""


def parse(
    body: Mapping[str, Any], *, retained: bool, problem: str, now: str, done: Collection[str]
) -> Command | Refused:
    """`now` is the table's clock; `done` holds the ids of the last commands carried out."""
    own_id = body.get("id")
    id_ = own_id if FIELDS["id"].fits(own_id) else None
    for code, text in _mistakes(body, retained, problem, now, done):
        return Refused(id_, code, text)
    return Command(body["id"], Name(body["name"]), body["user"], body["reason"], dict(body["args"]))


def _mistakes(
    body: Mapping[str, Any], retained: bool, problem: str, now: str, done: Collection[str]
) -> Iterator[tuple[Why, str]]:
    """Only the first is ever asked for: what comes after it could not be trusted to be read rightly."""
    if problem:
        yield Why.UNREADABLE, problem
    if retained:
        yield Why.RETAINED, "a command must not be retained: it would be given again and again"
    if wrong := _unfit(body, FIELDS):
        yield Why.BAD_FIELD, wrong
    if body["name"] not in list(Name):
        yield Why.UNKNOWN_COMMAND, f"no such command: {_shown(body['name'])}; known: {_KNOWN}"
    if wrong := _unfit(body["args"], ARGS[Name(body["name"])]):
        yield Why.BAD_ARGUMENT, f"args: {wrong}"
    if _same_person(body["user"], body["args"].get("checker")):
        yield Why.ONE_PERSON, "want two persons: the checker is the one who asks"
    if body["id"] in done:
        yield Why.ALREADY_DONE, "a command with this id has been carried out"
    if _sortable(body["expires"]) <= _sortable(now):
        yield Why.EXPIRED, f"expired at {body['expires']}; the table's clock says {now}"


_KNOWN = ", ".join(Name)


def _unfit(given: Mapping[str, Any], wanted: Mapping[str, _Want]) -> str:
    for key, want in wanted.items():
        if key not in given:
            return f"{key} is missing"
        if not want.fits(given[key]):
            return f"{key}: want {want.said}, got {_shown(given[key])}"
    unknown = sorted(given.keys() - wanted.keys())
    return f"no such key: {_shown(unknown[0])}" if unknown else ""


def _shown(value: Any) -> str:
    text = json.dumps(value)
    return text if len(text) <= 60 else f"{text[:57]}..."


def _same_person(user: str, checker: str | None) -> bool:
    """Blanks and capitals do not make a second person."""
    plain = [" ".join(name.split()).casefold() for name in (user, checker or "")]
    return checker is not None and (plain[0] == plain[1] or "" in plain)


def _sortable(time: str) -> str:
    """UTC times of this form sort as text once their fractions are equally long."""
    whole, _, fraction = time.removesuffix("Z").partition(".")
    return f"{whole}.{fraction:0<6}"


def _no_number(text: str) -> NoReturn:
    raise ValueError(f"{text} is not a number")


def _once_each(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """A key given twice means two things to two readers."""
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a key stands twice in one object")
    return found
