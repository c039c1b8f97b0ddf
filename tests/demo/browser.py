"""What the tests of the demo's page do and look at in the browser."""

from pathlib import Path
from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

ARTEFACTS = Path(__file__).resolve().parents[2] / "artefacts"
STEPS_MOST = 15
SETTLED = """() => Promise.allSettled(document.getAnimations()
    .filter((a) => a.effect.getComputedTiming().iterations !== Infinity).map((a) => a.finished)).then(() => null)"""


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


def title(page: Page) -> str:
    return page.locator("#bubble-title").inner_text()


def step_on(page: Page, button: str = "#bubble-do") -> None:
    """Until the bubble says something else. While table and broker find each other again there is nothing to press."""
    page.locator("#bubble[data-over], #bubble-do:not([hidden])").first.wait_for(state="attached")
    if page.locator("#bubble[data-over]").count():
        return  # The last step was done already; its answer had to wait for the broker.
    before = title(page)
    expect(page.locator(button), f"the bubble says {before!r}").to_be_visible()
    page.click(button)
    expect(page.locator("#bubble-title")).not_to_have_text(before)


def tour_to(page: Page, wanted: str) -> None:
    for _ in range(STEPS_MOST):
        if title(page) == wanted:
            return
        step_on(page)
    raise AssertionError(f"the tour never says {wanted!r}, but {title(page)!r}")
