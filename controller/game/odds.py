"""Every house edge and hit frequency of a game or a progressive, exact, beside what its document prints."""

from collections.abc import Iterator, Mapping
from fractions import Fraction

from controller.game import odds_ante, odds_progressive
from controller.game.odds_counts import (
    Counts,
    hit_frequency,
    house_edge,
    six_card_counts,
    three_card_counts,
)
from controller.game.odds_documents import Paytable
from controller.game.odds_figure import Figure, Unit
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


def of_progressive(paytable: Paytable) -> Iterator[Figure]:
    awards, seed, fee = paytable.awards, paytable.seed_cents, paytable.fee_cents
    printed = paytable.printed
    chance = odds_progressive.hit_frequency(awards)
    yield Figure("hit_frequency", chance, printed=printed.get("hit_frequency", ()))
    kept = odds_progressive.hold(
        awards, fee_cents=fee, meter_ppm=paytable.meter_ppm, seed_cents=seed, others=paytable.others
    )
    company = f"{paytable.others} other players"
    yield Figure("hold", kept, printed=printed.get("hold", ()), note=company)
    jackpot = odds_progressive.mean_jackpot_cents(
        awards, fee_cents=fee, meter_ppm=paytable.meter_ppm, seed_cents=seed
    )
    if jackpot is not None:
        said = printed.get("mean_jackpot", ())
        yield Figure("mean_jackpot", Fraction(jackpot, 100), Unit.DOLLARS, printed=said, places=2)
    if paytable.reserve_ppm:
        yield from _of_reserve(paytable)


def _of_reserve(paytable: Paytable) -> Iterator[Figure]:
    alone, in_company = (
        odds_progressive.reserve_drift_cents(
            paytable.awards,
            fee_cents=paytable.fee_cents,
            reserve_ppm=paytable.reserve_ppm,
            seed_cents=paytable.seed_cents,
            players=players,
        )
        for players in (1, 2)
    )
    own, further = Fraction(alone, 100), Fraction(in_company - alone, 100)
    note = "more for each further player"
    yield Figure("reserve_drift", own, Unit.DOLLARS, note="per fee, one player", places=7)
    yield Figure("reserve_drift_further", further, Unit.DOLLARS, note=note, places=7)


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
