"""`pucklight pool replay`, `forecast` and `check-config` as a stranger runs them."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest


def pucklight(*args: str, given: str = "") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "controller", *args]
    return subprocess.run(command, input=given, capture_output=True, text=True, check=False)


def replay(*questions: dict[str, Any] | str) -> tuple[int, list[dict[str, Any]], str]:
    lines = "".join(f"{q if isinstance(q, str) else json.dumps(q)}\n" for q in questions)
    done = pucklight("pool", "replay", given=lines)
    return done.returncode, [json.loads(line) for line in done.stdout.splitlines()], done.stderr


def one(question: dict[str, Any]) -> list[dict[str, Any]]:
    code, (answer,), _ = replay(question)
    assert code == 0, answer
    rounds: list[dict[str, Any]] = answer["rounds"]
    return rounds


def players(*hands: str) -> list[dict[str, Any]]:
    return [{"seat": seat, "hand": hand} for seat, hand in enumerate(hands, 1)]


FIRST_DAY = {
    "meter": 100_000,
    "coin_in": 0,
    "paid_meter": 0,
    "paid_fixed": 0,
    "paid_envy": 0,
    "reserve": 0,
    "admin": 0,
    "house_advance": 0,
    "seed_outstanding": 100_000,
    "reseeded": 0,
}


def test_california_starts_with_a_seeded_meter_and_nothing_else() -> None:
    (only,) = one({"profile": "ca-003", "rounds": [{"players": []}]})
    assert only == {"pays": {}, "balances": FIRST_DAY}


def test_california_books_a_round_with_a_fixed_win_and_a_shortfall() -> None:
    (only,) = one({"profile": "ca-003", "rounds": [{"players": players("none", "straight")}]})
    assert only["pays"] == {"2": {"prize": 600, "envy": 0}}
    changed = {"meter": 100_030, "coin_in": 200, "paid_fixed": 600, "admin": 10}
    assert only["balances"] == FIRST_DAY | changed | {"house_advance": 600 - 160}


def test_two_jackpots_in_california_are_both_paid_as_posted() -> None:
    (only,) = one(
        {
            "profile": "ca-003",
            "start": {"reserve": 900_000, "seed_outstanding": 0},
            "rounds": [{"players": players("akq_spades", "akq_spades")}],
        }
    )
    assert only["pays"] == {seat: {"prize": 100_030, "envy": 10_000} for seat in ("1", "2")}
    found = only["balances"]
    assert (found["paid_meter"], found["paid_fixed"], found["paid_envy"]) == (
        100_030,
        100_030,
        20_000,
    )
    assert found["reserve"] == 900_000 + 160 - 100_030 - 20_000 - 100_000


def test_two_jackpots_in_washington_are_paid_in_order_from_the_highest_seat() -> None:
    (only,) = one(
        {
            "profile": "wa-paytable-1",
            "start": {"meter": 400_000},
            "rounds": [{"players": players("akq_spades", "akq_spades")}],
        }
    )
    assert only["pays"] == {
        "1": {"prize": 100_000, "envy": 10_000},
        "2": {"prize": 400_028, "envy": 10_000},
    }
    paid = 500_028 + 20_000
    assert only["balances"] == {
        "meter": 100_000,
        "coin_in": 200,
        "paid_meter": 500_028,
        "paid_fixed": 0,
        "paid_envy": 20_000,
        "house_seed": 300_000,
        "house_net": 200 - paid,
    }


def test_the_seed_is_repaid_at_the_end_of_the_round_that_reaches_the_level() -> None:
    rounds = [{"players": players("none")}] * 3
    options = {"reimburse_at": 150_000}
    start = {"reserve": 149_900}
    found = one({"profile": "ca-003", "options": options, "start": start, "rounds": rounds})
    owed = [(one_["balances"]["reserve"], one_["balances"]["seed_outstanding"]) for one_ in found]
    assert owed == [(149_980, 100_000), (50_060, 0), (50_140, 0)]


def test_units_multiply_every_figure() -> None:
    (only,) = one(
        {
            "profile": "wa-paytable-2",
            "options": {"units": 5},
            "rounds": [{"players": players("akq_other", "three_of_a_kind", "straight")}],
        }
    )
    assert only["pays"] == {
        "1": {"prize": 250_000, "envy": 0},
        "2": {"prize": 45_000, "envy": 12_500},
        "3": {"prize": 0, "envy": 12_500},
    }
    assert (only["balances"]["meter"], only["balances"]["house_seed"]) == (500_300, 500_000)


def test_who_pays_no_fee_wins_nothing_and_triggers_nothing() -> None:
    table = [{"seat": 1, "hand": "akq_spades", "fee": False}, {"seat": 2, "hand": "none"}]
    paid, free = one(
        {"profile": "ca-003", "rounds": [{"npn": npn, "players": table} for npn in (False, True)]}
    )
    assert (paid["pays"], free["pays"]) == ({}, {})
    assert free["balances"]["coin_in"] == 100


@pytest.mark.parametrize(("qualify", "prize"), [(True, 600), (False, 0)])
def test_a_folded_hand_wins_if_the_profile_says_so_and_gets_envy_either_way(
    qualify: bool, prize: int
) -> None:
    table = [{"seat": 1, "hand": "straight", "folded": True}, {"seat": 2, "hand": "akq_other"}]
    options = {"folded_qualify": qualify}
    (only,) = one({"profile": "wa-paytable-1", "options": options, "rounds": [{"players": table}]})
    assert only["pays"]["1"] == {"prize": prize, "envy": 2_500}


def test_cards_may_stand_for_the_hand() -> None:
    table = [{"seat": 8, "cards": ["Qs", "As", "Ks"]}, {"seat": 1, "cards": ["2d", "Ad", "3d"]}]
    (only,) = one({"profile": "ca-003", "rounds": [{"players": table}]})
    assert only["pays"] == {
        "1": {"prize": 7_500, "envy": 10_000},
        "8": {"prize": 100_030, "envy": 0},
    }


GOOD = {"profile": "ca-003", "rounds": []}


@pytest.mark.parametrize(
    ("bad", "wanted"),
    [
        ("not json", "want one JSON object"),
        ({"profile": "ca-004", "rounds": []}, "want one of ca-003"),
        ({"profile": "ca-003"}, "rounds is missing"),
        ({**GOOD, "round": []}, 'unknown key "round"'),
        ({**GOOD, "options": {"unit": 5}}, 'unknown key "unit"'),
        ({**GOOD, "options": {"units": 0}}, "options.units: want a whole number of 1 or more"),
        ({**GOOD, "options": {"reimburse_at": 1.5}}, "options.reimburse_at: want whole cents"),
        ({**GOOD, "options": {"folded_qualify": 1}}, "options.folded_qualify: want true or false"),
        ({**GOOD, "start": {"meter": -1}}, "start.meter: want whole cents, 0 or more"),
        ({**GOOD, "start": {"house_net": 1}}, 'unknown key "house_net"'),
        ({**GOOD, "rounds": [{}]}, "round 1: players is missing"),
        (
            {**GOOD, "rounds": [{"players": [{"seat": 9, "hand": "none"}]}]},
            "seat: want 1 to 8, got 9",
        ),
        ({**GOOD, "rounds": [{"players": [{"seat": 1}]}]}, "want either cards or hand"),
        ({**GOOD, "rounds": [{"players": [{"seat": 1, "hand": "royal"}]}]}, "hand: want one of"),
        (
            {**GOOD, "rounds": [{"players": players("none") + players("none")}]},
            "a seat is there twice",
        ),
        (
            {
                **GOOD,
                "rounds": [{"players": [{"seat": s, "cards": ["As", "Ks", "Qs"]} for s in (1, 2)]}],
            },
            "As is there twice",
        ),
    ],
)
def test_a_bad_line_is_named_and_the_others_are_answered(bad: Any, wanted: str) -> None:
    code, (first, second, third), errors = replay(GOOD, bad, GOOD)
    assert code == 1
    assert (first, third) == ({"rounds": []}, {"rounds": []})
    assert (second["error"], second["line"]) == ("bad_input", 2)
    assert wanted in second["message"]
    assert errors.startswith("line 2: ")


def test_forecast_prints_json_and_draws_a_chart(tmp_path: Path) -> None:
    chart = tmp_path / "chart.svg"
    done = pucklight("forecast", "--hours", "50", "--runs", "5", "--json", "--svg", str(chart))
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert (found["runs"], found["rounds"], found["confidence"]) == (5, 2_000, 0.95)
    assert found["exact_reserve_drift_cents"] == pytest.approx(15.0)
    ElementTree.fromstring(chart.read_text("utf-8"))


def test_forecast_refuses_a_table_without_players() -> None:
    assert pucklight("forecast", "--players", "0").returncode == 2


def test_check_config_prints_what_a_progressive_keeps() -> None:
    done = pucklight("check-config", "wa-paytable-1")
    assert done.returncode == 0
    for words in ("22.3348 %", "3.7104 %", "$4,094.00", "one in 22,100.0"):
        assert words in done.stdout
    assert (
        json.loads(pucklight("check-config", "ca-003", "--json").stdout)["hold_percent"]
        == "20.0000"
    )


def test_check_config_names_every_mistake_and_exits_78(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text('extends = "ca-003"\nfee_cents = 0\nlimit_cents = 1\n', encoding="utf-8")
    done = pucklight("check-config", str(path))
    assert done.returncode == 78
    assert f"{path}:2: fee_cents: want 1 or more, got 0" in done.stderr
    assert f"{path}:3: limit_cents: $0.01 is below the seed of $1,000.00" in done.stderr
