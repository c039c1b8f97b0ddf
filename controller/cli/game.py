"""`pucklight game`: the card game's questions, as JSON lines on standard input or typed as options.

Knows the options and which answer belongs to which question; the game itself is controller/game/.
"""

import argparse
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from controller.cli import odds

Asked = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Kind:
    """One question: its options, how typed options become the JSON question, and where it is answered."""

    name: str
    help: str
    example: str
    add_options: Callable[[argparse.ArgumentParser], None]
    typed: Callable[[argparse.Namespace], Asked | None]
    """None when the question is not typed but comes on standard input."""


def add_to(subparsers: Any) -> None:
    parser = subparsers.add_parser(
        "game", help="the card game: compare hands, settle wagers, cover a table, collections"
    )
    kinds = parser.add_subparsers(dest="question", required=True, metavar="QUESTION")
    for kind in KINDS:
        _add_kind(kinds, kind)
    odds.add_to(kinds)


def _add_kind(kinds: Any, kind: Kind) -> None:
    parser = kinds.add_parser(
        kind.name,
        help=kind.help,
        description=f"{kind.help[0].upper()}{kind.help[1:]}. Without options, reads JSON lines from"
        " standard input and answers each with one line.",
        epilog=kind.example,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    kind.add_options(parser)
    parser.add_argument("--json", action="store_true", help="answer typed options in JSON too")
    parser.set_defaults(run=run, kind=kind)


def run(args: argparse.Namespace) -> int:
    from controller.cli import game_replies
    from controller.cli.jsonlines import answer_lines, dump

    kind: Kind = args.kind
    asked = kind.typed(args)
    answer = game_replies.answerer(kind.name, args)
    if asked is None:
        return answer_lines(answer)
    reply = answer(asked)
    print(dump(reply) if args.json else game_replies.in_words(kind.name, asked, reply))
    return 1 if "error" in reply else 0


def _compare_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--a", metavar="CARDS", help='three cards, "As Ks Qs"')
    parser.add_argument("--b", metavar="CARDS", help="three cards")


def _compare_typed(args: argparse.Namespace) -> Asked | None:
    from controller.cli.game_typed import cards, together

    return together(args, {"a": cards, "b": cards})


def _six_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--cards", metavar="CARDS", help='six cards, "As Ks Qs 2d 2c 9h"')


def _six_typed(args: argparse.Namespace) -> Asked | None:
    from controller.cli.game_typed import cards, together

    return together(args, {"cards": cards})


def _add_profile(parser: argparse.ArgumentParser, default: str | None = None) -> None:
    text = "a shipped game, or the path of your own file; for JSON lines that name none"
    parser.add_argument("--profile", metavar="GAME", default=default, help=text)


def _add_limits(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--limits", action="store_true", help="refuse wagers outside the limits")


def _settle_options(parser: argparse.ArgumentParser) -> None:
    _add_profile(parser)
    _add_limits(parser)
    parser.add_argument("--player", metavar="CARDS", help='three cards, "As Ks Qs"')
    parser.add_argument("--dealer", metavar="CARDS", help="three cards")
    for wager in ("ante", "play", "pair-plus", "six-card"):
        parser.add_argument(f"--{wager}", metavar="DOLLARS", help="5 or 12.50")
    parser.add_argument("--fold", action="store_true", help="the hand was folded")


def _settle_typed(args: argparse.Namespace) -> Asked | None:
    from controller.cli.game_typed import settle_question

    return settle_question(args)


def _cover_options(parser: argparse.ArgumentParser) -> None:
    _add_profile(parser)
    _add_limits(parser)
    parser.add_argument("--bank", metavar="DOLLARS", help="the player-dealer's wager")
    parser.add_argument("--dealer", metavar="CARDS", help="the player-dealer's three cards")
    parser.add_argument("--face-up", metavar="CARD", help="the one that was dealt face up")
    parser.add_argument(
        "--seat", metavar="TEXT", action="append", help='"2 As Ks Qs play ante=5 pair-plus=1"'
    )
    parser.add_argument(
        "--backline", metavar="TEXT", action="append", help='"2 ante=5": on seat 2\'s hand'
    )


def _cover_typed(args: argparse.Namespace) -> Asked | None:
    from controller.cli.game_typed import cover_question

    return cover_question(args)


def _collection_options(parser: argparse.ArgumentParser) -> None:
    _add_profile(parser, default="ca-6card")
    parser.add_argument("--option", metavar="NUMBER", help="the schedule option, 1 to 18")
    parser.add_argument("--action", metavar="DOLLARS", help="all wagers before the deal")


def _collection_typed(args: argparse.Namespace) -> Asked | None:
    from controller.cli.game_typed import number, together
    from controller.money import parse_dollars

    return together(args, {"option": number, "action": parse_dollars})


def _rotation_options(parser: argparse.ArgumentParser) -> None:
    _add_profile(parser)
    parser.add_argument("--player-dealer", metavar="SEAT", help="who banked the last round")
    parser.add_argument("--rounds", metavar="NUMBER", help="how many he has banked in a row")
    parser.add_argument("--seats", metavar="SEATS", help='occupied seats, "1 2 5"')
    parser.add_argument("--played", metavar="SEATS", help="who played that round; else all")
    parser.add_argument("--declined", metavar="SEATS", help="who does not want to bank")


def _rotation_typed(args: argparse.Namespace) -> Asked | None:
    from controller.cli.game_typed import number, numbers, together

    needed = {"player_dealer": number, "rounds": number, "seats": numbers}
    return together(args, needed, {"played": numbers, "declined": numbers})


KINDS = (
    Kind(
        "compare",
        "which of two three-card hands is higher, and whether each would qualify as dealer",
        """example:
  pucklight game compare --a "As Ks Qs" --b "Kd Kc 4h"
  echo '{"a": ["As","Ks","Qs"], "b": ["Kd","Kc","4h"]}' | pucklight game compare""",
        _compare_options,
        _compare_typed,
    ),
    Kind(
        "six",
        "the best five of six cards, as the 6 Card Bonus counts them",
        """example:
  pucklight game six --cards "Ks Kd Kh 2c 2d 7h"
  echo '{"cards": ["Ks","Kd","Kh","2c","2d","7h"]}' | pucklight game six""",
        _six_options,
        _six_typed,
    ),
    Kind(
        "settle",
        "what each wager of one player wins or loses",
        """example:
  pucklight game settle --profile livermore --player "As Ks Qs" --dealer "Qd 7c 4h" \\
      --ante 5 --play 5 --pair-plus 1 --six-card 1
  echo '{"profile": "wa", "player": ["As","Ks","Qs"], "dealer": ["Qd","7c","4h"],
         "decision": "play", "wagers": {"ante": 500, "play": 500}}' | tr -d '\\n' | pucklight game settle""",
        _settle_options,
        _settle_typed,
    ),
    Kind(
        "cover",
        "a whole table settled out of what the player-dealer wagered",
        """example:
  pucklight game cover --profile livermore --bank 20 --dealer "Qd 7c 4h" --face-up 7c \\
      --seat "1 As Ks Qs play ante=5 pair-plus=1" --seat "3 2d 5s 9h fold ante=5" --backline "1 ante=5"
""",
        _cover_options,
        _cover_typed,
    ),
    Kind(
        "collection",
        "what the house collects for a round, by schedule option and table action",
        """example:
  pucklight game collection --option 4 --action 175
  echo '{"option": 4, "action": 17500}' | pucklight game collection""",
        _collection_options,
        _collection_typed,
    ),
    Kind(
        "rotation",
        "which seat banks the next round",
        """example:
  pucklight game rotation --profile livermore --player-dealer 3 --rounds 2 --seats "1 3 5" --played "1 3"
  echo '{"profile": "livermore", "player_dealer": 3, "rounds": 2, "seats": [1,3,5]}' | pucklight game rotation""",
        _rotation_options,
        _rotation_typed,
    ),
)
