"""Learning the wiring: on a simulated board whose every plug is somewhere else."""

import subprocess
from pathlib import Path

import pytest

from controller.cli import settings
from drivers.pin_watch import PinWatch
from drivers.sim.board import Board
from drivers.wiring import KeypadWiring, PinWiring
from hil.learn_bench import shuffled
from tests.hil.stations import COMMAND, station

CONFIG = """\
# Ours.
[table]
site = "club"
id = "t7"
journal = "/var/lib/pucklight/journal.db"

[pins]
factory = "sim"  # Stays.
pucks = [
    9, 10, 11, 12, 13, 15, 16, 17,
]
socket = "board"

[mqtt]
port = 1884
"""


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_every_line_is_found_and_nothing_else_is_changed(seed: int, tmp_path: Path) -> None:
    config = tmp_path / "table.toml"
    config.write_text(CONFIG)
    path = station(tmp_path, sim={"wiring_seed": seed})
    command = [*COMMAND, "learn", "--bench", "sim", "--station", str(path), "--config", str(config)]
    subprocess.run(command, check=True, timeout=60)
    found, real = settings.load(config).pins, shuffled(PinWiring(), seed)
    names = ("pucks", "lamps", "rows", "columns", "key", "service")
    assert [getattr(found, name) for name in names] == [getattr(real, name) for name in names]
    text = config.read_text()
    for kept in ("# Ours.", 'factory = "sim"  # Stays.', 'socket = "board"', "port = 1884"):
        assert kept in text


def test_watching_lines_disturbs_none() -> None:
    board = Board(PinWiring(), KeypadWiring())
    watch = PinWatch(board.pins(), range(2, 28))
    before = watch.levels()
    board.place(3)
    assert [gpio for gpio, level in watch.levels().items() if level != before[gpio]] == [11]
    with watch.driven(18, high=True):
        assert board.lit() == {1}
    assert not board.lit()
    watch.close()
    board.close()
