"""Every state of a link's card, reached by real messages, on a landscape and a portrait screen."""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.broker import Mosquitto
from tests.meter.link_papers import win
from tests.meter.link_rig import Link, running_link
from tests.meter.rig import View, meter_process
from tests.meter.screens import Screens

pytestmark = pytest.mark.slow
Open = Callable[..., View]
EVERY_SUM = """(part) => {
  window.seen = [];
  const read = { segments: (card) => card.querySelector('.segments')?.getAttribute('aria-label'),
    sum: (card) => card.querySelector('.sum').textContent, who: (card) => card.querySelector('.who').textContent,
    spoken: (card) => card.querySelector('.spoken').textContent }[part];
  const note = () => {
    const shown = read(document.querySelector('.card'));
    if (shown && shown !== window.seen.at(-1)) window.seen.push(shown);
  };
  note();
  const all = { subtree: true, childList: true, attributes: true, characterData: true };
  new MutationObserver(note).observe(document, all);
}"""
"""Notes each different text of one part of the card, from now on."""


@dataclass
class Pit(Screens):
    link: Link

    def watch(self, part: str) -> None:
        self.screens[0].page.evaluate(EVERY_SUM, part)

    def seen(self) -> list[str]:
        texts: list[str] = self.screens[0].page.evaluate("window.seen")
        return texts

    def wait_text(self, *texts: str) -> None:
        for screen in self.screens:
            for text in texts:
                screen.page.get_by_text(text).first.wait_for()

    def wait_live(self, amount: str) -> None:
        for screen in self.screens:
            screen.wait("live")
            screen.wait_amount(amount)


@pytest.fixture
def pit(tmp_path: Path, broker: Mosquitto, view: Open) -> Iterator[Pit]:
    with (
        running_link(broker.port) as link,
        meter_process(broker.port, tmp_path / "kept", whose="--link main") as meter,
    ):
        yield Pit([view(meter.address), view(meter.address, "tall")], link)


def cents(amount: str) -> int:
    return int(amount.replace("$", "").replace(",", "").replace(".", ""))


def test_the_amount_rolls_up_with_each_contribution(pit: Pit) -> None:
    pit.wait_live("$1,000.00")
    pit.shows("live", "link-live")
    pit.says("Linked jackpot main", "Progressive Jackpot")
    assert "Table" not in pit.screens[0].text()
    pit.watch("segments")
    for _ in range(3):
        pit.link.contribute(15)
    pit.wait_live("$1,000.45")
    rolled = [cents(amount) for amount in pit.seen()]
    assert rolled == sorted(rolled)
    assert len(rolled) > 4, "it rolls"
    assert rolled[-1] == 100_045


def test_a_win_from_its_lock_to_its_end_while_the_others_play_on(pit: Pit) -> None:
    pit.wait_live("$1,000.00")
    pit.link.contribute(331_530)
    decided = time.monotonic()
    pit.link.reseed(100_000)
    pit.link.wins(win(17, prize_cents=431_530))
    for screen in pit.screens:
        screen.wait("pending")
        assert screen.amount() == "$4,315.30"
    assert time.monotonic() - decided < 1
    pit.wait_text("$1,000.00")
    pit.says("Linked jackpot main", "win", "pending", "Table T3", "Seat 2")
    pit.says("Ace-King-Queen of Spades", "Seat 5: Envy $100.00", "Jackpot now $1,000.00")
    pit.watch("sum")
    pit.link.contribute(60)
    pit.wait_text("$1,000.60")
    grown = [cents(amount) for amount in pit.seen()]
    assert grown == sorted(grown)
    assert len(grown) > 2, "it rolls"
    pit.shows("pending", "link-pending")
    pit.link.wins(win(17, "win", prize_cents=431_530))
    pit.shows("celebrate", "link-celebrate")
    pit.says("win", "Congratulations", "Table T3", "Seat 2", "$1,000.60")
    assert [screen.amount() for screen in pit.screens] == ["$4,315.30"] * 2
    pit.link.wins()
    pit.wait_live("$1,000.60")


