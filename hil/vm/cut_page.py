"""The summary of many power cuts as one page that needs nothing beside it."""

from collections import Counter
from collections.abc import Sequence
from html import escape

from hil.vm.cut import Aim
from hil.vm.cut_cycle import Outcome
from hil.vm.dealer import ROUND

_STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; width: 100%; margin: 1rem 0 2rem; }
th, td { border-bottom: 1px solid #ccc; padding: .3rem .6rem; text-align: left; }
td.n, th.n { text-align: right; font-variant-numeric: tabular-nums; }
.verdict { padding: .6rem 1rem; color: #fff; background: #1b6e3c; font-size: 1.4rem; }
.verdict.fail { background: #a51d2d; }
@media (prefers-color-scheme: dark) { body { background: #16181c; color: #e6e6e6; } }
"""


def page(outcomes: Sequence[Outcome], seed: int, boot_s: float, seconds: float) -> str:
    broken = [outcome for outcome in outcomes if outcome.faults]
    good = outcomes and not broken
    verdict = "PASS" if good else "FAIL"
    lost = f"{len(broken)} of {len(outcomes)} cuts broke a promise"
    return f"""<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Power cuts: {verdict}</title>
<meta name="viewport" content="width=device-width"><style>{_STYLE}</style></head><body>
<h1>Power cuts of the virtual table</h1>
<p class="verdict {"" if good else "fail"}">{verdict}: {lost}</p>
{_figures(outcomes, seed, boot_s, seconds)}
<h2>Where the plug was pulled</h2>
{_by_step(outcomes)}
{_broken(broken)}
<p>After every cut the file system is repaired and the journal is proved row by row. Every row that was heard outside
must be there and every meter and round that was shown must be what the rows give; nothing stands twice. From the
disk's journal the product's own recovery must come to the same state, in which a dealer ends the round and plays
another. After a cold cut the machine itself also boots, stands where its rows left it, and the dealer plays the round
to its end.</p>
</body></html>
"""


def _figures(outcomes: Sequence[Outcome], seed: int, boot_s: float, seconds: float) -> str:
    cold = sum(outcome.cold for outcome in outcomes)
    pace = len(outcomes) * 60 / seconds if seconds else 0
    figures = {
        "Cuts": f"{len(outcomes)}, of which {cold} with a cold boot after them",
        "Cycles a minute": f"{pace:.0f}",
        "Power on to in service": f"{boot_s:.1f} s",
        "Seeds": f"{seed} to {seed + len(outcomes) - 1}",
        "Step's row on the disk": f"{sum(o.written for o in outcomes)} times",
    }
    rows = "".join(f"<tr><th>{name}</th><td>{value}</td></tr>" for name, value in figures.items())
    return f"<table>{rows}</table>"


def _by_step(outcomes: Sequence[Outcome]) -> str:
    counts = Counter((outcome.cut.step, outcome.cut.aim, outcome.written) for outcome in outcomes)
    head = "".join(f'<th class="n">{aim.removeprefix("so long ")}</th>' for aim in Aim)
    rows = []
    for number, step in enumerate(ROUND):
        cells = "".join(
            f'<td class="n">{counts[number, aim, True]} / {counts[number, aim, False]}</td>'
            for aim in Aim
        )
        rows.append(f"<tr><td>{escape(step.order)}</td>{cells}</tr>")
    caption = "<caption>Row on the disk / row not on the disk</caption>"
    return f"<table>{caption}<tr><th>Step</th>{head}</tr>{''.join(rows)}</table>"


def _broken(broken: Sequence[Outcome]) -> str:
    if not broken:
        return ""
    items = "".join(
        f"<li>seed {outcome.seed}, {escape(str(outcome.cut))}: {escape('; '.join(outcome.faults))}</li>"
        for outcome in broken
    )
    return f"<h2>What broke</h2><ul>{items}</ul>"
