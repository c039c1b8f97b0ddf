"""The demo's table is the real one: played, cut off and killed through its orders, with either broker."""

import json
from pathlib import Path
from typing import Any

import pytest

from controller.journal_reader import JournalReader
from demo.books import LOST_BEATS
from demo.table import PLACE
from tests.demo.rig import Demo, Onlooker, play_from_claim, play_to_claim, watched
from tests.real_table import command
from tests.subscriber import listening

BROKERS = ("--mosquitto", "--embedded")
TAKEN = {"2": "taken", "5": "taken"}


def journal(demo: Demo) -> Path:
    return next(demo.folder.glob("pucklight-demo-*/table/journal.db"))


def where_it_stands(round_: dict[str, Any]) -> dict[str, Any]:
    """What the rows hold of a round; what the shuffler has told is not in them."""
    return {name: round_[name] for name in ("round", "state", "seats", "claims", "key", "npn")}


def want_every_row(demo: Demo, seen: Onlooker) -> None:
    """What was heard is the journal, whole, and its balances are the journal's."""
    with JournalReader.open(journal(demo)) as reader:
        proof = reader.prove()
    head, balances = proof.seq, proof.balances
    seen.wait(lambda facts: facts["books"]["seq"] == head)
    assert sorted(seen.rows) == list(range(1, head + 1))
    assert seen.facts["books"]["microcents"] == {str(k): v for k, v in balances.items()}
    assert seen.totals == {0}


@pytest.mark.parametrize("broker", BROKERS)
def test_a_win_is_paid_and_a_power_cut_in_its_middle_changes_nothing(
    memory: Path, broker: str
) -> None:
    with watched(memory, broker) as (demo, seen):
        play_to_claim(demo, seen)
        off = dict.fromkeys("134678", "off")
        seen.wait_lamps({**off, **TAKEN})
        before = seen.facts["round"]
        demo.act("power", on=False)
        seen.wait_lamps({**off, "2": "off", "5": "off"})
        seen.wait(lambda facts: facts["status"]["state"] == "offline")  # The Last Will.
        demo.act("power", on=True)
        seen.wait(lambda facts: facts["status"]["state"] == "in_service")
        seen.wait_lamps({**off, **TAKEN})
        assert where_it_stands(seen.facts["round"]) == where_it_stands(before)
        play_from_claim(demo, seen)
        paid = [row for row in seen.rows.values() if row["type"] == "j_pot"]
        assert [win["prize_cents"] for row in paid for win in row["facts"]["wins"]] == [7500]
        want_every_row(demo, seen)


@pytest.mark.parametrize("broker", BROKERS)
def test_a_killed_broker_costs_no_row(memory: Path, broker: str) -> None:
    with watched(memory, broker) as (demo, seen):
        play_to_claim(demo, seen)
        demo.act("broker", on=False)
        seen.wait(lambda facts: not facts["listening"])
        demo.act("press", key="straight-flush")  # Clears the claim.
        demo.act("press", key="game-over")  # Says that a win was missed.
        demo.act("press", key="game-over")
        seen.wait(lambda facts: facts["lamps"]["patterns"]["7"] == "invite")
        demo.act("chip", seat=7, on=True)
        seen.wait(lambda facts: facts["lamps"]["patterns"]["7"] == "seen")
        demo.act("press", key="coin-in")
        seen.wait(lambda facts: facts["lamps"]["patterns"]["7"] == "taken")
        demo.act("broker", on=True)
        seen.wait(lambda facts: facts["round"]["seats"] == [7])  # Retained, told anew.
        want_every_row(demo, seen)


def test_rows_lost_on_the_way_are_asked_for_again(memory: Path) -> None:
    with watched(memory, "--mosquitto") as (_, seen):
        seen.wait(lambda facts: facts["heartbeat"] is not None)
        beat = {**seen.facts["heartbeat"], "seq": 1000}
        with listening(seen.facts["broker"]["port"], check=False) as stranger:
            for _beat in range(LOST_BEATS):
                stranger.client.publish(f"{PLACE.prefix}heartbeat", json.dumps(beat), qos=1)
            order = stranger.wait_for("cmd")[0].body
            assert (order["name"], order["args"]) == ("replay", {"from_seq": 4})
            stranger.wait_for("reply")
            assert stranger.bodies("reply")[0]["id"] == order["id"]


