"""The 18 schedule options of seed 000, line by line as printed, and the two lines that cannot be read."""

from pathlib import Path

import pytest

from controller.errors import BadInput
from controller.game.collection import Collected, collect
from controller.game.profiles import Damaged, load

# Seed 000, Collection Rates Schedule, typed again from the document: bands in dollars, collection in dollars.
# The last column is the player's collection.
SCHEDULE = """
1 1-49:1 50-99:3 100-149:5 150-199:7 200+:10 player:1
2 1-49:2 50-99:4 100-199:6 200+:12 player:1
3 1-49:2 50-99:4 100-149:6 150-199:8 200+:12 player:0
4 1-49:1 50-99:2 100-149:3 150-199:4 200+:6 player:0
5 1-49:1 50-99:2 100-199:3 200-299:4 300+:6 player:0
6 1-49:1 50-99:2 100-199:3 200-399:4 400+:6 player:0
7 1-49:1 50-99:2 100-199:3 200-299:5 300+:8 player:0
8 1-74:1 75-149:2 150-224:3 225-299:4 300+:5 player:0
9 1-74:1 75-149:2 150-224:3 225-299:4 300+:6 player:0
10 1-74:1 75-149:2 150-224:3 225-400:4 401+:7 player:0
11 1-74:1 75-199:2 200-399:5 400-699:8 700+:12 player:0
12 1-99:1 100-199:2 200-299:3 300-399:4 400+:6 player:0
13 1-99:1 100-199:3 200-299:4 300-399:5 400+:7 player:0
14 100-199:4 200-299:5 300-399:6 400+:8 player:0
15 1-99:1 100-299:3 300-499:5 500-799:8 800+:12 player:0
16 1-99:2 100-299:3 300-499:6 500-799:8 800+:12 player:0
17 1-99:2 100-299:3 300-499:6 500-799:10 800+:15 player:0
18 1-99:2 100-299:3 300-499:5 500-799:12 player:0
"""


def printed_lines() -> list[tuple[int, int, int, int, int]]:
    """Option, lowest and highest action, collection, the player's collection; all money in cents."""
    found = []
    for line in SCHEDULE.strip().splitlines():
        option, *bands, player = line.split()
        for band in bands:
            action, fee = band.split(":")
            low, _, high = action.removesuffix("+").partition("-")
            top = 100 * int(high) + 99 if high else 100_000_00
            per_player = 100 * int(player.removeprefix("player:"))
            found.append((int(option), 100 * int(low), top, 100 * int(fee), per_player))
    return found


@pytest.mark.parametrize(("option", "low", "high", "fee", "player"), printed_lines())
def test_each_printed_line_is_collected_from_its_first_cent_to_its_last(
    option: int, low: int, high: int, fee: int, player: int
) -> None:
    for action in (low, high):
        assert collect(load("ca-6card"), option, action) == Collected(fee, player)


@pytest.mark.parametrize(("option", "action"), [(14, 100), (14, 9_999), (18, 80_000)])
def test_a_damaged_line_is_not_guessed(option: int, action: int) -> None:
    assert collect(load("ca-6card"), option, action).player_dealer is Damaged.UNREADABLE


def test_the_operator_sets_a_damaged_line_in_a_file_of_his_own(tmp_path: Path) -> None:
    mine = tmp_path / "mine.toml"
    mine.write_text(
        'extends = "ca-6card"\n[collections.14.player_dealer_cents]\n100 = 300\n', encoding="utf-8"
    )
    game = load(str(mine))
    assert collect(game, 14, 5_000) == Collected(300, 0)
    assert collect(game, 14, 15_000) == Collected(400, 0)
    assert not collect(game, 18, 80_000).is_readable


def test_an_option_that_is_not_in_the_schedule_is_refused() -> None:
    with pytest.raises(
        BadInput, match=r"option: want a schedule option of ca-6card \(1, 2,.*got 19"
    ):
        collect(load("ca-6card"), 19, 5_000)
    with pytest.raises(BadInput, match="as posted on the table"):
        collect(load("livermore"), 1, 5_000)


def test_action_below_the_first_line_is_refused() -> None:
    with pytest.raises(BadInput, match=r"option 4 starts at \$1.00, got \$0.99"):
        collect(load("ca-6card"), 4, 99)
