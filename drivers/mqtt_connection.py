"""One connection to the broker, from CONNECT to its loss. Nothing of it outlives it: not a queue, not a message id.

Knows paho. Callbacks run on the network thread and only enqueue; rows are believed delivered at their PUBACK alone.
A new connection is a new client, so paho's own queue can never carry a message from one connection to the next.
"""

import socket
import ssl
from dataclasses import dataclass
from datetime import UTC, datetime
from threading import Lock
from typing import Any

from paho.mqtt.client import Client, ConnectFlags, DisconnectFlags, MQTTMessage, MQTTMessageInfo
from paho.mqtt.enums import CallbackAPIVersion, LogLevel, MQTTErrorCode, MQTTProtocolVersion
from paho.mqtt.properties import Properties
from paho.mqtt.reasoncodes import ReasonCode
from paho.mqtt.subscribeoptions import SubscribeOptions

from controller import commands
from controller.events import AckReceived, BrokerUp, CommandReceived, RowDelivered
from controller.messages import Place, Topic
from controller.mqtt_settings import MqttSettings, Protocol
from controller.ports import Put

VERSIONS = {Protocol.V5: MQTTProtocolVersion.MQTTv5, Protocol.V311: MQTTProtocolVersion.MQTTv311}
CONNECT_WAIT_S = 5.0
LOOP_WAIT_S = 1.0
GOODBYE_WAIT_S = 1.0
OTHERS_QUEUED = 100
"""Retained documents and replies that may wait behind the rows in flight."""
WRONG_DATE = (9, 10)
"""OpenSSL's X509_V_ERR_CERT_NOT_YET_VALID and _CERT_HAS_EXPIRED."""


@dataclass(frozen=True, slots=True)
class Access:
    """What opens the broker's door: read once at the start, so that a wrong file is a wrong configuration."""

    tls: ssl.SSLContext | None
    password: str | None


