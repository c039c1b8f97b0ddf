"""The smallest loop that sends rows: a list for a journal, a cursor that only an acknowledgement moves."""

import time
from collections.abc import Callable
from typing import Any, TypeVar

from controller import messages
from controller.events import BrokerDown, BrokerUp, Event, RowDelivered
from controller.inbox import Inbox
from controller.messages import Identity, Service, Topic
from controller.mqtt_settings import MqttSettings
from controller.record import Record, Row
from drivers.mqtt import MqttBroker

AT = "2030-01-31T18:00:00.000Z"
PLACE = messages.Place("club", "t7")
WHO = Identity("t7", "b00", 1, "0" * 64, "1" * 64)
E = TypeVar("E", bound=Event)


def settings(port: int, **others: Any) -> MqttSettings:
    return MqttSettings(port=port, **others)


def row(seq: int) -> Row:
    return Row(seq, AT, Record("win_claimed", seq, {"seat": 3, "hand": "straight"}), bytes(32))


class Outbox:
    """Take an event, note it, send what may be sent: in that order, as the daemon does."""

    def __init__(self, settings: MqttSettings, rows: int = 0) -> None:
        self.inbox = Inbox()
        self.rows = [row(seq) for seq in range(1, rows + 1)]
        self.cursor = self.sent = 0
        self.up = False
        self.seen: list[Event] = []
        self.broker = MqttBroker(settings, PLACE, self.inbox.put, messages.last_will(WHO))

    def __enter__(self) -> "Outbox":
        return self

    def __exit__(self, *_: object) -> None:
        self.broker.close()

    def all(self, kind: type[E]) -> list[E]:
        return [event for event in self.seen if isinstance(event, kind)]

    def run_until(self, done: Callable[["Outbox"], bool], wait_s: float = 30) -> None:
        deadline = time.monotonic() + wait_s
        while not done(self):
            event = self.inbox.take(deadline - time.monotonic())
            assert event, f"waited {wait_s} s in vain; the last events were {self.seen[-5:]}"
            self.step(event)

    def await_one(self, kind: type[E], wait_s: float = 30) -> E:
        """The next event of this kind."""
        before = len(self.all(kind))
        self.run_until(lambda self: len(self.all(kind)) > before, wait_s)
        return self.all(kind)[-1]

    def step(self, event: Event) -> None:
        self.seen.append(event)
        match event:
            case BrokerUp():
                self.up, self.sent = True, self.cursor
                self.announce()
            case BrokerDown():
                self.up = False
            case RowDelivered(seq):
                assert seq == self.cursor + 1, "acknowledged out of order"
                self.cursor = seq
        self.send()

    def announce(self) -> None:
        status = messages.status(WHO, Service.IN_SERVICE, "", len(self.rows), AT)
        self.broker.publish(Topic.STATUS, status, retain=True, qos=1)

    def send(self) -> None:
        for each in self.rows[self.sent :] if self.up else ():
            if not self.broker.publish_row(each.seq, messages.encode(messages.event("t7", each))):
                break
            self.sent = each.seq

    def add(self, count: int) -> None:
        first = len(self.rows) + 1
        self.rows += [row(seq) for seq in range(first, first + count)]
        self.send()
