"""How large an amount is on each screen, and that docs/meter.md names the screens from which players can read it."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest

from controller import messages
from controller.messages import Identity, MeterState, ShownMeter
from meter.memory import Memory
from meter.screen import Screen, Signs
from meter.server import MeterServer
from meter.source import Source
from tests.meter import papers
from tests.meter.rig import SIZES, View
from tests.meter.test_meter_page import TEXT

pytestmark = pytest.mark.slow
CENTS, AMOUNT = 88_888_888, "$888,888.88"
MM_AT_5_M = 25 / 3 * 5
"""25 mm for each 3 m."""
DIGIT = """() => Math.min(...[...document.querySelectorAll('.segments')].map((svg) =>
  svg.querySelector('g > g:not(.sign)').getBoundingClientRect().height))"""


@contextmanager
def cards(count: int, state: MeterState = MeterState.LIVE) -> Iterator[MeterServer]:
    now = [0.0]
    sources = [Source("club", f"t{number}") for number in range(count)]
    screen = Screen(
        sources, Signs("Progressive Jackpot", "A notice."), Memory(None), 10, lambda: now[0]
    )
    screen.watched()
    now[0] = 100.0
    wins = [] if state is MeterState.LIVE else [papers.WIN]
    for source in sources:
        beat = messages.heartbeat(Identity(source.name, "b00", 1, "", ""), 9, 0, 1, papers.AT)
        shown = ShownMeter(1, CENTS, 100_000, state, wins)
        meter = messages.meter(source.name, 5, papers.AT, shown)
        for topic, document in (("heartbeat", beat), ("meter", meter)):
            screen.take(f"{source.prefix}{topic}", messages.encode(document))
    server = MeterServer(screen, 0)
    server.start()
    try:
        yield server
    finally:
        server.close()


def digit_px(screen: View, state: str) -> float:
    screen.wait(state)
    height: float = screen.page.evaluate(DIGIT)
    return height


@pytest.mark.parametrize("state", [MeterState.LIVE, MeterState.WIN])
def test_one_amount_fills_its_screen(view: Callable[..., View], state: MeterState) -> None:
    name = "live" if state is MeterState.LIVE else "celebrate"
    with cards(1, state) as server:
        wide, tall = view(server.address), view(server.address, "tall")
        assert digit_px(wide, name) / SIZES["wide"][1] >= 0.2, "of its height"
        assert digit_px(tall, name) / SIZES["tall"][0] >= 0.12, "of its width"


ROWS = re.findall(r"^\| (\d+) \| (\d+) inches \| (\d+) inches \|$", TEXT, re.MULTILINE)


@pytest.mark.parametrize("shape", SIZES)
@pytest.mark.parametrize("row", ROWS, ids=[row[0] for row in ROWS])
def test_the_page_names_the_screen_that_can_be_read_from_5_m(
    view: Callable[..., View], row: tuple[str, str, str], shape: str
) -> None:
    width, height = SIZES[shape]
    with cards(int(row[0])) as server:
        screen = view(server.address, shape)
        mm_a_px = MM_AT_5_M / digit_px(screen, "live")
    inches = (width**2 + height**2) ** 0.5 * mm_a_px / 25.4
    assert inches <= int(row[1 + list(SIZES).index(shape)]) < inches + 2


def test_the_page_knows_the_largest_screen_too() -> None:
    assert [row[0] for row in ROWS] == ["1", "2", "4", "6", "12"]
