"""`pucklight show-config`: every value in force, its unit, and the file and line that says so. Shows no secret."""

import argparse
import json
from pathlib import Path
from typing import Any

from controller import tomlfile
from controller.cli import settings as settings_file
from controller.cli.settings_values import Value, values


def add_to(subparsers: Any) -> None:
    parser = subparsers.add_parser(
        "show-config",
        help="every setting in force, and which file says so",
        description="Prints every value in force, its unit and its origin. Badge numbers are not shown.",
    )
    settings_file.add_config_option(parser)
    parser.add_argument("--changed", action="store_true", help="only what the table's file says")
    parser.add_argument("--json", action="store_true", help="print facts as JSON")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    layers = settings_file.layers(args.config)
    shown = [
        (value, tomlfile.origin(layers, value.where))
        for value in values(settings_file.built(layers))
    ]
    if args.changed:
        shown = [(value, said) for value, said in shown if said and said[0] == args.config]
    if args.json:
        print(json.dumps([_facts(value, said) for value, said in shown]))
    else:
        print("\n".join(_line(value, said) for value, said in shown))
    return 0


Said = tuple[Path, int] | None
"""The file and the line; None: the program's own default."""


def _facts(value: Value, said: Said) -> dict[str, Any]:
    return {
        "key": value.key,
        "value": value.shown,
        "unit": value.unit or None,
        "file": str(said[0]) if said else None,
        "line": said[1] if said else None,
    }


def _line(value: Value, said: Said) -> str:
    plain = "not set" if value.plain is None else value.shown
    text = plain if value.plain is None or value.secret else json.dumps(plain)
    place = f"{said[0]}:{said[1]}" if said else "default"
    return f"{value.key:<28} {f'{text} {value.unit}'.strip():<44} {place}"
