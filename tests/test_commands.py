"""Orders to a table: what is taken, what is refused and under which code."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller import commands
from controller.commands import Command, Name, Refused, Why
from tests.subscriber import validator

NOW = "2030-01-31T18:00:00.000Z"
ARGS: dict[Name, dict[str, Any]] = {
    Name.REPLAY: {"from_seq": 1},
    Name.BLOCK_SEAT: {"seat": 8},
    Name.UNBLOCK_SEAT: {"seat": 1},
    Name.NPN: {"on": True},
    Name.ADJUST: {
        "figure": "meter",
        "change_cents": -100,
        "why": "above_maximum",
        "checker": "Shift manager",
    },
    Name.BACK_OUT: {"seq": 17, "checker": "Shift manager"},
    Name.OUT_OF_SERVICE: {},
    Name.BACK_IN_SERVICE: {},
    Name.PARAMETERS: {"progressive": {"seed_cents": 100000}, "checker": "Shift manager"},
}


def order(name: str = "replay", **others: Any) -> dict[str, Any]:
    whole = {
        "id": "c-1",
        "name": name,
        "user": "Floor 3",
        "reason": "because",
        "expires": "2030-01-31T18:01:00Z",
        "args": ARGS.get(name, {}),  # type: ignore[call-overload]
    }
    return {**whole, **others}


def parse(body: dict[str, Any], **others: Any) -> Command | Refused:
    given: dict[str, Any] = {"retained": False, "problem": "", "now": NOW, "done": (), **others}
    return commands.parse(body, **given)


def refused(body: dict[str, Any], **others: Any) -> Why:
    answer = parse(body, **others)
    assert isinstance(answer, Refused)
    assert answer.text
    return answer.code


@pytest.mark.parametrize("name", Name)
def test_every_command_is_taken_when_it_is_well_formed(name: Name) -> None:
    assert parse(order(name)) == Command("c-1", name, "Floor 3", "because", ARGS[name])
    validator("cmd").validate(order(name))


@pytest.mark.parametrize("key", order())
def test_no_field_may_be_missing(key: str) -> None:
    body = order()
    del body[key]
    assert refused(body) is Why.BAD_FIELD


@pytest.mark.parametrize(("name", "key"), [(n, key) for n, args in ARGS.items() for key in args])
def test_no_argument_may_be_missing(name: Name, key: str) -> None:
    args = {other: value for other, value in ARGS[name].items() if other != key}
    assert refused(order(name, args=args)) is Why.BAD_ARGUMENT


def test_what_is_not_known_is_not_guessed() -> None:
    assert refused(order(extra=1)) is Why.BAD_FIELD
    assert refused(order(args={"from_seq": 1, "to_seq": 2})) is Why.BAD_ARGUMENT
    assert refused(order("open_the_drawer")) is Why.UNKNOWN_COMMAND


@pytest.mark.parametrize("seat", [0, 9, -1, True, "3", 3.0, None, [3]])
def test_only_a_seat_is_a_seat(seat: Any) -> None:
    assert refused(order(Name.BLOCK_SEAT, args={"seat": seat})) is Why.BAD_ARGUMENT


def test_a_retained_command_is_refused_whatever_it_says() -> None:
    assert parse(order(), retained=True) == Refused(
        "c-1", Why.RETAINED, "a command must not be retained: it would be given again and again"
    )


def test_an_expired_command_is_refused_and_told_both_times() -> None:
    answer = parse(order(expires="2030-01-31T17:59:59Z"))
    assert answer == Refused(
        "c-1", Why.EXPIRED, f"expired at 2030-01-31T17:59:59Z; the table's clock says {NOW}"
    )


@pytest.mark.parametrize(
    ("expires", "in_time"),
    [
        ("2030-01-31T18:00:00Z", False),
        ("2030-01-31T18:00:00.0Z", False),
        ("2030-01-31T18:00:00.000001Z", True),
        ("2030-01-31T18:00:00.1Z", True),
        ("2030-01-31T18:00:01Z", True),
    ],
)
def test_expiry_is_compared_by_time_not_by_text(expires: str, in_time: bool) -> None:
    assert isinstance(parse(order(expires=expires)), Command) is in_time


@pytest.mark.parametrize(
    "expires",
    ["tomorrow", "2030-01-31 18:01:00Z", "2030-01-31T18:01:00", "2030-01-31T18:01:00+01:00", 1],
)
def test_a_time_that_is_not_utc_is_no_time(expires: Any) -> None:
    assert refused(order(expires=expires)) is Why.BAD_FIELD


def test_a_command_is_carried_out_once() -> None:
    assert refused(order(), done=["b", "c-1"]) is Why.ALREADY_DONE


@pytest.mark.parametrize("checker", ["Floor 3", "floor 3", " Floor  3 ", " "])
@pytest.mark.parametrize("name", [Name.ADJUST, Name.BACK_OUT, Name.PARAMETERS])
def test_one_person_is_not_two(name: Name, checker: str) -> None:
    assert refused(order(name, args={**ARGS[name], "checker": checker})) is Why.ONE_PERSON


def test_what_cannot_be_read_has_no_id_to_answer_to() -> None:
    assert parse({}, problem="want one JSON object") == Refused(
        None, Why.UNREADABLE, "want one JSON object"
    )
    assert parse(order(id="no blanks")) == Refused(
        None, Why.BAD_FIELD, 'id: want 1 to 64 letters, digits or dashes, got "no blanks"'
    )


@pytest.mark.parametrize(
    ("payload", "problem"),
    [
        (b"", "want one JSON object: Expecting value"),
        (b"\xff", "want one JSON object: 'utf-8' codec"),
        (b"[1]", "want one JSON object, got list"),
        (b'{"a":1,"a":2}', "want one JSON object: a key stands twice in one object"),
        (b'{"a":NaN}', "want one JSON object: NaN is not a number"),
        (b"[" * 65_000, "want one JSON object: maximum recursion depth"),
        (b" " * 65_537, "want at most 65536 bytes, got 65537"),
    ],
)
def test_what_is_no_json_object_is_said_to_be_none(payload: bytes, problem: str) -> None:
    body, said = commands.read(payload)
    assert body == {}
    assert said.startswith(problem)


@given(st.binary(max_size=200))
def test_reading_never_raises(payload: bytes) -> None:
    body, problem = commands.read(payload)
    assert isinstance(parse(body, problem=problem), Refused)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=5), inner, max_size=2)
    ),
    max_leaves=4,
)


@given(st.sampled_from(list(Name)), st.data())
def test_the_parser_takes_what_the_schema_takes(name: Name, data: st.DataObject) -> None:
    """One value is replaced by anything at all; JSON's 3.0 is a whole number to a schema and none to us."""
    body = json.loads(json.dumps(order(name)))
    place = data.draw(st.sampled_from([body] + ([body["args"]] if body["args"] else [])))
    place[data.draw(st.sampled_from(sorted(place)))] = data.draw(json_values)
    text = json.dumps(body)
    if "\\n" in text or any(isinstance(value, float) for value in [*body.values(), *_values(body)]):
        return
    answer = parse(body)
    taken = isinstance(answer, Command) or answer.code in (Why.EXPIRED, Why.ONE_PERSON)
    assert taken == validator("cmd").is_valid(body)


def _values(body: dict[str, Any]) -> list[Any]:
    return list(body["args"].values()) if isinstance(body["args"], dict) else []
