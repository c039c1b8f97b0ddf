"""The tour, from the first click to a paid win; and from every wrong turn on the way back to it."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.demo.browser import STEPS_MOST, picture, step_on, title, tour_to, want_accessible

PAID = "$1,000.30 paid to seat 2"
CLAIM = "A-K-Q of spades!"


def want_a_tour_that_can_be_finished(page: Page) -> None:
    for _ in range(STEPS_MOST):
        if page.locator("#bubble[data-over]").count():
            break
        step_on(page)
    expect(page.locator("#bubble-title")).to_contain_text("paid to seat 2")
    expect(page.locator("#total")).to_have_text("0.00")


def start_again(page: Page) -> None:
    page.click("#bubble-again")
    want_a_tour_that_can_be_finished(page)


def test_the_tour_goes_from_the_first_click_to_a_paid_win(page: Page) -> None:
    want_accessible(page)
    picture(page, "welcome")
    page.click("#welcome-tour")
    for number in range(STEPS_MOST):
        said = re.sub("[^a-z]+", "-", title(page).lower()).strip("-")
        picture(page, f"tour-{number:02}-{said}")
        if page.locator("#bubble[data-over]").count():
            break
        step_on(page, ".pointed")  # What the visitor is told to touch.
    expect(page.locator("#bubble-title")).to_have_text(PAID)
    expect(page.locator("#account-prizes td")).to_have_text("1,100.30")
    expect(page.locator("#total")).to_have_text("0.00")
    want_accessible(page)
    page.click("#bubble-end")
    page.reload()
    expect(page.locator("#welcome")).to_be_hidden()


def test_the_tour_also_plays_for_those_who_only_watch(page: Page) -> None:
    page.click("#welcome-tour")
    want_a_tour_that_can_be_finished(page)
    expect(page.locator("#bubble-title")).to_have_text(PAID)


def test_game_over_too_early_is_said_and_the_tour_starts_again(page: Page) -> None:
    page.click("#welcome-tour")
    tour_to(page, CLAIM)
    page.click("#key-game-over")
    expect(page.locator("#bubble-note")).to_contain_text("Not taken:")
    page.click("#key-game-over")
    expect(page.locator("#bubble-title")).to_have_text("Game Over came too early")
    want_accessible(page)
    picture(page, "tour-game-over-too-early")
    start_again(page)


def test_a_voided_round_is_said_and_the_tour_starts_again(page: Page) -> None:
    page.click("#welcome-tour")
    tour_to(page, CLAIM)
    page.click("#key")
    expect(page.locator("#bubble-title")).to_have_text("The key is at JPH")
    page.click("#key-game-over")
    page.click("#key")
    expect(page.locator("#bubble-title")).to_have_text("The round is void")
    start_again(page)


@pytest.mark.parametrize("step", ["Coin In", "Then the hand", "Key back to Run"])
def test_a_power_cut_is_said_and_the_tour_goes_on_when_the_power_is_back(
    page: Page, step: str
) -> None:
    page.click("#welcome-tour")
    tour_to(page, step)
    page.click("#power")
    expect(page.locator("#bubble-title")).to_have_text("The power is off")
    want_a_tour_that_can_be_finished(page)
    expect(page.locator("#bubble-title")).to_have_text(PAID)


@pytest.mark.parametrize("step", ["Deal", "J-pot"])
def test_a_killed_broker_is_said_and_the_tour_goes_on_when_there_is_one(
    page: Page, step: str
) -> None:
    page.click("#welcome-tour")
    tour_to(page, step)
    page.click("#broker")
    expect(page.locator("#bubble-title")).to_have_text("The broker is gone")
    picture(page, "tour-broker-gone")
    want_a_tour_that_can_be_finished(page)
    expect(page.locator("#bubble-title")).to_have_text(PAID)


def test_a_refused_seat_key_does_not_count_as_pressed(page: Page) -> None:
    page.click("#welcome-tour")
    tour_to(page, "Deal")
    page.click("#key-akq-spades")
    expect(page.locator("#bubble-note")).to_contain_text("press the seat first")
    tour_to(page, "Then the hand")
    page.click("#key-seat-3")
    expect(page.locator("#bubble-title")).to_have_text(CLAIM)
    want_a_tour_that_can_be_finished(page)


@pytest.mark.parametrize(
    ("step", "button", "said"),
    [
        ("Coin In", "#puck-2", "Seat 2 bets a dollar"),
        ("Call the floor", "#key-akq-spades", "Then the hand"),
        ("J-pot", "#key", "Call the floor"),
        ("Deal", "#fault-jam", "The shuffler is jammed"),
        ("Deal", "#fault-unplug", "The shuffler is unplugged"),
        ("Seat 5 bets, too", "#service", "Service mode"),
        ("Seat 2 bets a dollar", "#autoplay", "Autoplay has taken over"),
    ],
)
def test_what_was_taken_back_or_is_in_the_way_is_said_and_can_be_set_right(
    page: Page, step: str, button: str, said: str
) -> None:
    page.click("#welcome-tour")
    tour_to(page, step)
    page.click(button)
    expect(page.locator("#bubble-title")).to_have_text(said)
    if button == "#autoplay":
        step_on(page)
        page.click("#tour")
    want_a_tour_that_can_be_finished(page)
