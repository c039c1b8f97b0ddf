"""A display believes only what it can read whole."""

import json
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.messages import MeterState
from controller.schemas import LINK_TOPICS, schema
from meter import documents
from meter.documents import HANDS, Document, Heartbeat, Meter, Status, Wins
from meter.source import Kind
from tests.meter import link_papers, papers

PAGE = (Path(__file__).parents[2] / "docs" / "mqtt.md").read_text()
EXAMPLES = re.findall(
    r"^```json ((?:link_)?(?:meter|win|status|heartbeat))\n(.*?)^```$",
    PAGE,
    re.DOTALL | re.MULTILINE,
)
KINDS = {
    "meter": Meter,
    "status": Status,
    "heartbeat": Heartbeat,
    "link_meter": Meter,
    "link_win": Wins,
    "link_status": Status,
    "link_heartbeat": Heartbeat,
}
"""By schema."""


def read(schema_name: str, payload: bytes) -> Document | None:
    topic = schema_name.removeprefix("link_")
    return documents.read(Kind.TABLE if topic == schema_name else Kind.LINK, topic, payload)


@pytest.mark.parametrize(("topic", "text"), EXAMPLES)
def test_every_example_of_the_contract_is_read(topic: str, text: str) -> None:
    assert isinstance(read(topic, text.encode()), KINDS[topic])


def test_every_topic_of_the_contract_has_an_example_that_is_read() -> None:
    assert {topic for topic, _ in EXAMPLES} == set(KINDS)
    assert set(documents.TOPICS[Kind.LINK]) == set(LINK_TOPICS)


def test_every_hand_of_the_contract_has_words() -> None:
    assert set(HANDS) == set(schema("meter")["$defs"]["hand"]["enum"])
    assert set(HANDS) == set(schema("link_win")["$defs"]["win"]["properties"]["hand"]["enum"])


WHOLE = {
    "meter": papers.meter(1, 2, 3),
    "status": papers.status(),
    "heartbeat": papers.heartbeat(1),
    "link_meter": link_papers.meter(1, 2, 3),
    "link_win": link_papers.wins(1, link_papers.win(1)),
    "link_status": link_papers.status(),
    "link_heartbeat": link_papers.heartbeat(1),
}
COUNTS = [
    *((topic, key) for topic in ("meter", "link_meter") for key in ("v", "seq", "epoch", "cents")),
    *((topic, key) for topic in ("status", "link_status") for key in ("v", "born")),
    *((topic, key) for topic in ("heartbeat", "link_heartbeat") for key in ("v", "seq")),
    *(("link_win", key) for key in ("v", "seq")),
]
TEXTS = [
    ("meter", "state"),
    *((topic, key) for topic in ("status", "link_status") for key in ("state", "reason", "boot")),
    *((topic, "boot") for topic in ("heartbeat", "link_heartbeat")),
    *((topic, "table") for topic in KINDS if not topic.startswith("link_")),
    *((topic, "link") for topic in KINDS if topic.startswith("link_")),
    ("link_win", "wins"),
]


def damaged(topic: str, key: str, value: object) -> bytes:
    return json.dumps({**json.loads(WHOLE[topic]), key: value}).encode()


@pytest.mark.parametrize("topic", KINDS)
def test_a_whole_document_is_read(topic: str) -> None:
    assert isinstance(read(topic, WHOLE[topic]), KINDS[topic])


@pytest.mark.parametrize(("topic", "key"), COUNTS)
@pytest.mark.parametrize("value", [-1, "1", 1.5, True, [], {}, 10**30])
def test_a_document_with_a_wrong_number_is_dropped(topic: str, key: str, value: object) -> None:
    assert read(topic, damaged(topic, key, value)) is None


@pytest.mark.parametrize(("topic", "key"), TEXTS)
@pytest.mark.parametrize("value", [1, None, ["pending"], {}])
def test_a_document_with_a_wrong_text_is_dropped(topic: str, key: str, value: object) -> None:
    assert read(topic, damaged(topic, key, value)) is None


