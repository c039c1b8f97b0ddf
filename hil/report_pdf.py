"""The record on paper. Page one is for the floor: verdict, values, what to do, two signatures. The rest is detail."""

from collections.abc import Sequence
from html import escape
from pathlib import Path
from typing import Any

from reportlab.graphics.barcode.qr import QrCodeWidget
from reportlab.graphics.shapes import Drawing
from reportlab.lib.colors import HexColor, white
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.platypus import (
    BaseDocTemplate,
    Frame,
    NextPageTemplate,
    PageBreak,
    PageTemplate,
    Paragraph,
    Spacer,
    Table,
)

from hil import summary
from hil.record import Record

COLOURS = {"PASS": "#1a7f37", "FAIL": "#b3261e", "INCOMPLETE": "#8a5a00", "ERROR": "#5b2a86"}
_INK, _SOFT = HexColor("#1b1f24"), HexColor("#57606a")
_TEXT = ParagraphStyle("text", fontName="Helvetica", fontSize=9, leading=11.5, textColor=_INK)
_SMALL = ParagraphStyle("small", parent=_TEXT, fontSize=7.5, leading=9.5)
_LIST = ParagraphStyle("list", parent=_TEXT, fontSize=8, leading=10, spaceAfter=1.5)
_SOFTLY = ParagraphStyle("softly", parent=_SMALL, textColor=_SOFT)
_HEAD = ParagraphStyle(
    "head", parent=_TEXT, fontName="Helvetica-Bold", fontSize=11, spaceBefore=7, spaceAfter=3
)
_TITLE = ParagraphStyle("title", parent=_TEXT, fontName="Helvetica-Bold", fontSize=17, leading=21)
_SIDE, _TOP, _BOTTOM = 18 * mm, 18 * mm, 44 * mm
_WIDTH = A4[0] - 2 * _SIDE
_FIRST_PAGE = A4[1] - _TOP - _BOTTOM
_SIMULATED = HexColor("#6b21a8")


def write(path: Path, record: Record, all_of_table: Sequence[Record]) -> None:
    document = BaseDocTemplate(
        str(path),
        pagesize=A4,
        title=f"Table test report {record['record_id']}",
        author="Pucklight",
        invariant=1,
    )
    document.addPageTemplates([_page(record, "first", _BOTTOM), _page(record, "later", 14 * mm)])
    story = [
        NextPageTemplate("later"),
        *_first_page(record, all_of_table),
        PageBreak(),
        *_rest(record),
    ]
    document.build(story)


def _first_page(record: Record, all_of_table: Sequence[Record]) -> list[Any]:
    """Verdict, what to do and every phase, however much is wrong. What finds no room is counted, and follows."""
    above = [_banner(record), Spacer(1, 3 * mm), _facts(record)]
    below = [*_phases(record), *_previous(all_of_table)]
    room = _FIRST_PAGE - _height([*above, *below])
    to_do = _fitting("What to do", _advice(record), room)
    failed = _fitting("What did not pass", _failed(record, most=160), room - _height(to_do))
    return [*above, *failed, *to_do, *below]


def _rest(record: Record) -> list[Any]:
    whole = [
        *_titled("What did not pass", _failed(record)),
        *_titled("What to do", _advice(record)),
    ]
    return [*whole, *_detail(record)]


def _titled(title: str, lines: Sequence[Paragraph]) -> list[Any]:
    return [Paragraph(title, _HEAD), *lines] if lines else []


def _fitting(title: str, lines: Sequence[Paragraph], room: float) -> list[Any]:
    """As many lines as there is room for, the first ones; says how many there are besides."""
    for count in range(len(lines), -1, -1):
        left = len(lines) - count
        more = [Paragraph(f"and {left} more on page 2", _LIST)] if left else []
        shown = _titled(title, [*lines[:count], *more])
        if _height(shown) <= room:
            return shown
    return []


