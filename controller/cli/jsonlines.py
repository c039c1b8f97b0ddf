"""JSON lines in, JSON lines out: one answer per line, in order. A bad line is named and the rest still answered."""

import json
import sys
from collections.abc import Callable, Iterable
from typing import Any, TextIO

from controller.errors import BadInput

Answer = Callable[[dict[str, Any]], dict[str, Any]]


def answer_lines(
    answer: Answer, lines: Iterable[str] | None = None, out: TextIO | None = None
) -> int:
    """Answers every line of standard input; 1 if any was bad, else 0."""
    out = out or sys.stdout
    write, dump = out.write, json.JSONEncoder(separators=(", ", ": ")).encode
    bad = 0
    for number, line in enumerate(lines if lines is not None else sys.stdin, 1):
        if line.isspace():
            continue
        try:
            reply = answer(_question(line))
        except BadInput as error:
            bad += 1
            reply = {"error": "bad_input", "line": number, "message": str(error)}
            print(f"line {number}: {error}", file=sys.stderr)
        write(dump(reply) + "\n")
    return 1 if bad else 0


def _question(line: str) -> dict[str, Any]:
    try:
        question = json.loads(line)
    except ValueError as error:
        raise BadInput(f"want one JSON object, got {line.strip()[:60]!r} ({error})") from error
    if not isinstance(question, dict):
        raise BadInput(f"want one JSON object, got {line.strip()[:60]!r}")
    return question


def want_cents(value: object, name: str) -> int:
    """A whole number of cents, not negative."""
    if type(value) is not int or value < 0:
        raise BadInput(f"{name}: want whole cents, 0 or more, got {json.dumps(value)}")
    return value


def want_keys(
    question: dict[str, Any], required: Iterable[str], optional: Iterable[str] = ()
) -> None:
    """No key missing, none unknown: a misspelt wager must not be read as no wager."""
    required, known = set(required), {*required, *optional}
    if missing := required - question.keys():
        raise BadInput(f"{', '.join(sorted(missing))} is missing")
    if unknown := question.keys() - known:
        raise BadInput(f'unknown key "{min(unknown)}"; known are {", ".join(sorted(known))}')
