"""Several tables and links on one screen: whatever they show, everything stays in its card and can be read."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest

from controller import messages
from controller.messages import Identity, MeterState, Service, ShownMeter, ShownWin
from meter.memory import Memory
from meter.screen import Screen, Signs
from meter.server import MeterServer
from meter.source import Kind, Source
from tests.meter import link_papers
from tests.meter.papers import AT
from tests.meter.rig import View

LONG = "a-table-with-a-name-of-32-letters"[:32]
REASON = (
    "The shuffler counted 51 cards; the shuffler does not answer; a technician has been called."
)
NOTICE = (
    "15 cents of each $1 wager go into this jackpot, 80 cents into the reserve for fixed prizes."
)


ENVY = {1: 10_000, 2: 10_000, 4: 20_000, 5: 10_000, 6: 2_500, 7: 2_500, 8: 10_000}
CENTS = 123_456_789
SERVICES = (Service.IN_SERVICE, Service.OUT_OF_SERVICE)


@contextmanager
def pit(tables: int, links: int = 0) -> Iterator[MeterServer]:
    now = [0.0]
    names = [LONG, *(f"t{number}" for number in range(1, 12))]
    sources = [
        *(Source("club", name, Kind.LINK) for name in names[:links]),
        *(Source("club", name) for name in names[:tables]),
    ]
    signs = Signs("Three Card Poker Progressive", NOTICE, "0.1.0")
    screen = Screen(sources, signs, Memory(None), clock=lambda: now[0])
    screen.watched()
    now[0] = 100.0
    for number, source in enumerate(sources):
        (_link if source.kind is Kind.LINK else _table)(screen, source, number)
    server = MeterServer(screen, 0)
    server.start()
    try:
        yield server
    finally:
        server.close()


def _table(screen: Screen, source: Source, number: int) -> None:
    """One of each kind in turn, with the longest words and amounts there are."""
    who = Identity(source.name, "b00", 1, "0" * 64, "1" * 64)
    kinds = (MeterState.WIN, MeterState.PENDING, MeterState.LIVE)
    state, service = kinds[number % 3], SERVICES[number % 2]
    win = ShownWin(source.name, 3, "akq_spades", CENTS, 100_000, ENVY)
    shown = ShownMeter(1, CENTS, 100_000, state, [] if state is MeterState.LIVE else [win])
    for topic, document in (
        ("heartbeat", messages.heartbeat(who, 9, 0, 1, AT)),
        ("meter", messages.meter(source.name, 5, AT, shown)),
        ("status", messages.status(who, service, REASON if number % 2 else "", 5, AT)),
    ):
        screen.take(f"{source.prefix}{topic}", messages.encode(document))


def _link(screen: Screen, source: Source, number: int) -> None:
    envy = [{"seat": seat, "cents": cents} for seat, cents in ENVY.items()]
    state, service = ("win", "pending", None)[number % 3], SERVICES[number % 2]
    win = state and link_papers.win(1, state, LONG, seat=3, prize_cents=CENTS, envy=envy)
    link = source.name
    for topic, document in (
        ("heartbeat", link_papers.heartbeat(9, link=link)),
        ("meter", link_papers.meter(5, 1, CENTS, link=link)),
        ("win", link_papers.wins(5, *([win] if win else []), link=link)),
        ("status", link_papers.status(service, REASON if number % 2 else "", link=link)),
    ):
        screen.take(f"{source.prefix}{topic}", document)


@pytest.mark.slow
@pytest.mark.parametrize("shape", ["wide", "tall"])
@pytest.mark.parametrize("count", [1, 2, 4, 6, 12])
def test_everything_stays_in_its_card(view: Callable[..., View], count: int, shape: str) -> None:
    with pit(count) as server:
        screen = view(server.address, shape)
        screen.wait("celebrate")
        screen.picture(f"pit-{count}")
        assert screen.page.locator(".card").count() == count
        fit_to_be_shown(screen)


@pytest.mark.slow
@pytest.mark.parametrize("shape", ["wide", "tall"])
@pytest.mark.parametrize(("links", "tables"), [(1, 0), (1, 3), (4, 2), (3, 9), (12, 0)])
def test_links_and_tables_share_a_screen(
    view: Callable[..., View], links: int, tables: int, shape: str
) -> None:
    with pit(tables, links) as server:
        screen = view(server.address, shape)
        screen.wait("celebrate")
        screen.picture(f"pit-{links}-links-{tables}-tables")
        assert screen.page.locator('.card[data-kind="link"]').count() == links
        assert screen.page.locator('.card[data-kind="table"]').count() == tables
        fit_to_be_shown(screen)


def fit_to_be_shown(screen: View) -> None:
    assert not screen.outside()
    assert not screen.low_contrasts()
    assert not screen.axe_findings()
