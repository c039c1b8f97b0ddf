"""The loop: take, note, decide, write, apply, act, send. One thread; a failure here ends the process."""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import structlog

from controller import commands, messages
from controller import events as e
from controller.errors import DeviceError
from controller.inbox import Inbox
from controller.journal import Cursor, Journal
from controller.notices import Notices
from controller.outbox import Outbox
from controller.ports import Broker, KeySwitch, Lamp, Lamps, Pucks, Shuffler, Watchdog
from controller.record import Record, Row
from controller.refusal import Refused
from controller.round import State
from controller.service_view import seen_of
from controller.table import Table

TICK_S = 1
SNAPSHOT_ROWS = 500
REFUSAL_S = 2
BREATH_S = 0.0001
"""Lets the network's thread put a row on the wire before this one goes on: they share one interpreter."""

log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class Devices:
    pucks: Pucks
    lamps: Lamps
    key: KeySwitch
    broker: Broker
    watchdog: Watchdog
    shuffler: Shuffler | None = None
    alive: Callable[[], bool] = lambda: True
    """Whether the drivers' own threads live."""


class Daemon:
    def __init__(
        self,
        table: Table,
        journal: Journal,
        inbox: Inbox,
        devices: Devices,
        notices: Notices,
        now: Callable[[], str],
    ) -> None:
        self._table, self._journal, self._inbox = table, journal, inbox
        self._devices, self._notices, self._now = devices, notices, now
        self._outbox = Outbox(journal, devices.broker, notices.table_id)
        self._refused: tuple[Refused, float] | None = None
        self._shown: Mapping[int, Lamp] | None = None
        self._permitted: bool | None = None
        self._running = True
        self._started = time.monotonic()
        self._written: list[Row] = []

    def start(self, boot: Mapping[str, Any]) -> None:
        """The boot row, then whatever the levels ask for; only after it does anything leave this machine."""
        self._write(Record("boot", self._table.standing.round, dict(boot)))
        key, chips = self._devices.key, self._devices.pucks.present()
        self._table.woke(chips, key.position(), service=key.service())
        self._settle()
        self._devices.watchdog.ready(self._notices.summary())

    def run(self) -> None:
        next_tick = time.monotonic()
        while self._running:
            event = self._inbox.take(next_tick - time.monotonic())
            if event is not None:
                self.step(event)
            if time.monotonic() >= next_tick:
                next_tick = time.monotonic() + TICK_S
                self._tick()

    def step(self, event: e.Event) -> None:
        self._table.note(event)
        self._show_test(event)
        answer = self._decide(event)
        if isinstance(answer, Record):
            self._write(answer)
            self._refused = None
        elif isinstance(answer, Refused):
            self._refuse(answer, event)
        self._settle()

    def _show_test(self, event: e.Event) -> None:
        """In service mode a technician sees what every device does. It is shown, never booked."""
        if self._table.standing.state is State.SERVICE and (seen := seen_of(event)):
            self._notices.tested(seen, time.monotonic_ns() // 1_000_000)

    def _decide(self, event: e.Event) -> Record | Refused | None:
        match event:
            case e.KeyPressed(key=e.Key.COIN_IN):
                return self._coin_in(event)
            case e.CommandReceived():
                self._command(event)
            case e.BrokerUp():
                self._outbox.broker_up()
                self._notices.forget()
            case e.BrokerDown(reason=reason):
                self._outbox.broker_down()
                log.warning("broker_down", reason=reason)
            case e.RowDelivered(seq=seq):
                self._outbox.delivered(seq)
            case e.AckReceived(seq=seq):
                self._acknowledged(seq)
            case e.Stopped(signal=signal):
                log.info("stopping", signal=signal)
                self._running = False
            case _:
                return self._table.decide(event)
        return None

    def _acknowledged(self, seq: int) -> None:
        if seq <= self._journal.head.seq:
            self._journal.move_cursor(Cursor.COMMITTED, seq)
            return
        lost = (
            f"the Game Manager has rows up to {seq}, the journal ends at {self._journal.head.seq}"
        )
        self._table.note(e.DeviceFailed("journal", f"{lost}; restore it from its copy"))

    def _coin_in(self, event: e.Event) -> Record | Refused | None:
        """Levels move money: every puck is read now, whatever the edges said before."""
        try:
            chips = self._devices.pucks.present()
        except DeviceError as error:
            # Their driver tells for itself when they fail for longer, and when they are back: nobody would take back
            # what is said here.
            return Refused("pucks", f"the pucks cannot be read: {error}")
        return self._table.decide(event, chips)

    def _command(self, event: e.CommandReceived) -> None:
        """An order from the Game Manager. It is answered once its row is durable, and never carried out twice."""
        done = self._table.standing.commands
        command = commands.parse(
            event.body, retained=event.retained, problem=event.problem, now=self._now(), done=done
        )
        if isinstance(command, commands.Refused):
            self._notices.reply(command.id, command.code, command.text, None)
            return
        if command.name is commands.Name.REPLAY:
            self._outbox.replay(command.args["from_seq"])
            self._notices.reply(command.id, messages.DONE, "rows are being sent again", None)
            return
        answer = self._table.order(command, self._row(command.args.get("seq")))
        if isinstance(answer, Record):
            named = {**answer.facts, "command": command.id}
            if "maker" not in named:
                named["by"] = command.user
            self._write(replace(answer, facts=named))
            self._notices.reply(command.id, messages.DONE, answer.type, self._journal.head.seq)
        else:
            self._notices.reply(command.id, answer.code, answer.text, None)

    def _row(self, seq: int | None) -> Record | None:
        rows = self._journal.rows_after(seq - 1, 1) if seq else []
        return rows[0].record if rows else None

    def _write(self, record: Record) -> None:
        row = self._journal.append(record, self._now())  # Durable from here on.
        self._table.apply(row)
        self._outbox.wrote(row)
        self._written.append(row)
        if row.seq % SNAPSHOT_ROWS == 0:
            self._table.apply(
                self._journal.snapshot(self._table.to_json(), record.round, self._now())
            )

    def _refuse(self, refused: Refused, event: e.Event) -> None:
        log.warning("refused", code=refused.code, text=refused.text, seat=refused.seat)
        self._refused = (refused, time.monotonic() + REFUSAL_S)
        self._table.was_refused(refused)
        self._notices.refusal(refused, getattr(event, "key", None))

    def _settle(self) -> None:
        """Levels first, then the devices, then the world: each only after the rows before it are durable."""
        while record := self._table.due():
            self._write(record)
        self._act()
        # First what others wait for; a new connection takes it only after what follows.
        if self._outbox.send():
            time.sleep(BREATH_S)
        self._notices.publish(self._table, self._journal.head.seq)
        self._outbox.send()
        self._log_rows()

    def _log_rows(self) -> None:
        """Last, because nobody waits for a log line: the journal has said it already."""
        for row in self._written:
            record = row.record
            log.info(record.type, seq=row.seq, round=record.round, **_loggable(record.facts))
        self._written.clear()

    def _act(self) -> None:
        wanted = self._lamps()
        if wanted != self._shown:
            self._shown = wanted if self._show(wanted) else None
        if self._devices.shuffler and self._permitted != self._table.dealing():
            self._permitted = self._table.dealing()
            self._devices.shuffler.permit(self._permitted)

    def _show(self, wanted: Mapping[int, Lamp]) -> bool:
        """Lamps that fail must not end the process: their driver reports them, and that stops play."""
        try:
            self._devices.lamps.show(wanted)
        except DeviceError as error:
            log.warning("lamps_failed", error=str(error))
            return False
        return True

    def _lamps(self) -> Mapping[int, Lamp]:
        """A refusal shows for a moment: at its seat, or on all lamps."""
        lamps = self._table.lamps()
        if self._refused is None:
            return lamps
        seat = self._refused[0].seat
        return {**lamps, **dict.fromkeys([seat] if seat else lamps, Lamp.FAULT)}

    def _tick(self) -> None:
        if self._refused and time.monotonic() >= self._refused[1]:
            self._refused = None
        self._outbox.keep_cursor()
        self._settle()
        uptime_s = int(time.monotonic() - self._started)
        self._notices.heartbeat(self._journal.head.seq, self._outbox.pending, uptime_s)
        if self._devices.alive():
            self._devices.watchdog.alive()
        self._devices.watchdog.status(self._notices.summary())

    def stop(self) -> None:
        self._outbox.keep_cursor()
        self._devices.watchdog.stopping()


def _loggable(facts: Mapping[str, Any]) -> dict[str, Any]:
    return {
        key: value for key, value in facts.items() if key not in {"event", "progressive", "state"}
    }