def test_a_chip_moved_in_the_dark_is_found_at_the_next_start(memory: Path) -> None:
    with watched(memory) as (demo, seen):
        demo.act("chip", seat=3, on=True)
        demo.act("power", on=False)
        demo.act("chip", seat=3, on=False)
        demo.act("chip", seat=4, on=True)
        assert demo.post({"do": "press", "key": "coin-in"})[0] == 409
        demo.act("power", on=True)
        demo.act("press", key="coin-in")
        seen.wait_state("in_play")
        assert seen.facts["round"]["seats"] == [4]


def test_twenty_rounds_play_by_themselves_and_every_account_still_sums_to_zero(
    memory: Path,
) -> None:
    with watched(memory, "--autoplay", "--speed", "50") as (demo, seen):
        seen.wait(lambda facts: facts["autoplay"]["rounds"] >= 20, 60)
        demo.act("finish")
        seen.wait_state("betting")
        want_every_row(demo, seen)
        assert seen.facts["books"]["microcents"]["drop"] < 0
        command("journal", "verify", "--journal", journal(demo))


def test_autoplay_waits_for_the_power_and_goes_on(memory: Path) -> None:
    with watched(memory, "--autoplay", "--speed", "50") as (demo, seen):
        seen.wait(lambda facts: facts["autoplay"]["rounds"] >= 1)
        demo.act("power", on=False)
        seen.wait(lambda facts: "power" in facts["autoplay"]["note"])
        demo.act("power", on=True)
        rounds = seen.facts["autoplay"]["rounds"]
        seen.wait(lambda facts: facts["autoplay"]["rounds"] > rounds + 1, 60)


@pytest.mark.parametrize(
    ("orders", "said"),
    [
        ([{"do": "service", "on": True}], "service mode"),
        ([{"do": "shuffler", "line": "jam"}], "fault (jam)"),
        ([{"do": "shuffler", "line": "unplug"}], "unplugged"),
        ([{"do": "broker", "on": False}], "broker is gone"),
    ],
)
def test_autoplay_says_what_it_waits_for(
    memory: Path, orders: list[dict[str, Any]], said: str
) -> None:
    with watched(memory, "--speed", "50") as (demo, seen):
        for order in orders:
            demo.act(**order)
        demo.act("autoplay", on=True)
        seen.wait(lambda facts: said in facts["autoplay"]["note"])


def test_the_speed_chosen_on_the_page_is_the_shuffler_s_too(memory: Path) -> None:
    with watched(memory, "--speed", "0.25") as (demo, seen):
        for seat in range(1, 9):
            demo.act("chip", seat=seat, on=True)
        demo.act("press", key="coin-in")
        seen.wait_state("in_play")
        demo.act("autoplay", on=False, speed=20)
        demo.act("deal")
        # At the speed of the start nine stacks would take more than nine seconds.
        seen.wait(lambda facts: facts["round"]["unloaded"] is not None, 8)


def test_a_fault_that_shows_later_is_told_until_it_has_shown(memory: Path) -> None:
    with watched(memory, "--speed", "20") as (demo, seen):
        demo.act("chip", seat=1, on=True)
        demo.act("shuffler", line="misdeal 2")
        demo.act("shuffler", line="same-deck")
        seen.wait(lambda facts: facts["shuffler"]["armed"] == ["misdeal", "same-deck"])
        demo.act("press", key="coin-in")
        seen.wait_state("in_play")
        demo.act("deal")
        seen.wait(lambda facts: facts["shuffler"]["armed"] == [])


def test_a_pulled_shuffler_is_an_alert_that_ends_when_it_is_back(memory: Path) -> None:
    with watched(memory) as (demo, seen):
        seen.wait(lambda facts: not facts["alerts"])
        demo.act("shuffler", line="unplug")
        seen.wait(lambda facts: any("shuffler" in alert["code"] for alert in facts["alerts"]))
        demo.act("shuffler", line="replug")
        seen.wait(lambda facts: not facts["alerts"])


def test_a_key_out_of_order_is_refused_in_the_table_s_own_words(memory: Path) -> None:
    with watched(memory) as (demo, seen):
        demo.act("press", key="j-pot")
        seen.wait(lambda _: bool(seen.refusals))
        assert seen.refusals[0]["code"] == "no_claim"
