"""The broker driver against a real Mosquitto: what a table promises to whoever listens."""

import queue
import socket
import threading
from typing import Any

import pytest
from paho.mqtt.client import Client
from paho.mqtt.enums import CallbackAPIVersion
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.reasoncodes import ReasonCode

from controller import messages
from controller.events import BrokerDown, BrokerUp, DeviceFailed
from controller.events import Event as Fact
from controller.inbox import Inbox
from controller.messages import Service, Topic
from controller.mqtt_settings import Protocol
from drivers import mqtt_connection
from drivers.mqtt import MqttBroker
from tests.broker import Mosquitto
from tests.drivers.outbox import AT, PLACE, WHO, Outbox, settings
from tests.subscriber import Subscriber, listening

PREFIX = PLACE.prefix


def seqs(subscriber: Subscriber) -> list[int]:
    return [body["seq"] for body in subscriber.bodies("event")]


@pytest.mark.parametrize("protocol", Protocol)
def test_rows_arrive_in_order_and_each_acknowledgement_moves_the_cursor(
    broker: Mosquitto, protocol: Protocol
) -> None:
    table = Outbox(settings(broker.port, protocol=protocol), rows=300)
    with listening(broker.port) as subscriber, table:
        table.run_until(lambda table: table.cursor == 300)
        subscriber.wait_for("event", 300)
        assert seqs(subscriber) == list(range(1, 301))


def test_no_more_rows_are_in_flight_than_allowed(broker: Mosquitto) -> None:
    with Outbox(settings(broker.port, in_flight=3)) as table:
        table.await_one(BrokerUp)
        with broker.frozen():
            table.add(10)
            assert table.sent == 3
        table.run_until(lambda table: table.cursor == 10)


def test_rows_wait_until_the_table_has_announced_itself(broker: Mosquitto) -> None:
    inbox = Inbox()
    table = MqttBroker(settings(broker.port), PLACE, inbox.put, messages.last_will(WHO))
    assert inbox.take(15) == BrokerUp()
    assert not table.publish_row(1, b"{}")
    table.publish(Topic.STATUS, messages.last_will(WHO), retain=True, qos=1)
    assert table.publish_row(1, b"{}")
    table.close()


def test_without_a_broker_rows_are_refused_and_it_keeps_trying(
    broker: Mosquitto, monkeypatch: pytest.MonkeyPatch
) -> None:
    tries, serve = threading.Semaphore(0), mqtt_connection.Connection.serve

    def counted(self: mqtt_connection.Connection) -> str:
        tries.release()
        return serve(self)

    monkeypatch.setattr(mqtt_connection.Connection, "serve", counted)
    broker.stop()
    with Outbox(settings(broker.port), rows=3) as table:
        down = table.await_one(BrokerDown)
        assert down.reason == f"127.0.0.1:{broker.port}: cannot be reached: Connection refused"
        assert not table.broker.publish_row(1, b"{}")
        assert all(tries.acquire(timeout=15) for _ in range(3))
        broker.start()
        table.run_until(lambda table: table.cursor == 3)
        assert table.all(BrokerDown) == [down], "the same reason is told once"


@pytest.mark.parametrize("wiped", [False, True], ids=["state kept", "state wiped"])
def test_a_broker_that_is_stopped_and_restarted_loses_nothing(
    broker: Mosquitto, wiped: bool
) -> None:
    with listening(broker.port) as subscriber, Outbox(settings(broker.port), rows=5) as table:
        table.run_until(lambda table: table.cursor == 5)
        subscriber.wait_for("event", 5)
        broker.restart(wiped=wiped)
        subscriber.wait(lambda self: self.subscriptions == 2)
        table.add(5)
        table.run_until(lambda table: table.cursor == 10)
        subscriber.wait(lambda self: seqs(self)[-1:] == [10])
        assert sorted(set(seqs(subscriber))) == list(range(1, 11))


def test_rows_in_flight_at_a_kill_are_sent_again_in_order(broker: Mosquitto) -> None:
    with Outbox(settings(broker.port, in_flight=4)) as table:
        table.await_one(BrokerUp)
        with broker.frozen():
            table.add(8)
            broker.kill()
            table.await_one(BrokerDown)
            broker.start()
        with listening(broker.port) as subscriber:
            table.add(1)
            table.run_until(lambda table: table.cursor == 9)
            subscriber.wait_for("event", 9)
            assert seqs(subscriber) == list(range(1, 10))


def test_a_frozen_broker_blocks_nobody_and_everything_arrives_later(broker: Mosquitto) -> None:
    with listening(broker.port) as subscriber, Outbox(settings(broker.port)) as table:
        table.await_one(BrokerUp)
        with broker.frozen():
            done = threading.Event()

            def busy() -> None:
                table.add(50)
                for seq in range(1000):
                    beat = messages.heartbeat(WHO, seq, 0, seq, AT)
                    table.broker.publish(Topic.HEARTBEAT, beat, retain=False, qos=0)
                done.set()

            threading.Thread(target=busy, daemon=True).start()
            assert done.wait(2), "publishing waited for a frozen broker"
        table.run_until(lambda table: table.cursor == 50)
        subscriber.wait_for("event", 50)
        assert seqs(subscriber) == list(range(1, 51))


