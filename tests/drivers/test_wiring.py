"""The wiring's settings: the defaults fit a Pi, and every mistake is named at once."""

from dataclasses import dataclass, field
from pathlib import Path

import pytest

from controller import tomlfile
from controller.errors import ConfigError
from drivers.wiring import BadgeWiring, KeypadWiring, PinWiring


@dataclass(frozen=True)
class Everything:
    pins: PinWiring = field(default_factory=PinWiring)
    keypad: KeypadWiring = field(default_factory=KeypadWiring)
    badge: BadgeWiring = field(default_factory=BadgeWiring)


def read(tmp_path: Path, text: str) -> Everything:
    path = tmp_path / "table.toml"
    path.write_text(text, encoding="utf-8")
    return tomlfile.read([path], Everything)


def test_the_defaults_use_all_twenty_six_lines_once_and_have_no_problem() -> None:
    wiring = PinWiring()
    lines = [
        *wiring.pucks,
        *wiring.lamps,
        *wiring.rows,
        *wiring.columns,
        wiring.key,
        wiring.service,
    ]
    assert sorted(lines) == list(range(2, 28))
    for part in (wiring, KeypadWiring(), BadgeWiring()):
        assert list(part.problems()) == []


def test_an_empty_file_is_the_default_wiring(tmp_path: Path) -> None:
    assert read(tmp_path, "") == Everything()


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("[pins]\npucks = [9, 10]", "pins.pucks: want 8 lines, got 2"),
        ("[pins]\nkey = 18", "pins.key: GPIO 18 is already used by lamps"),
        ("[pins]\nkey = 40", "pins.key: want a GPIO line from 0 to 27, got 40"),
        ('[pins]\nfactory = "pigpio"', "want one of lgpio, mock, sim"),
        ('[pins]\nfactory = "sim"', "pins.socket: "),
        ('[pins]\nkey = 2\nrows = [26, 3, 4, 14]\nkey_pull = "down"', "GPIO 2 is pulled up"),
        ('[pins]\nrevision = "Pi 4"', "pins.revision: want hexadecimal digits"),
        ("[pins]\npuck_debounce_ms = 5000", "pins.puck_debounce_ms: want 0 to 1000, got 5000"),
        ('[keypad]\nlayout = [["seat-1"]]', "keypad.layout: want 4 rows of 4 keys"),
        ('[keypad]\nlayout = [["seat-9"]]', "want one of seat-1"),
        ("[keypad.codes]\nseat-1 = 79", 'keypad.codes: want "coin-in" once, got it 0 times'),
        ("[keypad.codes]\nseat-9 = 79", 'keypad.codes: no such key "seat-9"'),
        ('[keypad]\nkind = "usb"', "keypad.path: "),
        ("[badge]\nshortest = 40", "badge.shortest: want 1 to 32, got 40"),
    ],
)
def test_a_mistake_is_named_with_its_place(text: str, wanted: str, tmp_path: Path) -> None:
    with pytest.raises(ConfigError) as caught:
        read(tmp_path, text)
    assert wanted in str(caught.value)


def test_one_code_for_two_keys_is_a_mistake() -> None:
    codes = KeypadWiring().codes | {"j-pot": 96}
    assert list(KeypadWiring(codes=codes).problems()) == [("codes", "code 96 stands for 2 keys")]