def _height(parts: Sequence[Any]) -> float:
    total = 0.0
    for part in parts:
        total += part.wrap(_WIDTH, A4[1])[1] + part.getSpaceBefore() + part.getSpaceAfter()
    return total


def _page(record: Record, name: str, bottom: float) -> PageTemplate:
    """Signatures have their fixed place on the first page, however much is wrong above them."""
    frame = Frame(_SIDE, bottom, _WIDTH, A4[1] - _TOP - bottom, 0, 0, 0, 0)

    def draw(canvas: Any, document: Any) -> None:
        canvas.setFont("Helvetica", 6.5)
        canvas.setFillColor(_SOFT)
        canvas.drawString(_SIDE, 8 * mm, f"SHA-256 {record['record_sha256']}")
        canvas.drawRightString(A4[0] - _SIDE, 8 * mm, f"page {document.page}")
        if what := summary.simulated(record):
            _strip(canvas, what)
        if name == "first":
            signatures = _signatures(record)
            signatures.wrapOn(canvas, _WIDTH, 40 * mm)
            signatures.drawOn(canvas, _SIDE, 13 * mm)

    return PageTemplate(name, [frame], onPage=draw)


def _strip(canvas: Any, what: str) -> None:
    """On every page: nobody may take practice for proof."""
    canvas.setFillColor(_SIMULATED)
    canvas.rect(0, A4[1] - 13 * mm, A4[0], 13 * mm, stroke=0, fill=1)
    canvas.setFillColor(white)
    canvas.setFont("Helvetica-Bold", 12)
    canvas.drawCentredString(A4[0] / 2, A4[1] - 8.5 * mm, f"{what}: practice, not to be signed")


def _banner(record: Record) -> Table:
    near = f"  ({record['marginal']} marginal)" if record["marginal"] else ""
    style = ParagraphStyle("verdict", parent=_TITLE, textColor=white, alignment=1)
    left = [
        Paragraph("TABLE TEST REPORT", _TITLE),
        Paragraph(f"Record {record['record_id']}", _TEXT),
    ]
    banner = Table(
        [[left, Paragraph(f"{record['outcome']}<font size=9>{near}</font>", style)]],
        colWidths=[_WIDTH * 0.62, _WIDTH * 0.38],
    )
    colour = HexColor(COLOURS[record["outcome"]])
    banner.setStyle(
        [("BACKGROUND", (1, 0), (1, 0), colour), ("VALIGN", (0, 0), (-1, -1), "MIDDLE")]
    )
    return banner


def _facts(record: Record) -> Table:
    facts = [
        [Paragraph(escape(name), _SOFTLY), Paragraph(escape(value), _SMALL)]
        for name, value in summary.head(record)
    ]
    rows = [[*facts[at], *facts[at + 1]] for at in range(0, len(facts), 2)]
    table = Table(rows, colWidths=[_WIDTH * share for share in (0.15, 0.35, 0.13, 0.37)])
    table.setStyle([*_TIGHT, ("LINEBELOW", (0, -1), (-1, -1), 0.5, _SOFT)])
    return table


_TIGHT = [
    ("VALIGN", (0, 0), (-1, -1), "TOP"),
    ("TOPPADDING", (0, 0), (-1, -1), 1.5),
    ("BOTTOMPADDING", (0, 0), (-1, -1), 1.5),
    ("LEFTPADDING", (0, 0), (-1, -1), 2),
]


def _failed(record: Record, most: int = 2000) -> list[Paragraph]:
    said = []
    for one in summary.failures(record):
        where = f"<b>{escape(one['phase'])}: {escape(one['step'])}</b> ({one['outcome']})"
        said.append(Paragraph(f"{where}<br/>{escape(_short(one['reason'], most))}", _LIST))
    return said


def _advice(record: Record) -> list[Paragraph]:
    return [
        Paragraph(f"{n}. {escape(_short(text, 400))}", _LIST)
        for n, text in enumerate(summary.to_do(record), 1)
    ]


