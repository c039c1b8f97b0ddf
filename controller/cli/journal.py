"""`pucklight journal`: shows, proves, exports, archives, restores and creates. Writes no row.

Show, verify, export and archive only read, and may run while the table plays.
"""

import argparse
import json
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from controller.cli.journal_table import EXPORTS, Selection, print_json, print_table
from controller.cli.progress import Progress
from controller.errors import UsageError
from controller.journal_files import archive, create, restore
from controller.journal_reader import JournalReader
from controller.money import exact_dollars


def add_to(subparsers: Any) -> None:
    parser = subparsers.add_parser(
        "journal", help="show, prove, export, archive or restore a journal"
    )
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")
    show = _action(actions, "show", _show, "the rows as a table")
    show.add_argument("--last", type=_count, metavar="N", help="only the last N of them")
    _add_selection(show)
    verify = _action(actions, "verify", _verify, "prove chain and balances from row 1")
    export = _action(
        actions, "export", _export, "all rows as CSV or JSON lines, cents and microcents"
    )
    export.add_argument("--format", choices=EXPORTS, default="csv")
    export.add_argument(
        "--to", type=Path, metavar="FILE", help="a new file; standard output if left out"
    )
    _add_selection(export)
    archiver = _action(
        actions, "archive", _archive, "a proved copy in one file, its head in the name"
    )
    archiver.add_argument("--to", type=Path, required=True, metavar="FOLDER")
    restorer = _action(actions, "restore", _restore, "put a proved copy in the journal's place")
    restorer.add_argument("--from", dest="copy", type=Path, required=True, metavar="FILE")
    restorer.add_argument(
        "--acknowledged",
        type=_count,
        required=True,
        metavar="SEQ",
        help="the last row the Game Manager shows as acknowledged for this table; 0 without one",
    )
    creator = _action(actions, "create", _create, "the empty journal of a new table")
    creator.add_argument("--table", required=True, metavar="ID")
    creator.add_argument("--site", required=True, metavar="ID")
    for each in (show, verify, archiver, restorer, creator):
        each.add_argument("--json", action="store_true", help="facts as JSON lines")


def _action(actions: Any, name: str, run: Any, text: str) -> Any:
    parser = actions.add_parser(name, help=text, description=f"{text[0].upper()}{text[1:]}.")
    parser.add_argument("--journal", type=Path, required=True, metavar="FILE")
    parser.set_defaults(run=run)
    return parser


def _add_selection(parser: Any) -> None:
    parser.add_argument("--type", metavar="TYPE", help="only rows of this type, such as coin_in")
    parser.add_argument("--round", type=_count, metavar="N", help="only rows of this round")
    parser.add_argument(
        "--since-seq", type=_count, default=0, metavar="SEQ", help="only rows after it"
    )


def _count(text: str) -> int:
    if not (text.isascii() and text.isdigit()):
        raise argparse.ArgumentTypeError(f'want a whole number, 0 or more, got "{text}"')
    return int(text)


def _selection(args: argparse.Namespace) -> Selection:
    return Selection(args.since_seq, args.type, args.round, getattr(args, "last", None))


def _show(args: argparse.Namespace) -> int:
    with JournalReader.open(args.journal) as reader:
        rows = _selection(args).of(reader)
        (print_json if args.json else print_table)(rows, sys.stdout)
    return 0


def _export(args: argparse.Namespace) -> int:
    with JournalReader.open(args.journal) as reader:
        rows = _selection(args).of(reader)
        if not args.to:
            EXPORTS[args.format](rows, sys.stdout)
            return 0
        try:
            with args.to.open("x", encoding="utf-8", newline="") as out:
                EXPORTS[args.format](rows, out)
        except OSError as error:
            raise UsageError(
                f"{args.to}: cannot be written as a new file: {error.strerror}"
            ) from error
    return 0


def _verify(args: argparse.Namespace) -> int:
    with JournalReader.open(args.journal) as reader, Progress(reader.head.seq) as progress:
        proof = reader.prove(progress=progress)
        owner = reader.identity
    pace = round(proof.seq / progress.seconds)
    _say(
        args,
        {
            "table": owner.table_id,
            "site": owner.site,
            "rows": proof.seq,
            "head": proof.digest.hex(),
            "snapshots": proof.snapshots,
            **_money(proof.balances),
            "rows_per_second": pace,
        },
    )
    return 0


def _archive(args: argparse.Namespace) -> int:
    path, proof = archive(args.journal, args.to)
    _say(args, {"archive": str(path), "rows": proof.seq, "head": proof.digest.hex()})
    return 0


def _restore(args: argparse.Namespace) -> int:
    proof = restore(args.copy, args.journal, args.acknowledged)
    facts = {"journal": str(args.journal), "rows": proof.seq, "head": proof.digest.hex()}
    _say(args, {**facts, **_money(proof.balances)})
    return 0


def _create(args: argparse.Namespace) -> int:
    now = datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    create(args.journal, args.table, args.site, now)
    _say(args, {"journal": str(args.journal), "table": args.table, "site": args.site, "rows": 1})
    return 0


def _money(balances: Any) -> dict[str, dict[str, int]]:
    return {"microcents": {str(account): amount for account, amount in balances.items()}}


def _say(args: argparse.Namespace, facts: dict[str, Any]) -> None:
    """Facts for a program, or a line each for a person, every figure exact."""
    if args.json:
        print(json.dumps(facts))
        return
    for name, value in facts.items():
        if name == "microcents":
            for account, amount in value.items():
                print(f"{account:<16} {exact_dollars(amount)}")
        else:
            print(
                f"{name.replace('_', ' '):<16} {f'{value:,}' if isinstance(value, int) else value}"
            )
