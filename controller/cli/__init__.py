"""The commands, one module each. A module offers `add_to(subparsers)`; its parser names a `run(args) -> int`."""

from collections.abc import Callable
from typing import Any


def commands() -> list[Callable[[Any], None]]:
    """In the order `--help` lists them."""
    from controller.cli import check_config, demo, forecast, game, pool

    return [demo.add_to, game.add_to, pool.add_to, forecast.add_to, check_config.add_to]