def _short(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[:most]} ..."


def _phases(record: Record) -> list[Any]:
    rows = []
    for phase in record["phases"]:
        title = summary.TITLES.get(phase["name"], phase["name"])
        measured = "<br/>".join(escape(line) for line in summary.values(record, phase))
        shown = phase["outcome"].upper() if phase["steps"] else phase["outcome"]
        texts = (escape(title), f"<b>{escape(shown)}</b>", measured)
        rows.append([Paragraph(text, _SMALL) for text in texts])
    table = Table(rows, colWidths=[_WIDTH * share for share in (0.2, 0.1, 0.7)])
    table.setStyle([*_TIGHT, ("LINEBELOW", (0, 0), (-1, -1), 0.25, HexColor("#d8dee4"))])
    legend = Paragraph("* marginal: still within the limit.   ! out of the limit.", _SOFTLY)
    return [Paragraph("Measured", _HEAD), table, legend]


def _previous(all_of_table: Sequence[Record]) -> list[Any]:
    if len(all_of_table) < 2:
        return [Paragraph("The first record of this table.", _SOFTLY)]
    before = all_of_table[-2]
    bounce = summary.per_puck(before, "bounce_max")
    listed = ", ".join(f"{seat}: {value:g}" for seat, value in bounce.items())
    pucks = f"; bounce by seat in ms {listed}" if bounce else ""
    text = f"Previous result: {before['started'][:10]} {before['outcome']}{pucks}"
    return [Spacer(1, 1 * mm), Paragraph(escape(text), _SMALL)]


def _signatures(record: Record) -> Table:
    size = 22 * mm
    qr = QrCodeWidget(record["record_sha256"], barWidth=size, barHeight=size, barBorder=0)
    drawing = Drawing(size, size)
    drawing.add(qr)
    line = "_" * 34
    signed: list[Any] = [
        Paragraph(f"{line}<br/>{who}, date", _SOFTLY) for who in ("Technician", "Supervisor")
    ]
    across = []
    if summary.simulated(record):
        practice = "<b>Practice on a simulated table: not to be signed.</b>"
        signed, across = [Paragraph(practice, _TEXT), ""], [("SPAN", (0, 0), (1, 0))]
    cells = [*signed, drawing]
    table = Table([cells], colWidths=[_WIDTH * 0.42, _WIDTH * 0.42, _WIDTH * 0.16])
    lined_up = [("VALIGN", (0, 0), (-1, -1), "BOTTOM"), ("ALIGN", (2, 0), (2, 0), "RIGHT")]
    table.setStyle([*lined_up, *across])
    return table


def _detail(record: Record) -> list[Any]:
    rows = [[Paragraph(f"<b>{head}</b>", _SMALL) for head in ("Step", "Result", "Measured, asked")]]
    for phase in record["phases"]:
        rows += [_detail_row(step) for step in phase["steps"]]
    table = Table(rows, colWidths=[_WIDTH * share for share in (0.34, 0.1, 0.56)], repeatRows=1)
    table.setStyle([*_TIGHT, ("LINEBELOW", (0, 0), (-1, -1), 0.25, HexColor("#d8dee4"))])
    return [Paragraph("Every step", _HEAD), table]


def _detail_row(step: dict[str, Any]) -> list[Any]:
    said = [f"{m['name']} = {m['value']} {m['unit']} ({m['limits']})" for m in step["measurements"]]
    said += [f"{p['text']} {p['answer']} ({p['seconds']} s)" for p in step["prompts"]]
    if step["reason"]:
        said.insert(0, step["reason"][:600])
    said += [f"{d['number']} {d['text']} {d['fix']}" for d in step["diagnoses"]]
    shown = "<br/>".join(escape(line) for line in said)
    texts = (escape(step["title"]), step["outcome"], shown)
    return [Paragraph(text, _SMALL) for text in texts]
