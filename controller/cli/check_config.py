"""`pucklight check-config [FILE]`: explains every mistake in a file, or says what the file comes to.

Knows which kinds of file there are and tells them apart by what is in them; each kind has its own module.
"""

import argparse
import dataclasses
import json
from enum import StrEnum
from pathlib import Path
from typing import Any

from controller.errors import ConfigError


class Kind(StrEnum):
    TABLE = "table"
    PROGRESSIVE = "progressive"
    GAME = "game"


def add_to(subparsers: Any) -> None:
    from controller.cli.forecast import at_least_1
    from controller.cli.settings import LOCAL
    from controller.progressive_odds import FULL_TABLE

    parser = subparsers.add_parser(
        "check-config",
        help="every mistake in a table's settings, a progressive or a game; or what it comes to",
        description="Checks a file and what it names, all at once, and changes nothing. Exit 0: no mistakes; 78: some.",
    )
    parser.add_argument(
        "file",
        nargs="?",
        default=str(LOCAL),
        help=f"a .toml file, or the name of a shipped progressive or game ({LOCAL})",
    )
    parser.add_argument(
        "--players", type=at_least_1, default=FULL_TABLE, help="who pay a progressive's fee"
    )
    parser.add_argument("--json", action="store_true", help="print facts as JSON")
    parser.add_argument("--quiet", action="store_true", help="print mistakes alone")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    try:
        kind = kind_of(args.file)
        facts, words = _SAYS[kind](args)
    except ConfigError as error:
        if not args.json:
            raise
        print(json.dumps({"file": args.file, "ok": False, "mistakes": str(error).splitlines()}))
        return error.exit_code
    if not args.quiet:
        said = {"file": args.file, "kind": kind, "ok": True, **facts}
        print(json.dumps(said) if args.json else words)
    return 0


def kind_of(name: str) -> Kind:
    """By its name among the shipped ones, else by the keys in it."""
    from controller.game import profiles
    from controller.progressive import shipped_names
    from controller.tomlfile import Layer

    shipped = {
        **dict.fromkeys(shipped_names(), Kind.PROGRESSIVE),
        **dict.fromkeys(profiles.known(), Kind.GAME),
    }
    is_path = "/" in name or name.endswith(".toml")
    if not is_path:
        if name not in shipped:
            raise ConfigError(f'no file "{name}"; want a .toml file or one of {", ".join(shipped)}')
        return shipped[name]
    data = Layer.read(Path(name)).data
    return _by_keys(data) or shipped.get(str(data.get("extends"))) or _strange(name)


def _by_keys(data: dict[str, Any]) -> Kind | None:
    """The kind that knows most of its keys; a `[table]` settles it."""
    from controller.cli.settings import Settings
    from controller.game.profiles import Profile
    from controller.progressive import Progressive

    if "table" in data:
        return Kind.TABLE
    kinds = {Kind.TABLE: Settings, Kind.PROGRESSIVE: Progressive, Kind.GAME: Profile}
    known = {
        kind: len(data.keys() & {field.name for field in dataclasses.fields(cls)} - {"extends"})
        for kind, cls in kinds.items()
    }
    most = max(known.values())
    likely = [kind for kind, count in known.items() if count == most]
    return likely[0] if most and len(likely) == 1 else None


def _strange(name: str) -> Kind:
    raise ConfigError(
        f"{name}: want a table's settings (with [table]), a progressive (with split_ppm and prizes) "
        "or a game (with banked_by and pair_plus); nothing in it belongs to one of them"
    )


def _says_table(args: argparse.Namespace) -> tuple[dict[str, Any], str]:
    from controller.cli import check_table

    checked = check_table.read(Path(args.file))
    settings, warnings = checked.settings, [*checked.doubts, *checked.absent]
    if args.quiet:
        return {}, ""
    told = "".join(f"\nwarning: {warning}" for warning in warnings)
    facts = {"warnings": warnings, **check_table.summary(settings)}
    return facts, check_table.words(args.file, settings) + told


def _says_progressive(args: argparse.Namespace) -> tuple[dict[str, Any], str]:
    from controller.cli.check_progressive import figures, table
    from controller.progressive import load

    found = figures(load(args.file), args.players)
    return found, table(args.file, found)


def _says_game(args: argparse.Namespace) -> tuple[dict[str, Any], str]:
    from controller.game.profiles import load

    game = load(args.file)
    facts = {"name": game.name, "banked_by": game.banked_by, "seats": game.seats}
    facts["six_card_table"] = game.six_card_table or None
    bank = {"house": "the house", "player_dealer": "a player-dealer"}[game.banked_by]
    words = (
        f"{args.file}: a game, no mistakes\n"
        f"  {game.name}, banked by {bank}, {game.seats} seats, {game.players} players\n"
        f"  what it pays and keeps: pucklight game odds --profile {args.file}"
    )
    return facts, words


_SAYS = {
    Kind.TABLE: _says_table,
    Kind.PROGRESSIVE: _says_progressive,
    Kind.GAME: _says_game,
}
