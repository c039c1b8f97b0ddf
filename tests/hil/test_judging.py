"""Limits, verdicts and advice, without a table."""

from pathlib import Path
from typing import Any

import pytest

from hil import diagnoses, station
from hil.limits import Limit, Outcome, Value, without_delays
from hil.verdict import Verdict, judge
from tests.hil import stations


@pytest.mark.parametrize(
    ("value", "outcome"),
    [
        (0, "pass"),
        (7.9, "pass"),
        (8, "marginal"),
        (12, "marginal"),
        (12.1, "fail"),
        ("never", "fail"),
    ],
)
def test_a_value_is_judged_by_limit_and_marginal_band(value: Value, outcome: str) -> None:
    assert Limit(most=12, marginal=8).judge(value) == outcome


def test_yes_and_no_are_no_numbers() -> None:
    assert Limit(wanted=True).judge(True) is Outcome.PASS
    assert Limit(wanted=True).judge(1) is Outcome.FAIL
    assert Limit(most=5).judge(True) is Outcome.FAIL


@pytest.mark.parametrize("delay", ["puck.edge_to_mqtt", "power_cut.back"])
def test_where_time_is_not_real_delays_are_recorded_and_the_rest_is_judged(delay: str) -> None:
    limits = {delay: Limit("ms", most=250), "shuffler.recover": Limit("s", most=10)}
    without = without_delays(limits)
    assert without[delay].judge(900) is Outcome.PASS
    assert str(without[delay]) == "recorded"
    assert without["shuffler.recover"].judge("never") is Outcome.FAIL


def step(phase: str, outcome: str, measured: str = "pass") -> dict[str, Any]:
    values = [{"outcome": measured}]
    said = {"id": f"test_{phase}.py::{outcome}", "title": "t", "reason": "r"}
    return {"phase": phase, "outcome": outcome, "measurements": values, **said}


@pytest.mark.parametrize(
    ("steps", "restored", "verdict"),
    [
        ([], True, Verdict.ERROR),
        ([step("money", "pass")], True, Verdict.ERROR),
        ([step("pucks", "skip")], True, Verdict.ERROR),
        ([step("pucks", "pass")], True, Verdict.PASS),
        ([step("pucks", "pass")], False, Verdict.ERROR),
        ([step("pucks", "pass"), step("pucks", "skip")], True, Verdict.INCOMPLETE),
        ([step("key", "pass")], True, Verdict.INCOMPLETE),
        ([step("pucks", "pass"), step("key", "skip")], True, Verdict.PASS),
        ([step("pucks", "error")], True, Verdict.ERROR),
        ([step("pucks", "pass"), step("pucks", "fail"), step("pucks", "skip")], True, Verdict.FAIL),
        ([step("pucks", "pass"), step("money", "fail")], True, Verdict.FAIL),
    ],
)
def test_only_a_whole_clean_run_passes(
    steps: list[dict[str, Any]], restored: bool, verdict: Verdict
) -> None:
    assert judge(steps, {"pucks"}, [], restored).verdict is verdict


def test_a_step_that_was_never_done_is_no_pass() -> None:
    wanted = ["test_pucks.py::pass", "test_pucks.py::test_seat_2", "test_pucks.py::test_seat_3"]
    judged = judge([step("pucks", "pass")], {"pucks"}, wanted, restored=True)
    assert judged.verdict is Verdict.INCOMPLETE
    assert judged.reason == "not executed: test_seat_2 and 1 more"


def test_a_sitting_whose_money_nobody_knows_is_no_pass() -> None:
    steps = [step("pucks", "pass"), step("money", "skip"), step("money", "pass")]
    assert judge(steps, {"pucks"}, [], restored=True).verdict is Verdict.INCOMPLETE


def test_a_pass_counts_its_marginal_values() -> None:
    assert judge([step("pucks", "pass", "marginal")], {"pucks"}, [], True).marginal == 1


@pytest.mark.parametrize("code", diagnoses.CODES)
def test_every_diagnosis_says_what_to_do(code: str) -> None:
    found = diagnoses.diagnose(code, "3", "5")
    assert found.fix.endswith(".")
    assert "{" not in found.text + found.fix


def test_a_station_may_set_limits_of_its_own(tmp_path: Path) -> None:
    path = stations.station(tmp_path)
    with path.open("a") as file:
        file.write('[limits."puck.bounce_max"]\nmost = 5\n')
    loaded = station.load(path)
    assert (loaded.limits["puck.bounce_max"].most, loaded.limits["puck.missed"].most) == (5, 0)
