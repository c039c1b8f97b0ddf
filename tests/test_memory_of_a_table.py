"""What a journal tells whoever asks later: meters, wins, programs. And what it refuses to forget."""

import json
from pathlib import Path

from tests.broker import Mosquitto
from tests.real_table import RealTable, command, real_table


def win_a_straight(table: RealTable) -> None:
    table.order("chip 1 on")
    for key in ("coin-in", "seat-1", "straight"):
        table.order(f"press {key}")
    table.heard.wait(lambda _: table.rows()[-1]["type"] == "win_claimed")
    table.order("key jph")
    table.heard.wait(lambda _: table.rows()[-1]["type"] == "verify_started")
    table.order("press j-pot")
    table.heard.wait(lambda _: table.rows()[-1]["type"] == "j_pot")


def test_meters_and_last_hits_are_counted_from_the_rows_while_the_table_plays(
    tmp_path: Path, broker: Mosquitto
) -> None:
    with real_table(tmp_path, broker) as table:
        win_a_straight(table)
        said = json.loads(command("pool", "meters", "--journal", table.journal, "--json"))
        words = command("pool", "meters", "--journal", table.journal)
    assert said["meters"]["progressive_in"] == {"wagers": 1, "cents": 100}
    assert said["meters"]["display_cents"] == 100015
    assert said["meters"]["base_cents"] == 100000
    assert said["meters"]["levels"]["straight"] == {"hits": 1, "wins_cents": 600}
    assert [(hit["seat"], hit["hand"]) for hit in said["last_hits"]] == [(1, "straight")]
    assert "$1,000.15" in words
    assert "seat 1  straight  $6.00 from the reserve" in words


def test_every_start_is_on_record_with_its_program(tmp_path: Path, broker: Mosquitto) -> None:
    with real_table(tmp_path, broker) as table:
        for _ in range(2):
            table.kill()
            table.start()
        shown = command("journal", "show", "--journal", table.journal, "--type", "boot", "--json")
        program = json.loads(command("verify", "--json"))["software"]
    boots = [json.loads(line) for line in shown.splitlines()]
    assert [row["facts"]["born"] for row in boots] == [1, 2, 3]
    assert {row["facts"]["software"] for row in boots} == {program}


def test_other_rules_in_the_settings_do_not_change_a_posted_jackpot(
    tmp_path: Path, broker: Mosquitto
) -> None:
    with real_table(tmp_path, broker) as table:
        table.stop()
        own = table.config.read_text()
        table.config.write_text(own.replace("[table]", '[table]\nprogressive = "wa-paytable-1"'))
        said = command("run", "--config", table.config, code=78)
    assert "is not what this jackpot is played by" in said
    assert "parameters" in said
