"""The way in: listens to the broker for ever and hands every message to the screen. Says nothing to anybody.

Knows paho. A lost connection is tried again each second, without end; what it misses meanwhile is retained.
"""

import threading
from typing import Any

from paho.mqtt.client import Client, ConnectFlags, MQTTMessage
from paho.mqtt.enums import CallbackAPIVersion, MQTTErrorCode
from paho.mqtt.properties import Properties
from paho.mqtt.reasoncodes import ReasonCode

from controller.mqtt_settings import MqttSettings
from drivers.mqtt_connection import VERSIONS, Access, explained, without_delay
from meter.documents import TOPICS
from meter.screen import Screen

CONNECT_WAIT_S = 5.0
LOOP_WAIT_S = 0.5
TRY_AGAIN_S = 1.0


class Feed:
    def __init__(self, settings: MqttSettings, access: Access, screen: Screen) -> None:
        self._settings, self._access, self._screen = settings, access, screen
        self._closing = threading.Event()
        self._why = ""
        self._thread = threading.Thread(target=self._run, name="feed", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def close(self) -> None:
        self._closing.set()
        self._thread.join(CONNECT_WAIT_S)

    def _run(self) -> None:
        where = f"{self._settings.host}:{self._settings.actual_port}"
        while not self._closing.is_set():
            self._why = ""
            self._serve()
            self._screen.broker_is(f"Broker {where}: {self._why or 'the connection was lost'}.")
            self._closing.wait(TRY_AGAIN_S)

    def _serve(self) -> None:
        """One connection, from CONNECT to its loss."""
        settings, client = self._settings, self._client()
        try:
            client.connect(settings.host, settings.actual_port, settings.keepalive_s)
            while not (self._closing.is_set() or self._why):
                if client.loop(LOOP_WAIT_S) != MQTTErrorCode.MQTT_ERR_SUCCESS:
                    break
            client.disconnect()
        except OSError as error:
            self._why = f"cannot be reached: {explained(error)}"
        finally:
            if left := client.socket():
                left.close()

    def _client(self) -> Client:
        settings = self._settings
        # No name of its own: two displays of one table must not throw each other out.
        client = Client(CallbackAPIVersion.VERSION2, "", protocol=VERSIONS[settings.protocol])
        client.connect_timeout = CONNECT_WAIT_S
        if settings.user:
            client.username_pw_set(settings.user, self._access.password)
        if self._access.tls:
            client.tls_set_context(self._access.tls)
        client.on_socket_open = without_delay
        client.on_connect = self._connected
        client.on_subscribe = self._subscribed
        client.on_message = self._received
        return client

    def _connected(
        self, client: Client, _: Any, __: ConnectFlags, reason: ReasonCode, ___: Properties | None
    ) -> None:
        if reason.is_failure:
            self._why = f"refused the connection: {reason}; check mqtt.user and its password"
        else:
            self._subscribe(client)

    def _subscribe(self, client: Client) -> None:
        sources = self._screen.sources
        topics = [f"{one.prefix}{topic}" for one in sources for topic in TOPICS[one.kind]]
        client.subscribe([(topic, 1) for topic in topics])

    def _subscribed(
        self, _: Client, __: Any, ___: int, reasons: list[ReasonCode], ____: Properties | None
    ) -> None:
        if refused := [reason for reason in reasons if reason.is_failure]:
            self._why = f"refused the subscription: {refused[0]}; check its access list"
        else:
            self._screen.broker_is("")

    def _received(self, client: Client, _: Any, message: MQTTMessage) -> None:
        if self._screen.take(message.topic, bytes(message.payload)):
            self._subscribe(client)