def test_of_two_wins_the_newest_is_shown_at_once_and_then_each_in_turn(pit: Pit) -> None:
    pit.wait_live("$1,000.00")
    pit.watch("who")
    first = win(17, "win", prize_cents=431_530)
    pit.link.wins(first)
    pit.wait_text("Table T3")
    decided = time.monotonic()
    pit.link.wins(first, win(18, table="t9", seat=7, prize_cents=100_015))
    for screen in pit.screens:
        screen.wait_amount("$1,000.15")
        screen.wait("pending")
    assert time.monotonic() - decided < 1
    pit.says("Table T9", "Seat 7", "pending")
    for amount, state in (("$4,315.30", "celebrate"), ("$1,000.15", "pending")):
        for screen in pit.screens:
            screen.wait_amount(amount)
            screen.wait(state)
    assert [text.split()[1] for text in pit.seen()] == ["T3", "T9", "T3", "T9"]


def test_a_screen_reader_is_told_of_each_win_once(pit: Pit) -> None:
    pit.wait_live("$1,000.00")
    pit.watch("spoken")
    pit.link.wins(win(17, "win", prize_cents=431_530), win(18, table="t9", prize_cents=100_015))
    for amount in ("$1,000.15", "$4,315.30", "$1,000.15", "$4,315.30"):
        pit.screens[0].wait_amount(amount)
    rest = "Ace-King-Queen of Spades. Seat 5: Envy $100.00"
    assert pit.seen() == [
        "Linked jackpot main. Progressive jackpot $1,000.00.",
        f"Linked jackpot main. Win: $1,000.15, table t9, seat 2, {rest}",
        f"Linked jackpot main. Win: $4,315.30, table t3, seat 2, {rest}",
    ]


def test_closed_and_open_again(pit: Pit) -> None:
    pit.wait_live("$1,000.00")
    pit.link.status("out_of_service", "The link is being counted.")
    pit.shows("closed", "link-closed")
    pit.says("Closed", "Out of service", "The link is being counted.", "Linked jackpot main")
    pit.link.status()
    pit.wait_live("$1,000.00")


def test_a_frozen_link_grows_stale_and_is_lost_and_comes_back(pit: Pit) -> None:
    pit.wait_live("$1,000.00")
    with pit.link.frozen():
        pit.shows("stale", "link-stale")
        pit.link.contribute(15)  # A retained document is no sign of life.
        pit.shows("lost", "link-lost")
        pit.says("Progressive display unavailable", "The link is silent: check the Game Manager.")
    pit.wait_live("$1,000.15")


def test_a_link_without_power_is_lost_by_its_last_will(pit: Pit) -> None:
    pit.wait_live("$1,000.00")
    pit.link.cut()
    pit.shows("lost", "link-lost-by-last-will")
    pit.says("the connection was lost")
    pit.link.back()
    pit.wait_live("$1,000.00")


@pytest.mark.parametrize("wiped", [False, True])
def test_a_restarted_broker_brings_amount_and_win_back(
    pit: Pit, broker: Mosquitto, wiped: bool
) -> None:
    pit.wait_live("$1,000.00")
    pit.link.wins(win(17))
    pit.screens[0].wait("pending")
    broker.stop()
    pit.screens[0].wait("lost")
    if wiped:
        (broker.folder / "mosquitto.db").unlink()
    broker.start()
    pit.screens[0].wait("pending")
    pit.link.wins()
    pit.link.contribute(45)
    pit.wait_live("$1,000.45")


def test_a_link_with_a_new_memory_is_believed_anew(pit: Pit) -> None:
    pit.wait_live("$1,000.00")
    pit.link.wins(win(17))
    pit.screens[0].wait("pending")
    pit.link.forget()
    pit.link.cents = 77
    pit.link.wins()
    pit.link.meter()
    pit.link.status()
    pit.wait_live("$0.77")
