"""One line of the benchmark table, and how it is printed."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Result:
    """`ratio` is held against `limit`: at most, or at least when `at_least` is set."""

    name: str
    measured: str
    floor: str
    ratio: float
    limit: float
    at_least: bool = False

    @property
    def ok(self) -> bool:
        return self.ratio >= self.limit if self.at_least else self.ratio <= self.limit


def table(results: Sequence[Result]) -> str:
    head = ("name", "measured", "floor", "ratio", "limit", "ok")
    rows = [head, *map(_cells, results)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(head))]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    )


def _cells(result: Result) -> tuple[str, ...]:
    limit = f"{'>=' if result.at_least else '<='} {result.limit:g}"
    ok = "yes" if result.ok else "NO"
    return result.name, result.measured, result.floor, f"{result.ratio:.2f}", limit, ok