def test_a_broker_that_answers_nothing_any_more_is_given_up(broker: Mosquitto) -> None:
    with Outbox(settings(broker.port, keepalive_s=2), rows=1) as table:
        table.run_until(lambda table: table.cursor == 1)
        with broker.frozen():
            assert "Keep alive timeout" in table.await_one(BrokerDown).reason
            assert not table.broker.publish_row(2, b"{}")
        table.add(1)
        table.run_until(lambda table: table.cursor == 2)


def test_documents_that_pile_up_unacknowledged_end_the_connection_instead_of_getting_lost(
    broker: Mosquitto,
) -> None:
    with Outbox(settings(broker.port)) as table:
        table.await_one(BrokerUp)
        with broker.frozen():
            for _ in range(mqtt_connection.OTHERS_QUEUED + 21):
                table.announce()
            assert "stopped acknowledging" in table.await_one(BrokerDown).reason
        table.await_one(BrokerUp)


def test_retained_documents_are_there_for_whoever_comes_later(broker: Mosquitto) -> None:
    alert = messages.Alert("deck_short", "51 cards", "Count the deck.", AT, True)
    with Outbox(settings(broker.port)) as table:
        table.await_one(BrokerUp)
        topic = messages.alert_topic("deck_short")
        table.broker.publish(topic, messages.alert("t7", alert), retain=True, qos=1)
        table.add(1)
        table.run_until(lambda table: table.cursor == 1)
        with listening(broker.port) as subscriber:
            subscriber.wait(lambda self: len(self.messages()) == 2)
            assert {(m.topic, m.retained) for m in subscriber.messages()} == {
                ("status", True),
                (topic, True),
            }
            table.broker.publish(topic, None, retain=True, qos=1)
            assert subscriber.wait_for(topic, 2)[1].payload == b""
        with listening(broker.port) as latecomer:
            latecomer.wait_for("status")
            assert not latecomer.messages(topic)


def test_the_network_thread_is_replaced_when_it_dies(
    broker: Mosquitto, monkeypatch: pytest.MonkeyPatch
) -> None:
    reported: list[str] = []
    monkeypatch.setattr(threading, "excepthook", lambda args: reported.append(repr(args.exc_value)))
    inbox, poisoned = Inbox(), [True]

    def put(event: Fact) -> None:
        if isinstance(event, BrokerUp) and poisoned.pop():
            poisoned.append(False)
            raise RuntimeError("planted")
        inbox.put(event)

    table = MqttBroker(settings(broker.port), PLACE, put, messages.last_will(WHO))
    events = [inbox.take(15) for _ in range(4)]
    table.close()
    reason = "the network thread ended: RuntimeError('planted')"
    assert events[:2] == [BrokerDown(reason), DeviceFailed("mqtt", reason)]
    assert events[2:] == [BrokerUp(), DeviceFailed("mqtt", "")]
    assert reported == ["RuntimeError('planted')"]


def test_the_socket_is_opened_without_delay(
    broker: Mosquitto, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[socket.socket] = []
    without_delay = mqtt_connection.without_delay

    def noted(client: Client, data: Any, sock: socket.socket) -> None:
        without_delay(client, data, sock)
        opened.append(sock)

    monkeypatch.setattr(mqtt_connection, "without_delay", noted)
    with Outbox(settings(broker.port)) as table:
        table.await_one(BrokerUp)
        assert opened[0].getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)


def test_an_acknowledgement_may_come_before_publish_returns(
    broker: Mosquitto, monkeypatch: pytest.MonkeyPatch
) -> None:
    acknowledged: queue.SimpleQueue[int] = queue.SimpleQueue()
    published, publish = mqtt_connection.Connection._published, Client.publish

    def late(client: Client, topic: str, *args: Any, **others: Any) -> Any:
        info = publish(client, topic, *args, **others)
        while topic.endswith("/event") and acknowledged.get(timeout=15) != info.mid:
            pass
        return info

    def noted(self: mqtt_connection.Connection, *args: Any) -> None:
        published(self, *args)
        acknowledged.put(args[2])

    monkeypatch.setattr(Client, "publish", late)
    monkeypatch.setattr(mqtt_connection.Connection, "_published", noted)
    with Outbox(settings(broker.port), rows=3) as table:
        table.run_until(lambda table: table.cursor == 3)


def test_a_table_that_closes_says_so_itself_and_leaves_no_last_will(broker: Mosquitto) -> None:
    with listening(broker.port) as subscriber:
        for number in range(
            1, 11
        ):  # Each start is behind whatever the one before left at the broker.
            with Outbox(settings(broker.port)) as table:
                table.await_one(BrokerUp)
                offline = messages.status(WHO, Service.OFFLINE, "stopped", 0, AT)
                table.broker.publish(Topic.STATUS, offline, retain=True, qos=1)
            subscriber.wait_for("status", 2 * number)
        reasons = [body["reason"] for body in subscriber.bodies("status")]
        assert reasons == ["", "stopped"] * 10


def test_a_refused_subscription_is_no_connection() -> None:
    # Mosquitto's access lists let anybody subscribe and then stay silent, so this answer is made by hand.
    told: list[Fact] = []
    nobody = mqtt_connection.Access(None, None)
    connection = mqtt_connection.Connection(settings(1), PLACE, nobody, b"", told.append)
    refused = ReasonCode(PacketTypes.SUBACK, "Not authorized")
    granted = ReasonCode(PacketTypes.SUBACK, "Granted QoS 1")
    connection._subscribed(Client(CallbackAPIVersion.VERSION2), None, 1, [granted, refused], None)
    assert told == []
    assert connection._why_ended == f"refused {PREFIX}cmd or ack: Not authorized"
