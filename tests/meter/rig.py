"""A real `pucklight meter` in a process of its own, and screens in a real browser that look at it."""

import base64
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser

from controller import messages
from tests.broker import free_port
from tests.real_table import RealTable

ROOT = Path(__file__).parents[2]
PICTURES = ROOT / "artefacts" / "meter"
SIZES = {"wide": (1920, 1080), "tall": (1080, 1920)}
CONTRAST = (Path(__file__).parent / "contrast.js").read_text()
WAIT_MS = 20_000


class MeterProcess:
    """Started, frozen and killed as a test asks; its address stays the same."""

    def __init__(self, broker_port: int, folder: Path, *more: str, whose: str) -> None:
        self.port = free_port()
        self._command = [
            *(sys.executable, "-m", "controller", "meter", "--site", "club", *whose.split()),
            *("--mqtt-port", str(broker_port), "--port", str(self.port), "--state", str(folder)),
            *more,
        ]
        self._process: subprocess.Popen[str] | None = None

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}/"

    def start(self) -> None:
        self._process = subprocess.Popen(self._command, stdout=subprocess.PIPE, text=True, cwd=ROOT)
        assert self._process.stdout
        assert self._process.stdout.readline() == f"The meter is at {self.address}\n"

    def end(self, how: signal.Signals = signal.SIGKILL) -> int:
        process, self._process = self._process, None
        assert process
        assert process.stdout
        process.send_signal(how)
        process.stdout.close()
        return process.wait(timeout=10)

    @contextmanager
    def frozen(self) -> Iterator[None]:
        assert self._process
        self._process.send_signal(signal.SIGSTOP)
        try:
            yield
        finally:
            self._process.send_signal(signal.SIGCONT)

    def close(self) -> None:
        if self._process:
            self.end()


@contextmanager
def meter_process(
    broker_port: int, folder: Path, *more: str, whose: str = "--table t7"
) -> Iterator[MeterProcess]:
    process = MeterProcess(broker_port, folder, *more, whose=whose)
    process.start()
    try:
        yield process
    finally:
        process.close()


