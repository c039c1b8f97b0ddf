"""Puts a display together and runs it until it is told to stop."""

import os
import signal
import sys
import threading
from importlib.metadata import version
from pathlib import Path

import structlog

from controller import logs
from drivers.mqtt import access
from drivers.watchdog import SystemdWatchdog
from meter.feed import Feed
from meter.memory import Memory
from meter.screen import Screen, Signs
from meter.server import MeterServer
from meter.settings import Settings
from meter.source import Kind, Source
from meter.terminal import Terminal

log = structlog.get_logger()


def run(settings: Settings, *, terminal: bool) -> int:
    logs.configure("info")
    stopping = threading.Event()
    died: list[str] = []

    def report(death: threading.ExceptHookArgs) -> None:
        """A display that has gone deaf must not look alive: end, and let systemd start a new one."""
        died.append(repr(death.exc_value))
        log.error("thread_died", error=repr(death.exc_value))
        stopping.set()

    threading.excepthook = report
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: stopping.set())
    screen = made_screen(settings)
    feed = Feed(settings.mqtt, access(settings.mqtt), screen)
    if terminal:
        feed.start()
        Terminal(screen, sys.stdout).run(stopping)
    else:
        _serve(MeterServer(screen, settings.meter.port), feed, stopping)
    feed.close()
    return 1 if died else 0


def made_screen(settings: Settings) -> Screen:
    own = settings.meter
    links = [Source(own.site, link, Kind.LINK) for link in own.links]
    tables = [Source(own.site, table) for table in own.tables]
    signs = Signs(own.title, own.notice, version("pucklight"))
    return Screen([*links, *tables], signs, Memory(_folder(own.state)), own.lost_after_s)


def _folder(state: str | None) -> Path | None:
    named = state or os.environ.get("STATE_DIRECTORY")
    if not named:
        return None
    folder = Path(named)
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def _serve(server: MeterServer, feed: Feed, stopping: threading.Event) -> None:
    watchdog = SystemdWatchdog()
    server.start()
    feed.start()
    print(f"The meter is at {server.address}", flush=True)
    watchdog.ready(f"the page is at {server.address}")
    while not stopping.wait(watchdog.interval_s):
        server.screen.views()  # Stuck threads would hold its lock: then systemd starts us again.
        watchdog.alive()
    watchdog.stopping()
    server.close()
