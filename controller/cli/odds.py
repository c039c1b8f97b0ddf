"""`pucklight game odds`: the exact odds of the shipped games, or of an operator's own, for a person or as JSON."""

import argparse
from typing import Any

# What counts and prints is imported when it is asked for: every other command starts without it.


def add_to(subparsers: Any) -> None:
    parser: argparse.ArgumentParser = subparsers.add_parser(
        "odds", help="every house edge and hit frequency, exact"
    )
    parser.add_argument(
        "--profile", metavar="P", help="one game: a shipped profile's name or a path to your own"
    )
    parser.add_argument("--json", action="store_true", help="one JSON object instead of tables")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    import json

    from controller import progressive
    from controller.cli import odds_words
    from controller.game import odds, profiles
    from controller.progressive_odds import of_progressive

    names = [args.profile] if args.profile else profiles.known()
    games = {profile.name: odds.of_profile(profile) for profile in map(profiles.load, names)}
    shipped = [] if args.profile else progressive.shipped_names()
    jackpots = {name: list(of_progressive(progressive.load(name))) for name in shipped}
    if args.json:
        print(json.dumps(odds_words.as_json(games, jackpots), indent=2))
    else:
        odds_words.print_all(games, jackpots)
    return 0


def print_table(profile_name: str) -> None:
    """The odds of one game, for a person."""
    from controller.cli.odds_words import print_figures
    from controller.game import odds, profiles

    print_figures(odds.of_profile(profiles.load(profile_name)))
