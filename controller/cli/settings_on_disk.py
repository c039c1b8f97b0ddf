"""What a table's settings say of this machine's files, and whether it is so. Reads names and sizes, opens nothing.

Kept from `pucklight run` on purpose: a disk that is mounted late is tried again, a wrong configuration is not.
"""

import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from controller.cli.settings import Settings
from controller.style import Keypad
from drivers.wiring import FactoryName

Problem = tuple[str, str]
"""A key and what is wrong with its value, as tomlfile wants it."""


def mistakes(data: Mapping[str, Any]) -> Iterator[Problem]:
    """What keeps the table from starting. Takes the files' plain values: other mistakes must not hide these."""
    for key in ("ca_file", "certificate_file", "key_file", "password_file"):
        name = _text(data, "mqtt", key)
        path = password_path(name) if key == "password_file" else Path(name)
        if not name or path is None:
            continue
        if _is_missing(path):
            yield f"mqtt.{key}", f"there is no file {path}; put it there, or correct the path"
        elif path.is_dir():
            yield f"mqtt.{key}", f"{path} is a folder; want a file"
    journal = _text(data, "table", "journal")
    if journal and not (folder := Path(journal).parent).is_dir():
        yield "table.journal", f"there is no folder {folder}; make it, or mount its disk"


def _text(data: Mapping[str, Any], section: str, key: str) -> str:
    found = data.get(section)
    value = found.get(key) if isinstance(found, dict) else None
    return value if isinstance(value, str) else ""


def absent(settings: Settings) -> Iterator[Problem]:
    """What the table starts without, or what is made once. The doctor looks at all of it more closely."""
    yield from _journal_absent(settings)
    for key, path in _devices(settings):
        if _is_missing(path):
            yield key, f"there is no {path} now; plug it in"
    if settings.pins.factory is not FactoryName.LGPIO:
        yield "pins.factory", f'"{settings.pins.factory}": no real puck, lamp or key is touched'


def doubts(settings: Settings) -> Iterator[Problem]:
    """What may be meant so, and often is not."""
    for key, path in _named_paths(settings):
        if not path.is_absolute():
            yield key, f"{path} depends on the folder the table is started in; begin it with /"
    if settings.mqtt.allow_plain and not settings.mqtt.loopback and not settings.mqtt.tls:
        yield "mqtt.allow_plain", "what the table says can be read and forged on the network"
    touch = settings.table.keypad is Keypad.TOUCH
    if settings.table.executive_from_cents and not touch:
        yield "table.executive_from_cents", 'has no effect: keypad style "key" knows no cards'
    if settings.cards and not touch:
        yield "cards", 'have no effect: keypad style "key" approves wins with the key'


def _journal_absent(settings: Settings) -> Iterator[Problem]:
    table = settings.table
    journal = Path(table.journal)
    if journal.parent.is_dir() and _is_missing(journal):
        new = f"pucklight journal create --journal {journal} --table {table.id} --site {table.site}"
        yield "table.journal", f"there is no journal yet; for a new table: {new}"
    if table.copy is None:
        return
    folder = Path(table.copy).parent
    if not folder.is_dir():
        yield "table.copy", f"there is no folder {folder} now; plug the copy in and mount it"
    elif journal.parent.is_dir() and folder.stat().st_dev == journal.parent.stat().st_dev:
        yield "table.copy", "is on the journal's own disk: both would be lost with it"


def password_path(name: str) -> Path | None:
    """None for a systemd credential that is not handed to us: only the unit can see it."""
    folder = os.environ.get("CREDENTIALS_DIRECTORY")
    return None if "/" not in name and folder is None else Path(folder or "", name)


def _named_paths(settings: Settings) -> Iterator[tuple[str, Path]]:
    yield "table.journal", Path(settings.table.journal)
    if settings.table.copy:
        yield "table.copy", Path(settings.table.copy)
    if "/" in settings.table.progressive or settings.table.progressive.endswith(".toml"):
        yield "table.progressive", Path(settings.table.progressive)
    for key in ("ca_file", "certificate_file", "key_file"):
        if name := getattr(settings.mqtt, key):
            yield f"mqtt.{key}", Path(name)


def _devices(settings: Settings) -> Iterator[tuple[str, Path]]:
    devices = {
        "shuffler.path": settings.shuffler.path,
        "keypad.path": settings.keypad.path,
        "badge.path": settings.badge.path,
    }
    yield from ((key, Path(path)) for key, path in devices.items() if path)


def _is_missing(path: Path) -> bool:
    """A file that we may not look at is not called missing."""
    try:
        path.stat()
    except PermissionError:
        return False
    except OSError:
        return True
    return False
