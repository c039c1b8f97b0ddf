"""The commands, one module each. A module offers `add_to(subparsers)`; its parser names a `run(args) -> int`."""

from collections.abc import Callable
from importlib import import_module
from typing import Any

COMMANDS = (
    *("run", "meter", "demo", "check_config", "show_config", "doctor", "verify"),
    *("journal", "game", "pool", "forecast", "hil"),
)
"""In the order `--help` lists them."""


def commands() -> list[Callable[[Any], None]]:
    return [import_module(f"controller.cli.{name}").add_to for name in COMMANDS]
