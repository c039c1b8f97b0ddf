"""`pucklight doctor`: looks at everything a table needs, and says what is, what it means and what to do.

Changes nothing and disturbs no running table; each check has a time limit. Exit 0: no problem; 1: a problem; 78: the
settings are wrong.
"""

import argparse
import dataclasses
import json
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

from controller.cli import settings as settings_file
from controller.cli.doctor_finding import Finding, Findings, Mark, ok, problem, warning, within
from controller.errors import ConfigError


def add_to(subparsers: Any) -> None:
    parser = subparsers.add_parser(
        "doctor",
        help="what is wrong with this table, and what to do",
        description="Checks settings, program, journal, lines, devices, broker, clock and power. Changes nothing.",
    )
    settings_file.add_config_option(parser)
    parser.add_argument("--json", action="store_true", help="one JSON document")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    found: list[Finding] = []
    for finding in _findings(args.config):
        found.append(finding)
        if not args.json:
            print(words(finding), flush=True)
    wrong = any(finding.mark is Mark.PROBLEM for finding in found)
    if args.json:
        print(json.dumps({"ok": not wrong, "findings": [dataclasses.asdict(f) for f in found]}))
    else:
        print(_sum(found))
    if any(finding.code == "config.mistake" for finding in found):
        return ConfigError.exit_code
    return 1 if wrong else 0


def words(finding: Finding) -> str:
    """A good line is one line; any other says below what it means and what to do."""
    mark = f"[{finding.mark}]"
    if finding.mark is Mark.OK:
        return (
            f"{mark:<10} {finding.code}: {'; '.join(filter(None, (finding.what, finding.meaning)))}"
        )
    return (
        f"{mark:<10} {finding.code}: {finding.what}\n"
        f"{'':<10}   means: {finding.meaning}\n"
        f"{'':<10}   do:    {finding.action}"
    )


def _sum(found: list[Finding]) -> str:
    counts = {mark: sum(finding.mark is mark for finding in found) for mark in Mark}
    return f"{counts[Mark.PROBLEM]} problems, {counts[Mark.WARNING]} warnings, {counts[Mark.OK]} ok"


def _findings(config: Path) -> Iterator[Finding]:
    from controller.cli import doctor_broker, doctor_devices, doctor_journal, doctor_system
    from controller.cli.doctor_case import Case

    yield from within("system", doctor_system.system)
    settings, configured = _configured(config)
    yield from configured
    if settings is not None:
        case = Case.of(settings)
        runs = "a table runs" if case.running else "no table runs"
        yield ok("daemon", f"{runs} with this journal")
        checks: dict[str, Callable[[Case], Findings]] = {
            "software": doctor_system.program,
            "journal": doctor_journal.journal,
            "disk": doctor_journal.disk,
            "pins": doctor_devices.pins,
            "inputs": doctor_devices.inputs,
            "shuffler": doctor_devices.shuffler,
            "certificates": doctor_broker.certificates,
            "broker": doctor_broker.broker,
        }
        for name, check in checks.items():
            yield from within(name, partial(check, case))
    for name, look in {
        "clock": doctor_system.clock,
        "power": doctor_system.power,
        "temperature": doctor_system.temperature,
    }.items():
        yield from within(name, look)


def _configured(config: Path) -> tuple[settings_file.Settings | None, list[Finding]]:
    from controller.cli.check_table import read

    try:
        checked = read(config)
    except ConfigError as error:
        meaning, action = "the table does not start", "correct the file, then check-config"
        return None, [
            problem("config.mistake", line, meaning, action) for line in str(error).splitlines()
        ]
    told = [
        warning("config.doubt", line, "it may be meant so", "correct the file if not")
        for line in checked.doubts
    ]
    return checked.settings, [ok("config", f"{config}: no mistakes"), *told]
