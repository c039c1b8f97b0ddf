"""Opens exactly the pin factory that the settings name, or says why not. The only module that imports lgpio.

gpiozero left to itself falls back from lgpio to other libraries with a mere warning; nothing here does.
"""

import os
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from controller.errors import DeviceError
from drivers.wiring import FactoryName, KeypadWiring, PinWiring

_DEVICE_TREE_REVISION = Path("/sys/firmware/devicetree/base/system/linux,revision")
_MOCK_REVISION = "c03111"  # A Pi 4B.


@dataclass(frozen=True)
class Pins:
    """A pin factory, and what its users need to know to notice that it has died."""

    factory: Any
    errors: tuple[type[Exception], ...]
    """What reading, writing or claiming a line may raise."""
    edges_alive: Callable[[], bool]
    """Whether the thread that delivers edges still runs."""
    close: Callable[[], None]


def open_pins(wiring: PinWiring, keypad: KeypadWiring) -> Pins:
    """The keypad's layout matters to the simulated board alone."""
    if wiring.factory is FactoryName.LGPIO:
        return _lgpio_pins(wiring)
    if wiring.factory is FactoryName.SIM:
        return _sim_pins(wiring, keypad)
    return _mock_pins()


def _mock_pins() -> Pins:
    from gpiozero import GPIOZeroError
    from gpiozero.pins.mock import MockFactory, MockPin

    factory = MockFactory(revision=_MOCK_REVISION, pin_class=MockPin)
    return Pins(factory, (GPIOZeroError, OSError), lambda: True, factory.close)


def _sim_pins(wiring: PinWiring, keypad: KeypadWiring) -> Pins:
    from drivers.sim.board import Board
    from drivers.sim.board_server import BoardServer

    board = Board(wiring, keypad)
    try:
        server = BoardServer(board, Path(wiring.socket))
    except OSError as error:
        board.close()
        raise DeviceError(
            f"pins.socket: {wiring.socket} cannot be listened on: {error.strerror}; "
            "name a path in a folder that this user may write"
        ) from error

    def close() -> None:
        server.close()
        board.close()

    return replace(board.pins(), close=close)


def _lgpio_pins(wiring: PinWiring) -> Pins:
    lgpio = _import_lgpio()
    from gpiozero import GPIOZeroError

    errors = (GPIOZeroError, OSError, lgpio.error)
    try:
        factory = _pi_factory(wiring)
        factory.board_info  # noqa: B018  # Asked now, so that an unknown board is told before the first pin.
    except errors as error:
        raise DeviceError(
            f"pins: {_chip_name(wiring)}: {_told(error)}; {_remedy(error)}"
        ) from error
    return Pins(factory, errors, lgpio._notify_thread.is_alive, factory.close)


def _import_lgpio() -> Any:
    """On import lgpio opens a pipe in its working directory and moves the process there; we move back."""
    work = Path(os.environ.get("LG_WD") or Path.cwd())
    if not (work.is_dir() and os.access(work, os.W_OK | os.X_OK)):
        raise DeviceError(
            f"pins: lgpio cannot write to its working directory {work}; "
            "set LG_WD to a folder that this user may write (the systemd unit uses its runtime directory)"
        )
    before = Path.cwd()
    try:
        import lgpio
    except ImportError as error:
        raise DeviceError(
            f'pins.factory: "lgpio" cannot be imported ({error}); install it: pip install "pucklight[pi]"'
        ) from error
    except OSError as error:
        raise DeviceError(
            f"pins: lgpio cannot open its pipe in {work}: {error.strerror}; set LG_WD"
        ) from error
    finally:
        os.chdir(before)
    return lgpio


def _pi_factory(wiring: PinWiring) -> Any:
    from gpiozero.pins.lgpio import LGPIOFactory

    class PiFactory(LGPIOFactory):  # type: ignore[misc]  # gpiozero has no types.
        """Knows the board's revision also where the unit hides /proc, or from the settings."""

        def _get_revision(self) -> int:
            if wiring.revision:
                return int(wiring.revision, 16)
            if _DEVICE_TREE_REVISION.exists():
                return int.from_bytes(_DEVICE_TREE_REVISION.read_bytes()[:4], "big")
            return int(super()._get_revision())

    return PiFactory(chip=wiring.chip)


def _chip_name(wiring: PinWiring) -> str:
    return "the Pi's gpiochip" if wiring.chip is None else f"/dev/gpiochip{wiring.chip}"


def _told(error: Exception) -> str:
    return str(error).strip("'")


def _remedy(error: Exception) -> str:
    from gpiozero import PinUnknownPi

    if isinstance(error, PinUnknownPi):
        return 'on a board that is no Raspberry Pi set pins.revision, such as "c03111" for a Pi 4'
    return "see that the device exists, that this user is in group gpio and that no other program holds it"
