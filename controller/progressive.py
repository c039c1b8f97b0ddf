"""A progressive as data: its fee, split, seed and prizes, read from TOML and checked as a whole.

Every difference between two jurisdictions' jackpots stands here as a value. Knows no balance.
"""

import dataclasses
from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from functools import cached_property
from pathlib import Path
from typing import Any

from controller import shipped, tomlfile
from controller.errors import ConfigError
from controller.game.cards import Card
from controller.prize_hands import PrizeHand, held
from controller.progressive_problems import Mistake, problems


class Fund(StrEnum):
    """Who pays."""

    RESERVE = "reserve"
    HOUSE = "house"
    TRAY = "tray"


class SeveralWinners(StrEnum):
    """What a second meter win in one round gets."""

    SEQUENTIAL = "sequential"
    """Highest seat first; the next gets the meter as it then stands."""
    ALL_POSTED_RESERVE = "all_posted_reserve"
    """Everybody gets the posted amount: one from the meter, the others from the reserve."""
    ALL_POSTED_HOUSE = "all_posted_house"


@dataclasses.dataclass(frozen=True)
class Split:
    """Where each fee goes, in parts per million of it."""

    meter: int
    house: int
    reserve: int = 0
    """Not displayed: it pays fixed prizes and funds the next reset."""


@dataclasses.dataclass(frozen=True)
class Prize:
    """What one hand pays: one of an amount, a multiple of the fee, or a share of the meter."""

    hand: PrizeHand
    cents: int | None = None
    for_1: int | None = None
    meter_percent: int | None = None
    envy_cents: int = 0


@dataclasses.dataclass(frozen=True)
class Progressive:
    title: str
    fee_cents: int
    seed_cents: int
    reseed_from: Fund
    fixed_from: Fund
    several_winners: SeveralWinners
    folded_hand_may_win: bool
    unreasonable_contribution_cents: int
    """Fees of one play at or above this are a fault, not a bet."""
    split_ppm: Split
    prizes: tuple[Prize, ...]
    reimburse_at_cents: int | None = None
    """The reserve's level at which the house gets its seed back; None: it never does."""
    limit_cents: int | None = None
    """The most the meter shows; what accrues above waits in the overflow."""
    units: int = 1
    """The denomination: what the figures of the file were multiplied by."""
    extends: str | None = None
    """The progressive this file changes; everything it does not name stays as there."""
    printed: dict[str, tuple[str, ...]] = dataclasses.field(default_factory=dict, compare=False)
    """Its odds as the document prints them, by measure. Only compared: no rule, so in no journal."""

    @cached_property
    def by_hand(self) -> Mapping[str, Prize]:
        return {prize.hand.value: prize for prize in self.prizes}

    def hand_code(self, cards: Sequence[Card]) -> str:
        """The best hand among these cards that this progressive pays, or "none"."""
        return next((code.value for code in held(cards) if code in self.by_hand), "none")

    def fixed_cents(self, hand: str) -> int:
        """What a hand that is not paid from the meter gets."""
        prize = self.by_hand[hand]
        assert prize.meter_percent is None, prize
        return prize.cents if prize.cents is not None else (prize.for_1 or 0) * self.fee_cents

    def scaled(self, units: int) -> "Progressive":
        """For a larger denomination: every figure multiplies; "for 1" prizes follow the fee."""
        assert self.units == 1, "scale the figures of the file, not scaled ones"
        if units < 1:
            raise ConfigError(f"units: want 1 or more, got {units}")
        return dataclasses.replace(
            self,
            units=units,
            prizes=tuple(_multiplied(prize, units) for prize in self.prizes),
            **_multiplied_cents(self, units),
        )

    def problems(self) -> Iterator[Mistake]:
        return problems(self)

    def to_json(self) -> dict[str, Any]:
        plain = dataclasses.asdict(self, dict_factory=_without_nothing)
        del plain["printed"]
        return {**plain, "prizes": list(plain["prizes"])}

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> "Progressive":
        return tomlfile.build(data, cls, ())


def _without_nothing(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    return {key: value for key, value in pairs if value is not None}


def _multiplied_cents(of: Progressive | Prize, units: int) -> dict[str, Any]:
    names = (field.name for field in dataclasses.fields(of) if field.name.endswith("cents"))
    values = ((name, getattr(of, name)) for name in names)
    return {name: value * units for name, value in values if value is not None}


def _multiplied(prize: Prize, units: int) -> Prize:
    return dataclasses.replace(prize, **_multiplied_cents(prize, units))


def _folder() -> Path:
    return shipped.config_folder().joinpath("progressives")


def shipped_names() -> list[str]:
    return sorted(path.stem for path in _folder().glob("*.toml"))


def load(name_or_path: str | Path, units: int | None = None) -> Progressive:
    """A shipped one by name or any by its file, at the file's denomination or the one given."""
    read = tomlfile.read(_layers(_path(str(name_or_path))), Progressive)
    return dataclasses.replace(read, units=1).scaled(read.units if units is None else units)


def _path(name: str) -> Path:
    if name.endswith(".toml") or "/" in name:
        return Path(name)
    if name not in shipped_names():
        raise ConfigError(
            f'no progressive "{name}"; want a .toml file or one of {", ".join(shipped_names())}'
        )
    return _folder().joinpath(f"{name}.toml")


def _layers(path: Path) -> list[Path]:
    """The file and what it extends, the ground first."""
    layers = [path]
    while name := tomlfile.Layer.read(layers[0]).data.get("extends"):
        below = _path(str(name))
        if not below.is_absolute():
            below = layers[0].parent.joinpath(below)
        if below in layers:
            raise ConfigError(f"{layers[0]}: extends: goes round in a circle at {below}")
        layers.insert(0, below)
    return layers
