"""`pucklight check-config FILE`: explains every mistake in a file, or says what it comes to."""

import argparse
import json
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from controller.cli.forecast import at_least_1
from controller.game.odds_figure import decimal
from controller.money import dollars

if TYPE_CHECKING:
    from controller.progressive import Prize, Progressive
    from controller.progressive_odds import ProgressiveOdds


def add_to(subparsers: Any) -> None:
    one = subparsers.add_parser(
        "check-config", help="every mistake in a progressive's file, or what it keeps and pays"
    )
    one.add_argument("file", help="a progressive's .toml file, or the name of a shipped one")
    one.add_argument("--players", type=at_least_1, help="who pay the fee in each round")
    one.add_argument("--json", action="store_true")
    one.set_defaults(run=_check)


def _check(args: argparse.Namespace) -> int:
    from controller.progressive import load
    from controller.progressive_odds import FULL_TABLE

    figures = _figures(load(args.file), args.players or FULL_TABLE)
    print(json.dumps(figures) if args.json else _table(args.file, figures))
    return 0


def _figures(rules: "Progressive", players: int) -> dict[str, Any]:
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


def _table(name: str, figures: dict[str, Any]) -> str:
    drift = f"${decimal(Fraction(figures['reserve_drift_cents']) / 100, 6)}"
    lines = [
        f"{name}: no mistakes",
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
