"""Everything that runs in the demo, put together: broker, table, shuffler, meter, and an ear for what they say.

All that a page may show goes into the hub from here: MQTT documents as they come, lamps as they are lit, and things
that people have put somewhere.
"""

import json
import uuid
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from controller import messages
from controller.messages import Topic
from demo.books import Books
from demo.broker import HOST, Broker, BrokerKind
from demo.display import Display
from demo.hub import Hub
from demo.table import PLACE, TableProcess
from demo.watch import Watch
from drivers.mqtt_listener import MqttListener
from drivers.sim.shuffler import SimShuffler
from drivers.sim.shuffler_machine import Model, Pace
from drivers.wiring import KeypadWiring

STACK_S = 0.3
SHOWN_ROWS = 120
SHOWN = (Topic.STATUS, Topic.ROUND, Topic.METER, Topic.HEARTBEAT)


@dataclass(frozen=True)
class Choices:
    broker: BrokerKind | None = None
    speed: float = 1.0


class Stage:
    def __init__(self, folder: Path, choices: Choices, hub: Hub) -> None:
        self.hub = hub
        self._alerts: dict[str, object] = {}
        self._books = Books()
        self._open = ExitStack()
        self._put_first_facts()
        self.broker = Broker(folder / "broker", choices.broker, self._broker_changed)
        self._open.callback(self.broker.close)
        link = folder / "shuffler"
        model = Model(recognises=True, knows_seats=True)
        seed = uuid.uuid4().int % 1_000_000
        self.shuffler = SimShuffler(link, model, seed, Pace(stack_s=STACK_S / choices.speed))
        self._open.callback(self.shuffler.close)
        self.table = TableProcess(folder / "table", self.broker, link, self._power_changed)
        self._open.callback(self.table.close)
        self.display = Display(folder, self.broker, hub)
        self._watch = Watch(self.table, self.shuffler, hub)

    def start(self) -> None:
        """Returns when the table can be played."""
        self.broker.start()
        address = (HOST, self.broker.port)
        self._ear = MqttListener(address, PLACE.prefix, self._heard, self._ear_changed)
        self._open.callback(self._ear.close)
        self._open.callback(self.display.close)
        self.display.start()
        self.hub.wait(lambda facts: facts["listening"], 10)
        self.table.start()
        self._watch.start()
        self._open.callback(self._watch.close)
        self.hub.wait(lambda facts: facts["round"] is not None, 10)

    def set_speed(self, speed: float) -> None:
        """The shuffler keeps up with whoever plays."""
        self.shuffler.do(f"pace {STACK_S / speed}")

    def close(self) -> None:
        """In the opposite order of the start."""
        self._open.close()

    def _put_first_facts(self) -> None:
        # Comes first, so that a page from an earlier demo knows it before it mixes the two.
        self.hub.put("boot", uuid.uuid4().hex)
        for name in map(str, SHOWN):
            self.hub.put(name, None)
        self.hub.put("listening", False)
        self.hub.put("alerts", [])
        self.hub.put("books", self._books.as_facts())
        self.hub.put("world", {"chips": [], "key": "run", "service": False})
        self.hub.put("keypad", [[str(key) for key in row] for row in KeypadWiring().layout])
        self.hub.put("place", asdict(PLACE) | {"prefix": PLACE.prefix})

    def _broker_changed(self, up: bool) -> None:
        self.hub.put("broker", {"up": up, "kind": self.broker.kind, "port": self.broker.port})

    def _power_changed(self, reason: str | None) -> None:
        self.hub.put("power", {"on": reason is None, "reason": reason or ""})

    def _ear_changed(self, up: bool) -> None:
        self.hub.put("listening", up)

    # What the ear hears, on the network thread.

    def _heard(self, topic: str, payload: bytes) -> None:
        name, _, code = topic.partition("/")
        document = json.loads(payload) if payload else None
        if name == Topic.EVENT and document:
            self._take_row(document)
        elif name == Topic.ALERT:
            self._take_alert(code, document)
        elif name == Topic.REFUSAL:
            self.hub.say("refusal", document)
        elif name in SHOWN:
            self.hub.put(name, document)
        if name == Topic.HEARTBEAT and document:
            self._compare(document["seq"])

    def _take_row(self, row: dict[str, Any]) -> None:
        for booked in self._books.take(row):
            self.hub.say("row", booked, keep=SHOWN_ROWS)
        self.hub.put("books", self._books.as_facts())

    def _take_alert(self, code: str, document: object) -> None:
        self._alerts.pop(code, None)
        if document:
            self._alerts[code] = document
        self.hub.put("alerts", list(self._alerts.values()))

    def _compare(self, told_seq: int) -> None:
        if (missing := self._books.missing_from(told_seq)) is not None:
            self._ask_again(missing)

    def _ask_again(self, from_seq: int) -> None:
        expires = datetime.now(UTC) + timedelta(minutes=1)
        order = {
            "id": uuid.uuid4().hex,
            "name": "replay",
            "user": "demo",
            "reason": "rows were lost on the way",
            "expires": expires.strftime("%Y-%m-%dT%H:%M:%SZ"),
            "args": {"from_seq": from_seq},
        }
        self._ear.publish(Topic.COMMAND, messages.encode(order))
