"""What comes in: commands and acknowledgements from a real Mosquitto, and nonsense that must harm nothing."""

import json
from typing import Any

import pytest

from controller import messages
from controller.events import AckReceived, BrokerUp, CommandReceived
from tests.broker import Mosquitto
from tests.drivers.outbox import PLACE, Outbox, settings
from tests.subscriber import Subscriber, listening

PREFIX = PLACE.prefix


def send(subscriber: Subscriber, topic: str, payload: Any, *, retain: bool = False) -> None:
    text = payload if isinstance(payload, bytes) else json.dumps(payload)
    subscriber.client.publish(PREFIX + topic, text, qos=1, retain=retain)


def test_commands_and_acknowledgements_come_as_events(broker: Mosquitto) -> None:
    with listening(broker.port) as subscriber, Outbox(settings(broker.port)) as table:
        table.await_one(BrokerUp)
        send(subscriber, "cmd", {"id": "a"})
        assert table.await_one(CommandReceived) == CommandReceived({"id": "a"}, False)
        send(subscriber, "ack", messages.ack("t7", 41))
        assert table.await_one(AckReceived) == AckReceived(41)


@pytest.mark.parametrize(
    "payload", [b"", b"\xff", b"[1]", b"[" * 60_000, b'{"a":NaN}', b"x" * 70_000]
)
def test_nonsense_is_reported_and_harms_nothing(broker: Mosquitto, payload: bytes) -> None:
    with listening(broker.port) as subscriber, Outbox(settings(broker.port)) as table:
        table.await_one(BrokerUp)
        for topic in ("cmd", "ack"):
            send(subscriber, topic, payload)
            assert table.await_one(CommandReceived).problem
        table.add(1)
        table.run_until(lambda table: table.cursor == 1)


@pytest.mark.parametrize("connected", [False, True], ids=["before", "while connected"])
def test_a_retained_command_is_known_as_one(broker: Mosquitto, connected: bool) -> None:
    with listening(broker.port) as subscriber:
        if not connected:
            send(subscriber, "cmd", {"id": "a"}, retain=True)
            subscriber.wait_for("cmd")
        with Outbox(settings(broker.port)) as table:
            table.await_one(BrokerUp)
            if connected:
                send(subscriber, "cmd", {"id": "a"}, retain=True)
            assert table.await_one(CommandReceived).retained
