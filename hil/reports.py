"""Writes a record for people: one page to look at, one to print and sign."""

from collections.abc import Sequence
from pathlib import Path

from hil import report_html, report_pdf
from hil.record import Record


def write(path: Path, record: Record, all_of_table: Sequence[Record]) -> None:
    """Beside the JSON file. `all_of_table` ends with this record."""
    page = report_html.page(record, all_of_table, path.parent / "attachments")
    path.with_suffix(".html").write_text(page, encoding="utf-8")
    report_pdf.write(path.with_suffix(".pdf"), record, all_of_table)
