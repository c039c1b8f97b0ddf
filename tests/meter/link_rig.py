"""A link as the Game Manager will publish it: real messages of a real client, with a heartbeat that can be stopped."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from paho.mqtt.client import Client
from paho.mqtt.enums import CallbackAPIVersion, MQTTProtocolVersion

from tests.meter import link_papers
from tests.meter.link_papers import LINK

BEAT_S = 1.0
WAIT_S = 15
GONE = link_papers.status("offline", "the connection was lost")


class Link:
    """In service with $1,000.00. Says everything again to a broker that was restarted, as it must."""

    def __init__(self, port: int) -> None:
        self.seq, self.epoch, self.cents, self.boot = 5, 1, 100_000, "b00"
        self._port = port
        self._retained: dict[str, bytes] = {}
        self._saying = threading.Lock()
        self._beating, self._closing = threading.Event(), threading.Event()
        self._beating.set()
        self._beats = threading.Thread(target=self._beat, daemon=True)
        self._client = self._connected()
        self.status()
        self.meter()
        self.wins()
        self._beats.start()

    def _connected(self) -> Client:
        client = Client(CallbackAPIVersion.VERSION2, protocol=MQTTProtocolVersion.MQTTv5)
        client.will_set(f"{LINK.prefix}status", GONE, qos=1, retain=True)
        client.reconnect_delay_set(1, 1)
        client.on_connect = self._say_again
        client.connect("127.0.0.1", self._port, keepalive=5)
        client.loop_start()
        return client

    def status(self, state: str = "in_service", reason: str = "") -> None:
        self._say("status", link_papers.status(state, reason, boot=self.boot))

    def contribute(self, cents: int) -> None:
        self.cents += cents
        self.meter()

    def reseed(self, cents: int) -> None:
        self.epoch, self.cents = self.epoch + 1, cents
        self.meter()

    def meter(self) -> None:
        self.seq += 1
        self._say("meter", link_papers.meter(self.seq, self.epoch, self.cents))

    def wins(self, *wins: dict[str, Any]) -> None:
        self.seq += 1
        self._say("win", link_papers.wins(self.seq, *wins))

    def forget(self) -> None:
        """Another memory, which counts from the start."""
        self.seq, self.epoch, self.boot = 0, 0, "b01"

    @contextmanager
    def frozen(self) -> Iterator[None]:
        """Its connection lives; nothing else does."""
        self._beating.clear()
        yield
        self._beating.set()

    def cut(self) -> None:
        """No goodbye: the broker says it."""
        self._beating.clear()
        self._client.loop_stop()
        left = self._client.socket()
        assert left
        left.close()

    def back(self) -> None:
        self._client = self._connected()
        self._beating.set()

    def close(self) -> None:
        self._closing.set()
        self._beating.set()
        self._beats.join()
        self._client.disconnect()
        self._client.loop_stop()

    def _say(self, topic: str, payload: bytes) -> None:
        with self._saying:
            self._retained[topic] = payload
            self._client.publish(f"{LINK.prefix}{topic}", payload, qos=1, retain=True)

    def _say_again(self, client: Client, *_: Any) -> None:
        with self._saying:
            for topic, payload in self._retained.items():
                client.publish(f"{LINK.prefix}{topic}", payload, qos=1, retain=True)

    def _beat(self) -> None:
        while not self._closing.wait(BEAT_S):
            self._beating.wait()
            payload = link_papers.heartbeat(self.seq, self.boot)
            self._client.publish(f"{LINK.prefix}heartbeat", payload)


@contextmanager
def running_link(port: int) -> Iterator[Link]:
    link = Link(port)
    try:
        yield link
    finally:
        link.close()
