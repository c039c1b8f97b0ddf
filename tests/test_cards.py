"""The dealer's and the floor's card say what the table does: its keys, its lamps, every refusal and where it shows."""

import ast
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from controller import deck_problems
from controller.events import Key
from controller.ports import Lamp
from drivers.lamp_patterns import pattern_level
from drivers.wiring import KeypadWiring

TOP = Path(__file__).parent.parent
CARDS = {name: (TOP / "docs" / f"{name}-card.html").read_text() for name in ("dealer", "floor")}
LAYOUT = [key for row in KeypadWiring().layout for key in row]
HANDS = {
    Key.AKQ_SPADES: "A K Q spades",
    Key.AKQ_SUITED: "A K Q suited",
    Key.STRAIGHT_FLUSH: "straight flush",
    Key.THREE_OF_A_KIND: "three of a kind",
    Key.STRAIGHT: "straight",
}
LABELS = {
    "key": {Key.COIN_IN: "COIN IN", Key.J_POT: "J-POT", Key.GAME_OVER: "GAME OVER"},
    "touch": {Key.COIN_IN: "START GAME", Key.J_POT: "CONFIRM", Key.GAME_OVER: "END GAME"},
}
SEAT_WORD = {"key": "seat", "touch": "spot"}
SHOWN_NS = 2_000_000_000
STEP_NS = 100_000_000

Shown = set[tuple[str, str]]
"""A refusal's code, and whether it shows at a seat or on all lamps."""


def pictures(card: str, marked: str) -> list[ElementTree.Element]:
    found = re.findall(rf"<svg [^>]*{marked}.*?</svg>", CARDS[card], re.DOTALL)
    return [ElementTree.fromstring(svg) for svg in found]


def keypad(card: str, style: str) -> list[tuple[int, int, str, str]]:
    """Row, column, key and label of each cap, as the eye finds them."""
    (picture,) = pictures(card, f'data-style="{style}"')
    caps = []
    for cap in picture.iter("g"):
        x, y = (int(n) for n in re.findall(r"\d+", cap.get("transform", "")))
        caps.append(
            (y, x, cap.get("data-key", ""), " ".join(t.text or "" for t in cap.iter("text")))
        )
    return sorted(caps)


def label(key: Key, style: str) -> str:
    if key.seat:
        return f"{SEAT_WORD[style]} {key.seat}"
    return HANDS.get(key) or LABELS[style][key]


@pytest.mark.parametrize("card", CARDS)
@pytest.mark.parametrize("style", LABELS)
def test_the_keypad_is_drawn_as_it_is_wired(card: str, style: str) -> None:
    caps = keypad(card, style)
    assert [(key, text) for _, _, key, text in caps] == [
        (str(key), label(key, style)) for key in LAYOUT
    ]
    rows = sorted({y for y, *_ in caps})
    assert [sum(y == row for y, *_ in caps) for row in rows] == [4, 4, 4, 4]


@pytest.mark.parametrize("card", CARDS)
def test_each_lamp_is_drawn_as_it_blinks(card: str) -> None:
    drawn = dict(re.findall(r'<li data-lamp="(\w+)"><svg[^>]*>(.*?)</svg>', CARDS[card], re.DOTALL))
    assert set(drawn) == set(Lamp)
    for name, strip in drawn.items():
        lit = [
            (int(x), int(x) + int(width))
            for x, width in re.findall(r'class="on" x="(\d+)" width="(\d+)"', strip)
        ]
        for at_ns in range(0, SHOWN_NS, STEP_NS):
            middle = (at_ns + STEP_NS // 2) / 10_000_000
            seen = any(start <= middle < end for start, end in lit)
            assert seen == pattern_level(Lamp(name), 1, at_ns), (name, at_ns)


def refusals_in(path: str) -> Shown:
    """Every `Refused("code", text[, seat])` that is written out."""
    found: Shown = set()
    for node in ast.walk(ast.parse((TOP / path).read_text())):
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name)):
            continue
        if node.func.id == "Refused" and isinstance(code := node.args[0], ast.Constant):
            found.add((str(code.value), "seat" if len(node.args) > 2 else "all"))
    return found


def voiding_problems() -> Shown:
    """What the shuffler may report that blocks a win."""
    found = [
        deck_problems.before_coin_in(),
        deck_problems.wrong_stacks([(1, 2)]),
        deck_problems.dealt_twice(),
        deck_problems.unaccounted(51),
        deck_problems.unaccounted(53),
    ]
    assert all(problem.void for problem in found)
    text = (TOP / "controller/deck_problems.py").read_text()
    assert text.count("void=True") == len({problem.code for problem in found}) - 1
    return {(problem.code, "all") for problem in found}


def test_every_refusal_at_the_table_is_on_a_card_with_where_it_shows() -> None:
    refused = refusals_in("controller/presses.py") | refusals_in("controller/table.py")
    refused |= refusals_in("controller/daemon.py") | voiding_problems()
    on_cards = {
        (code, shows)
        for text in CARDS.values()
        for codes, shows in re.findall(r'<tr data-code="([^"]+)" data-shows="(\w+)">', text)
        for code in codes.split()
    }
    assert len(refused) > 20
    assert on_cards == refused


@pytest.mark.parametrize("card", CARDS)
def test_what_a_row_says_of_the_lamps_is_what_it_is_marked_with(card: str) -> None:
    rows = re.findall(r'data-shows="(\w+)"><td>[^<]+</td><td>([^<]+)</td>', CARDS[card])
    assert len(rows) == CARDS[card].count("data-code=")
    assert set(rows) == {("all", "all"), ("seat", "that seat")}


@pytest.mark.parametrize("card", CARDS)
def test_a_card_needs_nothing_but_itself(card: str) -> None:
    assert not re.search(r"https?:|src=|href=|url\(|@import|<script", CARDS[card])
