"""`pucklight check-config`: every mistake at once with its line, what only this machine can tell, and the summary."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from controller.cli.settings import load
from controller.errors import ConfigError
from tests.asked import ask, written
from tests.real_table import command

Capture = pytest.CaptureFixture[str]


def mistakes(capsys: Capture, path: Path) -> list[str]:
    said = ask(capsys, "check-config", path)
    assert said.code == 78
    assert not said.out
    lines = said.err.removeprefix("pucklight: ").splitlines()
    return [line.removeprefix(f"{path}:") for line in lines]


def test_every_mistake_is_told_at_once_with_its_line(capsys: Capture, tmp_path: Path) -> None:
    path = tmp_path / "table.toml"
    path.write_text(
        '[table]\nsite = "club"\nid = "T7"\njournal = "/nowhere/journal.db"\nunit = 3\n'
        'keypad = "touch"\n[mqtt]\nhots = "x"\nport = 99999\nca_file = "/nowhere/ca.pem"\n'
        "[pins]\npucks = [9, 9, 11, 12, 13, 15, 16, 17]\nchip = true\n"
        "[keypad.codes]\nseat-1 = 1\nseat-2 = 1\n"
    )
    found = mistakes(capsys, path)
    wanted = [
        '5: table.unit: no such key; did you mean "units"?',
        '3: table.id: want 1 to 32 of a-z, 0-9 and -, got "T7"',
        '8: mqtt.hots: no such key; did you mean "host"?',
        "9: mqtt.port: want 1 to 65535, got 99999",
        "13: pins.chip: want a whole number, got true",
        "14: keypad.codes: code 1 stands for 2 keys",
        "10: mqtt.ca_file: there is no file /nowhere/ca.pem; put it there, or correct the path",
        "4: table.journal: there is no folder /nowhere; make it, or mount its disk",
    ]
    assert [line for line in wanted if line not in found] == []


CARD = {"badge": "12345678", "name": "Ann", "level": "supervisor"}
TOUCH = {"keypad": "touch"}


@pytest.mark.parametrize(
    ("sections", "wanted"),
    [
        ({"pins": {"key": 9}}, "pins.key: GPIO 9 is already used by pucks"),
        ({"table": TOUCH}, "cards: are missing"),
        ({"table": TOUCH}, "badge.path: is missing"),
        ({"table": {"copy": "{journal}"}}, "table.copy: is the journal itself"),
        ({"table": {"units": 0}}, "table.units: want 1 or more, got 0"),
        ({"table": {"progressive": "ca-3"}}, 'table.progressive: no progressive "ca-3"'),
        ({"table": {"approved_software": "abc"}}, "table.approved_software: want the 64 digits"),
        ({"mqtt": {"host": "10.0.0.9"}}, "mqtt.ca_file: is missing: 10.0.0.9 is another machine"),
        ({"mqtt": {"user": "t7", "password_file": "/no/pw"}}, "mqtt.password_file: there is no"),
        ({"cards": [CARD, CARD]}, "cards.1.badge: is the badge of Ann already"),
        ({"cards": [{**CARD, "badge": "12a4"}]}, "cards.0.badge: want 4 to 32 digits"),
        (
            {"table": {**TOUCH, "executive_from_cents": 5000}, "cards": [CARD]},
            "cards: no Executive among them: nobody could approve a prize from $50.00 on",
        ),
        (
            {"badge": {"path": "/dev/input/a"}, "keypad": {"path": "/dev/input/a"}},
            "badge.path: is the keypad's own device",
        ),
    ],
)
def test_values_that_do_not_fit_together_are_found(
    capsys: Capture, tmp_path: Path, sections: dict[str, Any], wanted: str
) -> None:
    if copy := sections.get("table", {}).get("copy"):
        sections = {"table": {"copy": copy.format(journal=tmp_path / "journal.db")}}
    found = mistakes(capsys, written(tmp_path, **sections))
    assert any(wanted in line for line in found), found
    assert "12345678" not in str(found)


def test_mistakes_in_the_tables_own_progressive_have_their_own_lines(
    capsys: Capture, tmp_path: Path
) -> None:
    own = tmp_path / "own.toml"
    own.write_text('extends = "ca-003"\nfee_cents = 0\nlimit_cents = 1\n')
    found = mistakes(capsys, written(tmp_path, table={"progressive": str(own)}))
    assert f"5: table.progressive: {own}:2: fee_cents: want 1 or more, got 0" in found[0]
    assert f"{own}:3: limit_cents: $0.01 is below the seed of $1,000.00" in found[1]
    own.write_text('extends = "wa-paytable-1"\nunits = 5\n')
    found = mistakes(capsys, written(tmp_path, table={"progressive": str(own)}))
    assert "its file says units = 5" in found[0]


def test_a_good_table_is_summed_up_for_a_technician(capsys: Capture, tmp_path: Path) -> None:
    path = written(tmp_path, table={"copy": str(tmp_path / "copy.db")})
    said = ask(capsys, "check-config", path)
    assert said.code == 0
    for words in (
        f"{path}: a table's settings, no mistakes",
        "t7 at club",
        "fee $1.00, seed $1,000.00, hold 20.0000 % with 7 players",
        "1: GPIO 9, 2: GPIO 10",
        "127.0.0.1:1883, plain, no login",
        f"warning: {path}:4: table.journal: there is no journal yet",
        f"warning: {path}:5: table.copy: is on the journal's own disk",
        f'warning: {path}:7: pins.factory: "sim": no real puck',
    ):
        assert words in said.out
    facts = json.loads(ask(capsys, "check-config", path, "--json").out)
    assert (facts["kind"], facts["ok"], facts["table"], len(facts["seats"])) == (
        "table",
        True,
        "t7",
        8,
    )
    assert len(facts["warnings"]) == 3
    assert ask(capsys, "check-config", path, "--quiet").out == ""


def test_mistakes_come_as_json_too(capsys: Capture, tmp_path: Path) -> None:
    path = written(tmp_path, table={"units": 0}, mqtt={"port": 0})
    said = ask(capsys, "check-config", path, "--json")
    facts = json.loads(said.out)
    assert (said.code, facts["ok"], len(facts["mistakes"])) == (78, False, 2)


@pytest.mark.parametrize(
    ("name", "wanted"),
    [("ca-003", "a progressive"), ("exhibit-a", "a game"), ("livermore", "a game")],
)
def test_each_kind_of_file_is_recognised(
    capsys: Capture, tmp_path: Path, name: str, wanted: str
) -> None:
    own = tmp_path / "own.toml"
    own.write_text(f'extends = "{name}"\n')
    for file in (name, str(own)):
        said = ask(capsys, "check-config", file)
        assert said.code == 0, said.err
        assert said.out.startswith(f"{file}: {wanted}, no mistakes")


def test_a_file_of_no_kind_and_a_file_that_is_not_there_are_told(
    capsys: Capture, tmp_path: Path
) -> None:
    strange = tmp_path / "strange.toml"
    strange.write_text("[tool]\nname = 1\n")
    assert "nothing in it belongs to one of them" in mistakes(capsys, strange)[0]
    assert "cannot be read" in mistakes(capsys, tmp_path / "gone.toml")[0]
    assert ask(capsys, "check-config", "gone").code == 78
    assert ask(capsys, "check-config", "--nonsense").code == 2


def test_the_table_itself_refuses_a_wrong_file_with_all_its_mistakes(tmp_path: Path) -> None:
    path = written(tmp_path, table={"unit": 1}, mqtt={"port": 99999}, pins={"key": 9})
    said = command("run", "--config", path, code=78)
    for words in ("table.unit", "mqtt.port", "pins.key"):
        assert f": {words}: " in said
    with pytest.raises(ConfigError):
        load(path)


def test_a_table_without_a_journal_is_out_of_service_and_not_misconfigured(tmp_path: Path) -> None:
    """Not 78: its disk may be mounted a moment later, and then it must play by itself."""
    command = [sys.executable, "-m", "controller", "run", "--config", str(written(tmp_path))]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr
        said = process.stderr.readline()
        process.terminate()
        assert process.wait(timeout=20) == 0
    assert "out_of_service" in said
    assert str(tmp_path / "journal.db") in said
