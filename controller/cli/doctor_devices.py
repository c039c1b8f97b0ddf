"""Can the table reach its lines, its serial port and its input devices? Opens only what no running table holds."""

import os
from collections.abc import Iterator
from pathlib import Path

from controller.cli.doctor_case import Case, may, owner, who_is_asked
from controller.cli.doctor_finding import Finding, Findings, ok, problem, warning
from controller.errors import DeviceError
from drivers.shuffler_session import VERSION
from drivers.wiring import FactoryName

READ, READ_WRITE = os.R_OK, os.R_OK | os.W_OK


def pins(case: Case) -> Findings:
    factory = case.settings.pins.factory
    if factory is not FactoryName.LGPIO:
        yield warning(
            "pins.factory",
            f'pins.factory is "{factory}": the lines are simulated',
            "no real puck, lamp or key is touched",
            'for a real table set pins.factory = "lgpio"',
        )
        return
    yield from _chips()
    if case.running:
        yield ok("pins.lines", "the daemon holds the lines, as it should")
        return
    yield _working_folder()
    yield _opened(case)


def _chips(top: Path = Path("/dev")) -> Iterator[Finding]:
    chips = sorted(top.glob("gpiochip*"))
    if not chips:
        yield problem(
            "pins.chip",
            f"there is no {top}/gpiochip*",
            "this machine has no GPIO lines, or its kernel does not show them",
            "run the table on a Raspberry Pi; for a trial without one set pins.factory",
        )
    for chip in chips:
        if may(chip, READ_WRITE):
            yield ok("pins.chip", f"{chip}: {who_is_asked()} may use it ({owner(chip)})")
        else:
            yield problem(
                "pins.chip",
                f"{chip}: {who_is_asked()} may not use it ({owner(chip)})",
                "no puck is read and no lamp lit",
                "install systemd/*.rules and put the user in group gpio: adduser pucklight gpio",
            )


def _working_folder() -> Finding:
    folder = Path(os.environ.get("LG_WD") or Path.cwd())
    if folder.is_dir() and os.access(folder, os.W_OK | os.X_OK):
        return ok("pins.folder", f"lgpio may write to its working folder {folder}")
    return problem(
        "pins.folder",
        f"lgpio may not write to its working folder {folder}",
        "it does not even load",
        "set LG_WD to a folder that this user may write; the systemd unit does so",
    )


def _opened(case: Case) -> Finding:
    from drivers.pins import open_pins

    try:
        opened = open_pins(case.settings.pins, case.settings.keypad)
    except DeviceError as error:
        return problem(
            "pins.lines", str(error), "no puck is read and no lamp lit", "do as the line says"
        )
    board = opened.factory.board_info
    opened.close()
    return ok("pins.lines", f"lgpio opens the lines of a Pi {board.model}; no table runs now")


def inputs(case: Case) -> Findings:
    devices = {"keypad": case.settings.keypad.path, "badge": case.settings.badge.path}
    for name, text in devices.items():
        if text:
            yield _device(f"{name}.device", Path(text), READ, "input")


def shuffler(case: Case) -> Findings:
    path = case.settings.shuffler.path
    if path is None:
        yield ok("shuffler.port", "no shuffler is set (shuffler.path)")
        return
    port = _device("shuffler.port", Path(path), READ_WRITE, "dialout")
    yield port
    if not Path(path).exists():
        return
    if case.running:
        yield ok("shuffler.greeting", "the daemon talks to it, as it should")
    else:
        yield _greeted(path)


def _device(code: str, path: Path, wanted: int, group: str) -> Finding:
    if not path.exists():
        return problem(
            code,
            f"{path}: is not there",
            "the table starts without it and waits for it; play may stop",
            "plug it in, or correct the path in the settings",
        )
    if not may(path, wanted):
        return problem(
            code,
            f"{path}: {who_is_asked()} may not use it ({owner(path)})",
            "the table cannot open it",
            f"put the user in group {group}: adduser pucklight {group}",
        )
    return ok(code, f"{path}: is there, and {who_is_asked()} may use it ({owner(path)})")


def _greeted(path: str) -> Finding:
    from drivers.shuffler_probe import greeting

    try:
        said = greeting(path)
    except DeviceError as error:
        return problem(
            "shuffler.greeting",
            str(error),
            "the table would wait for it, and says so",
            "switch it on, check cable and adapter; if the port is busy, end what holds it",
        )
    who = f"{said.text('id')}, firmware {said.text('firmware')}"
    if said.number("version") != VERSION:
        return problem(
            "shuffler.greeting",
            f"{who} speaks version {said.text('version') or 'none'}, want {VERSION}",
            "the table does not take it",
            "update the shuffler, or the table",
        )
    reads = "reads cards" if said.text("recognises") == "yes" else "does not read cards"
    return ok("shuffler.greeting", f"{who} answers, and {reads}")