@pytest.mark.parametrize(("topic", "key"), [*COUNTS, *TEXTS])
def test_a_document_without_a_field_is_dropped(topic: str, key: str) -> None:
    body = json.loads(WHOLE[topic])
    del body[key]
    assert read(topic, json.dumps(body).encode()) is None


@pytest.mark.parametrize("win", [None, [], {}, {"table": "t7", "seat": 3, "hand": "royal"}])
def test_a_win_without_its_facts_is_dropped(win: object) -> None:
    body = {**json.loads(WHOLE["meter"]), "state": "win", "win": win}
    assert read("meter", json.dumps(body).encode()) is None


def test_a_table_with_an_older_program_tells_of_the_largest_win_alone() -> None:
    body = json.loads(papers.meter(1, 2, 3, MeterState.WIN))
    del body["wins"]
    found = read("meter", json.dumps(body).encode())
    assert isinstance(found, Meter)
    assert [win.seat for win in found.wins] == [3]


@pytest.mark.parametrize("wins", [None, [], {}, [3], [{"table": "t7"}], "other"])
def test_a_win_that_is_not_the_first_of_its_list_is_dropped(wins: object) -> None:
    body = json.loads(papers.meter(1, 2, 3, MeterState.WIN, (papers.WIN, papers.TRIPS)))
    assert read("meter", json.dumps(body).encode())
    body["wins"] = body["wins"][::-1] if wins == "other" else wins
    assert read("meter", json.dumps(body).encode()) is None


WRONG_IN_A_WIN: dict[str, list[object]] = {
    "number": ["1", -1, None],
    "state": ["live", "won", None, []],
    "table": [3, None],
    "seat": ["1", -1],
    "hand": ["royal", None, []],
    "prize_cents": ["1", -1, 1.5],
    "new_base_cents": ["1", -1],
    "envy": [None, {}, "", [3], [{"seat": 1}], [{"seat": 1, "cents": 1.5}]],
}


@pytest.mark.parametrize(
    ("key", "value"), [(key, value) for key, values in WRONG_IN_A_WIN.items() for value in values]
)
def test_wins_of_a_link_with_one_wrong_field_are_dropped(key: str, value: object) -> None:
    wins = [link_papers.win(1), {**link_papers.win(2), key: value}]
    assert read("link_win", damaged("link_win", "wins", wins)) is None


@pytest.mark.parametrize("key", link_papers.win(1))
def test_wins_of_a_link_with_one_missing_field_are_dropped(key: str) -> None:
    short = {name: value for name, value in link_papers.win(1).items() if name != key}
    assert read("link_win", damaged("link_win", "wins", [short])) is None


def test_a_link_has_no_service_mode() -> None:
    assert read("status", damaged("status", "state", "service"))
    assert read("link_status", damaged("link_status", "state", "service")) is None


@pytest.mark.parametrize("topic", ["meter", "status", "heartbeat"])
def test_a_link_is_not_taken_for_a_table_nor_a_table_for_a_link(topic: str) -> None:
    assert documents.read(Kind.LINK, topic, WHOLE[topic]) is None
    assert documents.read(Kind.TABLE, topic, WHOLE[f"link_{topic}"]) is None
    assert documents.read(Kind.TABLE, "win", WHOLE["link_win"]) is None


def test_another_version_of_the_contract_is_dropped() -> None:
    assert read("meter", papers.meter(1, 1, 5).replace(b'"v":1', b'"v":2')) is None


@given(st.sampled_from([*KINDS, "event"]), st.binary())
def test_no_bytes_are_too_strange(topic: str, payload: bytes) -> None:
    read(topic, payload)


@given(st.sampled_from([*KINDS]), st.recursive(st.none() | st.integers() | st.text(), st.lists))
def test_no_json_is_too_strange(topic: str, value: object) -> None:
    assert read(topic, json.dumps(value).encode()) is None
    assert read(topic, json.dumps({"v": 1, "state": value, "win": value}).encode()) is None
