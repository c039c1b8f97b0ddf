"""`pucklight game odds`, as a person and as a machine read it."""

import argparse
import json
from pathlib import Path

import pytest

from controller.cli import odds
from controller.errors import BadInput

EDGE = "house_edge"


def asked(*arguments: str) -> int:
    parser = argparse.ArgumentParser()
    odds.add_to(parser.add_subparsers())
    args = parser.parse_args(["odds", *arguments])
    code: int = args.run(args)
    return code


def test_json_gives_every_figure_as_an_exact_fraction_and_a_percentage(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert asked("--json") == 0
    said = json.loads(capsys.readouterr().out)
    assert said["six_card"]["hands"] == 20_358_520
    assert said["three_card"]["dealer_qualifies"] == 15_380
    assert set(said["profiles"]) == {"ca-6card", "exhibit-a", "livermore", "wa"}
    assert set(said["progressives"]) == {"ca-003", "wa-paytable-1", "wa-paytable-2"}
    assert said["profiles"]["wa"]["six_card:6B1"][EDGE] == {
        "exact": "15306/149695",
        "percent": "10.224790",
        "printed": [{"value": "10.23%", "agrees": False}],
    }
    assert said["progressives"]["ca-003"]["mean_jackpot"]["dollars"] == "4,315.00"


def test_the_table_says_which_printed_figure_does_not_agree(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert asked() == 0
    lines = capsys.readouterr().out.splitlines()
    wrong = [line for line in lines if "DOES NOT AGREE" in line]
    assert [("10.23%" in line, "3.72%" in line) for line in wrong] == [(True, False), (False, True)]


def test_an_operator_s_own_paytable_is_counted_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    own = tmp_path / "generous.toml"
    own.write_text('extends = "livermore"\n[pair_plus]\npair = 2\n', encoding="utf-8")
    assert asked("--json", "--profile", str(own)) == 0
    said = json.loads(capsys.readouterr().out)
    # 242/5525 of Livermore's own table, less one more unit on each of the 3,744 pairs.
    assert said["profiles"]["generous"]["pair_plus"][EDGE]["exact"] == "-694/5525"
    assert said["progressives"] == {}


def test_a_profile_that_is_not_there_is_refused() -> None:
    with pytest.raises(BadInput, match="want a profile"):
        asked("--profile", "nevada")


def test_the_demo_s_table_is_the_odds_of_one_game(capsys: pytest.CaptureFixture[str]) -> None:
    odds.print_table("livermore")
    out = capsys.readouterr().out
    assert "1.802206 %" in out
    assert "Progressive" not in out
