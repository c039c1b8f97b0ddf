"""The named pin factory and no other; when it cannot be had, the error says what to do."""

import sys
from pathlib import Path

import pytest
from gpiozero import Device, PinUnknownPi

from controller.errors import DeviceError
from drivers.pins import open_pins
from drivers.wiring import FactoryName, KeypadWiring, PinWiring
from tests.drivers.fake_lgpio import FakeLgpio
from tests.drivers.rigs import use_library

LGPIO = PinWiring(factory=FactoryName.LGPIO, revision="c03111", chip=0)


def test_lgpio_that_is_not_installed_is_an_error_not_a_fallback(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    use_library(monkeypatch, None, tmp_path)
    with pytest.raises(DeviceError, match=r'pip install "pucklight\[pi\]"'):
        open_pins(LGPIO, KeypadWiring())
    assert Device.pin_factory is None


def test_a_working_directory_that_cannot_be_written_is_named(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    missing = tmp_path / "missing"
    use_library(monkeypatch, None, missing)
    with pytest.raises(DeviceError, match=f"{missing}; set LG_WD"):
        open_pins(LGPIO, KeypadWiring())


def test_a_chip_that_is_not_there_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    library = FakeLgpio(chips=())
    use_library(monkeypatch, library, tmp_path)
    with pytest.raises(
        DeviceError, match="/dev/gpiochip0: can not open gpiochip; see that the device exists"
    ):
        open_pins(LGPIO, KeypadWiring())
    library.stop()


def test_a_board_that_is_no_pi_is_told_which_setting_helps(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    library = FakeLgpio()
    use_library(monkeypatch, library, tmp_path)
    monkeypatch.setattr("drivers.pins._DEVICE_TREE_REVISION", tmp_path / "none")
    monkeypatch.setattr("gpiozero.pins.local.get_pi_revision", _unknown_pi)
    with pytest.raises(DeviceError, match=r"no Pi here; .* set pins.revision"):
        open_pins(PinWiring(chip=0), KeypadWiring())
    library.stop()


def test_the_revision_is_found_where_proc_is_hidden(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    library = FakeLgpio(chips=(4,))
    use_library(monkeypatch, library, tmp_path)
    revision = tmp_path / "linux,revision"
    revision.write_bytes(bytes.fromhex("00c04170"))
    monkeypatch.setattr("drivers.pins._DEVICE_TREE_REVISION", revision)
    pins = open_pins(PinWiring(chip=4), KeypadWiring())
    assert pins.factory.board_info.model == "5B"
    assert pins.edges_alive()
    pins.close()
    library.stop()


def test_opening_pins_does_not_move_the_process(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    before = Path.cwd()
    (tmp_path / "lgpio.py").write_text(
        f"import os\nos.chdir({str(tmp_path)!r})\nraise ImportError('far')"
    )
    use_library(monkeypatch, None, tmp_path)
    monkeypatch.delitem(sys.modules, "lgpio")
    monkeypatch.syspath_prepend(str(tmp_path))
    with pytest.raises(DeviceError, match="far"):
        open_pins(LGPIO, KeypadWiring())
    assert Path.cwd() == before


def test_a_socket_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    path = tmp_path / "missing" / "board.sock"
    with pytest.raises(DeviceError, match=f"pins.socket: {path} cannot be listened on"):
        open_pins(PinWiring(factory=FactoryName.SIM, socket=str(path)), KeypadWiring())


def _unknown_pi() -> int:
    raise PinUnknownPi("no Pi here")
