"""Every house edge and hit frequency of a game, exact, beside what its document prints."""

from collections.abc import Iterator, Mapping

from controller.game import odds_ante
from controller.game.odds_counts import (
    Counts,
    hit_frequency,
    house_edge,
    six_card_counts,
    three_card_counts,
)
from controller.game.odds_figure import Figure
from controller.game.profiles import Printed, Profile


def of_profile(profile: Profile) -> list[Figure]:
    """In the order of the wagers; a document's other 6 Card Bonus tables come last."""
    three, six = three_card_counts(), six_card_counts()
    figures = [
        *_of_ante(profile),
        *_of_paytable("pair_plus", three, profile.pair_plus, _printed(profile, "pair_plus")),
        *_of_paytable("six_card", six, profile.six_card, _printed(profile, "six_card")),
    ]
    for name, table in profile.six_card_tables.items():
        figures += _of_paytable(f"six_card:{name}", six, table.pays, table.printed)
    return figures


def _of_ante(profile: Profile) -> Iterator[Figure]:
    bonus, bet = profile.ante_bonus, "ante_and_play"
    said = _printed(profile, "ante").house_edge
    if profile.dealer_card_shown:
        edge, note = odds_ante.edge_shown(bonus), "best play, one dealer's card shown"
    else:
        edge, note = odds_ante.edge_hidden(bonus), "best play, dealer's hand hidden"
    yield Figure("house_edge", edge, bet=bet, printed=_said(said), note=note)
    simple = odds_ante.edge_folding_below_q64(bonus)
    yield Figure("house_edge_below_q64", simple, bet=bet, note="fold below Q-6-4, play the rest")


def _of_paytable(
    bet: str, counts: Counts, pays: Mapping[str, int], printed: Printed
) -> Iterator[Figure]:
    edge = house_edge(counts, pays)
    yield Figure("house_edge", edge, bet=bet, printed=_said(printed.house_edge))
    hits = hit_frequency(counts, pays)
    yield Figure("hit_frequency", hits, bet=bet, printed=_said(printed.hit_frequency))


def _printed(profile: Profile, wager: str) -> Printed:
    return profile.printed.get(wager, Printed())


def _said(figure: str) -> tuple[str, ...]:
    return (figure,) if figure else ()
