"""What a display must know to start: whose jackpots, its broker, its words. From a file, the command line, or both."""

import argparse
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from controller import tomlfile
from controller.mqtt_settings import MqttSettings
from meter.display import LOST_AFTER_S, STALE_AFTER_S
from meter.screen import MOST_CARDS

PORT = 8060
_NAME = re.compile(r"[a-z0-9-]{1,32}")


@dataclass(frozen=True)
class MeterSettings:
    site: str
    tables: tuple[str, ...] = ()
    links: tuple[str, ...] = ()
    """Jackpots that several tables share; they come first on the screen."""
    port: int = PORT
    """Of the page, on this machine alone; 0: any free one."""
    title: str = "Progressive Jackpot"
    notice: str = ""
    """A line that must be posted: what the fee pays for, or the meter's limit."""
    state: str | None = None
    """A folder for the last true amounts; systemd's StateDirectory when left out, none without it."""
    lost_after_s: int = LOST_AFTER_S
    """Without a heartbeat for so long, no amount is shown."""

    def problems(self) -> Iterator[tuple[str, str]]:
        for key, names in (("site", [self.site]), ("tables", self.tables), ("links", self.links)):
            for name in names:
                if not _NAME.fullmatch(name):
                    yield key, f'want 1 to 32 of a-z, 0-9 and -, got "{name}"'
            if len(set(names)) < len(names):
                yield key, f"want each once, got {', '.join(names)}"
        if not (cards := len(self.tables) + len(self.links)):
            yield "tables", "is missing, and so is meter.links: want at least one of them"
        elif cards > MOST_CARDS:
            yield "tables", f"want at most {MOST_CARDS} together with meter.links, got {cards}"
        for key, number, low, high in (
            ("port", self.port, 0, 65535),
            ("lost_after_s", self.lost_after_s, STALE_AFTER_S + 1, 60),
        ):
            if not low <= number <= high:
                yield key, f"want {low} to {high}, got {number}"


@dataclass(frozen=True)
class Settings:
    meter: MeterSettings
    mqtt: MqttSettings = field(default_factory=MqttSettings)


def load(args: argparse.Namespace) -> Settings:
    """The file, if one is named, under what the command line says."""
    typed = tomlfile.Layer(Path("command line"), _typed(args), {})
    layers = [tomlfile.Layer.read(args.config), typed] if args.config else [typed]
    return tomlfile.build(tomlfile.merged(layers), Settings, layers)


def _typed(args: argparse.Namespace) -> dict[str, Any]:
    meter = {
        key: getattr(args, key)
        for key in ("site", "tables", "links", "port", "title", "notice", "state")
    }
    mqtt = {"host": args.host, "port": args.mqtt_port}
    return {"meter": _given(meter), "mqtt": _given(mqtt)}


def _given(options: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in options.items() if value is not None}
