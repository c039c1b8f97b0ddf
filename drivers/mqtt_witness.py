"""A stranger who listens: keeps what comes below a prefix, in order, with the moment it came. Sends when asked.

For benches and onlookers; the table itself never uses it. Reconnects and subscribes again by itself.
"""

import json
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from paho.mqtt.client import Client, MQTTMessage
from paho.mqtt.enums import CallbackAPIVersion
from paho.mqtt.reasoncodes import ReasonCode

from controller.errors import DeviceError
from controller.mqtt_settings import MqttSettings
from drivers.mqtt import access
from drivers.mqtt_connection import VERSIONS, without_delay

CONNECT_WAIT_S = 10.0


@dataclass(frozen=True, slots=True)
class Heard:
    topic: str
    """Below the prefix: `event`, `alert/shuffler_down`."""
    payload: bytes
    at_s: float
    """Our own monotonic clock."""

    @property
    def body(self) -> dict[str, Any]:
        body: dict[str, Any] = json.loads(self.payload)
        return body


class Listener:
    def __init__(self, settings: MqttSettings, prefix: str, topics: Sequence[str] = ("#",)) -> None:
        self._prefix = prefix
        self.refused = ""
        """Why the broker did not take what we sent last; MQTT 3.1.1 cannot say it."""
        self._messages: list[Heard] = []
        self._changed = threading.Condition()
        self._subscribed = False
        client = Client(CallbackAPIVersion.VERSION2, protocol=VERSIONS[settings.protocol])
        own = access(settings)
        if own.tls:
            client.tls_set_context(own.tls)
        if settings.user:
            client.username_pw_set(settings.user, own.password)
        client.reconnect_delay_set(1, 1)
        wanted = [(f"{prefix}{topic}", 1) for topic in topics]
        client.on_socket_open = without_delay
        client.on_connect = lambda client, *_: client.subscribe(wanted)
        client.on_subscribe = lambda *_: self._ready()
        client.on_publish = lambda _, __, ___, reason, ____: self._answered(reason)
        client.on_message = self._collect
        self._client = client
        self._connect(settings)

    def messages(self, topic: str | None = None) -> list[Heard]:
        with self._changed:
            return [heard for heard in self._messages if topic in (None, heard.topic)]

    def bodies(self, topic: str) -> list[dict[str, Any]]:
        return [heard.body for heard in self.messages(topic)]

    def until(self, happened: Callable[[], bool], wait_s: float) -> bool:
        """Whether it happened in time; asked again at every message."""
        with self._changed:
            return self._changed.wait_for(happened, wait_s)

    def send(self, topic: str, payload: bytes) -> None:
        self.refused = ""
        self._client.publish(f"{self._prefix}{topic}", payload, qos=1)

    def close(self) -> None:
        self._client.disconnect()
        self._client.loop_stop()

    def _connect(self, settings: MqttSettings) -> None:
        where = f"{settings.host}:{settings.actual_port}"
        try:
            self._client.connect(settings.host, settings.actual_port, settings.keepalive_s)
        except OSError as error:
            raise DeviceError(
                f"mqtt: {where} cannot be reached: {error.strerror or error}; "
                "check the broker, its address and the cable"
            ) from error
        self._client.loop_start()
        if not self.until(lambda: self._subscribed, CONNECT_WAIT_S):
            self.close()
            raise DeviceError(f"mqtt: {where} takes no subscription; check user and access list")

    def _ready(self) -> None:
        with self._changed:
            self._subscribed = True
            self._changed.notify_all()

    def _answered(self, reason: ReasonCode) -> None:
        with self._changed:
            self.refused = str(reason) if reason.is_failure else ""
            self._changed.notify_all()

    def _collect(self, _: Client, __: Any, message: MQTTMessage) -> None:
        topic = message.topic.removeprefix(self._prefix)
        with self._changed:
            self._messages.append(Heard(topic, bytes(message.payload), time.monotonic()))
            self._changed.notify_all()
