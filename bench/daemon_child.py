"""A daemon in a process of its own that is told on standard input: `p` presses a key, `f` does the floor instead.

The floor is what no table can do without: one bare FULL commit of a row's bytes, one bare publish. Both are asked for
in the same way and heard in the same way, so that their ratio is the daemon's own share.
"""

import sqlite3
import sys
import threading
from collections.abc import Callable
from pathlib import Path

from paho.mqtt.client import Client
from paho.mqtt.enums import CallbackAPIVersion

from controller import clock, logs, messages
from controller.cli.run import boot_facts, recovered
from controller.cli.settings import Settings, TableSettings
from controller.daemon import Daemon, Devices
from controller.events import Key, KeyPosition, KeyPressed, Stopped
from controller.inbox import Inbox
from controller.journal import Journal
from controller.messages import Identity, Place
from controller.mqtt_settings import MqttSettings
from controller.notices import Notices
from controller.ports import Lamp
from controller.table import Table
from drivers.mqtt import MqttBroker
from drivers.mqtt_connection import without_delay
from drivers.watchdog import SystemdWatchdog

FLOOR_TOPIC = "floor"
ROW = b"x" * 600
"""As long as a Coin In row with all that belongs to it."""


class Felt:
    """Seven chips, a key at Run, lamps that nobody looks at."""

    def present(self) -> frozenset[int]:
        return frozenset(range(1, 8))

    def position(self) -> KeyPosition:
        return KeyPosition.RUN

    def service(self) -> bool:
        return False

    def show(self, lamps: dict[int, Lamp]) -> None:
        """Dark."""

    def close(self) -> None:
        """Nothing to close."""


def main(folder: Path, port: int) -> None:
    logs.configure("warning")
    of = Settings(TableSettings("bench", "t7", str(folder / "journal.db")))
    floor = floor_of(folder, port)
    inbox, felt = Inbox(), Felt()
    with Journal.open(folder / "journal.db", "t7") as journal:
        table = recovered(journal, of)
        who = Identity("t7", "b", 1, "5" * 64, "c" * 64)
        settings, place = MqttSettings(port=port), Place("bench", "t7")
        broker = MqttBroker(settings, place, inbox.put, messages.last_will(who))
        devices = Devices(felt, felt, felt, broker, SystemdWatchdog())  # type: ignore[arg-type]
        notices = Notices(broker, who, clock.now)
        daemon = Daemon(table, journal, inbox, devices, notices, clock.now)
        daemon.start(boot_facts(who))
        threading.Thread(target=obey, args=(inbox, table, floor), daemon=True).start()
        daemon.run()
        broker.close()


def obey(inbox: Inbox, table: Table, floor: Callable[[], None]) -> None:
    keys = [KeyPressed(Key.COIN_IN), KeyPressed(Key.GAME_OVER)]
    for line in sys.stdin:
        if line == "p\n":
            table.levels.unlifted.clear()  # The players have put down new chips.
            inbox.put(keys[0])
            keys.reverse()
        else:
            floor()
    inbox.put(Stopped("end of input"))


def floor_of(folder: Path, port: int) -> Callable[[], None]:
    db = sqlite3.connect(folder / "bare.db", isolation_level=None, check_same_thread=False)
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("PRAGMA synchronous = FULL")
    db.execute("CREATE TABLE rows (seq INTEGER PRIMARY KEY, body)")
    client = Client(CallbackAPIVersion.VERSION2)
    client.on_socket_open = without_delay
    client.connect("127.0.0.1", port)
    client.loop_start()

    def once() -> None:
        db.execute("INSERT INTO rows (body) VALUES (?)", (ROW,))
        client.publish(FLOOR_TOPIC, ROW, qos=1)

    return once


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
