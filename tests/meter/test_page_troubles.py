"""The page in a bad world: no broker, a new broker, no agent, a reload in the middle of everything."""

import signal
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.broker import Mosquitto
from tests.meter.rig import View, claim_and_verify, coin_in, game_over, key, meter_process
from tests.real_table import real_table

pytestmark = pytest.mark.slow
Open = Callable[..., View]
EVERY_AMOUNT = """() => {
  window.amounts = [];
  const note = () => {
    const shown = document.querySelector('.segments')?.getAttribute('aria-label');
    if (shown && shown !== window.amounts.at(-1)) window.amounts.push(shown);
  };
  new MutationObserver(note).observe(document, { subtree: true, childList: true, attributes: true });
}"""

EVERY_TELLING = """() => {
  const place = document.querySelector('.spoken');
  window.told = [];
  new MutationObserver(() => window.told.push(place.textContent))
    .observe(place, { subtree: true, childList: true, characterData: true });
}"""
"""Notes what a screen reader is told from now on, the same words too."""


def test_the_page_loads_without_a_broker_and_says_so(
    tmp_path: Path, broker: Mosquitto, view: Open
) -> None:
    broker.stop()
    with meter_process(broker.port, tmp_path / "kept") as meter:
        screen = view(meter.address)
        screen.wait("lost")
        assert "Progressive display unavailable, ask the dealer" in screen.text()
        assert f"Broker 127.0.0.1:{broker.port}: cannot be reached" in screen.text()
        broker.start()
        with real_table(tmp_path, broker):
            screen.wait("live")
            screen.wait_amount("$1,000.00")


@pytest.mark.parametrize("wiped", [False, True])
def test_a_restarted_broker_is_found_again(
    tmp_path: Path, broker: Mosquitto, view: Open, wiped: bool
) -> None:
    with real_table(tmp_path, broker) as table, meter_process(broker.port, tmp_path / "k") as meter:
        screen = view(meter.address)
        screen.wait("live")
        broker.restart(wiped=wiped)
        coin_in(table, 1, 2)
        screen.wait("live")
        screen.wait_amount("$1,000.30")


def test_a_frozen_broker_makes_the_amount_stale_then_lost(
    tmp_path: Path, broker: Mosquitto, view: Open
) -> None:
    with real_table(tmp_path, broker), meter_process(broker.port, tmp_path / "kept") as meter:
        screen = view(meter.address)
        screen.wait("live")
        with broker.frozen():
            screen.wait("stale")
            assert screen.amount() == "$1,000.00"
            screen.wait("lost")
        screen.wait("live")


def test_a_reloaded_page_goes_on_from_the_true_amount(
    tmp_path: Path, broker: Mosquitto, view: Open
) -> None:
    with real_table(tmp_path, broker) as table, meter_process(broker.port, tmp_path / "k") as meter:
        screen = view(meter.address)
        screen.wait("live")
        screen.page.add_init_script(f"({EVERY_AMOUNT})()")
        coin_in(table, 1, 2, 3)
        screen.page.reload()
        screen.wait_amount("$1,000.45")
        assert screen.page.evaluate("window.amounts") == ["$---,---.--", "$1,000.45"]


def test_a_restarted_agent_without_a_broker_shows_the_last_amount_as_old(
    tmp_path: Path, broker: Mosquitto, view: Open
) -> None:
    with meter_process(broker.port, tmp_path / "kept") as meter:
        with real_table(tmp_path, broker) as table:
            screen = view(meter.address)
            screen.wait("live")
            coin_in(table, 1, 2)
            screen.wait_amount("$1,000.30")
        broker.stop()
        meter.end()
        screen.wait("stale")
        screen.wait("lost")
        assert "The display program does not answer." in screen.text()
        screen.page.evaluate("window.before = true")
        meter.start()
        screen.wait("self-test")
        assert screen.page.evaluate("window.before") is None, "another agent, so another page"
        screen.wait("stale")
        assert screen.amount() == "$1,000.30"
        screen.wait("lost")


