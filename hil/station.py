"""The station file: which table, what is fitted, who tests, and the limits. Knows files, touches no device."""

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from controller import tomlfile
from controller.errors import UsageError
from controller.messages import Place
from controller.mqtt_settings import MqttSettings
from hil.limits import SHIPPED, Limit


@dataclass(frozen=True)
class Bench:
    """`[station]`: the kit and the people."""

    id: str
    operator: str
    """The technician's badge number or initials."""
    witness: str | None = None
    live: bool = False
    """A table that takes players' money: two people, and no story that books a fee."""
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


def load(path: Path) -> Station:
    return tomlfile.read([SHIPPED, path], Station)


def limits_digest(station: Station) -> str:
    listing = "\n".join(f"{name} {limit}" for name, limit in sorted(station.limits.items()))
    return hashlib.sha256(listing.encode()).hexdigest()


def want_stories_allowed(station: Station) -> None:
    if station.station.live:
        raise UsageError(
            "stories book fees and wins: they never run on a live table; leave `stories` out, "
            "or use a bench with a test journal"
        )
