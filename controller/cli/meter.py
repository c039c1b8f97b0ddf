"""`pucklight meter`: shows jackpots of tables and links to the players: a page for a kiosk, or this terminal."""

import argparse
from pathlib import Path
from typing import Any


def add_to(subparsers: Any) -> None:
    parser = subparsers.add_parser(
        "meter",
        help="show the jackpot of tables and links, as a page or in the terminal",
        description="Listens to tables and links and serves one page for a kiosk browser on this machine.",
        epilog="examples:\n"
        "  pucklight meter --site club --table t7\n"
        "  pucklight meter --site club --table t1 --table t2 --port 8061    one screen for a pit\n"
        "  pucklight meter --site club --link main                          one jackpot of many tables\n"
        "  pucklight meter --site club --link main --table t7 --table t8    both on one screen\n"
        "  pucklight meter --site club --table t7 --terminal\n"
        "  pucklight meter --config /etc/pucklight/meter.toml               as the service does",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--config", metavar="FILE", type=Path, help="[meter] and [mqtt] settings")
    parser.add_argument("--site", help="the house's name in the topics")
    parser.add_argument(
        "--table", action="append", dest="tables", metavar="TABLE", help="repeat it for a pit"
    )
    parser.add_argument(
        "--link", action="append", dest="links", metavar="LINK", help="a jackpot of many tables"
    )
    parser.add_argument("--broker", dest="host", metavar="HOST", help="127.0.0.1 if left out")
    parser.add_argument("--mqtt-port", type=int, metavar="PORT", help="1883, or 8883 with TLS")
    parser.add_argument("--port", type=int, help="of the page, on 127.0.0.1; 8060 if left out")
    parser.add_argument("--title", help="above the amount")
    parser.add_argument("--notice", help="a line that must be posted, below the amount")
    parser.add_argument("--state", metavar="FOLDER", help="where the last amounts are kept")
    parser.add_argument("--terminal", action="store_true", help="show it here, serve no page")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    from meter import agent, settings

    return agent.run(settings.load(args), terminal=args.terminal)
