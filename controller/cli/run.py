"""`pucklight run`: puts the table together and runs it until it is told to stop. The composition root."""

import argparse
import signal
import threading
import time
import uuid
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any

import structlog

from controller import clock, logs, messages, progressive, software
from controller import events as e
from controller.cli import settings as settings_file
from controller.cli.closed import stay_closed
from controller.cli.settings import Settings
from controller.daemon import Daemon, Devices
from controller.errors import ConfigError, DeviceError, JournalError
from controller.inbox import Inbox
from controller.journal import Journal
from controller.journal_copy import SecondCopy
from controller.messages import Identity
from controller.notices import Notices
from controller.pool import Pool
from controller.ports import Put
from controller.table import Table
from drivers.mqtt import NETWORK_THREAD, MqttBroker
from drivers.watchdog import SystemdWatchdog

log = structlog.get_logger()

DEAF_S = 5
"""A driver that has not read its lines for so long is dead, whatever it says."""


def add_to(subparsers: Any) -> None:
    parser = subparsers.add_parser(
        "run",
        help="run the table",
        description="Runs the table in the foreground until SIGTERM; systemd starts it with the shipped unit.",
    )
    settings_file.add_config_option(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    settings = settings_file.load(args.config)
    logs.configure(settings.table.log_level)
    inbox = Inbox()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda got, _frame: inbox.put(e.Stopped(signal.Signals(got).name)))
    _report_dead_threads(inbox)
    program = software.digest()
    _want_approved(settings, program)
    who = Identity(
        settings.table.id, uuid.uuid4().hex, None, program, settings_file.digest(args.config)
    )
    try:
        return _play(settings, inbox, who)
    except (JournalError, DeviceError) as error:
        log.error("out_of_service", reason=str(error))
        return stay_closed(settings, inbox, who, str(error))


def _play(settings: Settings, inbox: Inbox, who: Identity) -> int:
    with ExitStack() as open_things:
        journal = open_things.enter_context(_journal(settings, inbox.put))
        table = recovered(journal, settings)
        who = replace(who, born=table.standing.born + 1)
        devices = open_devices(settings, inbox.put, who, open_things)
        notices = Notices(devices.broker, who, clock.now)
        open_things.callback(notices.gone)
        daemon = Daemon(table, journal, inbox, devices, notices, clock.now)
        daemon.start(boot_facts(who))
        daemon.run()
        daemon.stop()
    return 0


def _want_approved(settings: Settings, program: str) -> None:
    approved = settings.table.approved_software
    if approved is not None and approved != program:
        raise ConfigError(
            f"table.approved_software: want {approved}, this program is {program}; "
            "install the approved one, or have this one approved"
        )


def _report_dead_threads(inbox: Inbox) -> None:
    """A driver's thread that dies must not leave the table active and blind."""

    def report(death: threading.ExceptHookArgs) -> None:
        name = death.thread.name if death.thread else "a thread"
        log.error("thread_died", thread=name, error=repr(death.exc_value))
        if name == NETWORK_THREAD:
            return  # It is replaced and reported by its driver; no table stops playing for want of a broker.
        inbox.put(e.DeviceFailed("driver", f"{name} died: {death.exc_value!r}; restart the table"))

    threading.excepthook = report


def _journal(settings: Settings, put: Put) -> Journal:
    def copy_fault(fault: str | None) -> None:
        put(e.CopyFailed(fault or ""))

    copy = settings.table.copy
    second = SecondCopy(Path(copy), report=copy_fault) if copy else None
    return Journal.open(Path(settings.table.journal), settings.table.id, copy=second)


def recovered(journal: Journal, settings: Settings) -> Table:
    """The state before the restart: the last snapshot, and every row since."""
    configured = progressive.load(settings.table.progressive).scaled(settings.table.units)
    table = Table(Pool(configured), settings.style())
    snapshot = journal.last_snapshot()
    if snapshot:
        table.restore(snapshot.record.facts["state"])
    for row in journal.rows_after(snapshot.seq if snapshot else 0, -1):
        table.apply(row)
    if table.pool.state.balances != journal.balances:
        raise JournalError(
            f"{journal.path}: the pool and the rows disagree; keep the file, call the vendor"
        )
    _want_same_rules(table, configured)
    return table


def _want_same_rules(table: Table, configured: progressive.Progressive) -> None:
    """A posted jackpot is played to its end: other rules are queued by a command, never by editing a file."""
    pool = table.pool.state
    if pool.opened and configured not in (pool.progressive, pool.queued):
        raise ConfigError(
            f'table.progressive: "{configured.title}" is not what this jackpot is played by; '
            "queue it with the command `parameters`, then change the file"
        )


def boot_facts(who: Identity) -> dict[str, Any]:
    return {"boot": who.boot, "born": who.born, "software": who.software, "config": who.config}


def open_devices(settings: Settings, put: Put, who: Identity, open_things: ExitStack) -> Devices:
    """Everything that touches the world. Only now, with config, program and journal proved."""
    from drivers.badge import badge_reader
    from drivers.keypad_matrix import MatrixKeypad
    from drivers.keypad_usb import usb_keypad
    from drivers.keyswitch import SupervisorKey
    from drivers.lamps import PuckLamps
    from drivers.pins import open_pins
    from drivers.pucks import PuckSensors
    from drivers.shuffler import SerialShuffler
    from drivers.wiring import KeypadKind

    def opened(device: Any) -> Any:
        open_things.callback(device.close)
        return device

    pins = opened(open_pins(settings.pins, settings.keypad))
    pucks = opened(PuckSensors(pins, settings.pins, put))
    lamps = opened(PuckLamps(pins, settings.pins, put))
    key = opened(SupervisorKey(pins, settings.pins, put))
    if settings.keypad.kind is KeypadKind.USB:
        opened(usb_keypad(settings.keypad, put))
    else:
        opened(MatrixKeypad(pins, settings.pins, settings.keypad, put))
    if settings.badge.path:
        opened(badge_reader(settings.badge, put))
    shuffler = (
        opened(SerialShuffler(settings.shuffler.path, put)) if settings.shuffler.path else None
    )
    place = messages.Place(settings.table.site, settings.table.id)
    broker = opened(MqttBroker(settings.mqtt, place, put, messages.last_will(who)))

    def alive() -> bool:
        read_ns: int = pucks.alive_ns
        return time.monotonic_ns() - read_ns < DEAF_S * 1_000_000_000

    return Devices(pucks, lamps, key, broker, SystemdWatchdog(), shuffler, alive)
