"""A stranger who listens: collects what a table publishes, by topic, and holds every document against its schema."""

import json
import re
import ssl
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator
from paho.mqtt.client import Client, MQTTMessage
from paho.mqtt.enums import CallbackAPIVersion, MQTTProtocolVersion
from referencing import Registry, Resource

import hil
from controller.schemas import LINK_TOPICS, MANAGER_TOPICS, TOPICS, schema

_SITE = re.compile(r"pucklight/v1/[a-z0-9-]+/([a-z]+/[a-z]+)")
_TOPIC = re.compile(r"pucklight/v1/[a-z0-9-]+/(table|link)/[a-z0-9-]+/([a-z]+)(/[a-z0-9_]+)?")
INBOUND = ("cmd", "ack")
"""What others send to a table: a test may send nonsense there on purpose."""


@cache
def validator(topic: str) -> Draft202012Validator:
    Draft202012Validator.check_schema(schema(topic))
    return Draft202012Validator(schema(topic), registry=_registry())


def _registry() -> Registry[Any]:
    """What a schema refers to outside itself: the record's own, which stands with the suite that writes it."""
    text = (Path(hil.__file__).parent / "record.schema.json").read_text(encoding="utf-8")
    record: Resource[Any] = Resource.from_contents(json.loads(text))
    registry: Registry[Any] = Registry().with_resource(str(record.id()), record)
    return registry


def faults(topic: str, payload: bytes) -> list[str]:
    """What is wrong with one message, in the contract's terms."""
    site = _SITE.fullmatch(topic)
    if site and site[1] in MANAGER_TOPICS:
        return _errors(topic, MANAGER_TOPICS[site[1]], payload)
    found = _TOPIC.fullmatch(topic)
    kind, name, code = found.groups() if found else ("table", "", None)
    known = LINK_TOPICS if kind == "link" else TOPICS
    if name not in known or bool(code) != (name == "alert"):
        return [f"{topic}: no such topic"]
    if name in INBOUND or (name == "alert" and not payload):
        return []
    return _errors(topic, f"link_{name}" if kind == "link" else name, payload)


def _errors(topic: str, name: str, payload: bytes) -> list[str]:
    errors = validator(name).iter_errors(json.loads(payload))
    return [f"{topic}: {error.json_path}: {error.message}" for error in errors]


@dataclass(frozen=True)
class Message:
    topic: str
    """Below the table's prefix: `event`, `alert/shuffler_down`."""
    payload: bytes
    retained: bool

    @property
    def body(self) -> dict[str, Any]:
        body: dict[str, Any] = json.loads(self.payload)
        return body


class Subscriber:
    """Use `listening`: it waits until the subscription holds, and fails at the end if any document was wrong."""

    def __init__(self, client: Client, check: bool) -> None:
        self.client = client
        self.wrong: list[str] = []
        self._messages: list[Message] = []
        self._changed = threading.Condition()
        self.subscriptions = 0
        """How many times the broker has taken the subscription: one more after each of its restarts."""
        self._check = check
        # After a broker's restart it subscribes again by itself.
        client.on_connect = lambda client, *_: client.subscribe("pucklight/v1/#", qos=1)
        client.on_subscribe = lambda *_: self._count_subscription()
        client.on_message = self._collect

    def messages(self, topic: str | None = None) -> list[Message]:
        with self._changed:
            return [m for m in self._messages if topic in (None, m.topic)]

    def bodies(self, topic: str) -> list[dict[str, Any]]:
        return [message.body for message in self.messages(topic)]

    def wait(self, wanted: Callable[["Subscriber"], bool], wait_s: float = 15) -> None:
        """Until `wanted` is true of what has come; asked again at every message."""
        with self._changed:
            assert self._changed.wait_for(lambda: wanted(self), wait_s), self._messages[-5:]

    def wait_for(self, topic: str, count: int = 1, wait_s: float = 15) -> list[Message]:
        self.wait(lambda self: len(self.messages(topic)) >= count, wait_s)
        return self.messages(topic)

    def _count_subscription(self) -> None:
        with self._changed:
            self.subscriptions += 1
            self._changed.notify_all()

    def _collect(self, _: Client, __: Any, message: MQTTMessage) -> None:
        topic = message.topic.split("/", 5)[-1]
        payload = bytes(message.payload)
        with self._changed:
            self._messages.append(Message(topic, payload, message.retain))
            if self._check:
                self.wrong += faults(message.topic, payload)
            self._changed.notify_all()


@contextmanager
def listening(
    port: int,
    *,
    tls: ssl.SSLContext | None = None,
    login: tuple[str, str] | None = None,
    check: bool = True,
) -> Iterator[Subscriber]:
    client = Client(CallbackAPIVersion.VERSION2, protocol=MQTTProtocolVersion.MQTTv5)
    if tls:
        client.tls_set_context(tls)
    if login:
        client.username_pw_set(*login)
    client.reconnect_delay_set(1, 1)
    subscriber = Subscriber(client, check)
    client.connect("localhost" if tls else "127.0.0.1", port, keepalive=5)
    client.loop_start()
    try:
        subscriber.wait(lambda self: self.subscriptions > 0)
        yield subscriber
    finally:
        client.disconnect()
        client.loop_stop()
    assert not subscriber.wrong, "\n".join(subscriber.wrong)
