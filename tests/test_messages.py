"""Every document the table can build fits its schema, and the schemas refuse what the contract does not know."""

import copy
import json
from typing import Any

import pytest

from controller import messages
from controller.ledger import Account, Transfer
from controller.messages import (
    Alert,
    Document,
    Identity,
    MeterState,
    Service,
    ShownMeter,
    ShownRound,
    ShownWin,
)
from controller.record import Record, Row
from controller.round import Move, State
from controller.schemas import LINK_TOPICS, MANAGER_TOPICS, TOPICS, schema
from tests.subscriber import faults, validator

AT = "2030-01-31T18:00:00.125Z"
WHO = Identity("t7", "b00", 12, "0" * 64, "1" * 64)
WIN = ShownWin("t7", 2, "akq_spades", 431530, 100000, {5: 10000})
TRIPS = ShownWin("t7", 5, "three_of_a_kind", 6000, 100000, {})

DOCUMENTS: list[tuple[str, Document]] = [
    *(("status", messages.status(WHO, state, "why", 0, AT)) for state in Service),
    ("status", messages.last_will(WHO)),
    *(
        (
            "round",
            messages.round_(
                "t7", 9, AT, ShownRound(3, state, False, [5, 2], [8], {2: "pair"}, "run")
            ),
        )
        for state in State
    ),
    ("meter", messages.meter("t7", 9, AT, ShownMeter(0, 0, 0))),
    ("meter", messages.meter("t7", 9, AT, ShownMeter(3, 431530, 100000, MeterState.WIN, [WIN]))),
    (
        "meter",
        messages.meter(
            "t7", 9, AT, ShownMeter(4, 100000, 100000, MeterState.PENDING, [WIN, TRIPS])
        ),
    ),
    ("alert", messages.alert("t7", Alert("deck_short", "51 cards", "Count.", AT, True))),
    ("alert", messages.alert("t7", Alert("late_chip", "a chip", "Take it.", AT, False, seat=3))),
    ("heartbeat", messages.heartbeat(WHO, 0, 0, 0, AT)),
    ("refusal", messages.refusal("t7", "no_key", "Turn the key.", "j-pot", AT)),
    ("refusal", messages.refusal("t7", "no_key", "Turn the key.", None, AT)),
    ("test", messages.test("t7", messages.DeviceSeen("chip", "3", True, 1840), 125)),
    ("reply", messages.reply("t7", "c-1", "done", "", 17, AT)),
    ("reply", messages.reply("t7", None, "unreadable", "want JSON", None, AT)),
    ("ack", messages.ack("t7", 0)),
]


@pytest.mark.parametrize(("topic", "document"), DOCUMENTS)
def test_what_the_table_builds_fits_the_schema(topic: str, document: Document) -> None:
    sent = json.loads(messages.encode(document))
    validator(topic).validate(sent)
    assert sent == document


@pytest.mark.parametrize(("topic", "document"), DOCUMENTS)
def test_a_field_more_or_less_does_not_fit(topic: str, document: Document) -> None:
    assert not validator(topic).is_valid({**document, "extra": 1})
    for key in document:
        assert not validator(topic).is_valid({k: v for k, v in document.items() if k != key})


def test_a_row_is_sent_whole() -> None:
    transfers = (Transfer(Account.DROP, Account.METER, 30_000_000),)
    facts = {
        "pool": "contributed",
        "play": "3",
        "seats": [2, 5],
        "npn": False,
        "fee_cents": 100,
        "meter_cents": 100030,
        "epoch": 0,
    }
    row = Row(9, AT, Record("coin_in", 3, facts, transfers), bytes(range(32)))
    document = messages.event("t7", row)
    validator("event").validate(json.loads(messages.encode(document)))
    assert document["transfers"] == [["drop", "meter", 30_000_000]]
    assert document["digest"] == bytes(range(32)).hex()
    assert document["facts"] == facts


def test_every_move_of_the_round_is_an_event_type() -> None:
    assert set(Move) <= set(schema("event")["properties"]["type"]["enum"])


def test_every_account_may_stand_in_a_transfer() -> None:
    assert set(schema("event")["$defs"]["account"]["enum"]) == set(Account)