class Connection:
    """Two locks, or there would be a deadlock: paho calls `_published` with its own lock held.

    `_lock` guards the state; callbacks take it, so nobody calls paho while holding it. `_sending` puts the publishers
    in a row; no callback ever takes it.
    """

    def __init__(
        self, settings: MqttSettings, place: Place, access: Access, will: bytes, put: Put
    ) -> None:
        self.was_up = False
        self._settings, self._place, self._put = settings, place, put
        self._prefix = place.prefix
        self._sending, self._lock = Lock(), Lock()
        self._up = self._announced = False
        self._rows: dict[int, int] = {}
        """Message id to row, of what is in flight."""
        self._early: set[int] | None = None
        """Ids acknowledged while a row is being handed over: its own may come before publish() returns."""
        self._last: MQTTMessageInfo | None = None
        """The last message that asks for an acknowledgement: they come in order, so it stands for all."""
        self._why_ended = self._error = ""
        self._client = self._made(access, will)

    def serve(self) -> str:
        """Connects and stays until the connection is over; says why it is. Call once, on a thread of its own."""
        settings, client = self._settings, self._client
        where = f"{settings.host}:{settings.actual_port}"
        try:
            client.connect(settings.host, settings.actual_port, settings.keepalive_s)
            while (
                not self._why_ended and client.loop(LOOP_WAIT_S) == MQTTErrorCode.MQTT_ERR_SUCCESS
            ):
                pass
        except OSError as error:
            self._end(f"cannot be reached: {explained(error)}")
        finally:
            self._let_go()
        return f"{where}: {self._why_ended or 'the connection was lost'}"

    def publish_row(self, seq: int, payload: bytes) -> bool:
        with self._sending:
            with self._lock:
                full = len(self._rows) >= self._settings.in_flight
                if full or not (self._up and self._announced):
                    return False
                self._early = set()
            sent = self._client.publish(f"{self._prefix}{Topic.EVENT}", payload, qos=1)
            self._note(sent, 1)
            with self._lock:
                acknowledged, self._early = sent.mid in self._early, None
                if not self._up or sent.rc != MQTTErrorCode.MQTT_ERR_SUCCESS:
                    return False
                if not acknowledged:
                    self._rows[sent.mid] = seq
        if acknowledged:
            self._put(RowDelivered(seq))
        return True

    def publish(self, topic: str, payload: bytes, *, retain: bool, qos: int) -> None:
        with self._sending:
            if not self._up:
                return
            sent = self._client.publish(f"{self._prefix}{topic}", payload, qos=qos, retain=retain)
            self._announced |= topic == Topic.STATUS
            self._note(sent, qos)
        if sent.rc == MQTTErrorCode.MQTT_ERR_QUEUE_SIZE:
            # A retained document would be lost; after a new connection all of them are sent again.
            self._end("it has stopped acknowledging")

    def _note(self, sent: MQTTMessageInfo, qos: int) -> None:
        if qos and sent.rc == MQTTErrorCode.MQTT_ERR_SUCCESS:
            self._last = sent

    def leave(self) -> None:
        """Says goodbye behind everything already handed over, so that the Last Will is not published."""
        if self._up and self._last:
            # Closing a socket with an answer unread resets it, and the broker may never read the goodbye.
            self._last.wait_for_publish(GOODBYE_WAIT_S)
        with self._sending:
            if self._up:
                self._client.disconnect()
            else:
                self._end("closed")

    def _made(self, access: Access, will: bytes) -> Client:
        settings = self._settings
        client = Client(
            CallbackAPIVersion.VERSION2, self._place.client_id, protocol=VERSIONS[settings.protocol]
        )
        client.connect_timeout = CONNECT_WAIT_S
        client.max_inflight_messages = settings.in_flight
        client.max_queued_messages = settings.in_flight + OTHERS_QUEUED
        client.will_set(f"{self._prefix}{Topic.STATUS}", will, qos=1, retain=True)
        if settings.user:
            client.username_pw_set(settings.user, access.password)
        if access.tls:
            client.tls_set_context(access.tls)
        client.on_socket_open = without_delay
        # Set, it keeps paho from writing on the publisher's thread: only the network thread writes.
        client.on_socket_register_write = _leave_it_to_the_network_thread
        client.on_log = self._logged
        client.on_connect = self._connected
        client.on_subscribe = self._subscribed
        client.on_publish = self._published
        client.on_message = self._received
        client.on_disconnect = self._disconnected
        return client

    def _connected(
        self, client: Client, _: Any, __: ConnectFlags, reason: ReasonCode, told: Properties | None
    ) -> None:
        most = getattr(told, "ReceiveMaximum", 65535)
        if reason.is_failure:
            self._end(f"refused the connection: {reason}; check mqtt.user and its password")
        elif most < self._settings.in_flight:
            self._end(f"takes {most} messages at once; set mqtt.in_flight to that or less")
        else:
            topics = [f"{self._prefix}{topic}" for topic in (Topic.COMMAND, Topic.ACK)]
            if self._settings.protocol is Protocol.V5:
                # Without this flag a command retained while we are connected would look like any other.
                wanted = SubscribeOptions(qos=1, retainAsPublished=True)
                client.subscribe([(topic, wanted) for topic in topics])
            else:
                client.subscribe([(topic, 1) for topic in topics])

    def _subscribed(
        self, _: Client, __: Any, ___: int, reasons: list[ReasonCode], ____: Properties | None
    ) -> None:
        if refused := [reason for reason in reasons if reason.is_failure]:
            self._end(f"refused {self._prefix}{Topic.COMMAND} or {Topic.ACK}: {refused[0]}")
            return
        with self._lock:
            self._up = self.was_up = True
        self._put(BrokerUp())

    def _published(
        self, _: Client, __: Any, mid: int, reason: ReasonCode, ___: Properties | None
    ) -> None:
        if reason.is_failure:
            # The rows behind it must not overtake it: everything is sent again on a new connection.
            self._end(f"refused what we published: {reason}; check its access list")
            return
        with self._lock:
            if self._early is not None:
                self._early.add(mid)
            seq = self._rows.pop(mid, None)
        if seq is not None:
            self._put(RowDelivered(seq))

    def _received(self, _: Client, __: Any, message: MQTTMessage) -> None:
        body, problem = commands.read(bytes(message.payload))
        if message.topic.endswith(f"/{Topic.COMMAND}"):
            self._put(CommandReceived(body, message.retain, problem))
        elif type(seq := body.get("seq")) is int and seq >= 0:
            self._put(AckReceived(seq))
        else:
            wrong = problem or f"want seq as a row number, got {seq!r}"
            self._put(CommandReceived({}, message.retain, f"{Topic.ACK}: {wrong}"))

    def _disconnected(
        self, _: Client, __: Any, flags: DisconnectFlags, reason: ReasonCode, ___: Properties | None
    ) -> None:
        said = "ended the connection" if flags.is_disconnect_packet_from_server else "is lost"
        self._end(f"{said}: {self._error or reason}")

    def _end(self, why: str) -> None:
        """The first reason is the cause; what follows from it is not."""
        with self._lock:
            self._why_ended = self._why_ended or why
            self._up = False
            self._rows.clear()

    def _logged(self, _: Client, __: Any, level: int, text: str) -> None:
        if level == LogLevel.MQTT_LOG_ERR:
            self._error = text

    def _let_go(self) -> None:
        """Closes the socket, and cuts the ring of references so that the client goes at once."""
        client = self._client
        client.on_connect = client.on_subscribe = client.on_publish = None
        client.on_message = client.on_disconnect = client.on_log = None
        if left := client.socket():
            left.close()


def without_delay(_: Client, __: Any, opened: Any) -> None:
    # Nagle's algorithm against delayed acknowledgements stalls a hop by 40 ms.
    opened.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)


def _leave_it_to_the_network_thread(_: Client, __: Any, ___: Any) -> None:
    pass


def explained(error: OSError) -> str:
    if isinstance(error, ssl.SSLCertVerificationError):
        check = "check mqtt.ca_file and mqtt.host"
        if error.verify_code in WRONG_DATE:
            # A Pi has no clock of its own: it may have started in another year.
            today = f"{datetime.now(UTC):%Y-%m-%d}"
            check = f"this machine's date is {today}: check its clock, then renew the certificate"
        return f"TLS: its certificate does not hold: {error.verify_message}; {check}"
    if isinstance(error, ssl.SSLError):
        return f"TLS: {error.reason or error}"
    return error.strerror or str(error)
