"""The real daemon, table and journal in this process, in a world of plain objects. Driven event by event."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from controller import events as e
from controller.cli.run import boot_facts, recovered
from controller.cli.settings import CardHolder, Level, Settings, TableSettings
from controller.daemon import Daemon, Devices
from controller.inbox import Inbox
from controller.journal import Journal
from controller.journal_files import create
from controller.messages import Identity
from controller.notices import Notices
from controller.round import State
from controller.style import Keypad
from tests.fuse import Fuse
from tests.outside import Outside, OutsideDevices, Watched
from tests.witness import Witness

AT = "2026-03-04T21:15:42.123Z"
LATER = "2027-01-01T00:00:00Z"
CARDS = (CardHolder("111", "Sue", Level.SUPERVISOR), CardHolder("999", "Eve", Level.EXECUTIVE))


def settings(path: Path, style: Keypad = Keypad.KEY, **table: Any) -> Settings:
    whole = TableSettings("club", "t7", str(path), keypad=style, **table)
    return Settings(whole, cards=CARDS if style is Keypad.TOUCH else ())


class PlainTable:
    """From power-on to power-off; the world outlives it. `daemon` may be a broken one, planted by a test."""

    def __init__(
        self,
        of: Settings,
        world: Outside,
        fuse: Fuse | None = None,
        daemon: Callable[..., Daemon] = Daemon,
        now: Callable[[], str] = lambda: AT,
    ) -> None:
        self.settings, self.world, self.now = of, world, now
        fuse = fuse or Fuse()
        path = Path(of.table.journal)
        if not path.exists():
            create(path, of.table.id, of.table.site, AT)
        world.lose_what_is_in_flight()
        world.lamps, world.permitted = {}, False
        self.journal = Journal.open(path, of.table.id, connect=fuse.connect)
        self.table = recovered(self.journal, of)
        self.witness = Witness(path, of)
        self.inbox = Inbox()
        self.watchdog = Watched()
        self._commands = 0
        who = Identity("t7", "b", self.table.standing.born + 1, "5" * 64, "c" * 64)
        outside = OutsideDevices(world, lambda _: fuse.touch(), self.witness.saw)
        devices = Devices(outside, outside, outside, outside, self.watchdog, outside)
        notices = Notices(outside, who, now)
        self.daemon = daemon(self.table, self.journal, self.inbox, devices, notices, now)
        self.witness.woke(world)
        self.daemon.start(boot_facts(who))
        self._wakes()

    def _wakes(self) -> None:
        """What drivers report at their start."""
        for seat in sorted(self.world.chips):
            self.event(e.ChipMoved(seat, True))
        self.event(e.KeyTurned(self.world.key))
        self.event(e.ServiceTurned(self.world.service))
        for device, reason in self.world.failed.items():
            self.event(e.DeviceFailed(device, reason))
        if self.world.broker_up:
            self.event(e.BrokerUp())

    def event(self, event: e.Event) -> None:
        self.witness.note(event)
        self.daemon.step(event)

    def tick(self) -> None:
        """A second passes; the broker's acknowledgements have come by then."""
        while self.world.in_flight:
            self.event(e.RowDelivered(self.world.in_flight.pop(0)))
        self.daemon._refused = None
        self.daemon._tick()

    # What people do.

    def chip(self, seat: int, present: bool) -> None:
        (self.world.chips.add if present else self.world.chips.discard)(seat)
        self.event(e.ChipMoved(seat, present))

    def press(self, *keys: e.Key) -> None:
        for key in keys:
            self.event(e.KeyPressed(key))

    def turn(self, position: e.KeyPosition) -> None:
        self.world.key = position
        self.event(e.KeyTurned(position))

    def turn_service(self, on: bool) -> None:
        self.world.service = on
        self.event(e.ServiceTurned(on))

    def device(self, name: str, fault: str) -> None:
        """A device fails, or works again when there is no fault."""
        self.world.failed.pop(name, None)
        if fault:
            self.world.failed[name] = fault
        self.event(e.DeviceFailed(name, fault))

    def order(self, name: str, id_: str, **args: Any) -> None:
        body = {"id": id_, "name": name, "user": "Ann", "reason": "as told", "expires": LATER}
        self.event(e.CommandReceived({**body, "args": args}, retained=False))

    def broker(self, up: bool) -> None:
        self.world.broker_up = up
        if not up:
            self.world.lose_what_is_in_flight()
        self.event(e.BrokerUp() if up else e.BrokerDown("it is gone"))

    # What people see.

    def state(self) -> State:
        return self.table.standing.state

    def claims(self) -> Mapping[int, str]:
        return self.table.standing.claims

    def out(self) -> bool:
        return bool(self.table.standing.out)

    def touch_style(self) -> bool:
        return self.settings.style().touch

    def off(self) -> None:
        """The process is gone; nothing is tidied up."""
        self.witness.close()
        self.journal.close()
