"""The card game's commands as a stranger runs them: start-up included, against bare JSON and against set times."""

import json
import random
import subprocess
import sys
from pathlib import Path
from statistics import median
from time import perf_counter

from bench.result import Result
from controller.game.cards import DECK

LINES = 100_000
RUNS = 3
BARE = "import json, sys\nfor line in sys.stdin:\n    sys.stdout.write(json.dumps(json.loads(line)) + '\\n')"
"""The floor: reading and writing the same lines, and thinking nothing."""


def run() -> list[Result]:
    return [*_compare(), _odds()]


def _compare() -> list[Result]:
    """Turn by turn, so that a slow moment hits both."""
    lines, ours, bare = _questions(), [], []
    for _ in range(RUNS):
        ours.append(_seconds(["-m", "controller", "game", "compare"], lines))
        bare.append(_seconds(["-c", BARE], lines))
    taken_s, floor_s = median(ours), median(bare)
    name = f"game compare, {LINES:,} lines"
    return [
        Result(name, f"{taken_s:.2f} s", f"{floor_s:.2f} s", taken_s / floor_s, 4),
        _against(name, taken_s, 5),
    ]


def _odds() -> Result:
    return _against("game odds, whole", _seconds(["-m", "controller", "game", "odds"]), 20)


def _questions() -> str:
    chance = random.Random(3)
    hands = ([str(card) for card in chance.sample(DECK, 6)] for _ in range(LINES))
    return "".join(json.dumps({"a": six[:3], "b": six[3:]}) + "\n" for six in hands)


def _seconds(arguments: list[str], typed: str = "") -> float:
    start = perf_counter()
    done = subprocess.run(
        [sys.executable, *arguments],
        input=typed,
        capture_output=True,
        text=True,
        check=True,
        cwd=Path(__file__).parents[1],
    )
    taken = perf_counter() - start
    assert not typed or done.stdout.count("\n") == typed.count("\n"), "a line was not answered"
    return taken


def _against(name: str, taken_s: float, limit_s: int) -> Result:
    return Result(name, f"{taken_s:.2f} s", f"{limit_s} s", taken_s / limit_s, 1)
