"""The station file: which table, what is fitted, who tests, and the limits. Knows files, touches no device."""

import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from difflib import get_close_matches
from pathlib import Path

from controller import tomlfile
from controller.errors import ConfigError, UsageError
from controller.messages import Place
from controller.mqtt_settings import MqttSettings
from hil.bench import REAL
from hil.limits import NAMES, SHIPPED, Limit

_ASSET = re.compile(r"[A-Za-z0-9-]{1,32}")  # It is part of a file's name.


@dataclass(frozen=True)
class Bench:
    """`[station]`: the kit and the people."""

    id: str
    operator: str
    """The technician's badge number or initials."""
    witness: str | None = None
    live: bool | None = None
    """Whether this table takes players' money: two people, and no story that books a fee. A real table must say."""
    records: str = "hil-records"


@dataclass(frozen=True)
class TestedTable:
    """`[table]`: what is tested."""

    __test__ = False  # Not a test class, whatever pytest thinks of its name.

    site: str
    id: str
    asset: str
    place: str = ""


@dataclass(frozen=True)
class Fitted:
    """`[fitted]`: what this table has. What is fitted must be tested; the rest is not asked for."""

    badge: bool = False
    shuffler: bool = False
    display: bool = False
    supply: bool = False
    """True only where the suite runs on the table's own Pi: its sensors cannot be read from elsewhere."""


@dataclass(frozen=True)
class SimSettings:
    """`[sim]`: for the simulated bench. Planted faults train technicians and prove the suite."""

    faults: tuple[str, ...] = ()
    wiring_seed: int = 1
    """For `learn`: how the simulated board is wired."""


@dataclass(frozen=True)
class JigSettings:
    port: str = ""


@dataclass(frozen=True)
class Station:
    station: Bench
    table: TestedTable
    fitted: Fitted = field(default_factory=Fitted)
    mqtt: MqttSettings = field(default_factory=MqttSettings)
    approved_software: tuple[str, ...] = ()
    """Digests of `pucklight verify`. Empty: any, and the report says so."""
    sim: SimSettings = field(default_factory=SimSettings)
    jig: JigSettings = field(default_factory=JigSettings)
    sys: str = "/sys"
    """Where the kernel shows supply and temperature."""
    limits: dict[str, Limit] = field(default_factory=dict)

    @property
    def place(self) -> Place:
        return Place(self.table.site, self.table.id)

    def fits(self, device: str) -> bool:
        return bool(getattr(self.fitted, device, True))

    def problems(self) -> Iterator[tuple[str, str]]:
        bench = self.station
        if bench.live and (not bench.witness or bench.witness == bench.operator):
            yield "station.witness", "a live table wants a second person, beside the operator"
        if bench.live and self.sim.faults:
            yield "sim.faults", "no fault is planted in a live table"
        if not _ASSET.fullmatch(self.table.asset):
            yield (
                "table.asset",
                f'want letters, digits and "-", 32 at most, got "{self.table.asset}"',
            )
        for name in self.limits:
            if name not in NAMES:
                near = get_close_matches(name, NAMES, 1)
                hint = f'; did you mean "{near[0]}"?' if near else ""
                yield f"limits.{name}", f"there is no such limit{hint}"


def load(path: Path) -> Station:
    return tomlfile.read([SHIPPED, path], Station)


def limits_digest(station: Station) -> str:
    listing = "\n".join(f"{name} {limit}" for name, limit in sorted(station.limits.items()))
    return hashlib.sha256(listing.encode()).hexdigest()


def tested_digest(station: Station) -> str:
    """Of all that a verdict depends on. Where broker and jig are reached is not part of it: a port may change."""
    tested = (station.station, station.table, station.fitted, station.approved_software)
    return hashlib.sha256(f"{tested} {limits_digest(station)}".encode()).hexdigest()


def want_bench_allowed(station: Station, bench: str) -> None:
    live = station.station.live
    if bench in REAL and live is None:
        raise ConfigError(
            "station.live: is missing; say whether this table takes players' money: true or false"
        )
    if bench not in REAL and live:
        raise UsageError(
            f"this station is of a live table, and the bench {bench} is no table of anybody's; "
            "practise with a station file of its own"
        )


def want_stories_allowed(station: Station) -> None:
    if station.station.live:
        raise UsageError(
            "stories book fees and wins: they never run on a live table; leave `stories` out, "
            "or use a bench with a test journal"
        )
