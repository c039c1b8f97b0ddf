"""docs/money.md keeps its word: its examples are played, its commands run, its tables are those of the program."""

import json
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from controller.game.cards import parse_cards
from controller.ledger import Account, Transfer
from controller.money import PERCENT_PPM, exact_dollars
from controller.pool import Decision, Pool
from controller.progressive import load, shipped_names

DOCS = Path(__file__).resolve().parent.parent / "docs"
TEXT = (DOCS / "money.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w+) (\w+)\n(.*?)^```$", TEXT, re.DOTALL | re.MULTILINE)


def blocks(kind: str, name: str) -> list[str]:
    found = [text for language, title, text in BLOCKS if (language, title) == (kind, name)]
    assert found, f"the page has no {kind} {name}"
    return found


QUESTIONS = list(map(json.loads, blocks("json", "question")))
ANSWERS = list(map(json.loads, blocks("json", "answer")))


def pucklight(*args: str, given: str = "") -> str:
    command = [sys.executable, "-m", "controller", *args]
    done = subprocess.run(command, input=given, capture_output=True, text=True, check=True)
    return done.stdout


def shown(name: str, written: str, path: Path) -> str:
    """What the page's command prints, with our own path where the page has its."""
    (line,) = blocks("sh", name)
    program, *args = shlex.split(line)
    assert program == "pucklight"
    assert written in args
    return pucklight(*(str(path) if arg == written else arg for arg in args))


def rows_below(heading: str) -> list[list[str]]:
    """The cells of the table that follows."""
    lines = TEXT[TEXT.index(heading) :].splitlines()[2:]
    table = lines[: lines.index("")]
    return [[cell.strip(" `") for cell in line.strip("|").split("|")] for line in table]


@pytest.mark.parametrize(("question", "answer"), list(zip(QUESTIONS, ANSWERS, strict=True)))
def test_each_worked_example_is_what_replay_answers(question: Any, answer: Any) -> None:
    assert json.loads(pucklight("pool", "replay", given=json.dumps(question) + "\n")) == answer


def test_the_transfers_of_the_worked_example_are_those_of_the_pool() -> None:
    start, (played,) = QUESTIONS[0]["start"], QUESTIONS[0]["rounds"]
    pool, made = Pool(load("ca-003")), list[tuple[str, Transfer]]()

    def done(when: str, decision: Decision) -> None:
        pool.apply(decision.record(when, 1))
        made.extend((when, transfer) for transfer in decision.transfers)

    opening = {f"{name}_cents": start[name] for name in ("meter", "reserve", "seed_outstanding")}
    done("opened", pool.open(**opening))
    held = {one["seat"]: parse_cards(one["cards"], 3) for one in played["players"]}
    hands = {seat: pool.state.progressive.hand_code(cards) for seat, cards in held.items()}
    done("Coin In", pool.contribute("1", hands))
    done("J-pot", pool.award("1", [(seat, hand) for seat, hand in hands.items() if hand != "none"]))
    done("Game Over", pool.end_of_round("1"))
    wanted = [
        [when, str(one.debit), str(one.credit), exact_dollars(one.microcents)]
        for when, one in made
        if when != "opened"
    ]
    assert [row[:4] for row in rows_below("| When | From | To |")] == wanted


def test_every_account_and_every_balance_is_explained() -> None:
    assert [row[0] for row in rows_below("| Account | What")] == [str(one) for one in Account]
    named = {name for answer in ANSWERS for name in answer["rounds"][0]["balances"]}
    assert {row[0] for row in rows_below("| Balance | Meaning")} == named


def test_the_first_day_is_the_one_on_the_page() -> None:
    said = {row[0]: row[2] for row in rows_below("| Balance | Meaning")}
    for name in ("ca-003", "wa-paytable-1"):
        asked = f'{{"profile": "{name}", "rounds": [{{"players": []}}]}}'
        (only,) = json.loads(pucklight("pool", "replay", given=asked))["rounds"]
        for balance, cents in only["balances"].items():
            assert cents == {"the seed": 100_000, "0": 0}[said[balance]], balance


def test_the_split_is_that_of_the_files() -> None:
    rows = rows_below("| Progressive | To the meter")
    assert [row[0] for row in rows] == shipped_names()
    for name, *row in rows:
        rules = load(name)
        split = rules.split_ppm
        shares = [share // PERCENT_PPM for share in (split.meter, split.reserve, split.house)]
        assert row[:3] == [f"{share} %" if share else "-" for share in shares]
        assert [row[3].split()[-1], row[4].split()[-1]] == [rules.fixed_from, rules.reseed_from]


def test_verify_prints_the_lines_on_the_page(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    pucklight("journal", "create", "--journal", str(path), "--table", "t-07", "--site", "west")
    printed = shown("verify", "journal.db", path).splitlines()
    (page,) = blocks("text", "verify")
    changing = ("head", "rows per second")
    assert [line for line in printed if not line.startswith(changing)] == [
        line for line in page.splitlines() if not line.startswith(changing)
    ]
    assert [line[:17] for line in printed] == [line[:17] for line in page.splitlines()]


def test_the_forecast_draws_the_picture_and_prints_the_figures_on_the_page(tmp_path: Path) -> None:
    path = tmp_path / "forecast.svg"
    printed = shown("forecast", "docs/forecast.svg", path).splitlines()
    assert path.read_text(encoding="utf-8") == (DOCS / "forecast.svg").read_text(encoding="utf-8")
    (page,) = blocks("text", "forecast")
    assert set(page.splitlines()) <= set(printed)
