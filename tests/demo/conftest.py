"""A demo of its own for every test, and the page of a first visitor."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect, sync_playwright

from tests.demo.rig import WAIT_S, Demo, opened

FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]


@pytest.fixture
def demo(memory: Path) -> Iterator[Demo]:
    with opened(memory, "--port", "0") as running:
        yield running


@pytest.fixture
def page(demo: Demo) -> Iterator[Page]:
    """With nothing wrong said on its console."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=FLAGS)
        page = browser.new_page(viewport={"width": 1280, "height": 800})
        wrong: list[str] = []
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.set_default_timeout(WAIT_S * 1000)
        expect.set_options(timeout=WAIT_S * 1000)  # Events come late where tests run side by side.
        page.goto(demo.address)
        expect(page.locator("#account-meter td")).to_have_text("1,000.00")
        yield page
        browser.close()
        assert not wrong
