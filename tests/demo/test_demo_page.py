"""The demo's page in a real browser: faults, refusals, the keyboard, a restart, and what an accessibility check says."""

from playwright.sync_api import Page, expect

from tests.demo.browser import look_around, picture, want_accessible


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
