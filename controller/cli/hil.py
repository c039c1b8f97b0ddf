"""`pucklight hil`: prove a table on a bench, check and send its records, learn its wiring. Knows words only."""

import argparse
import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from controller.errors import BadInput, PucklightError, UsageError

if TYPE_CHECKING:
    from hil.station import Station


def add_to(subparsers: Any) -> None:
    parser = subparsers.add_parser(
        "hil",
        help="prove a table: hardware in the loop",
        description="Tests a table in service mode, without moving a cent, and writes a record of it.",
    )
    verbs = parser.add_subparsers(dest="verb", required=True, metavar="VERB")
    _add_run(verbs)
    _add_learn(verbs)
    check = verbs.add_parser("check", help="whether a table's records are whole and unchanged")
    check.add_argument("folder", type=Path, metavar="DIR")
    check.set_defaults(run=_check)
    send = verbs.add_parser(
        "send",
        help="send the records that wait to the Game Manager",
        description="Exit code: 0 nothing waits any more, 1 something does.",
    )
    send.add_argument("folder", type=Path, metavar="DIR")
    send.add_argument("--station", type=Path, required=True, metavar="FILE.toml")
    send.set_defaults(run=_send)


def _add_run(verbs: Any) -> None:
    one = verbs.add_parser(
        "run",
        help="test the table",
        description="Exit code: 0 PASS, 1 FAIL, 3 INCOMPLETE, 4 ERROR; 2 and 78 as everywhere.",
    )
    _add_bench(
        one,
        "sim: no hardware; prompted: a person does what is asked; jig: a second board does; "
        "vm: a virtual machine with a real kernel",
        ("sim", "prompted", "jig", "vm"),
    )
    one.add_argument("--quick", action="store_true", help="fewer cycles, two stories")
    one.add_argument("--only", metavar="PHASES", default="", help="such as pucks,keypad")
    one.add_argument("--resume", action="store_true", help="go on with the unfinished run")
    one.add_argument("--record", type=Path, metavar="DIR", help="where records are kept")
    one.set_defaults(run=_run)


def _add_learn(verbs: Any) -> None:
    one = verbs.add_parser(
        "learn",
        help="find out which pin is what, and write it into the table's settings",
        description="The table must be stopped: two programs cannot hold one pin.",
    )
    _add_bench(one, "who moves the chips and keys", ("sim", "prompted", "jig"))
    one.add_argument(
        "--config", type=Path, required=True, metavar="FILE", help="the table's settings"
    )
    one.set_defaults(run=_learn)


def _add_bench(parser: argparse.ArgumentParser, text: str, benches: tuple[str, ...]) -> None:
    parser.add_argument("--bench", choices=benches, required=True, help=text)
    parser.add_argument("--station", type=Path, required=True, metavar="FILE.toml")


def _run(args: argparse.Namespace) -> int:
    from hil import station as station_file

    station = station_file.load(args.station)
    try:
        from hil.run import Wanted, run
    except ModuleNotFoundError as error:
        raise UsageError(
            f'{error.name} is not installed; install it: pip install "pucklight[hil]"'
        ) from error
    only = frozenset(filter(None, map(str.strip, args.only.split(","))))
    records = args.record or Path(station.station.records)
    if not args.resume and (command := _to_go_on(args, records, station.table.asset)):
        print(f"The last run of this table was broken off. To go on with it: {command}")
    if args.bench == "prompted":
        print(_announced(station, only))
    try:
        return run(station, Wanted(args.bench, args.quick, only, args.resume, records))
    except (KeyboardInterrupt, PucklightError):
        if command := _to_go_on(args, records, station.table.asset):
            print(f"What was done is kept. To go on: {command}", file=sys.stderr)
        raise


def _to_go_on(args: argparse.Namespace, records: Path, asset: str) -> str:
    """The words to type; empty if the table's last run was not broken off."""
    from hil.run_file import broken_off

    if (file := broken_off(records, asset)) is None:
        return ""
    begun = file.lines()[0]
    bench, only = begun["station"], begun.get("only", [])
    words = ["pucklight", "hil", "run", "--bench", bench["mode"], "--station", str(args.station)]
    words += ["--quick"] * bench["quick"]
    words += ["--only", ",".join(only)] * bool(only)
    words += ["--record", str(records)] * (args.record is not None)
    return shlex.join([*words, "--resume"])


def _announced(station: "Station", only: frozenset[str]) -> str:
    """Before a person is asked for anything: for which table, how often, and how long it takes."""
    from hil.prompted_bench import SECONDS_A_PROMPT, prompts

    table, count = station.table, prompts(station, only)
    minutes = max(1, round(count * SECONDS_A_PROMPT / 60))
    where = f" ({table.place})" if table.place else ""
    return (
        f"Table {table.id}, asset {table.asset}{where}: about {count} things to do or to look at, "
        f"about {minutes} min. Ctrl-C gives the table back at any time; nothing that was done is lost."
    )


def _learn(args: argparse.Namespace) -> int:
    from hil import station as station_file
    from hil.learn import learn

    return learn(station_file.load(args.station), args.bench, args.config)


def _check(args: argparse.Namespace) -> int:
    from hil import record

    assets = {record.read(path)["dut"]["asset_no"] for path in record.paths(args.folder)}
    for asset in sorted(assets):
        print(f"{asset}: {len(record.earlier(args.folder, asset))} records, whole and unchanged")
    return 0 if assets else 1


def _send(args: argparse.Namespace) -> int:
    from hil import delivery
    from hil import station as station_file

    if not args.folder.is_dir():
        raise BadInput(f"{args.folder}: there is no such folder")
    done = delivery.deliver(station_file.load(args.station), args.folder)
    for line in done.counted():
        print(line)
    for path, why in done.waiting.items():
        print(f"{path.stem} waits: {why}")
    if not done.waiting:
        print(f"Nothing waits in {args.folder}")
    return 1 if done.waiting else 0
