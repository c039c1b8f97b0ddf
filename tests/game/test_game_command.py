"""The contract of `pucklight game`, asked as a stranger asks it: a process, JSON lines in, JSON lines out."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]


def pucklight(*args: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "controller", *args]
    return subprocess.run(
        command, input=typed, capture_output=True, text=True, check=False, cwd=ROOT, timeout=60
    )


def ask(kind: str, *questions: Any, options: tuple[str, ...] = ()) -> list[Any]:
    """The answers, where every question is a good one."""
    lines = "".join(json.dumps(question) + "\n" for question in questions)
    done = pucklight("game", kind, *options, typed=lines)
    assert (done.returncode, done.stderr) == (0, "")
    return [json.loads(line) for line in done.stdout.splitlines()]


AKQ = ["As", "Ks", "Qs"]
SETTLE = {
    "profile": "ca-6card",
    "player": AKQ,
    "dealer": ["Qd", "7c", "4h"],
    "decision": "play",
    "wagers": {"ante": 500, "play": 500, "pair_plus": 100, "six_card": 100},
}
COVER = {
    "profile": "livermore",
    "player_dealer_wager": 1201,
    "dealer": ["Kd", "Kc", "4h"],
    "face_up_card": "4h",
    "seats": [
        {
            "seat": number,
            "cards": cards.split(),
            "decision": "play",
            "wagers": {"ante": 100, "play": 100, "pair_plus": 200},
        }
        for number, cards in ((1, "9s 9d 2c"), (2, "8s 8d 8c"), (3, "5s 5d 5c"))
    ],
}


@pytest.mark.parametrize(
    ("a", "b", "wanted"),
    [
        ("As Ks Qs", "Kd Kc 4h", ("mini_royal", "pair", 1, True, True)),
        ("Jd 9c 4h", "Qd 3c 2h", ("high_card", "high_card", -1, False, True)),
        ("Jd 9c 4h", "Js 9h 4d", ("high_card", "high_card", 0, False, False)),
        ("2d 2c 2h", "Ad 2s 3d", ("three_of_a_kind", "straight", 1, True, True)),
        ("Ad 9d 3d", "4d 3c 2h", ("flush", "straight", -1, True, True)),
        ("Ad 2d 3d", "4s 3s 2s", ("straight_flush", "straight_flush", -1, True, True)),
    ],
)
def test_compare_names_both_hands_and_says_which_is_higher(
    a: str, b: str, wanted: tuple[Any, ...]
) -> None:
    keys = ("a", "b", "result", "a_qualifies", "b_qualifies")
    found = ask("compare", {"a": a.split(), "b": b.split()})
    assert found == [dict(zip(keys, wanted, strict=True))]


@pytest.mark.parametrize(
    ("cards", "hand"),
    [
        ("Ks Qd 9h 7c 4d 2s", "high_card"),
        ("Ks Kd 9h 7c 4d 2s", "one_pair"),
        ("Ks Kd 9h 9c 4d 4s", "two_pair"),
        ("Ks Kd Kh 7c 4d 2s", "three_of_a_kind"),
        ("As 2d 3h 4c 5d 9s", "straight"),
        ("As 2s 3s 4s 9s 9d", "flush"),
        ("Ks Kd Kh 7c 7d 7s", "full_house"),
        ("Ks Kd Kh Kc 7d 7s", "four_of_a_kind"),
        ("As 2s 3s 4s 5s 9d", "straight_flush"),
        ("As Ks Qs Js Ts 9s", "royal_flush"),
    ],
)
def test_six_names_the_best_five_of_six(cards: str, hand: str) -> None:
    assert ask("six", {"cards": cards.split()}) == [{"hand": hand}]


def test_settle_answers_every_wager_without_its_stake() -> None:
    assert ask("settle", SETTLE) == [
        {
            "ante": {"outcome": "win", "net": 500},
            "play": {"outcome": "win", "net": 500},
            "ante_bonus": {"outcome": "none", "net": 0},
            "pair_plus": {"outcome": "win", "net": 20_000},
            "six_card": {"outcome": "lose", "net": -100},
            "total_net": 20_900,
        }
    ]


def test_settle_answers_a_wager_that_is_not_allowed_with_its_code_alone() -> None:
    bonus_alone = SETTLE | {"decision": None, "wagers": {"six_card": 100}}
    assert ask(
        "settle",
        bonus_alone,
        bonus_alone | {"profile": "wa"},
        SETTLE | {"wagers": {}},
        SETTLE | {"decision": None},
        SETTLE | {"decision": "fold"},
        SETTLE | {"wagers": {"ante": 500}},
        SETTLE | {"profile": "exhibit-a", "wagers": {"pair_plus": 200}},
    ) == [
        {"error": "ante_required"},
        {"error": "standard_wager_required"},
        {"error": "no_wager"},
        {"error": "decision_required"},
        {"error": "play_on_folded_hand"},
        {"error": "play_must_equal_ante"},
        {"error": "decision_without_ante"},
    ]


def test_limits_are_checked_when_asked_for() -> None:
    big = SETTLE | {"profile": "exhibit-a", "wagers": {"ante": 500, "play": 500}}
    assert "total_net" in ask("settle", big)[0]
    refused = ask("settle", big, options=("--limits",))[0]
    assert refused["error"] == "outside_limits"
    assert "ante: want $2.00 to $4.00, got $5.00" in refused["message"]


def test_cover_answers_every_seat_and_the_player_dealer() -> None:
    assert ask("cover", COVER) == [
        {
            "action_seat": 1,
            "net": {
                "1": {"ante": -100, "play": -100, "pair_plus": 200, "six_card": 0},
                "2": {"ante": 100, "play": 100, "pair_plus": 401, "six_card": 0},
                "3": {"ante": 100, "play": 100, "pair_plus": 400, "six_card": 0},
            },
            "player_dealer_net": -1201,
        }
    ]


def test_cover_answers_the_backline_inside_its_seat() -> None:
    seat = COVER["seats"][0] | {"backline": [{"wagers": {"ante": 50}, "decision": "fold"}]}  # type: ignore[index]
    found = ask("cover", COVER | {"seats": [seat]})[0]
    folded = {"ante": -50, "play": 0, "pair_plus": 0, "six_card": 0}
    assert found["net"]["1"]["backline"] == [folded]
    assert found["player_dealer_net"] == 50 + 200 - 200


def test_cover_settles_nothing_while_one_seat_s_wagers_cannot_stand() -> None:
    wrong = {"seat": 5, "cards": ["Ah", "Ac", "2h"], "decision": "play", "wagers": {"ante": 100}}
    seats = [*COVER["seats"], wrong]  # type: ignore[misc]
    assert ask("cover", COVER | {"seats": seats}) == [{"error": "play_must_equal_ante", "seat": 5}]


def test_collection_answers_both_collections_or_that_it_cannot_be_read() -> None:
    good, damaged = ask(
        "collection", {"option": 4, "action": 17500}, {"option": 18, "action": 90000}
    )
    assert good == {"player_dealer": 400, "player": 0}
    assert damaged["error"] == "unreadable"
    assert "[collections.18]" in damaged["message"]


def test_rotation_answers_the_next_seat_or_none() -> None:
    asked = {"profile": "livermore", "player_dealer": 3, "rounds": 2, "seats": [1, 3, 5]}
    assert ask("rotation", asked, asked | {"played": [3, 1]}, asked | {"played": [3]}) == [
        {"player_dealer": 5},
        {"player_dealer": 1},
        {"player_dealer": None},
    ]


def test_the_profile_option_stands_in_for_questions_that_name_none() -> None:
    nameless = {key: value for key, value in SETTLE.items() if key != "profile"}
    found = ask("settle", nameless, SETTLE, options=("--profile", "exhibit-a"))
    assert [answer["pair_plus"]["net"] for answer in found] == [4_000, 20_000]
