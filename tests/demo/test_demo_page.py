"""The demo's page in a real browser: the tour, faults, refusals, the keyboard, and what an accessibility check says."""

import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect, sync_playwright

from tests.demo.rig import Demo, opened

ARTEFACTS = Path(__file__).resolve().parents[2] / "artefacts"
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]
STEPS_MOST = 15
SMALLEST_PX = 13
TEXTS = """() => [...document.querySelectorAll('body *')]
    .filter((e) => e.checkVisibility() && [...e.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim()))
    .map((e) => [e.textContent.trim(), parseFloat(getComputedStyle(e).fontSize)])"""

SETTLED = """() => Promise.allSettled(document.getAnimations()
    .filter((a) => a.effect.getComputedTiming().iterations !== Infinity).map((a) => a.finished)).then(() => null)"""
OUTSIDE = """() => [...document.querySelectorAll('button, p, h2, td, section')]
    .filter((e) => e.checkVisibility() && !e.closest('#stream'))
    .map((e) => [e.outerHTML.slice(0, 90), e.getBoundingClientRect()])
    .filter(([_, box]) => box.right > innerWidth || box.bottom > innerHeight || box.left < 0)"""


@pytest.fixture
def demo(memory: Path) -> Iterator[Demo]:
    with opened(memory, "--port", "0") as running:
        yield running


@pytest.fixture
def page(demo: Demo) -> Iterator[Page]:
    """A first visitor's, with nothing wrong said on its console."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=FLAGS)
        page = browser.new_page(viewport={"width": 1280, "height": 800})
        wrong: list[str] = []
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.goto(demo.address)
        page.set_default_timeout(15_000)
        expect(page.locator("#amount")).to_have_text("$1,000.00")
        yield page
        browser.close()
        assert not wrong


def picture(page: Page, name: str) -> None:
    ARTEFACTS.mkdir(exist_ok=True)
    page.screenshot(path=ARTEFACTS / f"demo-{name}.png")


def want_accessible(page: Page) -> None:
    page.evaluate(SETTLED)  # A text that is still fading in has no contrast yet.
    violations: list[dict[str, Any]] = Axe().run(page).response["violations"]
    serious = [found for found in violations if found["impact"] in ("serious", "critical")]
    told = [(found["id"], [node["html"] for node in found["nodes"]][:3]) for found in serious]
    assert not told


def look_around(page: Page) -> None:
    page.click("#welcome-skip")


def test_the_tour_goes_from_the_first_click_to_a_paid_win(page: Page) -> None:
    want_accessible(page)
    picture(page, "welcome")
    page.click("#welcome-tour")
    for _ in range(STEPS_MOST):
        if page.locator("#bubble[data-over]").count():
            break
        title = page.locator("#bubble-title").inner_text()
        page.click(".pointed")  # What the visitor is told to touch.
        expect(page.locator("#bubble-title")).not_to_have_text(title)
        picture(page, f"tour-{re.sub('[^a-z]+', '-', title.lower()).strip('-')}")
    expect(page.locator("#bubble-title")).to_have_text("$1,000.30 paid to seat 2")
    expect(page.locator("#account-prizes td")).to_have_text("1,100.30")
    expect(page.locator("#total")).to_have_text("0.00")
    want_accessible(page)
    page.click("#bubble-end")
    page.reload()
    expect(page.locator("#welcome")).to_be_hidden()


def test_the_tour_also_plays_for_those_who_only_watch(page: Page) -> None:
    page.click("#welcome-tour")
    for _ in range(STEPS_MOST):
        if page.locator("#bubble[data-over]").count():
            break
        title = page.locator("#bubble-title").inner_text()
        page.click("#bubble-do")
        expect(page.locator("#bubble-title")).not_to_have_text(title)
    expect(page.locator("#bubble-title")).to_have_text("$1,000.30 paid to seat 2")


def test_the_power_comes_back_to_the_same_lamps(page: Page) -> None:
    look_around(page)
    page.click("#puck-3")
    page.click("#puck-6")
    expect(page.locator("#puck-6")).to_have_attribute("data-lamp", "seen")
    page.click("#key-coin-in")
    expect(page.locator("#puck-3")).to_have_attribute("data-lamp", "taken")
    page.click("#power")
    expect(page.locator("#dark")).to_be_visible()
    expect(page.locator("#puck-3")).to_have_attribute("data-lamp", "off")
    want_accessible(page)
    picture(page, "no-power")
    page.click("#dark-on")
    for seat, lamp in ((3, "taken"), (6, "taken"), (1, "off")):
        expect(page.locator(f"#puck-{seat}")).to_have_attribute("data-lamp", lamp)
    expect(page.locator(".phases .now")).to_have_text("In play")
    expect(page.locator("#dark")).to_be_hidden()


def test_a_lamp_glows_when_it_is_lit_and_only_then(page: Page) -> None:
    look_around(page)
    page.click("#puck-4")
    lit = page.locator("#puck-4.lit")
    expect(lit).to_have_count(1)
    expect(lit).to_have_count(0)  # It flashes.
    expect(lit).to_have_count(1)


def test_a_refused_key_is_a_toast_with_the_table_s_sentence(page: Page) -> None:
    look_around(page)
    page.click("#key-game-over")
    expect(page.locator(".toast")).to_contain_text("Game Over was not taken")
    expect(page.locator(".toast")).to_contain_text("No round is open; press Coin In first.")
    want_accessible(page)
    picture(page, "refused")


def test_a_pulled_shuffler_and_a_killed_broker_are_said_on_the_page(page: Page) -> None:
    look_around(page)
    page.click("#fault-unplug")
    expect(page.locator("#shuffler-words")).to_contain_text("Cable pulled")
    expect(page.locator(".alert").first).to_be_visible()
    want_accessible(page)
    page.click("#fault-unplug")
    expect(page.locator(".alert")).to_have_count(0)
    page.click("#broker")
    expect(page.locator("#status")).to_contain_text("Broker gone")
    picture(page, "broker-gone")
    page.click("#broker")
    expect(page.locator("#status")).to_contain_text("In service")


def test_a_round_can_be_played_with_the_keyboard_alone(page: Page) -> None:
    page.keyboard.press("Escape")
    page.focus("#puck-1")
    page.keyboard.press("Space")
    expect(page.locator("#puck-1")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#puck-1")).to_have_attribute("data-lamp", "seen")
    page.focus("#key-coin-in")
    page.keyboard.press("Enter")
    expect(page.locator(".phases .now")).to_have_text("In play")
    page.focus("#key-game-over")
    page.keyboard.press("Enter")
    expect(page.locator(".phases .now")).to_have_text("Betting")


def test_an_event_shows_its_raw_json_on_demand(page: Page) -> None:
    look_around(page)
    page.click("#stream li:last-child summary")
    expect(page.locator("#stream li:last-child pre")).to_contain_text('"type": "genesis"')


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (1440, 900), (1920, 1080)])
def test_everything_fits_and_no_text_is_tiny(page: Page, width: int, height: int) -> None:
    look_around(page)
    page.set_viewport_size({"width": width, "height": height})
    page.click("#autoplay")
    expect(page.locator("#stream li")).not_to_have_count(3)
    page.click("#autoplay")
    picture(page, f"{width}x{height}")
    assert page.evaluate(OUTSIDE) == []
    assert [text for text, size in page.evaluate(TEXTS) if size < SMALLEST_PX] == []
    boxes = [page.locator(f"#{name}").bounding_box() for name in ("meter", "felt", "keypad")]
    assert all(boxes)
    for above, below in pairwise(box for box in boxes if box):
        assert above["y"] + above["height"] <= below["y"]
