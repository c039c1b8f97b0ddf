"""The commands, one module each. A module offers `add_to(subparsers)`; its parser names a `run(args) -> int`."""

from collections.abc import Callable
from typing import Any


def commands() -> list[Callable[[Any], None]]:
    """In the order `--help` lists them."""
    from controller.cli import demo, game, journal

    return [demo.add_to, game.add_to, journal.add_to]
