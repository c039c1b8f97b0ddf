"""The journal against a bare commit, against a young journal, and against a set pace and size."""

import sqlite3
import tempfile
from contextlib import ExitStack, closing
from pathlib import Path
from statistics import median
from time import perf_counter

from bench.old_journal import AT, TABLE, build, coin_in
from bench.result import Result
from controller.journal import Journal
from controller.journal_files import create
from controller.journal_reader import JournalReader
from controller.journal_rows import NO_DIGEST, store

OLD, YOUNG = 1_000_000, 1_000
APPENDS = 3_000
BOOTS = 25


def run() -> list[Result]:
    # In the working folder, not in /tmp: that may be memory, and a sync there costs nothing.
    with tempfile.TemporaryDirectory(dir=Path.cwd(), prefix=".bench-") as name:
        folder = Path(name)
        old, young = folder / "old.db", folder / "young.db"
        build(old, OLD)
        build(young, YOUNG)
        return [_append(folder), _boot(old, young), _verify(old), _size(old)]


def _append(folder: Path) -> Result:
    """Turn by turn on the same disk, so that a slow moment hits both."""
    ours, bare = [], []
    path = folder / "append.db"
    create(path, TABLE, "bench", AT)
    with ExitStack() as stack:
        journal = stack.enter_context(Journal.open(path, TABLE))
        db = stack.enter_context(closing(_bare(folder / "bare.db")))
        for round_ in range(2, APPENDS):
            record = coin_in(round_)
            stored = store(NO_DIGEST, round_, AT, record)
            start = perf_counter()
            journal.append(record, AT)
            middle = perf_counter()
            db.execute("INSERT INTO rows VALUES (?, ?, ?, ?, ?, ?)", stored)
            bare.append(perf_counter() - middle)
            ours.append(middle - start)
    return _compared("append a row, p50", median(ours), median(bare), 1.25)


def _bare(path: Path) -> sqlite3.Connection:
    db = sqlite3.connect(path, isolation_level=None)
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("PRAGMA synchronous = FULL")
    db.execute("CREATE TABLE rows (seq INTEGER PRIMARY KEY, at, round, type, body, digest)")
    return db


def _boot(old: Path, young: Path) -> Result:
    times: dict[Path, list[float]] = {old: [], young: []}
    for _ in range(BOOTS):
        for path, taken in times.items():
            start = perf_counter()
            journal = Journal.open(path, TABLE)
            taken.append(perf_counter() - start)
            journal.close()
    return _compared(
        f"boot, {OLD:,} rows against {YOUNG:,}", median(times[old]), median(times[young]), 1.5
    )


def _verify(old: Path) -> Result:
    start = perf_counter()
    with JournalReader.open(old) as reader:
        rows = reader.prove().seq
    pace = rows / (perf_counter() - start)
    return Result(
        f"verify {OLD:,} rows",
        f"{pace:,.0f} rows/s",
        "50,000 rows/s",
        pace / 50_000,
        1,
        at_least=True,
    )


def _size(old: Path) -> Result:
    size = old.stat().st_size / OLD
    return Result("disk a row", f"{size:.0f} bytes", "700 bytes", size / 700, 1)


def _compared(name: str, measured: float, floor: float, limit: float) -> Result:
    return Result(
        name, f"{measured * 1e6:,.0f} us", f"{floor * 1e6:,.0f} us", measured / floor, limit
    )
