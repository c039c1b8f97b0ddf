"""`pucklight pool meters`: the figures a regulator asks for, and the last hits, counted from a journal's rows alone."""

import argparse
import json
from collections import deque
from pathlib import Path
from typing import Any

from controller.money import dollars
from controller.record import Row

LAST_HITS = 25


def add_to(parts: Any) -> None:
    parser = parts.add_parser(
        "meters",
        help="the regulator's meters of a table, and its last hits",
        description="Folds every row of a journal into a pool of its own and prints its meters; works while the table"
        " plays. Nothing is taken from a snapshot.",
    )
    parser.add_argument("--journal", metavar="FILE", type=Path, required=True)
    parser.add_argument("--json", action="store_true", help="print facts as JSON")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    from controller.journal_reader import JournalReader
    from controller.pool import Pool
    from controller.progressive import Progressive

    pool: Pool | None = None
    hits: deque[dict[str, Any]] = deque(maxlen=LAST_HITS)
    with JournalReader.open(args.journal) as journal:
        for row in journal.rows_after(0):
            if pool is None and row.record.facts.get("pool"):
                pool = Pool(Progressive.from_json(row.record.facts["progressive"]))
            if pool:
                pool.apply(row.record)
                hits.extend(_hits(row))
        head = journal.head.seq
    facts = {"rows": head, "meters": pool.state.meters() if pool else None, "last_hits": list(hits)}
    print(json.dumps(facts) if args.json else _in_words(facts))
    return 0


def _hits(row: Row) -> list[dict[str, Any]]:
    if row.record.type != "j_pot":
        return []
    where = {"seq": row.seq, "at": row.at, "round": row.record.round}
    return [{**where, **win} for win in row.record.facts["wins"]]


def _in_words(facts: dict[str, Any]) -> str:
    if facts["meters"] is None:
        return "this jackpot has not been seeded yet"
    lines = [f"{facts['rows']} rows", *_lines(facts["meters"]), "", f"the last {LAST_HITS} hits"]
    for hit in reversed(facts["last_hits"]):
        prize = f"{dollars(hit['prize_cents'])} from the {hit['from']}"
        lines.append(
            f"  {hit['at']}  round {hit['round']}  seat {hit['seat']}  {hit['hand']}  {prize}"
        )
    return "\n".join(lines if facts["last_hits"] else [*lines, "  none yet"])


def _lines(meters: dict[str, Any]) -> list[str]:
    lines = []
    for name, value in meters.items():
        if name == "levels":
            lines += [
                f"  {hand:<34}{level['hits']:>8} hits {dollars(level['wins_cents']):>16}"
                for hand, level in value.items()
            ]
        elif name == "progressive_in":
            lines.append(f"  {name:<34}{value['wagers']:>8} fees {dollars(value['cents']):>16}")
        else:
            lines.append(f"  {name.removesuffix('_cents'):<34}{_shown(name, value):>30}")
    return lines


def _shown(name: str, value: int | None) -> str:
    if value is None:
        return "none"
    return dollars(value) if name.endswith("_cents") else f"{value:,}"
