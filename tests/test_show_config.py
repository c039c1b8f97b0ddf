"""`pucklight show-config` and docs/settings.md: every value, its unit and who says so; nothing that opens a door."""

import json
from pathlib import Path

import pytest

from controller import shipped
from controller.cli import settings_page
from controller.cli.settings import Settings, load
from controller.cli.settings_values import values
from tests.asked import ask, written

PAGE = Path(__file__).parent.parent / "docs" / "settings.md"
CARD = {"badge": "12345678", "name": "Ann", "level": "executive"}

Capture = pytest.CaptureFixture[str]


def test_each_value_has_its_unit_and_the_line_that_says_it(capsys: Capture, tmp_path: Path) -> None:
    path = written(tmp_path, table={"executive_from_cents": 5000})
    lines = ask(capsys, "show-config", "--config", path).out.splitlines()
    told = {line.split()[0]: line.split(maxsplit=1)[1] for line in lines}
    defaults = shipped.config_folder() / "defaults.toml"
    assert told["table.site"].split() == ['"club"', f"{path}:2"]
    assert told["table.executive_from_cents"].split() == ["5000", "cents", f"{path}:5"]
    assert told["table.units"].split() == ["1", f"{defaults}:8"]
    assert told["pins.puck_debounce_ms"].split() == ["30", "ms", "default"]
    assert told["pins.key"].split() == ["26", "GPIO", "default"]
    assert told["mqtt.port"].split() == ["not", "set", "default"]
    assert len(lines) == len(list(values(load(path))))


def test_only_what_the_tables_own_file_says_is_shown_when_asked(
    capsys: Capture, tmp_path: Path
) -> None:
    path = written(tmp_path, keypad={"debounce_ms": 20})
    facts = json.loads(ask(capsys, "show-config", "--config", path, "--changed", "--json").out)
    assert {fact["key"] for fact in facts} == {
        *("table.site", "table.id", "table.journal"),
        *("pins.factory", "pins.socket", "keypad.debounce_ms"),
    }
    assert facts[-1] == {
        "key": "keypad.debounce_ms",
        "value": 20,
        "unit": "ms",
        "file": str(path),
        "line": 9,
    }


@pytest.mark.parametrize("form", [(), ("--json",), ("--changed",)])
def test_no_badge_and_no_password_is_shown(
    capsys: Capture, tmp_path: Path, form: tuple[str, ...]
) -> None:
    (tmp_path / "password").write_text("open-sesame\n")
    mqtt = {"user": "t7", "password_file": str(tmp_path / "password")}
    path = written(tmp_path, mqtt=mqtt, cards=[CARD])
    said = ask(capsys, "show-config", "--config", path, *form).out
    assert "12345678" not in said
    assert "open-sesame" not in said
    assert str(tmp_path / "password") in said
    assert "Ann" in said


def test_a_wrong_file_is_not_shown_but_explained(capsys: Capture, tmp_path: Path) -> None:
    said = ask(capsys, "show-config", "--config", written(tmp_path, table={"units": 0}))
    assert (said.code, said.out) == (78, "")
    assert "table.units: want 1 or more, got 0" in said.err


def test_the_page_of_settings_is_what_the_program_says() -> None:
    found = PAGE.read_text(encoding="utf-8")
    assert found == settings_page.page(), (
        "run: python -m controller.cli.settings_page > docs/settings.md"
    )


def test_every_setting_says_what_it_means() -> None:
    rows = [line for line in settings_page.page().splitlines() if line.startswith("| `")]
    assert [row for row in rows if row.endswith("|  |")] == []
    sections = [line for line in settings_page.page().splitlines() if line.startswith("## ")]
    assert len(sections) == len(Settings.__dataclass_fields__)
