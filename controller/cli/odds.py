"""`pucklight game odds`: the exact odds of the shipped games, or of an operator's own, for a person or as JSON."""

import argparse
import json
from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Any

from controller.game import odds, profiles
from controller.game.odds_counts import Counts, dealer_qualifies, six_card_counts, three_card_counts
from controller.game.odds_documents import paytables
from controller.game.odds_figure import Figure, Unit, decimal
from controller.game.odds_progressive import hands_in_deck

BETS = {
    "": "Progressive",
    "ante_and_play": "Ante and Play",
    "pair_plus": "Pair Plus",
    "six_card": "6 Card Bonus",
}
MEASURES = {
    "house_edge": "house edge",
    "house_edge_below_q64": "house edge",
    "hit_frequency": "hit frequency",
    "hold": "hold",
    "mean_jackpot": "mean jackpot when hit",
    "reserve_drift": "reserve's gain",
    "reserve_drift_further": "reserve's gain",
}


def add_to(subparsers: Any) -> None:
    parser: argparse.ArgumentParser = subparsers.add_parser(
        "odds", help="every house edge and hit frequency, exact"
    )
    parser.add_argument(
        "--profile", metavar="P", help="one game: a shipped profile's name or a path to your own"
    )
    parser.add_argument("--json", action="store_true", help="one JSON object instead of tables")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    names = [args.profile] if args.profile else profiles.known()
    games = {profile.name: odds.of_profile(profile) for profile in map(profiles.load, names)}
    jackpots = {} if args.profile else {n: odds.of_progressive(p) for n, p in paytables().items()}
    if args.json:
        print(json.dumps(_as_json(games, jackpots), indent=2))
        return 0
    _print_counts("Three cards", three_card_counts())
    print("  one mini royal is the A-K-Q of spades")
    print(f"  the dealer qualifies with {dealer_qualifies():,}\n")
    _print_counts("Six cards, the best five", six_card_counts())
    for name, figures in (games | jackpots).items():
        print(f"\n{name}")
        _print_figures(figures)
    return 0


def print_table(profile_name: str) -> None:
    """The odds of one game, for a person."""
    _print_figures(odds.of_profile(profiles.load(profile_name)))


def _print_counts(title: str, counts: Counts) -> None:
    hands = sum(counts.values())
    print(f"{title}: {hands:,} hands")
    for code, count in counts.items():
        percent = decimal(Fraction(100 * count, hands), 4)
        print(f"  {code.replace('_', ' '):<20}{count:>12,}{percent:>12} %")


def _print_figures(figures: Iterable[Figure]) -> None:
    for figure in figures:
        kind, _, table = figure.bet.partition(":")
        name = f"{BETS[kind]} {table}"
        sign = "%" if figure.unit is Unit.PERCENT else "$"
        remarks = "; ".join(filter(None, (figure.note, *_verdicts(figure))))
        row = f"  {name:<18}{MEASURES[figure.measure]:<22}{figure.shown:>12} {sign}"
        print(f"{row}  {figure.exact:<20}  {remarks}".rstrip())


def _verdicts(figure: Figure) -> Iterator[str]:
    for printed in figure.printed:
        agrees = "agrees" if figure.agrees(printed) else "DOES NOT AGREE"
        yield f"the document prints {printed}: {agrees}"


def _as_json(
    games: dict[str, list[Figure]], jackpots: dict[str, Iterator[Figure]]
) -> dict[str, Any]:
    three, six = three_card_counts(), six_card_counts()
    return {
        "three_card": {
            "hands": sum(three.values()),
            "counts": three,
            "dealer_qualifies": dealer_qualifies(),
            "claim_counts": hands_in_deck(),
        },
        "six_card": {"hands": sum(six.values()), "counts": six},
        "profiles": {name: _by_bet(figures) for name, figures in games.items()},
        "progressives": {
            name: {figure.measure: _facts(figure) for figure in figures}
            for name, figures in jackpots.items()
        },
    }


def _by_bet(figures: Iterable[Figure]) -> dict[str, dict[str, Any]]:
    bets: dict[str, dict[str, Any]] = {}
    for figure in figures:
        bets.setdefault(figure.bet, {})[figure.measure] = _facts(figure)
    return bets


def _facts(figure: Figure) -> dict[str, Any]:
    facts: dict[str, Any] = {"exact": figure.exact, str(figure.unit): figure.shown}
    if figure.note:
        facts["note"] = figure.note
    if figure.printed:
        facts["printed"] = [
            {"value": printed, "agrees": figure.agrees(printed)} for printed in figure.printed
        ]
    return facts
