"""The way out: keeps a connection to the broker for ever and hands messages to it. Fits `controller.ports.Broker`.

Knows when to try again and where the keys are. Holds nothing back: what cannot be sent now is refused, and the loop
sends it again from the journal. Never blocks the loop, whatever the broker or the network does.
"""

import os
import ssl
import sys
from collections.abc import Mapping
from pathlib import Path
from threading import Event, Thread
from typing import Any

from controller import messages
from controller.errors import ConfigError
from controller.events import BrokerDown, BrokerUp, DeviceFailed
from controller.events import Event as Fact
from controller.mqtt_settings import MqttSettings
from controller.ports import Put
from drivers.mqtt_connection import Access, Connection

FIRST_WAIT_S = 0.25
LONGEST_WAIT_S = 8.0
CLOSE_WAIT_S = 2.0
NETWORK_THREAD = "mqtt"


class MqttBroker:
    """`will` is the document that the broker publishes on `status` when this table is gone."""

    def __init__(
        self, settings: MqttSettings, place: messages.Place, put: Put, will: Mapping[str, Any]
    ) -> None:
        self._settings, self._place = settings, place
        self._put, self._will = put, messages.encode(will)
        self._access = access(settings)
        self._closing = Event()
        self._connection: Connection | None = None
        self._last_reason = ""
        self._failed = False
        self._wait_s = FIRST_WAIT_S
        self._thread = self._start(wait_s=0)

    def publish_row(self, seq: int, payload: bytes) -> bool:
        connection = self._connection
        return connection is not None and connection.publish_row(seq, payload)

    def publish(
        self, topic: str, payload: Mapping[str, Any] | None, *, retain: bool, qos: int
    ) -> None:
        if connection := self._connection:
            encoded = b"" if payload is None else messages.encode(payload)
            connection.publish(topic, encoded, retain=retain, qos=qos)

    def close(self) -> None:
        """What was published before goes out first. Waits a moment, not for ever: a frozen broker ends nothing."""
        self._closing.set()
        if connection := self._connection:
            connection.leave()
        self._thread.join(CLOSE_WAIT_S)

    def _start(self, wait_s: float) -> Thread:
        thread = Thread(target=self._run, args=(wait_s,), name=NETWORK_THREAD, daemon=True)
        thread.start()
        return thread

    def _run(self, wait_s: float) -> None:
        self._closing.wait(wait_s)
        try:
            while not self._closing.is_set():
                self._serve_one()
        finally:
            # Whatever ends this thread early goes on to threading.excepthook; the table must not fall silent.
            if not self._closing.is_set():
                self._replace(sys.exception())

    def _serve_one(self) -> None:
        self._connection = Connection(
            self._settings, self._place, self._access, self._will, self._report
        )
        reason = self._connection.serve()
        was_up, self._connection = self._connection.was_up, None
        if self._closing.is_set():
            return
        if was_up or reason != self._last_reason:
            self._put(BrokerDown(reason))
        self._last_reason = reason
        self._wait_s = FIRST_WAIT_S if was_up else min(2 * self._wait_s, LONGEST_WAIT_S)
        self._closing.wait(self._wait_s)

    def _report(self, fact: Fact) -> None:
        self._put(fact)
        if self._failed and isinstance(fact, BrokerUp):
            self._failed = False
            self._put(DeviceFailed("mqtt", ""))

    def _replace(self, error: BaseException | None) -> None:
        reason = f"the network thread ended: {error!r}"
        self._connection, self._failed = None, True
        self._put(BrokerDown(reason))
        self._put(DeviceFailed("mqtt", reason))
        self._thread = self._start(self._wait_s)


def access(settings: MqttSettings) -> Access:
    """Reads the files that the settings name; ConfigError says which one is not as it should be."""
    return Access(_tls(settings), _password(settings))


def _tls(settings: MqttSettings) -> ssl.SSLContext | None:
    if settings.ca_file is None:
        return None
    try:
        context = ssl.create_default_context(cafile=settings.ca_file)
        if settings.certificate_file is not None:
            context.load_cert_chain(settings.certificate_file, settings.key_file)
    except OSError as error:
        files = (settings.ca_file, settings.certificate_file, settings.key_file)
        named = ", ".join(file for file in files if file)
        raise ConfigError(
            f"mqtt: want a CA, a certificate and its key in {named}: {error}"
        ) from error
    return context


def _password(settings: MqttSettings) -> str | None:
    if settings.password_file is None:
        return None
    # A bare name is a systemd credential; an absolute path stays what it is.
    path = Path(os.environ.get("CREDENTIALS_DIRECTORY", ""), settings.password_file)
    try:
        return path.read_text(encoding="utf-8").rstrip("\n")
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"mqtt.password_file: {path} cannot be read: {error}") from error
