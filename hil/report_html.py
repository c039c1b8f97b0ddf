"""The record as one page that needs nothing else: no script, no other file, no network."""

from collections.abc import Sequence
from html import escape
from pathlib import Path
from typing import Any

from hil import charts, summary
from hil.limits import spoken
from hil.record import Record

_STYLE = """
:root{color-scheme:light}
body{font:15px/1.45 system-ui,-apple-system,"Segoe UI",sans-serif;color:#1b1f24;background:#f3f4f6;margin:0}
main{max-width:1180px;margin:24px auto;background:#fff;padding:28px 34px;border-radius:10px;border:1px solid #d8dee4}
header{display:flex;justify-content:space-between;align-items:flex-start;gap:20px}
h1{font-size:25px;margin:0 0 2px}h2{font-size:17px;margin:28px 0 8px;border-bottom:1px solid #d8dee4;padding-bottom:4px}
.verdict{font-size:26px;font-weight:700;color:#fff;padding:8px 20px;border-radius:8px;white-space:nowrap}
.verdict{text-align:center}
.verdict small{display:block;font-size:13px;font-weight:400}
.PASS{background:#1a7f37}.FAIL{background:#b3261e}.INCOMPLETE{background:#8a5a00}.ERROR{background:#5b2a86}
dl{display:grid;grid-template-columns:max-content 1fr max-content 1fr;gap:3px 14px;margin:14px 0}
dt{color:#57606a}dd{margin:0;overflow-wrap:anywhere}
.box{border-left:5px solid #b3261e;background:#fdf1f0;padding:8px 14px;margin:8px 0}
.box.skip,.box.error{border-color:#8a5a00;background:#fdf6e7}
.box b{display:block}.advice{background:#eef6ff;border-left:5px solid #2f6f9f;padding:8px 14px 8px 30px;margin:8px 0}
table{border-collapse:collapse;width:100%;font-size:14px}
td,th{text-align:left;padding:5px 8px;border-bottom:1px solid #e6eaee;vertical-align:top}
th{color:#57606a;font-weight:600}td.n{font-variant-numeric:tabular-nums}
.o{font-weight:600;white-space:nowrap}.o.pass{color:#1a7f37}.o.fail{color:#b3261e}
.o.marginal,.o.skip{color:#8a5a00}.o.error{color:#5b2a86}.o.other{color:#57606a;font-weight:400}
.charts{display:grid;grid-template-columns:repeat(auto-fit,minmax(420px,1fr));gap:16px}
figure{margin:0;border:1px solid #e6eaee;border-radius:8px;padding:10px}figcaption{font-weight:600;font-size:14px}
svg{width:100%;height:auto}svg text{font-size:11px;font-family:inherit}
footer{color:#57606a;font-size:12.5px;margin-top:26px;overflow-wrap:anywhere}
details{margin-top:8px}summary{cursor:pointer}
.simulated{position:sticky;top:0;margin:0 0 16px;padding:8px 14px;background:#6b21a8;color:#fff;border-radius:6px}
.across{display:none}
@media print{.simulated{position:static}.across{display:block;position:fixed;top:40%;left:0;right:0;text-align:center;
font-size:64px;font-weight:700;color:#6b21a8;opacity:.14;transform:rotate(-24deg)}*{print-color-adjust:exact}}
@media print{body{background:#fff}main{border:0;margin:0;max-width:none}details{display:block}}
"""


def page(record: Record, all_of_table: Sequence[Record], attachments: Path) -> str:
    title = f"Table test {record['dut']['table_id']}: {record['outcome']}"
    parts = [
        _simulated(record),
        _head(record),
        _failures(record),
        _to_do(record),
        _phases(record),
        _charts(record, all_of_table, attachments),
        _detail(record),
        _foot(record),
    ]
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        f'<meta name="viewport" content="width=device-width,initial-scale=1"><style>{_STYLE}</style></head>'
        f"<body><main>{''.join(parts)}</main></body></html>\n"
    )


def _simulated(record: Record) -> str:
    """A bar above, and in print a word across every sheet: nobody may take practice for proof."""
    if not (what := summary.simulated(record)):
        return ""
    return (
        f'<p class="simulated"><b>{escape(what)}</b> Practice, not to be signed: it proves nothing about a real table.'
        "</p>"
        '<div class="across">SIMULATED TABLE</div>'
    )


