"""What must be as it was when a run is gone on with, and what a sitting leaves behind that was cut off."""

from typing import TYPE_CHECKING, Any

from controller.errors import BadInput
from controller.messages import Topic
from hil import money_check
from hil.bench import REAL
from hil.careful_bench import CarefulBench
from hil.heard import TableHeard
from hil.money_check import Books
from hil.run_file import RunFile
from hil.station import Station, tested_digest
from hil.verdict import MONEY

if TYPE_CHECKING:
    from hil.run import Wanted


def want_the_same(file: RunFile, station: Station, wanted: "Wanted") -> None:
    """One record is of one table, one kit and one question."""
    begun = file.lines()[0]
    mode, quick, only = begun["station"]["mode"], begun["station"]["quick"], begun.get("only", [])
    if (mode, quick, only) != (wanted.bench, wanted.quick, sorted(wanted.only)):
        words = f"--bench {mode}{' --quick' if quick else ''}"
        words += f" --only {','.join(only)}" if only else ""
        raise BadInput(f"{file.path.name} was begun with {words}; go on in the same way")
    if begun.get("tested") != tested_digest(station):
        raise BadInput(
            f"{file.path.name}: the station file says something else than when this run began; "
            "put it back, or start a run without --resume"
        )


def want_the_same_table(file: RunFile, bench: CarefulBench, heard: TableHeard, now: Books) -> Books:
    """The books from which on money is measured: those of a sitting that was cut off, if nobody has played since."""
    begun, status = file.lines()[0]["software"], heard.last(Topic.STATUS)
    # A simulated table has new settings each time: its folder and its ports.
    config = status["config"] if bench.name in REAL else begun["config_hash"]
    if (begun["signature"], begun["config_hash"]) != (status["software"], config):
        raise BadInput(
            "the table runs another program or other settings than when this run began; "
            "start a run without --resume"
        )
    if not bench.timed and not bench.ask(AT_REST):
        raise BadInput("put the table to rest, then --resume")
    if (cut_off := _cut_off(file)) is None:
        return now
    if heard.state == "service":
        return Books(cut_off["meter"], cut_off["seq"])
    money_check.not_measured(
        file,
        f"the sitting of {cut_off['at']} was cut off, and the table was in play since: "
        "nobody can tell whether that sitting moved money",
    )
    return now


AT_REST = "Is every chip lifted, the floor's key at RUN, and every cable plugged in?"


def _cut_off(file: RunFile) -> dict[str, Any] | None:
    """The last sitting, if its money was not measured."""
    for line in reversed(file.lines()):
        if line["kind"] == "step" and line["phase"] == MONEY:
            return None
        if line["kind"] == "sitting":
            return line
    return None
