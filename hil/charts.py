"""Charts as inline SVG: bars with limits, a histogram, a trend. Pure: numbers in, text out."""

from collections.abc import Mapping, Sequence
from html import escape

WIDTH, HEIGHT = 560, 220
LEFT, RIGHT, TOP, BOTTOM = 44, 14, 16, 34
INK, SOFT, GOOD, NEAR, BAD = "#1b1f24", "#8b949e", "#2f6f9f", "#b7791f", "#b3261e"
LINES = ("#2f6f9f", "#b7791f", "#3b8259", "#8250a8", "#b3261e", "#0f766e", "#6b7280", "#c2417c")


def bars(
    title: str, values: Mapping[str, float | None], unit: str, limit: float, marginal: float | None
) -> str:
    """One bar a name, or "none" where nothing was measured; the limit and the marginal band drawn across."""
    top = max([limit, *(value or 0 for value in values.values())]) * 1.15
    step = (WIDTH - LEFT - RIGHT) / max(len(values), 1)
    parts = []
    for index, (name, known) in enumerate(values.items()):
        value = known or 0
        colour = BAD if value > limit else NEAR if marginal and value >= marginal else GOOD
        x, y = LEFT + index * step + step * 0.18, _y(value, top)
        height = max(HEIGHT - BOTTOM - y, 1)
        parts.append(
            f'<rect x="{x:.1f}" y="{y:.1f}" width="{step * 0.64:.1f}" height="{height:.1f}" fill="{colour}"/>'
        )
        middle = LEFT + (index + 0.5) * step
        shown = "none" if known is None else f"{value:g}"
        parts.append(_text(middle, y - 4, shown, anchor="middle"))
        parts.append(_text(middle, HEIGHT - BOTTOM + 15, name, anchor="middle"))
    parts.append(_level(limit, top, BAD, f"limit {limit:g}"))
    if marginal:
        parts.append(_level(marginal, top, NEAR, f"marginal {marginal:g}"))
    return _chart(title, unit, "seat", parts)


def histogram(title: str, values: Sequence[float], unit: str, buckets: int = 20) -> str:
    if not values:
        return ""
    low, high = min(values), max(values)
    size = (high - low) / buckets or 1.0
    counts = [0] * buckets
    for value in values:
        counts[min(int((value - low) / size), buckets - 1)] += 1
    step = (WIDTH - LEFT - RIGHT) / buckets
    parts = []
    for index, count in enumerate(counts):
        y = _y(count, max(counts) * 1.1)
        height = HEIGHT - BOTTOM - y
        parts.append(
            f'<rect x="{LEFT + index * step + 1:.1f}" y="{y:.1f}" width="{step - 2:.1f}" '
            f'height="{height:.1f}" fill="{GOOD}"/>'
        )
    for share in (0.0, 0.5, 1.0):
        x = LEFT + share * (WIDTH - LEFT - RIGHT)
        anchor = {0.0: "start", 0.5: "middle", 1.0: "end"}[share]
        parts.append(_text(x, HEIGHT - BOTTOM + 15, f"{low + share * (high - low):.0f}", anchor))
    parts.append(_text(LEFT - 6, _y(max(counts), max(counts) * 1.1) + 4, str(max(counts)), "end"))
    return _chart(title, "count", unit, parts)


def trend(
    title: str, series: Mapping[str, Sequence[float | None]], labels: Sequence[str], unit: str
) -> str:
    """One line a seat over the records, oldest left."""
    known = [value for line in series.values() for value in line if value is not None]
    if not known or len(labels) < 2:
        return ""
    top, step = max(*known, 1.0) * 1.15, (WIDTH - LEFT - RIGHT - 60) / (len(labels) - 1)
    parts = [_text(LEFT - 6, _y(max(known), top) + 4, f"{max(known):g}", "end")]
    ends: list[float] = []
    for (name, line), colour in zip(series.items(), LINES * 4, strict=False):
        points = [
            (LEFT + at * step, _y(value, top)) for at, value in enumerate(line) if value is not None
        ]
        joined = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        parts.append(
            f'<polyline points="{joined}" fill="none" stroke="{colour}" stroke-width="2"/>'
        )
        if points:
            x, y = points[-1]
            parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{colour}"/>')
            label_y = _apart(y, ends)
            parts.append(_text(x + 8, label_y + 4, f"seat {name}", colour=colour))
    for at in (0, len(labels) - 1):
        anchor = "start" if at == 0 else "middle"
        parts.append(_text(LEFT + at * step, HEIGHT - BOTTOM + 15, labels[at], anchor))
    return _chart(title, unit, "", parts)


def _apart(y: float, taken: list[float]) -> float:
    """Where a label fits without covering another: upwards from its line's end."""
    while any(abs(y - other) < 11 for other in taken):
        y -= 11
    taken.append(y)
    return y


def _y(value: float, top: float) -> float:
    return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * value / (top or 1)


def _level(value: float, top: float, colour: str, text: str) -> str:
    y = _y(value, top)
    line = (
        f'<line x1="{LEFT}" y1="{y:.1f}" x2="{WIDTH - RIGHT}" y2="{y:.1f}" '
        f'stroke="{colour}" stroke-dasharray="5 4"/>'
    )
    return line + _text(WIDTH - RIGHT, y - 4, text, "end", colour)


def _text(x: float, y: float, text: str, anchor: str = "start", colour: str = INK) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="{colour}">{escape(text)}</text>'


def _chart(title: str, y_unit: str, x_unit: str, parts: Sequence[str]) -> str:
    axis = f'<line x1="{LEFT}" y1="{HEIGHT - BOTTOM}" x2="{WIDTH - RIGHT}" y2="{HEIGHT - BOTTOM}" stroke="{SOFT}"/>'
    units = _text(4, TOP - 4, y_unit, colour=SOFT)
    units += _text(WIDTH / 2, HEIGHT - 4, x_unit, "middle", SOFT)
    return (
        f'<figure><figcaption>{escape(title)}</figcaption><svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" '
        f'aria-label="{escape(title)}">{axis}{units}{"".join(parts)}</svg></figure>'
    )
