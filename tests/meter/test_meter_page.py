"""docs/meter.md keeps its word: its settings are settings, its commands parse, its files are there."""

import re
import shlex
import tomllib
from dataclasses import fields
from pathlib import Path

from controller.__main__ import parser
from meter import settings
from meter.display import State
from meter.settings import MeterSettings

TOP = Path(__file__).parents[2]
TEXT = (TOP / "docs" / "meter.md").read_text()


def block(language: str) -> str:
    (found,) = re.findall(rf"^```{language}\n(.*?)^```$", TEXT, re.DOTALL | re.MULTILINE)
    return str(found)


def test_its_settings_file_is_one(tmp_path: Path) -> None:
    (tmp_path / "meter.toml").write_text(block("toml"))
    args = parser().parse_args(["meter", "--config", str(tmp_path / "meter.toml")])
    loaded = settings.load(args)
    assert loaded.meter.tables == tuple(tomllib.loads(block("toml"))["meter"]["tables"])
    assert loaded.mqtt.actual_port == 8883


def test_it_lists_every_setting_and_every_state() -> None:
    rows = {
        name
        for row in re.findall(r"^\| (`.*?) \|", TEXT, re.MULTILINE)
        for name in re.findall(r"`(\w+)`", row)
    }
    assert {field.name for field in fields(MeterSettings)} <= rows
    assert all(f"| {state} |" in TEXT for state in State)


def test_its_commands_are_commands() -> None:
    lines = [shlex.split(line) for line in block("sh").splitlines()]
    assert all(settings.load(parser().parse_args(line[1:])) for line in lines)


def test_its_units_have_their_place() -> None:
    shipped = {
        path.name
        for path in (TOP / "systemd").iterdir()
        if "-meter." in path.name or "-kiosk." in path.name
    }
    assert len(shipped) == 3
    assert all(f"| `systemd/{name}` |" in TEXT for name in shipped)


def test_the_kiosk_opens_the_page_where_the_meter_serves_it() -> None:
    unit = (TOP / "systemd" / "pucklight-kiosk.service").read_text()
    assert f"http://127.0.0.1:{settings.PORT}/" in unit
    meter = (TOP / "systemd" / "pucklight-meter.service").read_text()
    assert (
        "ExecStart=/opt/pucklight/current/bin/pucklight meter --config /etc/pucklight/meter.toml"
        in meter
    )


def test_every_file_it_names_is_there() -> None:
    for name in re.findall(r"`((?:systemd|config)/[\w./-]+)`", TEXT):
        assert (TOP / name).is_file(), name
    for link in re.findall(r"\]\(([\w./-]+)\)", TEXT):
        assert (TOP / "docs" / link).is_file(), link
