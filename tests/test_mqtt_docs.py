"""docs/mqtt.md keeps its word: its examples fit the schemas, its lists are whole, its programs run."""

import dataclasses
import json
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

import pytest

from controller import commands, messages
from controller.events import BrokerUp
from controller.messages import Identity, ShownMeter, Topic
from controller.mqtt_settings import MqttSettings
from controller.schemas import LINK_TOPICS, MANAGER_TOPICS, TOPICS, schema
from controller.tomlfile import read
from hil import record
from tests.broker import Mosquitto
from tests.drivers.outbox import AT, WHO, Outbox, settings
from tests.subscriber import validator

PAGE = Path(__file__).parent.parent / "docs" / "mqtt.md"
TEXT = PAGE.read_text()
BLOCKS = re.findall(r"^```(\w+)(?: (\w+))?\n(.*?)^```$", TEXT, re.DOTALL | re.MULTILINE)
EXAMPLES = [(topic, text) for language, topic, text in BLOCKS if language == "json"]


def block(language: str) -> str:
    found: list[str] = [text for name, _, text in BLOCKS if name == language]
    assert len(found) == 1
    return found[0]


@pytest.mark.parametrize(("topic", "text"), EXAMPLES)
def test_every_example_fits_its_schema(topic: str, text: str) -> None:
    validator(topic).validate(json.loads(text))


def test_every_topic_has_an_example_and_a_line_in_the_list() -> None:
    named = {*TOPICS, *(f"link_{topic}" for topic in LINK_TOPICS), *MANAGER_TOPICS.values()}
    assert {topic for topic, _ in EXAMPLES} == named
    assert set(TOPICS) == {str(topic) for topic in Topic}
    assert all(f"`{topic}.json`" in TEXT for topic in named)


def test_the_record_shown_carries_its_own_hash_and_the_receipt_names_it() -> None:
    shown = {topic: json.loads(text) for topic, text in EXAMPLES}
    assert record.digest(shown["hil_record"]) == shown["hil_record"]["record_sha256"]
    assert shown["hil_receipt"]["record_sha256"] == shown["hil_record"]["record_sha256"]


def test_every_event_type_is_explained() -> None:
    table = TEXT[TEXT.index("| type | says |") : TEXT.index("`by` and `command` are null")]
    explained = {name for row in table.splitlines()[2:] if row for name in _names(row)}
    assert explained == set(schema("event")["properties"]["type"]["enum"])


def test_every_command_and_every_code_is_explained() -> None:
    table = TEXT[TEXT.index("| name | args |") : TEXT.index("`id` is yours")]
    explained = {name for row in table.splitlines()[2:] if row for name in _names(row)}
    assert explained == set(commands.Name) == set(schema("cmd")["properties"]["name"]["enum"])
    assert all(f"`{code}`" in TEXT for code in commands.Why)


def _names(row: str) -> list[str]:
    return re.findall(r"`(\w+)`", row.split("|")[1])


def test_the_settings_shown_are_settings(tmp_path: Path) -> None:
    (tmp_path / "mqtt.toml").write_text(block("toml").replace("[mqtt]\n", ""))
    assert read([tmp_path / "mqtt.toml"], MqttSettings).actual_port == 8883


@contextmanager
def running(command: list[str]) -> Iterator[IO[str]]:
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        try:
            yield process.stdout
        finally:
            process.kill()


def test_the_shell_line_shows_a_table(broker: Mosquitto) -> None:
    with Outbox(settings(broker.port)) as table:
        table.await_one(BrokerUp)
        with running(shlex.split(block("sh").replace("1883", str(broker.port)))) as lines:
            assert lines.readline().startswith("pucklight/v1/club/table/t7/status {")


def test_the_python_program_shows_live_stale_and_lost(broker: Mosquitto, tmp_path: Path) -> None:
    program = tmp_path / "subscriber.py"
    program.write_text(block("python"))
    command = [sys.executable, str(program), "127.0.0.1", str(broker.port), "club", "t7"]
    with Outbox(settings(broker.port)) as table:
        table.await_one(BrokerUp)

        def show(seq: int, epoch: int, cents: int, who: Identity = WHO) -> None:
            shown = messages.meter("t7", seq, AT, ShownMeter(epoch, cents, 100_000))
            table.broker.publish(Topic.METER, shown, retain=True, qos=1)
            beat = messages.heartbeat(who, seq, 0, 1, AT)
            table.broker.publish(Topic.HEARTBEAT, beat, retain=False, qos=0)

        show(1, 1, 100_030)
        with running(command) as lines:
            seen = iter(line.strip() for line in lines if "None" not in line)
            assert next(seen) == "STALE 100030 live"
            show(2, 1, 100_060)
            assert "LIVE 100060 live" in (next(seen), next(seen))
            show(1, 1, 1)  # Old: not shown.
            show(3, 2, 100_000)
            assert next(seen) == "LIVE 100000 live"
            show(1, 0, 77, dataclasses.replace(WHO, boot="b01"))  # A new memory in the same table.
            assert next(seen) == "LIVE 77 live"
            assert next(seen) == "STALE 77 live"
            table.broker.publish(Topic.STATUS, messages.last_will(WHO), retain=True, qos=1)
            assert next(seen) == "LOST 77 live"
