"""The shipped units as systemd itself reads them."""

import shutil
import subprocess
from pathlib import Path

UNITS = sorted((Path(__file__).parents[1] / "systemd").glob("*.service"))
PROGRAM = "/opt/pucklight/current/bin/pucklight"


def complaints(folder: Path, edit: tuple[str, str] = ("", "")) -> str:
    assert shutil.which("systemd-analyze"), "systemd-analyze is missing: run `make needs`"
    for unit in UNITS:
        # A program that is not installed here would be a complaint too.
        text = unit.read_text().replace(PROGRAM, "/bin/true").replace(*edit)
        (folder / unit.name).write_text(text)
    copies = [folder / unit.name for unit in UNITS]
    done = subprocess.run(
        ["systemd-analyze", "verify", *copies], capture_output=True, text=True, check=False
    )
    # An unknown key is only a line: systemd goes on without it.
    return done.stdout + done.stderr


def test_systemd_has_nothing_to_say_against_any_unit(tmp_path: Path) -> None:
    assert len(UNITS) == 3
    assert complaints(tmp_path) == ""


def test_a_mistyped_key_is_found(tmp_path: Path) -> None:
    assert "RestartSecs" in complaints(tmp_path, ("RestartSec=2", "RestartSecs=2"))
