"""Writes `[pins]` into a table's settings: whole or not at all, and nothing else in the file is touched."""

import os
import re
import shutil
from pathlib import Path

from drivers.wiring import PinWiring

_NAMES = ("pucks", "lamps", "rows", "columns", "key", "service")


def write(config: Path, found: PinWiring) -> None:
    """Replaces the lines of `[pins]`; every other key and comment stays."""
    text = config.read_text(encoding="utf-8")
    new = "".join(f"{name} = {_spelt(getattr(found, name))}\n" for name in _NAMES)
    head, pins, tail = _section(text)
    kept = re.sub(rf"(?m)^\s*({'|'.join(_NAMES)})\s*=\s*(\[[^\]]*\])?.*\n?", "", pins)
    _put(config.resolve(), f"{head}[pins]\n{new}{kept}{tail}")


def _spelt(value: int | tuple[int, ...]) -> str:
    return str(value if isinstance(value, int) else list(value))


def _put(path: Path, text: str) -> None:
    """A table whose settings are half written does not start: the new file takes the old one's place at once."""
    old, draft = path.stat(), path.with_name(f"{path.name}.new")
    try:
        with draft.open("w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        shutil.copymode(path, draft)
        if (draft.stat().st_uid, draft.stat().st_gid) != (old.st_uid, old.st_gid):
            os.chown(draft, old.st_uid, old.st_gid)
        draft.rename(path)
    finally:
        draft.unlink(missing_ok=True)
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def _section(text: str) -> tuple[str, str, str]:
    """What stands before `[pins]`, in it and after it."""
    found = re.search(r"(?m)^\[pins\][^\n]*\n", text)
    if not found:
        return (text if text.endswith("\n") or not text else text + "\n"), "", ""
    after = re.search(r"(?m)^\[", text[found.end() :])
    end = found.end() + after.start() if after else len(text)
    return text[: found.start()], text[found.end() : end], text[end:]
