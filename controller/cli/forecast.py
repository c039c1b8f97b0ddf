"""`pucklight forecast`: how a progressive may grow, simulated; as text, JSON and a chart."""

import argparse
import json
from pathlib import Path
from typing import Any

from controller.errors import UsageError


def add_to(subparsers: Any) -> None:
    one = subparsers.add_parser(
        "forecast", help="how a jackpot may grow: meter, reserve, house advances, seed repaid"
    )
    one.add_argument("--profile", default="ca-003", help="a shipped progressive or a .toml file")
    one.add_argument("--units", type=int, help="the denomination; default: the file's")
    one.add_argument("--players", type=at_least_1, default=7, help="who pay the fee in each round")
    one.add_argument("--rounds-per-hour", type=at_least_1, default=40)
    time = one.add_mutually_exclusive_group()
    time.add_argument("--hours", type=at_least_1, help="how long the table plays")
    time.add_argument("--days", type=at_least_1, default=30, help="the same in days of 24 hours")
    one.add_argument("--runs", type=at_least_1, default=200, help="how many futures are drawn")
    one.add_argument("--seed", type=int, default=1, help="the same seed draws the same futures")
    one.add_argument("--svg", type=Path, metavar="FILE", help="write the chart there")
    one.add_argument("--json", action="store_true")
    one.set_defaults(run=_forecast)


def at_least_1(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"want 1 or more, got {text}")
    return number


def _forecast(args: argparse.Namespace) -> int:
    from controller.forecast import forecast
    from controller.forecast_chart import to_svg
    from controller.forecast_run import Table
    from controller.forecast_text import to_json, to_text
    from controller.progressive import load

    hours = args.hours or args.days * 24
    table = Table(load(args.profile, args.units), args.players, hours * args.rounds_per_hour)
    seen = forecast(table, args.rounds_per_hour, args.runs, args.seed)
    print(json.dumps(to_json(seen)) if args.json else to_text(seen))
    if args.svg:
        try:
            args.svg.write_text(to_svg(seen), encoding="utf-8")
        except OSError as error:
            raise UsageError(f"--svg {args.svg}: cannot be written: {error.strerror}") from error
    return 0
