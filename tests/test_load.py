"""All keys and pucks hammered for a minute: real loop, journal on disk, real broker. Nothing lost, nothing wrong."""

import random
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from controller import messages
from controller.cli.run import boot_facts, recovered
from controller.daemon import Daemon, Devices
from controller.events import ChipMoved, Event, Key, KeyPosition, KeyPressed, KeyTurned, Stopped
from controller.inbox import Inbox
from controller.journal import Journal
from controller.journal_files import create
from controller.journal_reader import JournalReader
from controller.messages import Identity, Place
from controller.mqtt_settings import MqttSettings
from controller.notices import Notices
from controller.record import Row
from drivers.mqtt import MqttBroker
from tests.broker import Mosquitto
from tests.outside import Outside, OutsideDevices, Watched
from tests.plain_table import AT, PlainTable, settings
from tests.subscriber import Subscriber, listening
from tests.table_check import check_books, check_heard, taken
from tests.table_cuts import briskly

PACE = 200
"""Events a second."""
LASTS_S = 60
MOST_WAITING = 5 * PACE
"""A loop that does not keep up is thousands behind after a minute; a busy machine may stall for a second or two."""


class LevelInbox(Inbox):
    """A chip lies where its event says once that is taken: so the same events always give the same rows."""

    def __init__(self, world: Outside) -> None:
        super().__init__()
        self._world = world

    def take(self, wait_s: float) -> Event | None:
        event = super().take(wait_s)
        if isinstance(event, ChipMoved):
            (self._world.chips.add if event.present else self._world.chips.discard)(event.seat)
        return event


def hammering(seed: int) -> Iterator[Event]:
    chance = random.Random(seed)
    for _ in range(PACE * LASTS_S):
        dice = chance.random()
        if dice < 0.3:
            yield ChipMoved(chance.randint(1, 8), chance.random() < 0.7)
        elif dice < 0.35:
            yield KeyTurned(chance.choice(list(KeyPosition)))
        else:
            yield KeyPressed(chance.choice(list(Key)))


def flood(inbox: Inbox, seed: int) -> int:
    """At an even pace; the most that were ever waiting."""
    most, start, never = 0, time.monotonic(), threading.Event()
    for number, event in enumerate(hammering(seed)):
        inbox.put(event)
        most = max(most, len(inbox))
        never.wait(max(0, start + number / PACE - time.monotonic()))
    return most


def received(heard: Subscriber) -> list[tuple[int, bytes]]:
    return [(message.body["seq"], message.payload) for message in heard.messages("event")]


@pytest.mark.slow
def test_a_minute_of_two_hundred_events_a_second(tmp_path: Path, broker: Mosquitto) -> None:
    of, world = settings(tmp_path / "journal.db"), Outside()
    create(tmp_path / "journal.db", "t7", "club", AT)
    with (
        briskly(),
        listening(broker.port) as heard,
        Journal.open(tmp_path / "journal.db", "t7") as journal,
    ):
        inbox, table = LevelInbox(world), recovered(journal, of)
        who = Identity("t7", "b", 1, "5" * 64, "c" * 64)
        line = MqttBroker(
            MqttSettings(port=broker.port), Place("club", "t7"), inbox.put, messages.last_will(who)
        )
        felt = OutsideDevices(world, lambda _: None)
        devices = Devices(felt, felt, felt, line, Watched(), felt)
        daemon = Daemon(table, journal, inbox, devices, Notices(line, who, lambda: AT), lambda: AT)
        daemon.start(boot_facts(who))
        feeder = Feeder(inbox, heard)
        feeder.start()
        daemon.run()
        feeder.join()
        line.close()
    assert feeder.most < MOST_WAITING, f"{feeder.most} events were waiting at once"
    rows = check_books(tmp_path / "journal.db", of)
    check_heard(received(heard), rows, whole=True)
    assert played(rows) == played(one_by_one(tmp_path / "again"))
    assert len(played(rows)) > 500


class Feeder(threading.Thread):
    """Hammers, waits until all is told, and ends the daemon."""

    def __init__(self, inbox: Inbox, heard: Subscriber) -> None:
        super().__init__(name="feeder", daemon=True)
        self._inbox, self._heard, self.most = inbox, heard, 0

    def run(self) -> None:
        try:
            self.most = flood(self._inbox, seed=7)
            self._heard.wait_for("heartbeat", len(self._heard.messages("heartbeat")) + 2, 30)
            head = self._heard.bodies("heartbeat")[-1]["seq"]
            self._heard.wait(lambda _: len(taken(received(self._heard))) >= head, 30)
        finally:
            self._inbox.put(Stopped("done"))


def one_by_one(folder: Path) -> list[Row]:
    """The same events, each given time."""
    folder.mkdir()
    with briskly():
        table = PlainTable(settings(folder / "journal.db"), Outside())
        for event in hammering(7):
            if isinstance(event, ChipMoved):
                table.chip(event.seat, event.present)
            else:
                table.event(event)
        table.off()
    with JournalReader.open(folder / "journal.db") as reader:
        return list(reader.rows_after(0))


def played(rows: list[Row]) -> list[Any]:
    told = [row.record for row in rows if row.record.type not in {"boot", "genesis", "snapshot"}]
    return [(record.type, record.round, record.facts, record.transfers) for record in told]
