"""Reads TOML files into frozen dataclasses, strictly: every mistake at once, each with file, line and key.

The fields' types are the schema. Knows nothing of what the values mean: a class with a `problems()` method adds its
own rules as (key, message) pairs. Later files override earlier ones key by key.
"""

import dataclasses
import re
import tomllib
import types
import typing
from collections.abc import Iterator, Sequence
from difflib import get_close_matches
from enum import StrEnum
from pathlib import Path
from typing import Any, TypeVar

from controller.errors import ConfigError

T = TypeVar("T")
KeyPath = tuple[str | int, ...]
"""Where a value stands: ("meter", "split", 0)."""


@dataclasses.dataclass(frozen=True)
class Layer:
    """One file as read, and the line each of its keys stands on."""

    path: Path
    data: dict[str, Any]
    lines: dict[KeyPath, int]

    @classmethod
    def read(cls, path: Path) -> "Layer":
        try:
            text = path.read_text(encoding="utf-8")
            return cls(path, tomllib.loads(text), dict(_key_lines(text)))
        except OSError as error:
            raise ConfigError(f"{path}: cannot be read: {error.strerror}") from error
        except UnicodeDecodeError as error:
            raise ConfigError(f"{path}: not UTF-8 text: {error.reason}") from error
        except tomllib.TOMLDecodeError as error:
            raise ConfigError(f"{path}: not TOML: {error}") from error


def read(paths: Sequence[Path], cls: type[T]) -> T:
    """The value of these files together; ConfigError names every mistake, one a line."""
    layers = [Layer.read(path) for path in paths]
    return build(merged(layers), cls, layers)


def merged(layers: Sequence[Layer]) -> dict[str, Any]:
    """The layers' data as one, later over earlier, key by key."""
    together: dict[str, Any] = {}
    for layer in layers:
        together = _merge(together, layer.data)
    return together


def choice(layer: Layer, key: str, options: Sequence[str]) -> str:
    """One top-level value that must be known before the rest can be read."""
    found = layer.data[key]
    if isinstance(found, str) and found in options:
        return found
    message = f"want one of {', '.join(options)}, got {_shown(found)}"
    raise ConfigError(located([layer], (key,), message))


def build(data: dict[str, Any], cls: type[T], layers: Sequence[Layer]) -> T:
    reader = _Reader()
    value = reader.value(data, cls, ())
    if reader.mistakes:
        raise ConfigError("\n".join(located(layers, *mistake) for mistake in reader.mistakes))
    return typing.cast(T, value)


def _merge(below: dict[str, Any], above: dict[str, Any]) -> dict[str, Any]:
    together = dict(below)
    for key, value in above.items():
        both_tables = isinstance(value, dict) and isinstance(below.get(key), dict)
        together[key] = _merge(below[key], value) if both_tables else value
    return together


def located(layers: Sequence[Layer], where: KeyPath, message: str) -> str:
    """The mistake with its place: the last file that has the key, else the last one that has its table."""
    told = ": ".join(filter(None, (".".join(map(str, where)), message)))
    for length in range(len(where), 0, -1):
        for layer in reversed(layers):
            if line := layer.lines.get(where[:length]):
                return f"{layer.path}:{line}: {told}"
    return f"{layers[-1].path}: {told}" if layers else told


def origin(layers: Sequence[Layer], where: KeyPath) -> tuple[Path, int] | None:
    """Which file says this value, and in which line; None: no file does."""
    for layer in reversed(layers):
        if _says(layer.data, where):
            lengths = range(len(where), 0, -1)
            lines = (layer.lines.get(where[:length]) for length in lengths)
            return layer.path, next(filter(None, lines), 1)
    return None


def _says(data: Any, where: KeyPath) -> bool:
    for part in where:
        inside = part in data if isinstance(data, dict) else _is_place(part, data)
        if not inside:
            return False
        data = data[part]
    return True


def _is_place(part: str | int, data: Any) -> bool:
    return isinstance(part, int) and isinstance(data, list) and part < len(data)


_PART = r"""(?:"[^"]*"|'[^']*'|[\w-]+)"""
_DOTTED = rf"{_PART}(?:\s*\.\s*{_PART})*"
_HEADER = re.compile(rf"\s*(\[\[?)\s*({_DOTTED})\s*\]")
_KEY = re.compile(rf"\s*({_DOTTED})\s*=")
_LONG_QUOTES = ('"""', "'''")


def _key_lines(text: str) -> Iterator[tuple[KeyPath, int]]:
    """Where each key and table header stands. A value that runs over several lines has its first one."""
    table: KeyPath = ()
    counts: dict[KeyPath, int] = {}
    long_text = ""
    for number, line in enumerate(text.splitlines(), 1):
        inside, long_text = long_text, _long_text_after(line, long_text)
        if inside:
            continue
        if header := _HEADER.match(line):
            table = _in_last_of_list(_parts(header[2]), counts)
            if header[1] == "[[":
                index = counts.get(table, 0)
                counts[table] = index + 1
                if index == 0:
                    yield table, number
                table = (*table, index)
            yield table, number
        elif key := _KEY.match(line):
            yield (*table, *_parts(key[1])), number


