"""A progressive's file: what the shipped ones say, what an operator may write, and every mistake by file and line."""

import json
from pathlib import Path

import pytest

from controller.errors import ConfigError
from controller.game.cards import parse_cards
from controller.pool import Pool
from controller.progressive import Progressive, load, shipped_names

OWN = """
title = "Ours"
extends = "wa-paytable-1"
several_winners = "all_posted_house"

[[prizes]]
hand = "mini_royal"
meter_percent = 100

[[prizes]]
hand = "straight_flush"
meter_percent = 10

[[prizes]]
hand = "pair"
for_1 = 1
"""


def written(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "own.toml"
    path.write_text(text, encoding="utf-8")
    return path


def mistakes(path: Path) -> list[str]:
    with pytest.raises(ConfigError) as wrong:
        load(path)
    return [line.removeprefix(f"{path}:") for line in str(wrong.value).splitlines()]


@pytest.mark.parametrize("name", shipped_names())
def test_every_shipped_progressive_reads_and_survives_json(name: str) -> None:
    for units in (1, 5):
        rules = load(name, units)
        assert Progressive.from_json(json.loads(json.dumps(rules.to_json()))) == rules


@pytest.mark.parametrize(
    ("cards", "code"),
    [
        ("As Ks Qs", "akq_spades"),
        ("Kh Ah Qh", "akq_other"),
        ("As 2s 3s", "straight_flush"),
        ("7c 7d 7h", "three_of_a_kind"),
        ("4c 5d 6h", "straight"),
        ("4c 5c 9c", "none"),
        ("4c 4d 9c", "none"),
    ],
)
def test_the_best_paid_hand_is_read_from_the_cards(cards: str, code: str) -> None:
    assert load("ca-003").hand_code(parse_cards(cards.split(), 3)) == code


def test_a_hand_without_its_own_prize_counts_as_the_lesser_hand_it_holds(tmp_path: Path) -> None:
    rules = load(written(tmp_path, OWN))
    found = [
        rules.hand_code(parse_cards(c.split(), 3)) for c in ("As Ks Qs", "7c 7d 7h", "4c 5d 6h")
    ]
    assert found == ["mini_royal", "pair", "none"]


def test_an_operators_file_changes_what_it_names_and_keeps_the_rest(tmp_path: Path) -> None:
    rules = load(written(tmp_path, OWN))
    assert (rules.title, rules.seed_cents, len(rules.prizes)) == ("Ours", 100_000, 3)


def test_a_part_prize_lowers_the_meter_and_is_not_reseeded(tmp_path: Path) -> None:
    pool = Pool(load(written(tmp_path, OWN)))
    pool.apply(pool.open(meter_cents=200_000).record("opened", 0))
    pool.apply(pool.contribute("1", [1, 2, 3]).record("coin_in", 1))
    win = pool.award("1", [(1, "straight_flush")])
    pool.apply(win.record("j_pot", 1))
    assert win.facts["wins"][0]["prize_cents"] == 20_004
    assert (pool.state.meter_cents, win.facts["reseed_cents"]) == (180_038, 0)
    both = pool.award("1", [(2, "straight_flush"), (3, "mini_royal")])
    pool.apply(both.record("j_pot", 1))
    assert [(w["prize_cents"], w["from"]) for w in both.facts["wins"]] == [
        (18_003, "house"),
        (180_038, "meter"),
    ]
    assert pool.state.meter_cents == 100_000


def test_printed_odds_are_compared_and_go_into_no_journal() -> None:
    rules = load("wa-paytable-1")
    assert rules.printed["hold"] == ("22.33%",)
    assert "printed" not in rules.to_json()


def test_every_mistake_is_named_at_once_with_its_line(tmp_path: Path) -> None:
    path = written(
        tmp_path,
        """extends = "ca-003"
limit_cents = 500
[split_ppm]
meter = 100_000
reserve = 800_000
house = 50_000
[[prizes]]
hand = "straight"
""",
    )
    assert mistakes(path) == [
        "3: split_ppm: the shares are 95 % of the fee together, want 100 %",
        "8: prizes.0.hand: straight: want one of cents, for_1 or meter_percent, got none",
        "7: prizes: no hand is paid from the meter: want one with meter_percent",
        "2: limit_cents: $5.00 is below the seed of $1,000.00",
    ]


NO_RESERVE = """extends = "ca-003"
[split_ppm]
meter = 150_000
reserve = 0
house = 850_000
"""


def test_a_reserve_that_gets_nothing_cannot_pay(tmp_path: Path) -> None:
    found = "\n".join(mistakes(written(tmp_path, NO_RESERVE)))
    for key in ("reimburse_at_cents", "reseed_from", "several_winners", "fixed_from"):
        assert f"{key}: " in found
    assert found.count("no share of the fee goes to the reserve") == 4


PRIZE = '[[prizes]]\nhand = "akq_spades"\n'


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        (PRIZE + "cents = 5", "no hand is paid from the meter"),
        (PRIZE + "meter_percent = 101", "4: prizes.0.meter_percent: want at most 100"),
        (
            PRIZE,
            "3: prizes.0.hand: akq_spades: want one of cents, for_1 or meter_percent, got none",
        ),
        (PRIZE + "cents = 1\nfor_1 = 2", "got cents and for_1"),
        (
            PRIZE + "meter_percent = 50\n" + PRIZE + "cents = 1",
            "6: prizes.1.hand: akq_spades has a",
        ),
        ('[[prizes]]\nhand = "royal"', "3: prizes.0.hand: want one of akq_spades"),
        (PRIZE + "meter_percent = 9\nenvy_cent = 4", 'no such key; did you mean "envy_cents"?'),
        (PRIZE + "meter_percent = 9\nenvy_cents = -4", "5: prizes.0.envy_cents: want 0 or more"),
        ("fee_cents = 0", "2: fee_cents: want 1 or more, got 0"),
        ("seed_cents = -1", "2: seed_cents: want 0 or more, got -1"),
        ('reseed_from = "tray"', "2: reseed_from: want reserve or house"),
        ('fixed_from = "house"', "2: fixed_from: want reserve or tray"),
        ("reimburse_at_cents = 5", "2: reimburse_at_cents: $0.05 is below the seed"),
        ("unreasonable_contribution_cents = 100", "want more than one fee of $1.00"),
        ('fee_cents = "1"', '2: fee_cents: want a whole number, got "1"'),
        ('printed = {hodl = ["1%"]}', '2: printed.hodl: no such figure; did you mean "hold"?'),
        ("units = 0", "2: units: want 1 or more, got 0"),
    ],
)
def test_a_mistake_says_what_was_wanted(tmp_path: Path, text: str, wanted: str) -> None:
    assert wanted in "\n".join(mistakes(written(tmp_path, f'extends = "ca-003"\n{text}')))


def test_files_that_extend_each_other_in_a_circle_are_refused(tmp_path: Path) -> None:
    assert "circle" in mistakes(written(tmp_path, 'extends = "own.toml"'))[0]


def test_an_unknown_name_lists_the_shipped_ones() -> None:
    with pytest.raises(ConfigError, match="ca-003, wa-paytable-1, wa-paytable-2"):
        load("ca-004")
