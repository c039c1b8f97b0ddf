"""`pucklight demo`: a few rounds of the card game played and settled in the terminal, then its odds."""

import argparse
from typing import Any


def add_to(subparsers: Any) -> None:
    parser = subparsers.add_parser(
        "demo",
        help="play and settle a few rounds in the terminal, and print the odds",
        description="Plays and settles a few rounds of the card game and prints its odds.",
        epilog="example:\n  pucklight demo --seed 7",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--seed", type=int, metavar="NUMBER", help="play these rounds again")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    from controller.cli import demo_rounds
    from controller.cli.odds import print_table

    demo_rounds.play(args.seed)
    print(f"\n== The odds of {demo_rounds.HOUSE_GAME}, counted over every hand ==\n")
    print_table(demo_rounds.HOUSE_GAME)
    return 0
