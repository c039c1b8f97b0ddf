"""The table's settings: what the vendor ships, overridden by what the casino writes. All of it is TOML.

This is where core and drivers meet, so every section is known by its owner: the pins by their driver, the broker by the
messages, the table here.
"""

import argparse
import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path

from controller import progressive, shipped, tomlfile
from controller.errors import ConfigError
from controller.money import dollars
from controller.mqtt_settings import MqttSettings
from controller.style import Approver, Keypad, Style
from drivers.wiring import BadgeWiring, KeypadWiring, PinWiring

LOCAL = Path("/etc/pucklight/table.toml")
"""What the casino writes. The shipped file below it is never edited."""

_ID = re.compile(r"[a-z0-9-]{1,32}")
_DIGEST = re.compile(r"[0-9a-f]{64}")


class LogLevel(StrEnum):
    DEBUG = "debug"
    INFO = "info"
    WARNING = "warning"


class Level(StrEnum):
    SUPERVISOR = "supervisor"
    EXECUTIVE = "executive"


@dataclass(frozen=True)
class CardHolder:
    """`[[cards]]`, once for each person who may approve a win at a table of the touch style."""

    badge: str = field(metadata={"secret": True})
    """The digits that the reader types. Who has them can approve a win, so no command shows them."""
    name: str
    """Written beside every win that the card approves."""
    level: Level
    """An Executive may approve every prize, a Supervisor those below table.executive_from_cents."""


@dataclass(frozen=True)
class TableSettings:
    """`[table]`: which table this is, what it plays and where it keeps its memory."""

    site: str
    """The house, as every topic names it: 1 to 32 of a-z, 0-9 and -."""
    id: str
    """The table within the house, written in the same way."""
    journal: str
    """The file that every cent is written to. `pucklight journal create` makes it."""
    copy: str | None = None
    """A second journal on another disk, kept in step; none by default."""
    progressive: str = "ca-003"
    """A shipped progressive, or the path of your own."""
    units: int = 1
    """The fee in dollars: every figure of the progressive multiplies."""
    keypad: Keypad = Keypad.KEY
    """How a win is approved: "key" to JPH and J-pot, or "touch" with confirm and a swiped card."""
    executive_from_cents: int = 0
    """Touch style: prizes from here on need an Executive's card; 0: none does."""
    approved_software: str | None = None
    """The digest that `pucklight verify` must give; any other program does not play."""
    log_level: LogLevel = LogLevel.INFO
    """The least that is worth a line in the log."""

    def problems(self) -> Iterator[tuple[str, str]]:
        for key, value in (("site", self.site), ("id", self.id)):
            if not _ID.fullmatch(value):
                yield key, f'want 1 to 32 of a-z, 0-9 and -, got "{value}"'
        if self.copy is not None and self.copy == self.journal:
            yield "copy", "is the journal itself; want a path on another disk"
        if self.executive_from_cents < 0:
            yield "executive_from_cents", f"want 0 or more, got {self.executive_from_cents}"
        if self.approved_software is not None and not _DIGEST.fullmatch(self.approved_software):
            yield "approved_software", "want the 64 digits that `pucklight verify` prints"
        if self.units < 1:
            yield "units", f"want 1 or more, got {self.units}"
        yield from self._progressive_problems()

    def _progressive_problems(self) -> Iterator[tuple[str, str]]:
        try:
            rules = progressive.load(self.progressive)
        except ConfigError as error:
            yield from (("progressive", line) for line in str(error).splitlines())
            return
        if rules.units != 1:
            yield (
                "progressive",
                f"its file says units = {rules.units}; want it there as 1, and here as table.units",
            )


@dataclass(frozen=True)
class ShufflerSettings:
    """`[shuffler]`: the machine that deals, where it speaks docs/shuffler-protocol.md."""

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
        yield from self._card_problems()
        if self.table.keypad is Keypad.TOUCH:
            yield from self._touch_problems()
        if self.badge.path and self.badge.path == self.keypad.path:
            yield "badge.path", "is the keypad's own device; want the card reader's"

    def _card_problems(self) -> Iterator[tuple[str, str]]:
        """Badges are not repeated in a message: it may end in a log."""
        first: dict[str, int] = {}
        shortest, longest = self.badge.shortest, self.badge.longest
        for index, card in enumerate(self.cards):
            readable = card.badge.isascii() and card.badge.isdigit()
            if not (readable and shortest <= len(card.badge) <= longest):
                wanted = f"want {shortest} to {longest} digits, as the reader types them"
                yield f"cards.{index}.badge", wanted
            if card.badge in first:
                holder = self.cards[first[card.badge]].name
                yield f"cards.{index}.badge", f"is the badge of {holder} already"
            first.setdefault(card.badge, index)

    def _touch_problems(self) -> Iterator[tuple[str, str]]:
        if not self.badge.path:
            yield "badge.path", 'is missing: keypad style "touch" approves wins with a card'
        if not self.cards:
            yield "cards", 'are missing: keypad style "touch" needs at least one card holder'
        highest = self.table.executive_from_cents
        if self.cards and highest and all(card.level is Level.SUPERVISOR for card in self.cards):
            yield (
                "cards",
                f"no Executive among them: nobody could approve a prize from {dollars(highest)} on",
            )

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


def layers(local: Path) -> list[tomlfile.Layer]:
    return [tomlfile.Layer.read(path) for path in files(local)]


def files(local: Path) -> list[Path]:
    return [shipped.config_folder() / "defaults.toml", local]


def load(local: Path) -> Settings:
    return built(layers(local))


def built(read: list[tomlfile.Layer]) -> Settings:
    return tomlfile.build(tomlfile.merged(read), Settings, read)


def digest(local: Path) -> str:
    """Names the settings in force: the files as they are, in their order."""
    whole = b"\0".join(path.read_bytes() for path in files(local))
    return hashlib.sha256(whole).hexdigest()
