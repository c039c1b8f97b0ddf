"""What is no question to `pucklight game` is told on one line with its number; the lines around it are answered."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
GOOD = {
    "compare": {"a": ["As", "Ks", "Qs"], "b": ["Kd", "Kc", "4h"]},
    "six": {"cards": ["Ks", "Kd", "Kh", "2c", "2d", "7h"]},
    "settle": {
        "profile": "ca-6card",
        "player": ["As", "Ks", "Qs"],
        "dealer": ["Qd", "7c", "4h"],
        "decision": "play",
        "wagers": {"ante": 500, "play": 500},
    },
    "cover": {
        "profile": "ca-6card",
        "player_dealer_wager": 1000,
        "dealer": ["Qd", "7c", "4h"],
        "face_up_card": "7c",
        "seats": [
            {
                "seat": 1,
                "cards": ["As", "Ks", "Qs"],
                "decision": "play",
                "wagers": {"ante": 500, "play": 500},
            }
        ],
    },
    "collection": {"option": 4, "action": 17500},
    "rotation": {"profile": "livermore", "player_dealer": 3, "rounds": 2, "seats": [1, 3]},
}
ANY: dict[str, Any] = GOOD
SEAT: dict[str, Any] = ANY["cover"]["seats"][0]


def seats(*changes: dict[str, Any]) -> dict[str, Any]:
    return {"seats": [SEAT | change for change in changes]}


WRONG: list[tuple[str, dict[str, Any], str]] = [
    ("compare", {"a": ["As", "As", "Qs"]}, "a: As is there twice"),
    ("compare", {"b": ["As", "2d", "3d"]}, "As is there twice"),
    ("compare", {"a": ["As", "Ks", "1s"]}, "a: want a card such as As or Td, got '1s'"),
    ("compare", {"a": ["As", "Ks", "QS"]}, "got 'QS'"),
    ("compare", {"a": ["As", "Ks", 7]}, "got 7"),
    ("compare", {"a": ["As", "Ks"]}, "a: want 3 cards, got 2"),
    ("compare", {"a": "AsKsQs"}, "a: want a list of 3 cards"),
    ("compare", {"c": []}, 'unknown key "c"'),
    ("six", {"cards": ["Ks", "Kd", "Kh"]}, "cards: want 6 cards, got 3"),
    ("settle", {"profile": "nevada"}, "want a profile (ca-6card, exhibit-a, livermore, wa)"),
    ("settle", {"profile": 7}, "profile: want a name in quotes, got 7"),
    ("settle", {"dealer": ["As", "7c", "4h"]}, "As is there twice"),
    ("settle", {"decision": "raise"}, 'decision: want "play", "fold" or null, got \'raise\''),
    ("settle", {"wagers": {"ante": -500}}, "ante: want whole cents, 0 or more, got -500"),
    ("settle", {"wagers": {"ante": 5.5}}, "ante: want whole cents, 0 or more, got 5.5"),
    ("settle", {"wagers": {"ante": "500"}}, 'ante: want whole cents, 0 or more, got "500"'),
    ("settle", {"wagers": {"ante": True}}, "ante: want whole cents, 0 or more, got true"),
    ("settle", {"wagers": {"ante": None}}, "ante: want whole cents, 0 or more, got null"),
    ("settle", {"wagers": {"ante": 10**16}}, "ante: want at most"),
    ("settle", {"wagers": {"pairplus": 500}}, 'unknown key "pairplus"; did you mean "pair_plus"?'),
    ("settle", {"wagers": [500]}, "wagers: want a JSON object"),
    ("cover", {"profile": "wa"}, "wa is banked by the house"),
    ("cover", {"face_up_card": "2c"}, "face_up_card: want one of the dealer's cards, got 2c"),
    ("cover", {"player_dealer_wager": -1}, "player_dealer_wager: want whole cents"),
    ("cover", {"seats": []}, "seats: want 1 to 7 beside the dealer, got 0"),
    ("cover", seats(*[{}] * 8), "seats: want 1 to 7 beside the dealer, got 8"),
    ("cover", seats({"seat": 9}), "seat: want 1 to 8, got 9"),
    ("cover", seats({"seat": True}), "seat: want 1 to 8, got True"),
    ("cover", seats({}, {"cards": ["2s", "3s", "4s"]}), "seat: 1 is there twice"),
    ("cover", seats({}, {"seat": 2}), "As is there twice"),
    ("cover", seats({"backline": [{"wager": 5}]}), "wagers is missing"),
    ("collection", {"option": 19}, "option: want a schedule option of ca-6card"),
    ("collection", {"option": True}, "option: want the schedule option's number, got True"),
    ("collection", {"action": 0}, "action: option 4 starts at $1.00, got $0.00"),
    ("rotation", {"rounds": -1}, "rounds: want how many he has banked"),
    ("rotation", {"seats": [1, 1]}, "seats: a seat is there twice"),
]


def answered(kind: str, lines: list[str]) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "controller", "game", kind],
        input="\n".join(lines).encode("utf-8", "surrogateescape"),
        capture_output=True,
        check=False,
        cwd=ROOT,
        timeout=60,
    )


@pytest.mark.parametrize("kind", GOOD)
def test_each_bad_line_is_named_and_the_good_ones_around_it_answered(kind: str) -> None:
    wrong = [(change, message) for of_kind, change, message in WRONG if of_kind == kind]
    good = json.dumps(ANY[kind])
    lines = [good]
    for change, _ in wrong:
        lines += [json.dumps(ANY[kind] | change), good]
    done = answered(kind, lines)
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.returncode == 1
    assert len(answers) == len(lines)
    assert "error" not in answers[0]
    assert all(answer == answers[0] for answer in answers[::2])
    told = done.stderr.decode().splitlines()
    assert len(told) == len(wrong)
    for at, (line, (_, message)) in enumerate(zip(told, wrong, strict=True)):
        number = 2 * at + 2
        assert line.startswith(f"line {number}: ")
        assert message in line
        assert answers[number - 1] == {
            "error": "bad_input",
            "line": number,
            "message": line.removeprefix(f"line {number}: "),
        }


@pytest.mark.parametrize(
    "line",
    [
        "nonsense",
        "[1, 2]",
        '"As"',
        "null",
        '{"cards": ["Ks"',
        '{"cards": [], "cards": []}',
        "\udcff\udcfe",
        "[" * 100_000,
        '{"cards": ' + "9" * 5000 + "}",
        "{}",
    ],
)
def test_a_line_that_is_no_question_spoils_no_other(line: str) -> None:
    good = json.dumps(GOOD["six"])
    done = answered("six", [good, line, "   ", good])
    answers = [json.loads(found) for found in done.stdout.splitlines()]
    assert done.returncode == 1
    assert [answer.get("hand") for answer in answers] == ["full_house", None, "full_house"]
    assert answers[1]["line"] == 2
    assert done.stderr.decode().startswith("line 2: ")
    assert done.stderr.count(b"\n") == 1


def test_a_bad_file_is_told_on_its_line_and_ends_with_the_code_for_configuration(
    tmp_path: Path,
) -> None:
    mine = tmp_path / "mine.toml"
    mine.write_text('extends = "wa"\nseats = "x"\nplayers = "y"\n', encoding="utf-8")
    good = json.dumps(GOOD["settle"])
    done = answered("settle", [json.dumps(ANY["settle"] | {"profile": str(mine)}), good])
    assert done.returncode == 78
    assert done.stdout.count(b"\n") == 2
    told = "want a whole number, got"
    assert done.stderr.decode() == (
        f'line 1: {mine}:2: seats: {told} "x"; {mine}:3: players: {told} "y"\n'
    )
