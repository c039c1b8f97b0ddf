"""The demo's page in a real browser: faults, refusals, the keyboard, a restart, and an accessibility check."""

import os
import signal
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.demo.browser import look_around, picture, want_accessible
from tests.demo.rig import Demo, opened


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
    expect(page.locator("#broker-words")).to_contain_text("Refusals travel by MQTT, too")
    picture(page, "broker-gone")
    page.click("#broker")
    expect(page.locator("#status")).to_contain_text("In service")


def shown_beside_the_display(page: Page) -> str:
    """All that a visitor may read, but the books, the rows and what the display itself shows."""
    return " ".join(page.locator(".bar, .stage, .display").all_inner_texts())


@pytest.mark.parametrize("button", ["#broker", "#power"])
def test_no_amount_stands_when_nobody_stands_behind_it(page: Page, button: str) -> None:
    look_around(page)
    card = page.frame_locator("#display-frame").locator(".card")
    expect(card).to_have_attribute("data-state", "live")
    page.click(button)
    expect(card).to_have_attribute("data-state", "lost", timeout=30_000)
    assert "$" not in shown_beside_the_display(page)
    picture(page, f"no-amount-{button[1:]}")


def test_a_display_that_has_ended_is_replaced_by_a_sentence_and_by_no_figure(
    page: Page, demo: Demo
) -> None:
    look_around(page)
    expect(page.locator("#display-frame")).to_be_visible()
    os.kill(demo.child("controller meter"), signal.SIGKILL)
    expect(page.locator("#display-none")).to_contain_text("display for players has ended")
    expect(page.locator("#display-frame")).to_be_hidden()
    assert "$" not in shown_beside_the_display(page)
    want_accessible(page)


def test_a_tab_that_outlives_its_demo_shows_the_next_one_on_the_same_port(
    page: Page, demo: Demo, memory: Path
) -> None:
    look_around(page)
    page.click("#puck-3")
    page.click("#key-coin-in")
    expect(page.locator("#stream li")).to_have_count(4)
    port = demo.address.rpartition(":")[2]
    assert demo.end() == 0
    with opened(memory, "--port", port) as second:
        expect(page.locator("#stream li")).to_have_count(3)
        second.act("chip", seat=7, on=True)
        second.act("press", key="coin-in")
        expect(page.locator("#stream li").first).to_contain_text("$1.00 each from seat 7")
        expect(page.locator("#account-drop td")).to_have_text("\u22121.00")


def test_autoplay_says_that_it_stacks_and_what_it_waits_for(page: Page) -> None:
    look_around(page)
    page.click("#autoplay")
    note = page.locator("#autoplay-note")
    expect(note).to_contain_text("stacks the deck in one round of 5")
    page.click("#fault-jam")
    expect(note).to_contain_text("Autoplay waits. The shuffler has a fault (jam)")
    want_accessible(page)
    picture(page, "autoplay-waits")
    page.click("#fault-jam")
    expect(note).to_contain_text("stacks the deck")


def test_a_fault_that_waits_for_the_next_deal_says_that_it_waits(page: Page) -> None:
    look_around(page)
    page.click("#fault-misdeal")
    expect(page.locator("#shuffler-words")).to_contain_text("Armed: its next stack has 2 cards.")
    page.click("#fault-swallow")
    page.click("#fault-same-deck")
    expect(page.locator(".faults [aria-pressed=true]")).to_have_count(3)
    want_accessible(page)
    picture(page, "armed")


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
