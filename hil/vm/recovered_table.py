"""The table that the product itself recovers from a journal's file, in this process.

The recovery, the loop and the journal are the product's own; felt, key and broker are plain values. The dealer plays it
as he plays the one in the machine.
"""

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from controller import clock
from controller import events as e
from controller.cli.run import boot_facts, recovered
from controller.daemon import Daemon, Devices
from controller.errors import BadInput
from controller.inbox import Inbox
from controller.journal import Journal
from controller.messages import Document, Identity, encode
from controller.notices import Notices
from controller.ports import Lamp
from hil.vm.dealer import Stuck
from hil.vm.replay import SETTINGS


class RecoveredTable:
    """`world`: the orders that put down what lay there before the cut. The journal's file is played on in."""

    def __init__(self, journal: Path, world: Iterable[str] = ()) -> None:
        self._outside = _Outside()
        for line in world:
            self._outside.put(line)
        self._journal = Journal.open(journal, SETTINGS.table.id)
        self.table = recovered(self._journal, SETTINGS)
        who = Identity(SETTINGS.table.id, "after-the-cut", self.table.standing.born + 1, "", "")
        notices = Notices(self._outside, who, clock.now)
        outside = self._outside
        devices = Devices(outside, outside, outside, outside, outside)
        self._daemon = Daemon(self.table, self._journal, Inbox(), devices, notices, clock.now)
        self._start_facts = boot_facts(who)

    def start(self) -> None:
        self._daemon.start(self._start_facts)
        self._daemon.step(e.BrokerUp())

    def order(self, line: str) -> str:
        match line.split():
            case ["press", key]:
                self._daemon.step(e.KeyPressed(e.Key(key)))
            case _:
                self._daemon.step(self._outside.put(line))
        return "ok"

    def heard(self) -> list[tuple[str, Document]]:
        return list(self._outside.heard)

    def last(self, topic: str) -> Document:
        bodies = [body for name, body in self._outside.heard if name == topic]
        return bodies[-1] if bodies else {}

    def rows(self) -> dict[int, Document]:
        return {body["seq"]: body for topic, body in self._outside.heard if topic == "event"}

    def wait(self, what: str, wanted: Callable[["RecoveredTable"], bool]) -> None:
        """Every order is carried out when it returns, so there is nothing left to wait for."""
        if not wanted(self):
            raise Stuck(f"the recovered table does not say {what}")

    def close(self) -> None:
        self._journal.close()


@dataclass
class _Outside:
    """Fits all of the daemon's ports: people's hands, and a broker that everybody hears at once."""

    chips: set[int] = field(default_factory=set)
    key: e.KeyPosition = e.KeyPosition.RUN
    heard: list[tuple[str, Document]] = field(default_factory=list)

    def put(self, line: str) -> e.Event:
        match line.split():
            case ["chip", seat, "on" | "off" as level]:
                (self.chips.add if level == "on" else self.chips.discard)(int(seat))
                return e.ChipMoved(int(seat), level == "on")
            case ["key", position]:
                self.key = e.KeyPosition(position)
                return e.KeyTurned(self.key)
        raise BadInput(f'no such order "{line}" on a recovered table')

    def present(self) -> frozenset[int]:
        return frozenset(self.chips)

    def position(self) -> e.KeyPosition:
        return self.key

    def show(self, lamps: Mapping[int, Lamp]) -> None:
        """Nobody looks: lamps follow the state, and that is heard."""

    def publish_row(self, _seq: int, payload: bytes) -> bool:
        self.heard.append(("event", json.loads(payload)))
        return True

    def publish(
        self, topic: str, payload: Mapping[str, Any] | None, *, retain: bool, qos: int
    ) -> None:
        del retain, qos  # One life of one broker, without losses.
        if payload:
            self.heard.append((str(topic), json.loads(encode(payload))))

    def service(self) -> bool:
        return False

    def ready(self, text: str) -> None:
        """A watchdog that nobody winds."""

    status = ready

    def alive(self) -> None: ...

    def stopping(self) -> None: ...

    def close(self) -> None: ...
