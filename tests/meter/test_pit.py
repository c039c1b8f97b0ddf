"""Several tables on one screen: whatever they show, everything stays in its card and can be read."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest

from controller import messages
from controller.messages import Identity, MeterState, Place, Service, ShownMeter, ShownWin
from meter.memory import Memory
from meter.screen import Screen, Signs
from meter.server import MeterServer
from tests.meter.papers import AT
from tests.meter.rig import View

LONG = "a-table-with-a-name-of-32-letters"[:32]
REASON = (
    "The shuffler counted 51 cards; the shuffler does not answer; a technician has been called."
)
NOTICE = (
    "15 cents of each $1 wager go into this jackpot, 80 cents into the reserve for fixed prizes."
)


@contextmanager
def pit(count: int) -> Iterator[tuple[MeterServer, list[Place]]]:
    now = [0.0]
    places = [Place("club", LONG if number == 0 else f"t{number}") for number in range(count)]
    signs = Signs("Three Card Poker Progressive", NOTICE, "0.1.0")
    screen = Screen(places, signs, Memory(None), clock=lambda: now[0])
    screen.watched()
    now[0] = 100.0
    for number, place in enumerate(places):
        _table(screen, place, number)
    server = MeterServer(screen, 0)
    server.start()
    try:
        yield server, places
    finally:
        server.close()


def _table(screen: Screen, place: Place, number: int) -> None:
    """One of each kind in turn, with the longest words and amounts there are."""
    who = Identity(place.table, "b00", 1, "0" * 64, "1" * 64)
    kinds = (MeterState.WIN, MeterState.PENDING, MeterState.LIVE)
    state, service = kinds[number % 3], (Service.IN_SERVICE, Service.OUT_OF_SERVICE)[number % 2]
    envy = {1: 10_000, 2: 10_000, 4: 20_000, 5: 10_000, 6: 2_500, 7: 2_500, 8: 10_000}
    win = ShownWin(place.table, 3, "akq_spades", 123_456_789, 100_000, envy)
    shown = ShownMeter(1, 123_456_789, 100_000, state, None if state is MeterState.LIVE else win)
    for topic, document in (
        ("heartbeat", messages.heartbeat(who, 9, 0, 1, AT)),
        ("meter", messages.meter(place.table, 5, AT, shown)),
        ("status", messages.status(who, service, REASON if number % 2 else "", 5, AT)),
    ):
        screen.take(f"{place.prefix}{topic}", messages.encode(document))


@pytest.mark.slow
@pytest.mark.parametrize("shape", ["wide", "tall"])
@pytest.mark.parametrize("count", [1, 2, 4, 6, 12])
def test_everything_stays_in_its_card(view: Callable[..., View], count: int, shape: str) -> None:
    with pit(count) as (server, places):
        screen = view(server.address, shape)
        screen.wait("celebrate")
        screen.picture(f"pit-{count}")
        assert screen.page.locator(".card").count() == len(places)
        assert not screen.outside()
        assert not screen.low_contrasts()
        assert not screen.axe_findings()
