"""What `pucklight check-config` says of a progressive: its prizes, what it keeps, how its reserve fares."""

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from controller.game.odds_figure import decimal
from controller.money import dollars

if TYPE_CHECKING:
    from controller.progressive import Prize, Progressive
    from controller.progressive_odds import ProgressiveOdds


def figures(rules: "Progressive", players: int) -> dict[str, Any]:
    from controller.progressive_odds import ProgressiveOdds

    odds = ProgressiveOdds(rules)
    return {
        "title": rules.title,
        "units": rules.units,
        "fee_cents": rules.fee_cents,
        "players": players,
        "hit_frequency_percent": _percent(odds.hit_frequency()),
        "hold_percent": _percent(odds.hold(players)),
        "reserve_drift_cents": decimal(odds.reserve_drift_cents(players), 4).replace(",", ""),
        "mean_jackpot_cents": round(odds.mean_jackpot_cents()),
        "prizes": [
            {"hand": prize.hand.value, "pays": _pays(rules, prize), "one_in": _one_in(odds, prize)}
            for prize in rules.prizes
        ],
    }


def _percent(part: Fraction) -> str:
    return decimal(100 * part, 4)


def _pays(rules: "Progressive", prize: "Prize") -> str:
    if prize.meter_percent:
        return f"{prize.meter_percent} % of the meter"
    return dollars(rules.fixed_cents(prize.hand))


def _one_in(odds: "ProgressiveOdds", prize: "Prize") -> str:
    chance = odds.chance(prize)
    return decimal(1 / chance, 1) if chance else "never: a better prize covers it"


def table(name: str, figures: dict[str, Any]) -> str:
    drift = f"${decimal(Fraction(figures['reserve_drift_cents']) / 100, 6)}"
    lines = [
        f"{name}: a progressive, no mistakes",
        figures["title"],
        f"  {'fee':<28} {dollars(figures['fee_cents'])}",
        *(
            f"  {one['hand']:<28} {one['pays']:<20} one in {one['one_in']}"
            for one in figures["prizes"]
        ),
        f"  {'hit frequency':<28} {figures['hit_frequency_percent']} %",
        f"  {'hold, with ' + str(figures['players']) + ' players':<28} {figures['hold_percent']} %",
        f"  {'reserve gains by each fee':<28} {drift}",
        f"  {'mean jackpot':<28} {dollars(figures['mean_jackpot_cents'])}",
    ]
    return "\n".join(lines)
