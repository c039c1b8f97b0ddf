"""Rounds played on the virtual machine's pins: stories, bursts, chips that were there before the power was."""

from pathlib import Path

import pytest

from hil.story import Story, last, read
from tests.vm.vm_table import VmTable

pytestmark = pytest.mark.vm

STORIES = Path(__file__).parent.parent / "scenarios"
PLAYED = (
    "two_seats_one_straight_flush",
    "keys_out_of_order_change_nothing",
    "a_late_chip_is_shown_and_not_taken",
    "out_of_service_survives_a_power_cut",
)


@pytest.mark.parametrize("name", PLAYED)
def test_the_story_comes_true_on_real_pins(name: str, table: VmTable) -> None:
    Story(table).play(read(STORIES / f"{name}.txt"))
    table.journal_proves()


def test_a_burst_of_a_thousand_edges_costs_nobody_a_cent(table: VmTable) -> None:
    table.order("chip 2 on")
    table.order("burst 3 1000")
    table.order("wait-lamp 3 invite 20")
    table.order("wait-lamp 2 seen 20")
    table.order("press coin-in")
    assert table.wait_row(0)["facts"]["seats"] == [2]
    table.order("wait-lamp 2 taken 20")
    table.order("wait-lamp 3 off 20")
    table.journal_proves()


def test_a_chip_that_lay_there_before_the_power_came_back_is_a_bet(table: VmTable) -> None:
    table.order("chip 4 on")
    table.order("wait-lamp 4 seen")
    before = table.boots()
    table.kill()
    table.start()
    table.heard.wait(lambda _: bool(table.boots() - before))
    table.order("wait-lamp 4 seen 20")
    table.order("press coin-in")
    table.heard.wait(lambda heard: last(heard, "round")["seats"] == [4])
