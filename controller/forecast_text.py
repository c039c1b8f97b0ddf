"""A forecast in words and as JSON: each simulated figure with its error, the exact ones beside them."""

from typing import Any

from controller.forecast import PERCENTILES, Band, Estimate, Forecast
from controller.game.odds_figure import decimal
from controller.money import dollars

BLOCKS = "▁▂▃▄▅▆▇█"


def to_text(seen: Forecast) -> str:
    table = seen.table
    lines = [
        table.rules.title,
        f"{_plays(seen)} ({table.rounds * table.players:,} fees of {dollars(table.rules.fee_cents)})",
        f"{seen.runs} simulated runs, seed {seen.seed}; ± is the 95 % confidence interval",
        "",
        *_chart("meter", seen.meter),
        *(_chart("reserve", seen.reserve) if seen.has_reserve else ()),
        *(() if seen.has_reserve else _chart("house's cash", seen.house_net)),
        "",
        _line("jackpots won in the time", f"{seen.jackpots.mean:.2f} ± {seen.jackpots.error:.2f}"),
        _line("mean jackpot, simulated", _money(seen.jackpot_cents)),
        _line("mean jackpot, exact", _exact(seen)),
    ]
    return "\n".join([*lines, *_reserve_lines(seen)])


def _plays(seen: Forecast) -> str:
    who = f"{seen.table.players} players, {seen.rounds_per_hour} rounds an hour"
    return f"{who}, {seen.hours[-1]:,.0f} hours of play"


def _exact(seen: Forecast) -> str:
    exact = seen.exact_jackpot_cents
    return "not for several meter prizes" if exact is None else dollars(round(exact))


def _reserve_lines(seen: Forecast) -> list[str]:
    if not seen.has_reserve:
        return []
    exact = decimal(seen.exact_drift_cents / 100, 6)
    drift = f"${seen.drift_cents.mean / 100:.4f} ± {seen.drift_cents.error / 100:.4f}"
    return [
        _line("reserve's gain by each fee, simulated", drift),
        _line("reserve's gain by each fee, exact", f"${exact}"),
        _line("chance that the reserve runs short", _chance(seen.short)),
        _line("house advances in the time", _money(seen.house_advance_cents)),
        _line("chance that the seed is repaid", _chance(seen.repaid)),
        _line("hours until it is (10th, 50th, 90th percentile)", _hours(seen)),
    ]


def _line(name: str, value: str) -> str:
    return f"{name:<48} {value}"


def _money(found: Estimate) -> str:
    if found.error == float("inf"):
        return "none seen"
    return f"{dollars(round(found.mean))} ± {dollars(round(found.error))}"


def _chance(found: Estimate) -> str:
    return f"{100 * found.mean:.1f} % ± {100 * found.error:.1f} %"


def _hours(seen: Forecast) -> str:
    return ", ".join(f"{hours:,.1f}" for hours in seen.repaid_hours) or "not in this time"


def _chart(name: str, band: Band) -> list[str]:
    """The three percentiles as rising blocks on one scale, and where each ends."""
    top, floor = max(band.high), min(0, *band.low)
    rows = zip(PERCENTILES, (band.low, band.middle, band.high), strict=True)
    return [
        f"{name:>12} {percent}th {_blocks(row, floor, top)} {dollars(row[-1])}"
        for percent, row in rows
    ]


def _blocks(amounts: list[int], floor: int, top: int) -> str:
    span = max(1, top - floor)
    return "".join(BLOCKS[(amount - floor) * (len(BLOCKS) - 1) // span] for amount in amounts)


def to_json(seen: Forecast) -> dict[str, Any]:
    table, exact = seen.table, seen.exact_jackpot_cents
    return {
        "title": table.rules.title,
        "players": table.players,
        "rounds": table.rounds,
        "rounds_per_hour": seen.rounds_per_hour,
        "runs": seen.runs,
        "seed": seen.seed,
        "confidence": 0.95,
        "hours": seen.hours,
        "meter_cents": _band(seen.meter),
        "reserve_cents": _band(seen.reserve) if seen.has_reserve else None,
        "house_net_cents": _band(seen.house_net),
        "jackpots": _estimate(seen.jackpots),
        "jackpot_cents": _estimate(seen.jackpot_cents),
        "exact_jackpot_cents": None if exact is None else float(exact),
        "reserve_drift_cents": _estimate(seen.drift_cents),
        "exact_reserve_drift_cents": float(seen.exact_drift_cents),
        "reserve_short_chance": _estimate(seen.short),
        "house_advance_cents": _estimate(seen.house_advance_cents),
        "seed_repaid_chance": _estimate(seen.repaid),
        "seed_repaid_hours": dict(zip(("p10", "p50", "p90"), seen.repaid_hours, strict=False)),
    }


def _band(band: Band) -> dict[str, list[int]]:
    return {"p10": band.low, "p50": band.middle, "p90": band.high}


def _estimate(found: Estimate) -> dict[str, float | None]:
    """JSON has no infinity: an error that cannot be told is null."""
    return {"mean": found.mean, "error": None if found.error == float("inf") else found.error}