class View:
    """One screen. `problems` is whatever the browser complained of."""

    def __init__(self, browser: Browser, shape: str = "wide", **options: Any) -> None:
        width, height = SIZES[shape]
        context = browser.new_context(
            viewport={"width": width, "height": height}, bypass_csp=True, **options
        )
        self.shape, self.page = shape, context.new_page()
        self.page.set_default_timeout(WAIT_MS)
        self.problems: list[str] = []
        self.page.on("pageerror", lambda error: self.problems.append(str(error)))

    def open(self, address: str) -> "View":
        self.page.goto(address)
        return self

    def wait(self, state: str) -> None:
        self.page.wait_for_selector(f'[data-state="{state}"]')

    @contextmanager
    def still(self, state: str = "", amount: str = "") -> Iterator[None]:
        """The page goes on, but what is seen is a copy: some states are over before they are looked at."""
        self.page.wait_for_function(
            """([state, amount]) => {
              if (state && !document.querySelector(`[data-state="${state}"]`)) return false;
              if (amount && !document.querySelector(`.segments[aria-label="${amount}"]`)) return false;
              window.cards = [...document.querySelectorAll('.card')];
              window.cards.forEach((card) => card.replaceWith(card.cloneNode(true)));
              return true; }""",
            arg=[state, amount],
        )
        yield
        self.page.evaluate(
            """() => {
              document.getElementById('tables').replaceChildren(...window.cards);
              return new Promise((laid) => requestAnimationFrame(() => requestAnimationFrame(laid))); }"""
        )

    def wait_amount(self, text: str) -> None:
        self.page.wait_for_selector(f'.segments[aria-label="{text}"]')

    def amount(self) -> str:
        text = self.page.get_attribute(".segments", "aria-label")
        assert text
        return text

    def text(self) -> str:
        """What is seen. What a screen reader is told besides stands in `spoken`."""
        parts = self.page.locator("main :is(header, .body, footer)").all_inner_texts()
        return "\n".join(parts).replace("\u00a0", " ")

    def spoken(self) -> str:
        return self.page.text_content(".spoken") or ""

    def picture(self, name: str) -> None:
        PICTURES.mkdir(parents=True, exist_ok=True)
        self.page.screenshot(path=PICTURES / f"{name}-{self.shape}.png", animations="allow")

    def axe_findings(self) -> list[str]:
        found = Axe().run(self.page).response["violations"]
        return [one["id"] for one in found if one["impact"] in ("serious", "critical")]

    def low_contrasts(self) -> list[str]:
        """Every text and lit segment whose contrast with the lightest pixel behind it is below 7:1."""
        low: list[str] = self.page.evaluate(CONTRAST, _encoded(self._without_ink()))
        return low

    def _without_ink(self) -> bytes:
        self.page.evaluate("document.body.classList.add('no-ink')")
        self.page.add_style_tag(
            content=".no-ink * { color: transparent !important } .no-ink .on { fill: transparent !important }"
        )
        shot = self.page.screenshot(animations="allow")
        self.page.evaluate("document.body.classList.remove('no-ink')")
        return shot

    def outside(self) -> list[str]:
        """Whatever sticks out of its card, or its words over the notice below them."""
        out: list[str] = self.page.evaluate(
            """() => [...document.querySelectorAll('.card')].flatMap((card) => {
              const frame = card.getBoundingClientRect();
              const foot = card.querySelector('footer').getBoundingClientRect();
              if (card.querySelector('.fitted').getBoundingClientRect().bottom > foot.top + 1) return ['footer'];
              return [...card.querySelectorAll('header *, .body *, footer *')].filter((part) => {
                const box = part.getBoundingClientRect();
                return box.width && (box.left < frame.left || box.right > frame.right
                  || box.top < frame.top || box.bottom > frame.bottom);
              }).map((part) => part.className.baseVal ?? part.className);
            })"""
        )
        return out


def _encoded(png: bytes) -> str:
    return base64.b64encode(png).decode()


def order(table: RealTable, name: str) -> None:
    """As the Game Manager gives it."""
    expires = datetime.now(UTC) + timedelta(minutes=1)
    body = {
        "id": f"{name.replace('_', '-')}-{os.urandom(4).hex()}",
        "name": name,
        "user": "Ann",
        "reason": "a test",
        "expires": expires.strftime("%Y-%m-%dT%H:%M:%SZ"),
        "args": {},
    }
    table.send("cmd", messages.encode(body))


def coin_in(table: RealTable, *seats: int) -> int:
    """Bets of these seats are taken. Gives the amount that the table says."""
    for seat in seats:
        table.order(f"chip {seat} on")
        table.order(f"wait-lamp {seat} seen")
    before = len(table.heard.messages("meter"))
    table.order("press coin-in")
    cents: int = json.loads(table.heard.wait_for("meter", before + 1)[-1].payload)["cents"]
    return cents


def game_over(table: RealTable, *seats: int) -> None:
    for seat in seats:
        table.order(f"chip {seat} off")
    table.order("press game-over")
    table.heard.wait(lambda _: table.retained("round")["state"] == "betting")


def key(table: RealTable, position: str) -> None:
    table.order(f"key {position}")
    table.heard.wait(lambda _: table.retained("round")["key"] == position)


def claim_and_verify(table: RealTable, seat: int, trips: int | None = None) -> None:
    """Up to the moment before J-pot. `trips`: another seat, with three of a kind."""
    claims = [(seat, "akq-spades"), *([(trips, "three-of-a-kind")] if trips else [])]
    for claimed, hand in claims:
        table.order(f"press seat-{claimed}")
        table.order(f"press {hand}")
    key(table, "jph")
    table.heard.wait(lambda _: table.retained("round")["state"] == "verifying")
