"""A forecast as a picture: one SVG of two panels, written out by hand. Needs no library and no network to be shown."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from html import escape

from controller.forecast import Band, Forecast
from controller.money import dollars

WIDTH, HEIGHT = 860, 640
LEFT, RIGHT = 96, 150
TOP, PANEL, GAP = 112, 190, 76
INK, QUIET, RULE = "#1f2933", "#5f6c7b", "#d9dee4"
STYLE = (
    f"text{{font-family:Inter,Segoe UI,Helvetica,Arial,sans-serif;font-size:13px;fill:{INK}}}"
    f".quiet{{fill:{QUIET}}}.title{{font-size:19px;font-weight:600}}"
    ".name{font-size:14px;font-weight:600}"
)


@dataclass(frozen=True)
class Panel:
    name: str
    band: Band
    colour: str
    top: int


def to_svg(seen: Forecast) -> str:
    second = ("Reserve", seen.reserve) if seen.has_reserve else ("House's cash", seen.house_net)
    panels = (
        Panel("Meter", seen.meter, "#b45309", TOP),
        Panel(*second, "#0f766e", TOP + PANEL + GAP),
    )
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img">',
        f"<title>{escape(seen.table.rules.title)}: forecast</title>",
        f'<style>{STYLE}</style><rect width="{WIDTH}" height="{HEIGHT}" fill="#ffffff"/>',
        *_heading(seen),
        *(part for panel in panels for part in _panel(panel, seen.hours)),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def _heading(seen: Forecast) -> Iterator[str]:
    table = seen.table
    yield _text(24, 36, seen.table.rules.title, "title")
    plays = f"{table.players} players, {seen.rounds_per_hour} rounds an hour"
    how = f"{seen.runs} simulated runs, seed {seen.seed}; band: 10th to 90th percentile of the runs"
    yield _text(24, 58, f"{plays}. {how}.", "quiet")


def _panel(panel: Panel, hours: Sequence[float]) -> Iterator[str]:
    marks = _marks(min(0, *panel.band.low), max(panel.band.high))
    bottom = panel.top + PANEL

    def x(hour: float) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * hour / hours[-1]

    def y(cents: float) -> float:
        return bottom - PANEL * (cents - marks[0]) / (marks[-1] - marks[0])

    yield _text(24, panel.top - 22, panel.name, "name")
    for mark in marks:
        yield _rule(LEFT, y(mark), WIDTH - RIGHT, y(mark))
        yield _text(LEFT - 10, y(mark) + 4, _short(mark), "quiet", "end")
    for hour in _hour_marks(hours[-1]):
        yield _rule(x(hour), bottom, x(hour), bottom + 5)
        yield _text(x(hour), bottom + 20, f"{hour:,}", "quiet", "middle")
    yield _text(WIDTH - RIGHT + 12, bottom + 20, "hours of play", "quiet")
    yield from _drawn(panel, [x(hour) for hour in hours], y)


def _drawn(panel: Panel, across: Sequence[float], y: Callable[[float], float]) -> Iterator[str]:
    band = panel.band
    there = _points(across, map(y, band.high))
    back = _points(reversed(across), map(y, reversed(band.low)))
    yield f'<polygon points="{there} {back}" fill="{panel.colour}" fill-opacity="0.16"/>'
    median = _points(across, map(y, band.middle))
    yield (
        f'<polyline points="{median}" fill="none" stroke="{panel.colour}" stroke-width="2.2"'
        ' stroke-linejoin="round"/>'
    )
    ends = (("90 %", band.high[-1]), ("median", band.middle[-1]), ("10 %", band.low[-1]))
    heights = _apart([y(cents) for _, cents in ends])
    for (name, cents), height in zip(ends, heights, strict=True):
        label = f"{name} {_short(round(cents, -2))}"
        yield _text(across[-1] + 12, height + 4, label, "" if name == "median" else "quiet")


def _short(cents: int) -> str:
    return dollars(cents).removesuffix(".00")


def _apart(heights: Sequence[float]) -> list[float]:
    """Labels from the top down, none closer than a line to the one above."""
    placed: list[float] = []
    for height in heights:
        placed.append(max(height, placed[-1] + 16) if placed else height)
    return placed


def _marks(low: int, high: int, wanted: int = 5) -> list[int]:
    """Round amounts that hold everything, about so many of them."""
    step = _round_step(max(1, high - low), wanted)
    first, last = low // step, -(-high // step)
    return [step * number for number in range(first, max(last, first + 1) + 1)]


def _hour_marks(end: float, wanted: int = 8) -> range:
    step = _round_step(max(1, int(end)), wanted)
    return range(0, int(end) + 1, step)


def _round_step(span: int, wanted: int) -> int:
    """The smallest of 1, 2, 5, 10, 20, ... that makes no more than so many steps."""
    step = 1
    while True:
        for factor in (1, 2, 5):
            if step * factor * wanted >= span:
                return step * factor
        step *= 10


def _points(across: Iterable[float], heights: Iterable[float]) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in zip(across, heights, strict=True))


def _rule(x1: float, y1: float, x2: float, y2: float) -> str:
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="{RULE}"/>'


def _text(x: float, y: float, words: str, kind: str = "", anchor: str = "start") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" class="{kind}" text-anchor="{anchor}">{escape(words)}</text>'
