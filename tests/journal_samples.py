"""Journals for tests: one with a few rounds in it, made through the front door."""

from pathlib import Path

from controller.journal import Journal
from controller.journal_files import create
from tests.journal_story import AT, TABLE, State, decide

ROUNDS = ["seed", "coin_in", "game_over", "coin_in", "win", "game_over"]


def new_journal(folder: Path) -> Path:
    path = folder / "journal.db"
    create(path, TABLE, "site", AT)
    return path


def play(journal: Journal, kinds: list[str], snapshot: bool = False) -> None:
    state = State()
    for row in journal.rows_after(0, 100_000):
        state.apply(row.record)
    for kind in kinds:
        state.apply(journal.append(decide(kind, state, journal.balances), AT).record)
    if snapshot:
        journal.snapshot(vars(state), state.step, AT)


def played_journal(folder: Path, times: int = 3) -> Path:
    """Rounds with a snapshot after each lot; long enough to fill several pages."""
    path = new_journal(folder)
    with Journal.open(path, TABLE) as journal:
        for _ in range(times):
            play(journal, ROUNDS, snapshot=True)
        play(journal, ["coin_in"])
    return path
