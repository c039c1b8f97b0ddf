"""docs/technician.md keeps its word: wiring, settings, alert codes and commands. So does the index beside it."""

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest
from gpiozero import PiBoardInfo

from controller.__main__ import main
from controller.cli import settings
from controller.events import Key
from controller.levels import WARNINGS
from controller.notices import ALERTS
from controller.style import Keypad
from controller.table import DEVICES
from drivers.wiring import KeypadWiring, PinWiring

TOP = Path(__file__).parent.parent
DOCS = TOP / "docs"
TEXT = (DOCS / "technician.md").read_text()
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```$", TEXT, re.DOTALL | re.MULTILINE)
PI_4 = 0xC03111
OF_THE_DRIVER = {"flood", "facts_lost", "unreadable_fact"}


def table_after(heading: str) -> list[list[str]]:
    section = TEXT[TEXT.index(f"\n## {heading}\n") :]
    lines = section.splitlines()
    start = next(number for number, line in enumerate(lines) if line.startswith("|---"))
    rows = []
    for line in lines[start + 1 :]:
        if not line.startswith("|"):
            break
        rows.append([cell.strip() for cell in line.strip("|").split("|")])
    return rows


def wired() -> Iterator[tuple[str, int]]:
    pins = PinWiring()
    for name, gpios in (
        ("puck", pins.pucks),
        ("lamp", pins.lamps),
        ("row", pins.rows),
        ("column", pins.columns),
    ):
        yield from ((f"{name} {number}", gpio) for number, gpio in enumerate(gpios, 1))
    yield from (("key", pins.key), ("service", pins.service))


def test_the_wiring_table_is_the_default_wiring() -> None:
    rows = table_after("Wiring")
    assert [(line, int(gpio)) for line, gpio, _, _ in rows] == list(wired())
    assert len(rows) == 26


def test_each_position_on_the_header_carries_that_line() -> None:
    header = PiBoardInfo.from_revision(PI_4).headers["J8"].pins
    for _, gpio, position, _ in table_after("Wiring"):
        assert header[int(position)].name == f"GPIO{gpio}"


def test_a_cut_wire_reads_as_no_chip_run_and_no_service() -> None:
    pins = PinWiring()
    for line in (*pins.puck_lines(), pins.key_line(), pins.service_line()):
        assert line.active_low
        assert line.pull == "up"
    assert not pins.lamp_active_low


def test_the_keypad_rows_are_described_in_the_layouts_order() -> None:
    said = {line: meaning for line, _, _, meaning in table_after("Wiring")}
    for number, row in enumerate(KeypadWiring().layout[2:], 3):
        names = re.sub(r"[^a-z, ]", "", said[f"row {number}"].removeprefix("keypad: ").lower())
        assert names.split(", ") == [re.sub("[^a-z ]", "", _spoken(key)) for key in row]


def _spoken(key: Key) -> str:
    kept = {Key.J_POT: "j-pot"}
    return kept.get(key, key.replace("-", " "))


@pytest.mark.parametrize("number", [0, 1])
def test_each_settings_example_is_accepted(number: int, tmp_path: Path) -> None:
    examples = [text for language, text in BLOCKS if language == "toml"]
    assert len(examples) == 2
    local = tmp_path / "table.toml"
    local.write_text(examples[number])
    read = settings.load(local)
    assert (read.table.site, read.table.id) == ("club", "t7")
    assert (read.table.keypad is Keypad.TOUCH) == bool(number)


def test_every_setting_named_for_the_pins_exists() -> None:
    listed = re.search(r"`\[pins\]` in `table.toml` \((.*?), \.\.\.\)", TEXT, re.DOTALL)
    assert listed
    assert all(hasattr(PinWiring(), name) for name in re.findall(r"`(\w+)`", listed[1]))


def commands() -> list[list[str]]:
    """Every `pucklight` line, in the page's order."""
    lines = [line for language, text in BLOCKS if language == "sh" for line in text.splitlines()]
    return [shlex.split(line)[1:] for line in lines if line.startswith("pucklight ")]


def test_the_commands_work_in_the_pages_order(tmp_path: Path) -> None:
    """Its folders are put elsewhere; before `restore` the journal has moved to the stick."""
    journal, copy = tmp_path / "journal.db", tmp_path / "stick"
    copy.mkdir()
    ran = []
    for words in commands():
        ran.append(words[:2])
        if words[:2] == ["journal", "restore"]:
            journal.rename(copy / "journal.db")
        here = [
            word.replace("/var/lib/pucklight", str(tmp_path)).replace(
                "/mnt/pucklight-copy", str(copy)
            )
            for word in words
        ]
        assert main(here) == 0, words
    actions = ("create", "show", "verify", "archive", "restore")
    assert ran == [["check-config", "ca-003"], *(["journal", action] for action in actions)]
    assert main(["journal", "verify", "--journal", str(journal)]) == 0


def test_every_shipped_systemd_file_has_its_place() -> None:
    said = {
        row[0].strip("`"): row[1].strip("`") for row in table_after("Install on a Raspberry Pi")
    }
    shipped = {f"systemd/{path.name}" for path in (TOP / "systemd").iterdir()}
    assert set(said) == {
        name for name in shipped if "-meter." not in name and "-kiosk." not in name
    }


def test_the_program_is_installed_where_the_unit_starts_it() -> None:
    unit = (TOP / "systemd" / "pucklight.service").read_text()
    assert "ExecStart=/opt/pucklight/current/bin/pucklight run" in unit
    assert "ln -sfn 0.1.0 /opt/pucklight/current" in TEXT


def written(pattern: str, *folders: str) -> set[str]:
    sources = [path for folder in folders for path in (TOP / folder).rglob("*.py")]
    return {code for path in sources for code in re.findall(pattern, path.read_text())}


def shuffler_faults() -> set[str]:
    page = (DOCS / "shuffler-protocol.md").read_text()
    listed = re.search(r"Use these where they fit: (.*?)\. `flood`", page, re.DOTALL)
    assert listed
    return {*re.findall(r"`(\w+)`", listed[1]), *OF_THE_DRIVER}


def test_every_alert_is_explained_and_no_other() -> None:
    explained = {code for row in table_after("Alerts") for code in re.findall(r"`(\w+)`", row[0])}
    assert explained == set(ALERTS)


def test_every_fault_that_a_shuffler_reports_is_named() -> None:
    row = next(row for row in table_after("Alerts") if "`shuffler_fault`" in row[0])
    assert set(re.findall(r"`(\w+)`", row[2] + row[3])) == shuffler_faults()


def test_every_code_that_the_core_may_warn_of_is_an_alert() -> None:
    assert written(r'_set\(self\.warnings, "(\w+)"', "controller") == set(WARNINGS)
    assert written(r'DeviceFailed\(\s*"(\w+)"', "controller", "drivers") <= {*DEVICES, *WARNINGS}


def test_only_a_devices_fault_is_said_to_end_by_itself() -> None:
    by_itself = {row[0].strip("`") for row in table_after("Alerts") if "ends by itself" in row[3]}
    assert by_itself == set(DEVICES)


def test_the_index_names_every_document_once() -> None:
    index = (DOCS / "README.md").read_text()
    linked = re.findall(r"\]\(([^)]+)\)", index)
    assert len(linked) == len(set(linked))
    assert {path.name for path in DOCS.iterdir() if path.is_file()} - {"README.md"} <= set(linked)
    assert all((DOCS / name).exists() for name in linked)
