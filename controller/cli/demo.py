"""`pucklight demo`: a whole table in the browser; with `--text`, a few rounds of the card game in the terminal."""

import argparse
from typing import Any

from controller.errors import UsageError


def add_to(subparsers: Any) -> None:
    parser = subparsers.add_parser(
        "demo",
        help="play at a simulated table in the browser",
        description="Opens a simulated table at one printed address: the real program on simulated pins.",
        epilog="examples:\n  pucklight demo\n  pucklight demo --autoplay --speed 4\n"
        "  pucklight demo --text --seed 7",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--port", type=int, metavar="N", help="where the page is; default 8787")
    broker = parser.add_mutually_exclusive_group()
    broker.add_argument("--mosquitto", action="store_true", help="with Mosquitto or not at all")
    broker.add_argument("--embedded", action="store_true", help="with the broker of the demo extra")
    parser.add_argument("--autoplay", action="store_true", help="begin to play at once")
    parser.add_argument("--speed", type=float, default=1.0, metavar="X", help="of the autoplay")
    parser.add_argument(
        "--text", action="store_true", help="the card game in the terminal, and its odds"
    )
    parser.add_argument("--seed", type=int, metavar="NUMBER", help="with --text: the same rounds")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    if args.text:
        return _text(args.seed)
    from demo.autoplay import FASTEST, SLOWEST
    from demo.broker import BrokerKind
    from demo.session import Wish, play
    from demo.stage import Choices

    if not SLOWEST <= args.speed <= FASTEST:
        raise UsageError(f"--speed: want {SLOWEST:g} to {FASTEST:g}, got {args.speed:g}")
    if args.port is not None and not 0 <= args.port <= 65535:
        raise UsageError(f"--port: want 0 to 65535, got {args.port}")
    kind = BrokerKind.MOSQUITTO if args.mosquitto else None
    kind = BrokerKind.EMBEDDED if args.embedded else kind
    return play(Wish(Choices(kind, args.speed), args.port, args.autoplay))


def _text(seed: int | None) -> int:
    from controller.cli import demo_rounds
    from controller.cli.odds import print_table

    demo_rounds.play(seed)
    print(f"\n== The odds of {demo_rounds.HOUSE_GAME}, counted over every hand ==\n")
    print_table(demo_rounds.HOUSE_GAME)
    return 0
