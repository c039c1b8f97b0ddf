"""The shuffler: it answers, its facts come through, it may be pulled, replaced and talk nonsense."""

import pytest

from hil.bench import Bench
from hil.handles import ShufflerCable
from hil.heard import TableHeard
from hil.limits import Outcome
from hil.phase import Phase
from hil.step import Step

PHASE = Phase("shuffler", "Shuffler", needs="shuffler")
FACTS, QUICK_FACTS = 50, 5
SILENCE_S = 6
"""After so much silence the table must have said that the shuffler is gone."""


def test_the_shuffler_answers(
    shuffler: ShufflerCable, table: TableHeard, bench: Bench, step: Step
) -> None:
    silent = table.until(lambda: shuffler.down, SILENCE_S if bench.timed else 0.5)
    if step.measure("shuffler.answers", not silent) is Outcome.FAIL:
        step.diagnose("deaf_shuffler")


@pytest.mark.machine  # Nobody opens a lid fifty times.
def test_what_the_machine_says_comes_through(
    shuffler: ShufflerCable, quick: bool, step: Step
) -> None:
    delays = []
    for _ in range(QUICK_FACTS if quick else FACTS):
        for order in ("jam lid_open", "clear"):
            said = shuffler.order(order, "shuffler_fault", "lid_open")
            assert said.after_ms is not None, "a fact of the shuffler was not told"
            delays.append(said.after_ms)
    step.measure("shuffler.fact_to_mqtt", sorted(delays)[int(0.95 * (len(delays) - 1))])


def test_a_pulled_cable_is_told_and_mended(
    shuffler: ShufflerCable, bench: Bench, step: Step
) -> None:
    with step.noted("late_alarm", "unplugged", "too many"):
        alarm_s = shuffler.unplug()
    if _told(step, bench, "shuffler.unplug_alarm", alarm_s) is Outcome.FAIL:
        step.diagnose("late_alarm", "unplugged", alarm_s or "more than 20")
    with step.noted("deaf_shuffler"):
        back_s = shuffler.replug()
    if _told(step, bench, "shuffler.recover", back_s) is Outcome.FAIL:
        step.diagnose("deaf_shuffler")


def _told(step: Step, bench: Bench, name: str, passed_s: float | None) -> Outcome:
    """A person may look for the cable for a minute: then the time says nothing of the table."""
    if bench.timed:
        return step.measure(name, _seconds(passed_s))
    return step.measure(f"{name}_told", passed_s is not None)


@pytest.mark.machine  # A spare is seldom at hand on the floor.
def test_another_machine_is_taken_in_its_place(shuffler: ShufflerCable, step: Step) -> None:
    back_s = shuffler.replace("SPARE-2")
    step.measure("shuffler.recover", _seconds(back_s))


@pytest.mark.machine  # A person cannot put noise on a line.
def test_nonsense_on_the_line_does_no_harm(
    shuffler: ShufflerCable, bench: Bench, step: Step
) -> None:
    bench.do("shuffler garbage 500")
    said = shuffler.order("jam lid_open", "shuffler_fault", "lid_open")
    bench.do("shuffler clear")
    step.measure("shuffler.after_garbage", said.expected is not None)


def _seconds(passed_s: float | None) -> float | str:
    return "never" if passed_s is None else round(passed_s, 1)
