"""How a jackpot may grow: many drawn futures from a stated seed, each figure with its error at 95 % confidence.

Floats here are statistics about money that was counted in integers; no amount is ever booked from them.
"""

import random
import statistics
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from controller.forecast_run import Future, Table, run
from controller.progressive_odds import ProgressiveOdds

SIGMAS_95 = 1.96
CHECKPOINTS = 60
PERCENTILES = (10, 50, 90)


@dataclass(frozen=True)
class Estimate:
    """A mean and half the width of its 95 % interval."""

    mean: float
    error: float

    @classmethod
    def of(cls, values: Sequence[float]) -> "Estimate":
        if len(values) < 2:
            return cls(values[0] if values else 0.0, float("inf"))
        spread = statistics.stdev(values) / len(values) ** 0.5
        return cls(statistics.fmean(values), SIGMAS_95 * spread)

    @classmethod
    def of_chance(cls, happened: int, runs: int) -> "Estimate":
        """Wilson's interval, which stays honest when something happened never or always."""
        z2 = SIGMAS_95**2
        centre = (happened + z2 / 2) / (runs + z2)
        half = SIGMAS_95 / (runs + z2) * (happened * (runs - happened) / runs + z2 / 4) ** 0.5
        return cls(centre, half)


@dataclass(frozen=True)
class Band:
    """A percentile band over time, in cents: the 10th, 50th and 90th of the runs at each checkpoint."""

    low: list[int]
    middle: list[int]
    high: list[int]

    @classmethod
    def of(cls, series: Sequence[Sequence[int]]) -> "Band":
        columns = [sorted(column) for column in zip(*series, strict=True)]
        low, middle, high = (
            [_at(column, percent) for column in columns] for percent in PERCENTILES
        )
        return cls(low, middle, high)


def _at(ordered: Sequence[int], percent: int) -> int:
    return ordered[min(len(ordered) - 1, len(ordered) * percent // 100)]


@dataclass(frozen=True)
class Forecast:
    table: Table
    rounds_per_hour: int
    runs: int
    seed: int
    hours: list[float]
    meter: Band
    reserve: Band
    house_net: Band
    jackpots: Estimate
    """How many in a run."""
    jackpot_cents: Estimate
    drift_cents: Estimate
    """What the reserve gained by each fee."""
    short: Estimate
    """The chance that the reserve ran short at least once."""
    house_advance_cents: Estimate
    repaid: Estimate
    """The chance that the seed was repaid within the time."""
    repaid_hours: list[float]
    """The 10th, 50th and 90th percentile of the runs in which it was."""

    @property
    def has_reserve(self) -> bool:
        return self.table.rules.split_ppm.reserve > 0

    @property
    def exact_drift_cents(self) -> Fraction:
        return ProgressiveOdds(self.table.rules).reserve_drift_cents(self.table.players)

    @property
    def exact_jackpot_cents(self) -> Fraction | None:
        """Where one prize alone comes off the meter; several have no mean in common."""
        if sum(bool(prize.meter_percent) for prize in self.table.rules.prizes) > 1:
            return None
        return ProgressiveOdds(self.table.rules).mean_jackpot_cents()


def forecast(table: Table, rounds_per_hour: int, runs: int, seed: int) -> Forecast:
    checkpoints = [table.rounds * step // CHECKPOINTS for step in range(CHECKPOINTS + 1)]
    futures = [run(table, checkpoints, random.Random(f"{seed}/{one}")) for one in range(runs)]
    fees = table.rounds * table.players
    share_cents = table.rules.fee_cents * table.rules.split_ppm.reserve / 1_000_000
    jackpots = [float(cents) for future in futures for cents in future.jackpots_cents]
    return Forecast(
        table=table,
        rounds_per_hour=rounds_per_hour,
        runs=runs,
        seed=seed,
        hours=[rounds / rounds_per_hour for rounds in checkpoints],
        meter=Band.of([future.meter_cents for future in futures]),
        reserve=Band.of([future.reserve_cents for future in futures]),
        house_net=Band.of([future.house_net_cents for future in futures]),
        jackpots=Estimate.of([float(future.jackpots) for future in futures]),
        jackpot_cents=Estimate.of(jackpots),
        drift_cents=Estimate.of(
            [share_cents - future.from_reserve_cents / fees for future in futures]
        ),
        short=Estimate.of_chance(sum(f.house_advance_cents > 0 for f in futures), runs),
        house_advance_cents=Estimate.of([float(f.house_advance_cents) for f in futures]),
        repaid=Estimate.of_chance(sum(f.seed_repaid_after is not None for f in futures), runs),
        repaid_hours=_repaid_hours(futures, rounds_per_hour),
    )


def _repaid_hours(futures: Sequence[Future], rounds_per_hour: int) -> list[float]:
    rounds = sorted(f.seed_repaid_after for f in futures if f.seed_repaid_after is not None)
    return [_at(rounds, percent) / rounds_per_hour for percent in PERCENTILES] if rounds else []