def _long_text_after(line: str, open_quotes: str) -> str:
    """The quotes of the text over several lines that this line leaves open; empty for none."""
    for quotes in (open_quotes,) if open_quotes else _LONG_QUOTES:
        if line.count(quotes) % 2:
            return "" if open_quotes else quotes
    return open_quotes


def _in_last_of_list(parts: KeyPath, counts: dict[KeyPath, int]) -> KeyPath:
    """Below [[a]], the header [a.b] means the b of the newest a."""
    where: KeyPath = ()
    for part in parts[:-1]:
        where = (*where, part)
        if where in counts:
            where = (*where, counts[where] - 1)
    return (*where, *parts[-1:])


def _parts(dotted: str) -> KeyPath:
    return tuple(part.strip("\"'") for part in re.findall(_PART, dotted))


_WRONG: Any = object()
"""Stands for a value that could not be made of what the file says."""

_WANTED = {int: "a whole number", str: "text in quotes", bool: "true or false"}


class _Reader:
    """Turns plain TOML values into typed ones and remembers each thing that does not fit."""

    def __init__(self) -> None:
        self.mistakes: list[tuple[KeyPath, str]] = []

    def value(self, raw: Any, wanted: Any, where: KeyPath) -> Any:
        origin = typing.get_origin(wanted)
        if origin in (typing.Union, types.UnionType):
            return self._union(raw, typing.get_args(wanted), where)
        if dataclasses.is_dataclass(wanted):
            return self._table(raw, typing.cast(type[Any], wanted), where)
        if origin is dict:
            return self._mapping(raw, typing.get_args(wanted)[1], where)
        if origin is tuple:
            return self._list(raw, typing.get_args(wanted)[0], where)
        if isinstance(wanted, type) and issubclass(wanted, StrEnum):
            return self._choice(raw, wanted, where)
        return self._scalar(raw, wanted, where)

    def _wrong(self, where: KeyPath, raw: Any, wanted: str) -> Any:
        self.mistakes.append((where, f"want {wanted}, got {_shown(raw)}"))
        return _WRONG

    def _scalar(self, raw: Any, wanted: type, where: KeyPath) -> Any:
        if type(raw) is not wanted:  # Not isinstance: true is not the number 1.
            return self._wrong(where, raw, _WANTED[wanted])
        return raw

    def _choice(self, raw: Any, wanted: type[StrEnum], where: KeyPath) -> Any:
        names = [str(member) for member in wanted]
        if raw in names:
            return wanted(raw)
        return self._wrong(where, raw, f"one of {', '.join(names)}")

    def _union(self, raw: Any, options: tuple[Any, ...], where: KeyPath) -> Any:
        """`X | None`: TOML has no null, so only an absent key gives None. `int | Enum`: by the value's kind."""
        for option in options:
            if isinstance(raw, str) == (isinstance(option, type) and issubclass(option, str)):
                return self.value(raw, option, where)
        return self.value(raw, options[0], where)

    def _list(self, raw: Any, wanted: Any, where: KeyPath) -> Any:
        if not isinstance(raw, list):
            return self._wrong(where, raw, "a list")
        made = tuple(self.value(item, wanted, (*where, index)) for index, item in enumerate(raw))
        return _WRONG if _WRONG in made else made

    def _mapping(self, raw: Any, wanted: Any, where: KeyPath) -> Any:
        if not isinstance(raw, dict):
            return self._wrong(where, raw, "a table")
        made = {key: self.value(item, wanted, (*where, key)) for key, item in raw.items()}
        return _WRONG if _WRONG in made.values() else made

    def _table(self, raw: Any, cls: type[Any], where: KeyPath) -> Any:
        if not isinstance(raw, dict):
            return self._wrong(where, raw, "a table")
        fields = {field.name: field for field in dataclasses.fields(cls)}
        for key in (key for key in raw if key not in fields):
            self.mistakes.append(((*where, key), f"no such key{did_you_mean(key, fields)}"))
        hints = typing.get_type_hints(cls)
        values = {
            key: self.value(raw[key], hints[key], (*where, key)) for key in fields if key in raw
        }
        missing = [key for key, field in fields.items() if key not in raw and _needed(field)]
        self.mistakes += [((*where, key), "is missing") for key in missing]
        if missing or _WRONG in values.values():
            return _WRONG
        # A key that does not exist hides no other mistake: the rules are asked all the same.
        made = cls(**values)
        for key, message in getattr(made, "problems", lambda: ())():
            self.mistakes.append(((*where, *_key_path(key)), message))
        return made


def _needed(field: "dataclasses.Field[Any]") -> bool:
    return (field.default, field.default_factory) == (dataclasses.MISSING,) * 2


def _key_path(dotted: str) -> KeyPath:
    """From "prizes.1.hand": a number is a place in a list."""
    return tuple(int(part) if part.isdigit() else part for part in dotted.split(".") if part)


def _shown(raw: Any) -> str:
    if isinstance(raw, bool):
        return str(raw).lower()
    if isinstance(raw, dict | list):
        return "a table" if isinstance(raw, dict) else "a list"
    return f'"{raw}"' if isinstance(raw, str) else str(raw)


def did_you_mean(key: str, fields: typing.Iterable[str]) -> str:
    close = get_close_matches(key, list(fields), n=1)
    return f'; did you mean "{close[0]}"?' if close else f"; known are {', '.join(fields)}"
