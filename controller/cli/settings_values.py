"""Every setting's value in force, one by one: its key, its unit, whether it may be shown. Knows no file."""

import dataclasses
from collections.abc import Iterator
from typing import Any

from controller.tomlfile import KeyPath

_UNITS = {"ms": "ms", "s": "s", "cents": "cents", "ppm": "parts per million"}
_GPIO = ("pucks", "lamps", "rows", "columns", "key", "service")


@dataclasses.dataclass(frozen=True)
class Value:
    where: KeyPath
    plain: Any
    """As TOML and JSON know it; None: not set."""
    secret: bool = False

    @property
    def key(self) -> str:
        return ".".join(map(str, self.where))

    @property
    def unit(self) -> str:
        return unit(*map(str, self.where[:2]))

    @property
    def shown(self) -> Any:
        return f"(hidden, {len(self.plain)} characters)" if self.secret else self.plain


def unit(section: str, key: str = "") -> str:
    if section == "pins" and key in _GPIO:
        return "GPIO"
    _, underscore, last = key.rpartition("_")
    return _UNITS.get(last, "") if underscore else ""


def values(found: Any, where: KeyPath = (), secret: bool = False) -> Iterator[Value]:
    """Lists of plain values stay whole; tables, lists of tables and maps are opened."""
    if dataclasses.is_dataclass(found):
        for field in dataclasses.fields(found):
            hidden = bool(field.metadata.get("secret"))
            yield from values(getattr(found, field.name), (*where, field.name), hidden)
    elif isinstance(found, dict):
        for key, value in found.items():
            yield from values(value, (*where, key))
    elif isinstance(found, tuple) and found and dataclasses.is_dataclass(found[0]):
        for index, value in enumerate(found):
            yield from values(value, (*where, index))
    else:
        yield Value(where, _plain(found), secret)


def _plain(found: Any) -> Any:
    if isinstance(found, tuple):
        return [_plain(one) for one in found]
    return str(found) if isinstance(found, str) else found
