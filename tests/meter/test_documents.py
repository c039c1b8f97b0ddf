"""A display believes only what it can read whole."""

import json
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.schemas import schema
from meter import documents
from meter.documents import HANDS, Heartbeat, Meter, Status
from tests.meter import papers

PAGE = (Path(__file__).parents[2] / "docs" / "mqtt.md").read_text()
EXAMPLES = re.findall(
    r"^```json (meter|status|heartbeat)\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE
)
KINDS = {"meter": Meter, "status": Status, "heartbeat": Heartbeat}


@pytest.mark.parametrize(("topic", "text"), EXAMPLES)
def test_every_example_of_the_contract_is_read(topic: str, text: str) -> None:
    assert isinstance(documents.read(topic, text.encode()), KINDS[topic])


def test_every_hand_of_the_contract_has_words() -> None:
    assert set(HANDS) == set(schema("meter")["$defs"]["hand"]["enum"])


WHOLE = {
    "meter": papers.meter(1, 2, 3),
    "status": papers.status(),
    "heartbeat": papers.heartbeat(1),
}
COUNTS = [
    *(("meter", key) for key in ("v", "seq", "epoch", "cents")),
    *(("status", key) for key in ("v", "born")),
    *(("heartbeat", key) for key in ("v", "seq")),
]
TEXTS = [("meter", "state"), ("status", "state"), ("status", "boot"), ("heartbeat", "boot")]


def damaged(topic: str, key: str, value: object) -> bytes:
    return json.dumps({**json.loads(WHOLE[topic]), key: value}).encode()


@pytest.mark.parametrize(("topic", "key"), COUNTS)
@pytest.mark.parametrize("value", [-1, "1", 1.5, True, [], {}, 10**30])
def test_a_document_with_a_wrong_number_is_dropped(topic: str, key: str, value: object) -> None:
    assert documents.read(topic, damaged(topic, key, value)) is None


@pytest.mark.parametrize(("topic", "key"), TEXTS)
@pytest.mark.parametrize("value", [1, None, [], {}])
def test_a_document_with_a_wrong_text_is_dropped(topic: str, key: str, value: object) -> None:
    assert documents.read(topic, damaged(topic, key, value)) is None


@pytest.mark.parametrize(("topic", "key"), [*COUNTS, *TEXTS])
def test_a_document_without_a_field_is_dropped(topic: str, key: str) -> None:
    body = json.loads(WHOLE[topic])
    del body[key]
    assert documents.read(topic, json.dumps(body).encode()) is None


@pytest.mark.parametrize("win", [None, [], {}, {"table": "t7", "seat": 3, "hand": "royal"}])
def test_a_win_without_its_facts_is_dropped(win: object) -> None:
    body = {**json.loads(WHOLE["meter"]), "state": "win", "win": win}
    assert documents.read("meter", json.dumps(body).encode()) is None


def test_another_version_of_the_contract_is_dropped() -> None:
    assert documents.read("meter", papers.meter(1, 1, 5).replace(b'"v":1', b'"v":2')) is None


@given(st.sampled_from([*KINDS, "event"]), st.binary())
def test_no_bytes_are_too_strange(topic: str, payload: bytes) -> None:
    documents.read(topic, payload)


@given(st.sampled_from([*KINDS]), st.recursive(st.none() | st.integers() | st.text(), st.lists))
def test_no_json_is_too_strange(topic: str, value: object) -> None:
    assert documents.read(topic, json.dumps(value).encode()) is None
    assert (
        documents.read(topic, json.dumps({"v": 1, "state": value, "win": value}).encode()) is None
    )
