"""The odds in words and as JSON: what `pucklight game odds` prints. Counts nothing itself."""

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any

from controller.game.odds_counts import Counts, dealer_qualifies, six_card_counts, three_card_counts
from controller.game.odds_figure import Figure, Unit, decimal
from controller.prize_hands import hands_in_deck

Figures = Mapping[str, list[Figure]]
"""By the name of the game or the progressive."""

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


def print_all(games: Figures, jackpots: Figures) -> None:
    _print_counts("Three cards", three_card_counts())
    print("  one mini royal is the A-K-Q of spades")
    print(f"  the dealer qualifies with {dealer_qualifies():,}\n")
    _print_counts("Six cards, the best five", six_card_counts())
    for name, figures in (*games.items(), *jackpots.items()):
        print(f"\n{name}")
        print_figures(figures)


def _print_counts(title: str, counts: Counts) -> None:
    hands = sum(counts.values())
    print(f"{title}: {hands:,} hands")
    for code, count in counts.items():
        percent = decimal(Fraction(100 * count, hands), 4)
        print(f"  {code.replace('_', ' '):<20}{count:>12,}{percent:>12} %")


def print_figures(figures: Iterable[Figure]) -> None:
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


def as_json(games: Figures, jackpots: Figures) -> dict[str, Any]:
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
