"""JSON lines in, JSON lines out: one answer per line, in order. A bad line is named and the rest still answered."""

import io
import json
import sys
from collections.abc import Callable, Iterable
from typing import Any, TextIO

from controller.errors import BadInput, ConfigError

Answer = Callable[[dict[str, Any]], dict[str, Any]]

MOST_CENTS = 10**15
"""Ten trillion dollars: beyond it is a slip of the keyboard, not a wager."""


def answer_lines(
    answer: Answer, lines: Iterable[str] | None = None, out: TextIO | None = None
) -> int:
    """Answers every line of standard input; 0, or the exit code of the gravest line: 1 bad, 78 a bad file."""
    out = out or sys.stdout
    write = out.write
    code = 0
    for number, line in enumerate(_stdin() if lines is None else lines, 1):
        if line.isspace():
            continue
        try:
            reply = answer(question(line))
        except (BadInput, ConfigError) as error:
            code = max(code, error.exit_code)
            message = "; ".join(str(error).splitlines())
            reply = {"error": "bad_input", "line": number, "message": message}
            print(f"line {number}: {message}", file=sys.stderr)
        write(dump(reply) + "\n")
    return code


dump = json.JSONEncoder().encode


def _stdin() -> TextIO:
    """Standard input, where a byte that is not UTF-8 spoils its own line and no other."""
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(encoding="utf-8", errors="backslashreplace")
    if sys.stdin.isatty():
        print("Reading JSON, one question a line; Ctrl-D ends. See --help.", file=sys.stderr)
    return sys.stdin


def _without_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Of two antes in one question neither is the right one."""
    table = dict(pairs)
    if len(table) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise BadInput(f'the key "{twice}" is there twice')
    return table


_decode = json.JSONDecoder(object_pairs_hook=_without_repeats).decode


def question(line: str) -> dict[str, Any]:
    """One JSON object, or BadInput."""
    try:
        found = _decode(line)
    except (ValueError, RecursionError) as error:
        raise BadInput(f"want one JSON object, got {line.strip()[:60]!r} ({error})") from error
    if not isinstance(found, dict):
        raise BadInput(f"want one JSON object, got {line.strip()[:60]!r}")
    return found


def want_cents(value: object, name: str) -> int:
    """A whole number of cents, not negative."""
    if type(value) is not int or value < 0:
        raise BadInput(f"{name}: want whole cents, 0 or more, got {json.dumps(value)}")
    if value > MOST_CENTS:
        raise BadInput(f"{name}: want at most {MOST_CENTS} cents, got a larger number")
    return value


def want_object(value: object, name: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise BadInput(f"{name}: want a JSON object, got {value!r}")
    return value


def want_list(value: object, name: str) -> list[Any]:
    if not isinstance(value, list):
        raise BadInput(f"{name}: want a list, got {value!r}")
    return value


def want_flag(value: object, name: str) -> bool:
    if not isinstance(value, bool):
        raise BadInput(f"{name}: want true or false, got {value!r}")
    return value


def want_keys(
    question: dict[str, Any], required: Iterable[str], optional: Iterable[str] = ()
) -> None:
    """No key missing, none unknown: a misspelt wager must not be read as no wager."""
    required, known = set(required), {*required, *optional}
    if missing := required - question.keys():
        raise BadInput(f"{', '.join(sorted(missing))} is missing")
    if unknown := question.keys() - known:
        # Imported for a bad line alone: a command that only compares starts without it.
        from controller.tomlfile import did_you_mean

        raise BadInput(f'unknown key "{min(unknown)}"{did_you_mean(min(unknown), sorted(known))}')
