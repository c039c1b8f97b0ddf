"""Writes docs/settings.md from the settings' own classes, so that the page cannot say anything else.

python -m controller.cli.settings_page > docs/settings.md
"""

import ast
import dataclasses
import inspect
import json
import textwrap
import types
import typing
from collections.abc import Iterator
from enum import StrEnum
from itertools import pairwise
from typing import Any

from controller import shipped
from controller.cli.settings import LOCAL, Settings
from controller.cli.settings_values import unit
from controller.tomlfile import Layer

INTRODUCTION = f"""\
# The settings of a table

A table reads two TOML files: `config/defaults.toml`, which comes with the program and is never edited, and
`{LOCAL}`, which is yours. Yours wins, key by key. Only `table.site` and `table.id` have no default.

`pucklight check-config` names every mistake with its file and line, `pucklight show-config` prints what is in force and
which file says so, `pucklight doctor` says whether the machine agrees. The table reads its settings when it starts.

This page is made from the program: `python -m controller.cli.settings_page > docs/settings.md`.
"""


def page() -> str:
    hints = typing.get_type_hints(Settings)
    given = Layer.read(shipped.config_folder() / "defaults.toml").data
    parts = [INTRODUCTION]
    for field in dataclasses.fields(Settings):
        section = _section(field.name, hints[field.name], given.get(field.name, {}))
        parts.append("\n".join(section))
    return "\n".join(parts)


def _section(name: str, hint: Any, given: dict[str, Any]) -> Iterator[str]:
    many = typing.get_origin(hint) is tuple
    cls = typing.get_args(hint)[0] if many else hint
    said = inspect.cleandoc(cls.__doc__ or "")
    told = said.split(": ", 1)[1] if said.startswith(f"`[{name}]`: ") else said
    yield f"## {f'[[{name}]]' if many else f'[{name}]'}\n"
    yield f"{told[0].upper()}{told[1:]}\n"
    yield "| key | type | default | meaning |"
    yield "|---|---|---|---|"
    hints, meanings = typing.get_type_hints(cls), _meanings(cls)
    for field in dataclasses.fields(cls):
        words = (
            f"`{field.name}`",
            _type(hints[field.name], unit(name, field.name)),
            _value(given[field.name]) if field.name in given else _default(field),
            meanings.get(field.name, ""),
        )
        yield f"| {' | '.join(words)} |"
    yield ""


def _type(hint: Any, unit_: str) -> str:
    origin, args = typing.get_origin(hint), typing.get_args(hint)
    if origin in (typing.Union, types.UnionType):
        return _type(next(arg for arg in args if arg is not type(None)), unit_)
    if origin is tuple:
        return f"list of {_type(args[0], unit_)}"
    if origin is dict:
        return f"table of {_type(args[1], unit_)}"
    if isinstance(hint, type) and issubclass(hint, StrEnum):
        return ", ".join(f"`{member}`" for member in hint)
    plain = {int: "number", str: "text", bool: "true or false"}[hint]
    return f"{plain}, {unit_}" if unit_ else plain


def _default(field: "dataclasses.Field[Any]") -> str:
    if field.default_factory is not dataclasses.MISSING:
        return _value(field.default_factory())
    if field.default is dataclasses.MISSING:
        return "must be given"
    return "none" if field.default in (None, "") else _value(field.default)


def _value(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"`{key} = {one}`" for key, one in value.items())
    if isinstance(value, tuple) and value and isinstance(value[0], tuple):
        return "; ".join(", ".join(f"`{one}`" for one in row) for row in value)
    return f"`{json.dumps(value)}`"


def _meanings(cls: type) -> dict[str, str]:
    """The text that stands below each field in the source."""
    body = typing.cast(
        ast.ClassDef, ast.parse(textwrap.dedent(inspect.getsource(cls))).body[0]
    ).body
    found = {}
    for above, below in pairwise(body):
        is_text = isinstance(below, ast.Expr) and isinstance(below.value, ast.Constant)
        if isinstance(above, ast.AnnAssign) and isinstance(above.target, ast.Name) and is_text:
            text = ast.literal_eval(ast.unparse(below))
            found[above.target.id] = " ".join(text.split())
    return found


if __name__ == "__main__":
    print(page(), end="")
