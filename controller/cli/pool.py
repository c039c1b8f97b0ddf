"""`pucklight pool`: the jackpot's money on its own: rounds replayed, a table's meters counted."""

import argparse
from typing import Any

from controller.cli import pool_meters


def add_to(subparsers: Any) -> None:
    pool = subparsers.add_parser("pool", help="the jackpot's money on its own, without a table")
    parts = pool.add_subparsers(dest="part", required=True, metavar="PART")
    one = parts.add_parser(
        "replay",
        help="what rounds pay, and the balances after each",
        description="Reads one JSON object a line on standard input and answers each in order:"
        ' {"profile": "ca-003", "rounds": [{"players": [{"seat": 1, "hand": "straight"}]}]}',
    )
    one.set_defaults(run=_replay)
    pool_meters.add_to(parts)


def _replay(_args: argparse.Namespace) -> int:
    from controller.cli.jsonlines import answer_lines
    from controller.cli.pool_replay import replay

    return answer_lines(replay)
