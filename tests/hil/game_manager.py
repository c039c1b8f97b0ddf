"""A stand-in for the Game Manager: keeps the records it gets, answers as a test wants, and can die."""

import json
import queue
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from paho.mqtt.client import Client, MQTTMessage
from paho.mqtt.enums import CallbackAPIVersion, MQTTProtocolVersion

from tests.subscriber import faults

PREFIX = "pucklight/v1/club/"
Answer = Callable[["StandIn", str], None]
"""Given the hash of a record that came."""


def taken(manager: "StandIn", sha256: str) -> None:
    manager.answer(sha256)


class StandIn:
    """Use `game_manager`. What it says and hears must fit the contract, or the test fails at the end."""

    def __init__(self, port: int, answer: Answer) -> None:
        self.records: list[bytes] = []
        self.wrong: list[str] = []
        self._answer = answer
        self._online: queue.SimpleQueue[None] = queue.SimpleQueue()
        self.client = client = Client(
            CallbackAPIVersion.VERSION2,
            protocol=MQTTProtocolVersion.MQTTv5,
            reconnect_on_failure=False,
        )
        client.will_set(f"{PREFIX}manager/status", self._status("offline", None), 1, retain=True)
        client.on_connect = lambda client, *_: client.subscribe(f"{PREFIX}hil/record", qos=1)
        client.on_subscribe = lambda *_: self.say(
            "manager/status", self._status("online", "2030-01-31T18:00:00.000Z"), retain=True
        )
        client.on_publish = lambda *_: self._online.put(None)
        client.on_message = self._received
        client.connect("127.0.0.1", port, keepalive=5)
        client.loop_start()
        self._online.get(timeout=15)

    def say(self, topic: str, payload: bytes, *, retain: bool = False) -> None:
        self.wrong += faults(PREFIX + topic, payload)
        self.client.publish(PREFIX + topic, payload, qos=1, retain=retain)

    def answer(self, sha256: str, why: str = "") -> None:
        body = {"v": 1, "record_sha256": sha256, "taken": not why, "why": why}
        self.say("hil/receipt", json.dumps(body).encode())

    def die(self) -> None:
        """Without a goodbye: the broker publishes the Last Will."""
        left = self.client.socket()
        assert isinstance(left, socket.socket)
        left.shutdown(socket.SHUT_RDWR)

    def leave(self) -> None:
        if self.client.is_connected():
            goodbye = self._status("offline", "2030-01-31T18:09:00.000Z")
            sent = self.client.publish(f"{PREFIX}manager/status", goodbye, qos=1, retain=True)
            sent.wait_for_publish(15)
        self.client.disconnect()
        self.client.loop_stop()

    def _received(self, _: Client, __: Any, message: MQTTMessage) -> None:
        payload = bytes(message.payload)
        self.records.append(payload)
        self.wrong += faults(message.topic, payload)
        self._answer(self, json.loads(payload)["record_sha256"])

    @staticmethod
    def _status(state: str, at: str | None) -> bytes:
        return json.dumps({"v": 1, "state": state, "boot": "b01", "at": at}).encode()


@contextmanager
def game_manager(port: int, answer: Answer = taken) -> Iterator[StandIn]:
    manager = StandIn(port, answer)
    try:
        yield manager
    finally:
        manager.leave()
    assert not manager.wrong, "\n".join(manager.wrong)