def _head(record: Record) -> str:
    marginal = record["marginal"]
    extra = f"<small>{marginal} marginal</small>" if marginal else ""
    facts = summary.head(record)
    listed = "".join(f"<dt>{escape(k)}</dt><dd>{escape(v)}</dd>" for k, v in facts)
    outcome = record["outcome"]
    return (
        f"<header><div><h1>Table test report</h1>{escape(record['record_id'])}</div>"
        f'<div class="verdict {outcome}">{outcome}{extra}</div></header><dl>{listed}</dl>'
    )


def _failures(record: Record) -> str:
    found = summary.failures(record)
    if not found:
        return ""
    boxes = "".join(
        f'<div class="box {f["outcome"]}"><b>{escape(f["phase"])}: {escape(f["step"])} ({f["outcome"]})</b>'
        f"{escape(f['reason'])}<br>{escape(f['fix'])}</div>"
        for f in found
    )
    return f"<h2>What did not pass</h2>{boxes}"


def _to_do(record: Record) -> str:
    items = "".join(f"<li>{escape(text)}</li>" for text in summary.to_do(record))
    return f'<h2>What to do</h2><ol class="advice">{items}</ol>'


def _phases(record: Record) -> str:
    rows = "".join(
        f"<tr><td>{escape(summary.TITLES.get(p['name'], p['name']))}</td>{_outcome(p['outcome'])}"
        f'<td class="n">{"<br>".join(map(escape, summary.values(record, p)))}</td></tr>'
        for p in record["phases"]
    )
    legend = "<p>* marginal: still within the limit. ! out of the limit.</p>"
    return f"<h2>Phases</h2><table><tr><th>Phase<th>Result<th>Measured (limit)</tr>{rows}</table>{legend}"


def _outcome(outcome: str) -> str:
    known = outcome if outcome in ("pass", "fail", "marginal", "skip", "error") else "other"
    return f'<td class="o {known}">{escape(outcome)}</td>'


def _charts(record: Record, all_of_table: Sequence[Record], attachments: Path) -> str:
    bounce = summary.per_puck(record, "bounce_max")
    drawn = []
    if bounce:
        limit, marginal = summary.limit_of(record, "bounce_max")
        every = {seat: bounce.get(seat) for seat in summary.per_puck(record, "missed")}
        drawn.append(charts.bars("Bounce of each puck", every, "ms", limit, marginal))
    delays = summary.delays(record, attachments)
    drawn.append(charts.histogram("Delay from chip to MQTT", delays, "ms"))
    kept = all_of_table[-12:]
    series = {s: [summary.per_puck(r, "bounce_max").get(s) for r in kept] for s in bounce}
    labels = [r["started"][:10] for r in kept]
    drawn.append(charts.trend("Bounce over this table's records", series, labels, "ms"))
    shown = "".join(drawn)
    return f'<h2>Charts</h2><div class="charts">{shown}</div>' if shown else ""


def _detail(record: Record) -> str:
    rows = "".join(_step_rows(step) for phase in record["phases"] for step in phase["steps"])
    head = "<tr><th>Step<th>Result<th>Measured<th>Asked, and answered</tr>"
    return (
        f"<details open><summary><b>Every step</b></summary><table>{head}{rows}</table></details>"
    )


def _step_rows(step: dict[str, Any]) -> str:
    measured = "<br>".join(
        f"{escape(m['name'])} = {escape(spoken(m['value']))} {escape(m['unit'])} ({escape(m['limits'])})"
        for m in step["measurements"]
    )
    asked = "<br>".join(
        f"{escape(str(p['text']))} {escape(str(p['answer']))} ({p['answered_by']}, {p['seconds']} s)"
        for p in step["prompts"]
    )
    return (
        f"<tr><td>{escape(step['title'])}</td>{_outcome(step['outcome'])}"
        f'<td class="n">{measured}</td><td>{asked}</td></tr>'
    )


def _foot(record: Record) -> str:
    before = record["prev_record_sha256"] or "none: the first of this table"
    return (
        f"<footer>SHA-256 of this record: {record['record_sha256']}<br>Record before it: {before}<br>"
        "This page is made from the record; the record is the JSON file beside it.</footer>"
    )