def test_every_event_type_has_strict_facts_of_its_own() -> None:
    event = schema("event")
    for name in event["properties"]["type"]["enum"]:
        facts = event["$defs"][f"facts_{name}"]
        assert facts["additionalProperties"] is False
        assert set(facts["required"]) == set(facts["properties"])
        document = {**_EVENT, "type": name, "facts": {"nonsense": 1}}
        assert not validator("event").is_valid(document), name


_EVENT: dict[str, Any] = {
    "v": 1,
    "table": "t7",
    "seq": 1,
    "round": 0,
    "type": "win_claimed",
    "at": AT,
    "facts": {"seat": 1, "hand": "pair"},
    "transfers": [],
    "digest": "0" * 64,
}


@pytest.mark.parametrize(
    "change",
    [
        {"v": 2},
        {"type": "unheard_of"},
        {"seq": 0},
        {"at": "2030-01-31T18:00:00+01:00"},
        {"facts": {"seat": 9, "hand": "pair"}},
        {"facts": {"seat": 1, "hand": "pairs"}},
        {"facts": {"seat": 1, "hand": "pair", "cents": 1.5}},
        {"transfers": [["drop", "meter", 0]]},
        {"transfers": [["drop", "pocket", 1]]},
        {"transfers": [["drop", "meter", 1, 1]]},
        {"transfers": [["drop", "meter"]]},
        {"digest": "xyz"},
    ],
)
def test_a_wrong_row_does_not_fit(change: dict[str, Any]) -> None:
    assert validator("event").is_valid(_EVENT)
    assert not validator("event").is_valid({**copy.deepcopy(_EVENT), **change})


def test_a_live_meter_has_no_win_and_a_won_one_has() -> None:
    live = messages.meter("t7", 9, AT, ShownMeter(0, 0, 0))
    assert not validator("meter").is_valid({**live, "state": "win"})
    won = messages.meter("t7", 9, AT, ShownMeter(0, 0, 0, MeterState.WIN, [WIN]))
    assert not validator("meter").is_valid({**won, "state": "live"})
    assert not validator("meter").is_valid({**live, "wins": won["wins"]})
    assert not validator("meter").is_valid({**won, "wins": []})


def test_schemas_name_themselves_and_keep_to_themselves() -> None:
    for topic in (*TOPICS, *(f"link_{name}" for name in LINK_TOPICS)):
        assert schema(topic)["$id"] == f"urn:pucklight:v1:{topic}"
        assert schema(topic)["additionalProperties"] is False
    for name in MANAGER_TOPICS.values():
        assert schema(name)["$id"] == f"urn:pucklight:v1:{name}"


_ONLINE = {"v": 1, "state": "online", "boot": "b01", "at": AT}
_TAKEN = {"v": 1, "record_sha256": "0" * 64, "taken": True, "why": ""}


@pytest.mark.parametrize(
    ("name", "document", "change"),
    [
        ("manager_status", _ONLINE, {"v": 2}),
        ("manager_status", _ONLINE, {"state": "in_service"}),
        ("manager_status", _ONLINE, {"at": None}),
        ("manager_status", _ONLINE, {"more": 1}),
        ("hil_receipt", _TAKEN, {"record_sha256": "0" * 63}),
        ("hil_receipt", _TAKEN, {"taken": None}),
        ("hil_receipt", _TAKEN, {"why": "but"}),
        ("hil_receipt", _TAKEN, {"taken": False}),
        ("hil_receipt", _TAKEN, {"more": 1}),
    ],
)
def test_what_the_game_manager_says_has_one_form(
    name: str, document: dict[str, Any], change: dict[str, Any]
) -> None:
    assert validator(name).is_valid(document)
    assert not validator(name).is_valid({**document, **change})
    assert not validator("hil_record").is_valid(document)


def test_topics_have_one_form() -> None:
    prefix = messages.Place("club", "t7").prefix
    assert prefix == "pucklight/v1/club/table/t7/"
    assert not faults(prefix + messages.alert_topic("deck_short"), b"")
    assert faults(prefix + "alert", b"")
    assert faults(prefix + "status/more", b"{}")
    assert faults(prefix + "gossip", b"{}")
    assert faults(prefix + "win", b"{}"), "a link's alone"
    assert faults("pucklight/v1/club/link/main/round", b"{}"), "a table's alone"
    assert faults("pucklight/v1/club/link/main/meter", b"{}")
