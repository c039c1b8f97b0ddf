"""The demo's page at the sizes people have: nothing overlaps, all of it can be reached, nothing needed is covered."""

from collections.abc import Iterator
from itertools import combinations

import pytest
from playwright.sync_api import FloatRect, Locator, Page, expect

from tests.demo.browser import STEPS_MOST, look_around, picture, step_on, title, want_accessible

LARGE = [(1280, 800), (1440, 900), (1920, 1080)]
SMALL = [(1366, 625), (1024, 768), (683, 384)]
"""A usual laptop without what the browser takes, a tablet, and that laptop at 200 %."""
SMALLEST_PX = 13
TEXTS = """() => [...document.querySelectorAll('body *')]
    .filter((e) => e.checkVisibility() && [...e.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim()))
    .map((e) => [e.textContent.trim(), parseFloat(getComputedStyle(e).fontSize)])"""
OUTSIDE = """(scrolls) => [...document.querySelectorAll('button, p, h2, td, section')]
    .filter((e) => e.checkVisibility() && !e.closest('#stream'))
    .map((e) => [e.outerHTML.slice(0, 90), e.getBoundingClientRect()])
    .filter(([_, box]) => box.right > innerWidth || box.left < 0
        || box.bottom > (scrolls ? document.documentElement.scrollHeight : innerHeight))"""
CUT_OFF = """() => [...document.querySelectorAll('button, .panel > h2')].filter((e) => e.checkVisibility())
    .filter((e) => e.scrollWidth > e.clientWidth + 1).map((e) => e.outerHTML.slice(0, 90))"""
BLOCKS = ".bar, .alerts, .felt, .desk > .panel, .side > .panel"
ON_FELT = ".puck, .cards:not([hidden]), .seat .tag:not([hidden]), .dealer .place, #sweep"


def overlap(one: FloatRect, other: FloatRect) -> bool:
    across = one["x"] < other["x"] + other["width"] and other["x"] < one["x"] + one["width"]
    down = one["y"] < other["y"] + other["height"] and other["y"] < one["y"] + one["height"]
    return across and down


def boxes(places: Locator) -> Iterator[tuple[str, FloatRect]]:
    for place in places.all():
        if place.is_visible() and (box := place.bounding_box()):
            yield place.evaluate("(e) => `#${e.id} .${e.className} ${e.innerText}`"), box


def overlaps(page: Page, selector: str) -> list[tuple[str, str]]:
    found = combinations(boxes(page.locator(selector)), 2)
    return [(name, other) for (name, one), (other, two) in found if overlap(one, two)]


def full_round(page: Page) -> None:
    """The fullest felt: eight seats with chip, tag and cards."""
    for seat in range(1, 9):
        page.click(f"#puck-{seat}")
    page.click("#key-coin-in")
    expect(page.locator(".phases .now")).to_have_text("In play")
    page.click("#deal")
    expect(page.locator("#dealer-cards .card")).to_have_count(3)


@pytest.mark.parametrize(("width", "height"), LARGE + SMALL)
def test_nothing_overlaps_everything_can_be_reached_and_no_text_is_tiny(
    page: Page, width: int, height: int
) -> None:
    look_around(page)
    page.set_viewport_size({"width": width, "height": height})
    full_round(page)
    picture(page, f"{width}x{height}")
    assert page.evaluate(OUTSIDE, (width, height) in SMALL) == []
    assert page.evaluate(CUT_OFF) == []
    assert [text for text, size in page.evaluate(TEXTS) if size < SMALLEST_PX] == []
    assert overlaps(page, BLOCKS) == []
    assert overlaps(page, ON_FELT) == []
    for row in page.locator("#stream li").all()[:3]:
        row.scroll_into_view_if_needed()
        expect(row).to_be_in_viewport(ratio=0.9)
    want_accessible(page)


@pytest.mark.parametrize(("width", "height"), [LARGE[0], *SMALL])
def test_the_tour_covers_neither_what_it_points_at_nor_the_winning_cards(
    page: Page, width: int, height: int
) -> None:
    page.set_viewport_size({"width": width, "height": height})
    page.click("#welcome-tour")
    for _ in range(STEPS_MOST):
        expect(page.locator("#bubble")).to_be_in_viewport(ratio=1)
        if page.locator("#bubble[data-over]").count():
            return
        expect(page.locator(".pointed")).to_be_in_viewport(ratio=1)
        _, bubble = next(boxes(page.locator("#bubble")))
        for name, box in boxes(page.locator(".pointed, #cards-2")):
            assert not overlap(bubble, box), (title(page), name)
        picture(page, f"tour-{width}x{height}")
        step_on(page)
    raise AssertionError("the tour has no end")
