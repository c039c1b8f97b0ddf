"""The table's settings: what the vendor ships, overridden by what the casino writes. All of it is TOML.

This is where core and drivers meet, so every section is known by its owner: the pins by their driver, the broker by the
messages, the table here.
"""

import argparse
import hashlib
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Any

from controller import progressive, shipped, tomlfile
from controller.errors import ConfigError
from controller.mqtt_settings import MqttSettings
from controller.style import Approver, Keypad, Style
from drivers.wiring import BadgeWiring, KeypadWiring, PinWiring

LOCAL = Path("/etc/pucklight/table.toml")
"""What the casino writes. The shipped file below it is never edited."""

_ID = re.compile(r"[a-z0-9-]{1,32}")


class LogLevel(StrEnum):
    DEBUG = "debug"
    INFO = "info"
    WARNING = "warning"


class Level(StrEnum):
    SUPERVISOR = "supervisor"
    EXECUTIVE = "executive"


@dataclass(frozen=True)
class CardHolder:
    badge: str
    name: str
    level: Level


@dataclass(frozen=True)
class TableSettings:
    site: str
    id: str
    journal: str
    copy: str | None = None
    """A second journal on another disk, kept in step; none by default."""
    progressive: str = "ca-003"
    """A shipped progressive, or the path of your own."""
    units: int = 1
    """The fee in dollars: every figure of the progressive multiplies."""
    keypad: Keypad = Keypad.KEY
    executive_from_cents: int = 0
    """Touch style: prizes from here on need an Executive's card; 0: none does."""
    approved_software: str | None = None
    """The digest that `pucklight verify` must give; any other program does not play."""
    log_level: LogLevel = LogLevel.INFO

    def problems(self) -> Iterator[tuple[str, str]]:
        for key, value in (("site", self.site), ("id", self.id)):
            if not _ID.fullmatch(value):
                yield key, f'want 1 to 32 of a-z, 0-9 and -, got "{value}"'
        if self.copy is not None and self.copy == self.journal:
            yield "copy", "is the journal itself; want a path on another disk"
        if self.executive_from_cents < 0:
            yield "executive_from_cents", f"want 0 or more, got {self.executive_from_cents}"
        try:
            progressive.load(self.progressive).scaled(self.units)
        except ConfigError as error:
            yield "progressive", str(error)


@dataclass(frozen=True)
class ShufflerSettings:
    path: str | None = None
    """Best as /dev/serial/by-id/...; left out, the table has no shuffler that it talks to."""


@dataclass(frozen=True)
class Settings:
    table: TableSettings
    mqtt: MqttSettings = field(default_factory=MqttSettings)
    pins: PinWiring = field(default_factory=PinWiring)
    keypad: KeypadWiring = field(default_factory=KeypadWiring)
    badge: BadgeWiring = field(default_factory=BadgeWiring)
    shuffler: ShufflerSettings = field(default_factory=ShufflerSettings)
    cards: tuple[CardHolder, ...] = ()

    def problems(self) -> Iterator[tuple[str, str]]:
        badges = [card.badge for card in self.cards]
        for badge in {badge for badge in badges if badges.count(badge) > 1}:
            yield "cards", f'badge "{badge}" stands twice'
        if self.table.keypad is Keypad.TOUCH:
            if not self.badge.path:
                yield "badge.path", 'is missing: keypad style "touch" approves wins with a card'
            if not self.cards:
                yield "cards", 'are missing: keypad style "touch" needs at least one card holder'

    def style(self) -> Style:
        cards = {card.badge: Approver(card.name, card.level) for card in self.cards}
        return Style(self.table.keypad, cards, self.table.executive_from_cents)


def add_config_option(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--config",
        metavar="FILE",
        type=Path,
        default=LOCAL,
        help=f"the table's settings, over the shipped defaults ({LOCAL})",
    )


def files(local: Path) -> list[Path]:
    return [shipped.config_folder() / "defaults.toml", local]


def load(local: Path) -> Settings:
    return tomlfile.read(files(local), Settings)


def digest(local: Path) -> str:
    """Names the settings in force: the files as they are, in their order."""
    whole = b"\0".join(path.read_bytes() for path in files(local))
    return hashlib.sha256(whole).hexdigest()


def effective(settings: object) -> Mapping[str, Any]:
    """Every value in force, defaults included, as plain JSON values."""
    import dataclasses

    return dataclasses.asdict(settings)  # type: ignore[call-overload, no-any-return]
