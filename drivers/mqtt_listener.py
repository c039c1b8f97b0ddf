"""Listens to one table as any stranger may, and connects again by itself for ever. Keeps nothing, decides nothing.

Speaks MQTT 3.1.1, which every broker knows. Callbacks run on the network thread.
"""

import socket
from collections.abc import Callable
from typing import Any

from paho.mqtt.client import Client, MQTTMessage
from paho.mqtt.enums import CallbackAPIVersion, MQTTProtocolVersion

KEEPALIVE_S = 5


class MqttListener:
    """`heard(topic below the prefix, payload)`; `up(True)` once the broker has taken the subscription."""

    def __init__(
        self,
        address: tuple[str, int],
        prefix: str,
        heard: Callable[[str, bytes], None],
        up: Callable[[bool], None],
    ) -> None:
        self._prefix, self._heard = prefix, heard
        client = Client(CallbackAPIVersion.VERSION2, protocol=MQTTProtocolVersion.MQTTv311)
        client.reconnect_delay_set(1, 1)
        client.on_socket_open = _send_at_once
        client.on_connect = lambda client, *_: client.subscribe(f"{prefix}#", qos=1)
        client.on_subscribe = lambda *_: up(True)
        client.on_disconnect = lambda *_: up(False)
        client.on_message = self._received
        client.connect_async(*address, keepalive=KEEPALIVE_S)
        client.loop_start()
        self._client = client

    def publish(self, topic: str, payload: bytes) -> None:
        self._client.publish(f"{self._prefix}{topic}", payload, qos=1)

    def close(self) -> None:
        self._client.disconnect()
        self._client.loop_stop()

    def _received(self, _: Client, __: Any, message: MQTTMessage) -> None:
        self._heard(message.topic.removeprefix(self._prefix), bytes(message.payload))


def _send_at_once(_: Client, __: Any, sock: Any) -> None:
    sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
