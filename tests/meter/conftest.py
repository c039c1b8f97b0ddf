"""One browser for all tests of the page: Debian's Chromium, without a window."""

import shutil
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.meter.rig import View

FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run"]


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    program = shutil.which("chromium")
    assert program, "chromium is missing: run `make needs`"
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=program, args=FLAGS)
        yield running
        running.close()


@pytest.fixture
def view(browser: Browser) -> Iterator[Callable[..., View]]:
    """Opens screens; at the end none may have complained."""
    views: list[View] = []

    def opened(address: str, shape: str = "wide", **options: Any) -> View:
        views.append(View(browser, shape, **options))
        return views[-1].open(address)

    yield opened
    for one in views:
        assert not one.problems
        one.page.context.close()
