"""The reports of a record: whole in themselves, the same for the same record, and the worst first."""

import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from hil import charts, record, report_html, report_pdf, reports, summary
from hil.diagnoses import diagnose


def step(phase: str, outcome: str = "pass", **more: Any) -> dict[str, Any]:
    empty: dict[str, Any] = {"prompts": [], "measurements": [], "diagnoses": [], "attachments": []}
    named = {"id": f"{phase}::x", "phase": phase, "title": f"{phase} works", "reason": ""}
    at = "2030-01-31T18:00:00.000Z"
    return {**named, **empty, "outcome": outcome, "started": at, "ended": at, **more}


def bounce(seat: int, value: float) -> dict[str, Any]:
    outcome = "fail" if value > 12 else "marginal" if value >= 8 else "pass"
    limit = {"unit": "ms", "limits": "at most 12", "marginal_from": 8}
    return {"name": f"puck[{seat}].bounce_max", "value": value, "outcome": outcome, **limit}


def made(
    worst: float,
    before: list[record.Record],
    mode: str = "jig",
    more: Sequence[dict[str, Any]] = (),
    states: Mapping[str, str] | None = None,
) -> record.Record:
    at, meter = "2030-01-31T18:00:00.000Z", {"cents": 100_000}
    failed = worst > 12
    found = [diagnose("bouncing_chip", 4, worst).to_json()] if failed else []
    puck = step(
        "pucks",
        "fail" if failed else "pass",
        measurements=[bounce(1, 2), bounce(4, worst)],
        diagnoses=found,
        reason=f"puck[4].bounce_max: expected at most 12 ms, seen {worst}" if failed else "",
    )
    begun = {
        "at": at,
        "dut": {"asset_no": "40177", "site": "club", "table_id": "t7", "place": "Pit <3>"},
        "station": {"id": "kit", "mode": mode, "live": False, "quick": True},
        "operator": {"badge": "3311", "witness": None},
        "software": {"signature": "0" * 64, "approved": None, "config_hash": "1" * 64, "limits_hash": "2" * 64},
    }  # fmt: skip
    lines = [
        {"kind": "begun", **begun},
        {"kind": "sitting", "at": at, "meter": meter},
        *({"kind": "step", **one} for one in [puck, *more]),
        {
            "kind": "phases",
            "phases": {"pucks": "run", "display": "not fitted", **(states or {})},
            "steps": [],
        },
        {"kind": "restored", "restored": True},
        {"kind": "ended", "at": at, "meter": meter},
    ]
    return record.build(lines, before)


def test_a_page_needs_nothing_from_outside(tmp_path: Path) -> None:
    first = made(3, [])
    page = report_html.page(first, [first], tmp_path)
    assert not [word for word in ("http", "src=", "href=", "<script", "@import") if word in page]
    assert "Pit &lt;3&gt;" in page
    assert page.count("<svg") == 1  # One record has no trend, and nothing was timed.


def test_a_failing_page_begins_with_what_failed_and_what_to_do(tmp_path: Path) -> None:
    first = made(3, [])
    second = made(19, [first])
    page = report_html.page(second, [first, second], tmp_path)
    failed, advice = page.index("expected at most 12 ms, seen 19"), page.index("What to do")
    assert failed < advice < page.index("<h2>Phases")
    assert "Clean the puck" in page[failed:advice]
    assert page.count("<svg") == 2  # Bounce, and its trend.


@pytest.mark.parametrize("worst", [3, 9, 19])
def test_the_same_record_gives_the_same_files(worst: float, tmp_path: Path) -> None:
    one = made(worst, [])
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
        reports.write(tmp_path / name / "r.json", one, [one])
    for file in ("r.html", "r.pdf"):
        assert (tmp_path / "a" / file).read_bytes() == (tmp_path / "b" / file).read_bytes()


def test_a_marginal_value_passes_and_is_counted() -> None:
    one = made(9, [])
    assert (one["outcome"], one["marginal"]) == ("PASS", 1)
    assert summary.per_puck(one, "bounce_max") == {"1": 2, "4": 9}


