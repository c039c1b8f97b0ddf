"""Learning the wiring: on a simulated board whose every plug is somewhere else."""

import subprocess
from pathlib import Path

import pytest

from controller.cli import settings
from drivers.pin_watch import PinWatch
from drivers.sim.board import Board
from drivers.wiring import KeypadWiring, PinWiring
from hil.learn_bench import shuffled
from hil.learn_file import write
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


def test_the_settings_are_replaced_whole_and_keep_their_mode_and_their_link(tmp_path: Path) -> None:
    real, link = tmp_path / "real.toml", tmp_path / "table.toml"
    real.write_text(CONFIG)
    real.chmod(0o640)
    link.symlink_to(real)
    before = real.stat()
    write(link, PinWiring())
    assert link.is_symlink()
    assert (real.stat().st_mode, real.stat().st_uid) == (before.st_mode, before.st_uid)
    assert real.stat().st_ino != before.st_ino  # Another file, in the place of the old one at once.
    assert sorted(path.name for path in tmp_path.iterdir()) == ["real.toml", "table.toml"]


def test_settings_that_cannot_be_written_stay_as_they_were(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    config = tmp_path / "table.toml"
    config.write_text(CONFIG)

    def full(_: int) -> None:
        raise OSError("no space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(OSError, match="no space"):
        write(config, PinWiring())
    assert config.read_text() == CONFIG
    assert [path.name for path in tmp_path.iterdir()] == ["table.toml"]


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