def test_a_page_that_hears_nothing_for_a_minute_loads_itself_again(
    tmp_path: Path, broker: Mosquitto, view: Open
) -> None:
    with real_table(tmp_path, broker), meter_process(broker.port, tmp_path / "kept") as meter:
        screen = view("about:blank")
        screen.page.clock.install()
        screen.open(meter.address)
        screen.page.clock.run_for(100)
        screen.page.evaluate("window.before = true")
        with meter.frozen():
            screen.page.clock.fast_forward(59_000)
            assert screen.page.evaluate("window.before")
            screen.page.clock.fast_forward(70_000)
        screen.page.wait_for_function("window.before === undefined")


def test_the_screen_reader_is_told_of_states_and_wins_not_of_cents(
    tmp_path: Path, broker: Mosquitto, view: Open
) -> None:
    with real_table(tmp_path, broker) as table, meter_process(broker.port, tmp_path / "k") as meter:
        screen = view(meter.address)
        screen.wait("live")
        screen.page.evaluate(EVERY_TELLING)
        assert screen.spoken() == "Table T7. Progressive jackpot $1,000.00."
        coin_in(table, 1, 2)
        screen.wait_amount("$1,000.30")
        assert screen.page.evaluate("window.told") == []


def test_the_screen_reader_is_not_told_of_a_short_silence(
    tmp_path: Path, broker: Mosquitto, view: Open
) -> None:
    with real_table(tmp_path, broker) as table, meter_process(broker.port, tmp_path / "k") as meter:
        screen = view(meter.address)
        screen.wait("live")
        screen.page.evaluate(EVERY_TELLING)
        table.process.send_signal(signal.SIGSTOP)
        screen.wait("stale")
        table.process.send_signal(signal.SIGCONT)
        screen.wait("live")
        assert screen.page.evaluate("window.told") == []


def test_the_screen_reader_is_told_of_a_win_once_and_of_the_amount_after_it(
    tmp_path: Path, broker: Mosquitto, view: Open
) -> None:
    with real_table(tmp_path, broker) as table, meter_process(broker.port, tmp_path / "k") as meter:
        screen = view(meter.address)
        screen.wait("live")
        coin_in(table, 1, 3)
        claim_and_verify(table, 3)
        screen.page.evaluate(EVERY_TELLING)
        table.order("press j-pot")
        screen.wait("pending")
        key(table, "run")
        screen.wait("celebrate")
        game_over(table, 1, 3)
        screen.wait("live")
        assert screen.page.evaluate("window.told") == [
            "Table T7. Win: $1,000.30, seat 3, Ace-King-Queen of Spades. Seat 1: Envy $100.00",
            "Table T7. Progressive jackpot $1,000.00.",
        ]


def test_who_wants_no_motion_gets_none(tmp_path: Path, broker: Mosquitto, view: Open) -> None:
    with real_table(tmp_path, broker) as table, meter_process(broker.port, tmp_path / "k") as meter:
        calm = view(meter.address, reduced_motion="reduce")
        lively = view(meter.address)
        lively.wait("live")
        calm.wait("live")
        calm.page.evaluate(EVERY_AMOUNT)
        coin_in(table, 1, 2, 3)
        calm.wait_amount("$1,000.45")
        assert set(calm.page.evaluate("window.amounts")) <= {"$1,000.00", "$1,000.45"}
        claim_and_verify(table, 3)
        table.order("press j-pot")
        calm.wait("pending")
        key(table, "run")
        calm.wait("celebrate")
        lively.wait("celebrate")
        running = "document.getAnimations().map((one) => one.effect.getComputedTiming().duration)"
        assert all(ms >= 1000 for ms in lively.page.evaluate(running)), "nothing flashes"
        assert len(lively.page.evaluate(running)) == 2
        endless = "document.getAnimations().filter((one) => one instanceof CSSAnimation).length"
        assert calm.page.evaluate(endless) == 0
        game_over(table, 1, 2, 3)