def test_the_hash_does_not_depend_on_how_the_file_is_laid_out() -> None:
    one = made(3, [])
    again = json.loads(json.dumps(dict(reversed(one.items())), indent=3))
    assert record.digest(again) == one["record_sha256"]


def test_a_histogram_counts_every_value() -> None:
    drawn = charts.histogram("delay", [30.0, 30.5, 31.0, 90.0], "ms")
    assert ">3<" in drawn  # The tallest bar.
    assert charts.histogram("delay", [], "ms") == ""
    assert "<rect" in charts.histogram("delay", [5.0, 5.0], "ms")


def pages(one: record.Record, folder: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The words of each page of the PDF, written without compression so that they can be read."""
    monkeypatch.setattr("reportlab.rl_config.pageCompression", 0)
    report_pdf.write(folder / "r.pdf", one, [one])
    content = (folder / "r.pdf").read_bytes().decode("latin-1")
    streams = re.findall(r"stream\r?\n(.*?)endstream", content, re.DOTALL)
    return [" ".join(re.findall(r"\((.*?)\) Tj", s)) for s in streams if " Tj" in s]


PLANTED = (
    *("money_moved", "lying_disk", "deaf_shuffler", "stuck_key", "crosstalk"),
    *("dark_lamp", "dead_puck", "rows_lost", "deaf_badge", "dead_switch"),
)


def broken(mode: str = "jig") -> record.Record:
    """Ten faults in the order in which phases find them: a bouncing puck first."""
    places = zip(reversed(PLANTED), list(summary.TITLES)[2:], strict=False)
    steps = [
        step(
            phase,
            "fail",
            reason="expected this, seen that " * 8,
            diagnoses=[diagnose(code, "3", "5").to_json()],
        )
        for code, phase in places
    ]
    states = dict.fromkeys((name for name in summary.TITLES if name != "money"), "run")
    return made(19, [], mode, steps, states)


def test_the_first_page_holds_every_phase_and_two_signatures_whatever_failed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second, *_ = pages(broken(), tmp_path, monkeypatch)
    for wanted in ("FAIL", *summary.TITLES.values(), "What to do", "Technician", "Supervisor"):
        assert wanted in first, wanted
    assert "more on page 2" in first
    assert "What did not pass" in second
    assert "Technician, date" not in second


def test_what_costs_money_comes_first() -> None:
    advice = summary.to_do(broken())
    assert [re.findall(r"HIL-\d+", text)[0] for text in advice[:3]] == [
        "HIL-001",
        "HIL-182",
        "HIL-161",
    ]


@pytest.mark.parametrize("mode", ["sim", "vm"])
def test_a_simulated_table_says_so_on_every_page_and_is_not_signed(
    mode: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = broken(mode)
    printed = pages(one, tmp_path, monkeypatch)
    assert all("SIMULATED TABLE" in page for page in printed)
    assert "not to be signed" in printed[0]
    assert "Technician, date" not in printed[0]
    assert "SIMULATED TABLE" in report_html.page(one, [one], tmp_path)


def test_a_real_table_is_signed_and_is_not_called_simulated(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = made(3, [])
    printed = pages(one, tmp_path, monkeypatch)
    assert "Technician, date" in printed[0]
    assert not any("SIMULATED" in page for page in printed)
    assert "SIMULATED" not in report_html.page(one, [one], tmp_path)


def test_every_value_has_its_seat() -> None:
    one = made(19, [])
    (pucks,) = [phase for phase in one["phases"] if phase["name"] == "pucks"]
    assert summary.values(one, pucks) == ["puck bounce max: by seat 1: 2, 4: 19!  (at most 12 ms)"]


def test_software_without_an_approved_list_is_not_called_approved() -> None:
    one = made(3, [], more=[step("identity")], states={"identity": "run"})
    (identity,) = [phase for phase in one["phases"] if phase["name"] == "identity"]
    assert summary.values(one, identity) == ["software approved: not checked, no approved list"]
