"""The pytest plugin: gives phases their bench and their station, and writes down what became of every step.

Knows pytest; what a verdict or a report is, it does not know.
"""

from collections.abc import Callable, Generator
from dataclasses import dataclass, field
from typing import Any

import pytest

from controller import clock
from hil import handles
from hil.bench import FailedByPerson, NotPossible
from hil.careful_bench import CarefulBench, LeftService
from hil.heard import TableHeard
from hil.limits import without_delays
from hil.phase import Phase
from hil.progress import StepBar
from hil.run_file import RunFile
from hil.station import Station
from hil.step import Step


@dataclass
class Session:
    """What a run is made of, from the first step to the last."""

    station: Station
    bench: CarefulBench
    heard: TableHeard
    run: RunFile
    quick: bool
    only: frozenset[str]
    done: frozenset[str] = frozenset()
    """Steps of an earlier sitting that are not run again."""
    phases: dict[str, str] = field(default_factory=dict)
    """Every phase and whether it is to be run, or why not."""
    wanted: list[str] = field(default_factory=list)
    """Every step of this run, those of earlier sittings included."""
    left_service: bool = False
    """The table went back to play by itself: nothing more is tried on it."""


class HilPlugin:
    def __init__(self, session: Session) -> None:
        self._session = session
        self._hands = handles.Hands(session.bench, session.heard)
        self._bar = StepBar()
        self._step = self._new_step()
        self._started = ""
        self._outcome, self._reason = "pass", ""

    # What phases are given.

    @pytest.fixture(scope="session")
    def station(self) -> Station:
        return self._session.station

    @pytest.fixture(scope="session")
    def bench(self) -> CarefulBench:
        return self._session.bench

    @pytest.fixture(scope="session")
    def table(self) -> TableHeard:
        return self._session.heard

    @pytest.fixture(scope="session")
    def quick(self) -> bool:
        return self._session.quick

    @pytest.fixture
    def step(self) -> Step:
        return self._step

    @pytest.fixture
    def puck(self) -> Callable[[int], handles.Puck]:
        return lambda seat: handles.Puck(self._hands, seat)

    @pytest.fixture
    def keypad(self) -> handles.Keypad:
        return handles.Keypad(self._hands)

    @pytest.fixture
    def key(self) -> handles.SupervisorKey:
        return handles.SupervisorKey(self._hands)

    @pytest.fixture
    def badge(self) -> handles.Badge:
        return handles.Badge(self._hands)

    @pytest.fixture
    def shuffler(self) -> handles.ShufflerCable:
        return handles.ShufflerCable(self._hands)

    @pytest.fixture
    def net(self) -> handles.Net:
        return handles.Net(self._hands)

    @pytest.fixture
    def power(self) -> handles.Power:
        return handles.Power(self._hands)

    # What pytest calls.

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        chosen = []
        for item in items:
            phase = phase_of(item)
            state = self._wanted(phase)
            self._session.phases[phase.name] = state
            if state == "run" and self._suits(item):
                self._session.wanted.append(name_of(item))
                if name_of(item) not in self._session.done:
                    chosen.append(item)
        items[:] = chosen
        self._bar.total = len(chosen)

    def _suits(self, item: pytest.Item) -> bool:
        """Some steps need a machine, some need eyes, some need time."""
        bench = self._session.bench
        suits = {
            "machine": bench.timed,
            "lamps_read": bench.reads_lamps,
            "lamps_looked_at": not bench.reads_lamps,
            "long": not self._session.quick,
        }
        return all(suits[mark.name] for mark in item.iter_markers() if mark.name in suits)

    def _wanted(self, phase: Phase) -> str:
        session = self._session
        if phase.needs and not session.station.fits(phase.needs):
            return "not fitted"
        if phase.benches and session.bench.name not in phase.benches:
            return f"not on the bench {session.bench.name}"
        if phase.books and session.station.station.live:
            return "never on a live table"
        if session.only and phase.name not in session.only:
            return "left out"
        return "run"

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        self._step, self._started = self._new_step(), clock.now()
        self._outcome, self._reason = "pass", ""
        self._session.bench.prompts()
        self._bar.begin(title_of(nodeid))

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Generator[None, Any, Any]:
        """A value out of its limits fails the step, once everything else has been measured."""
        try:
            result = yield
        except NotPossible as error:
            if failed := self._step.failed():  # What was seen before the skip counts.
                pytest.fail("; ".join(failed), pytrace=False)
            pytest.skip(str(error))
        except LeftService as error:
            self._session.left_service = True
            item.session.shouldstop = str(error)
            self._step.diagnose("left_service")
            pytest.fail(str(error), pytrace=False)
        except FailedByPerson as error:
            self._step.diagnose("by_person", seen=error)
            pytest.fail(f"failed by the technician: {error}", pytrace=False)
        if failed := self._step.failed():
            pytest.fail("; ".join(failed), pytrace=False)
        return result

    def pytest_runtest_teardown(self, item: pytest.Item) -> None:
        """A step that was skipped in the middle leaves no chip, no key and no cable behind."""
        if not phase_of(item).books and not self._session.left_service:
            self._session.bench.tidy()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(
        self, call: pytest.CallInfo[None]
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        report = yield
        if call.excinfo is not None and self._outcome == "pass":
            self._outcome = _outcome(call.excinfo)
            self._reason = str(call.excinfo.value).split("\nassert ")[0].strip()[:2000]
        return report

    def pytest_runtest_logfinish(self, nodeid: str) -> None:
        step = self._step
        path, _, name = nodeid.partition("::")
        self._session.run.append(
            "step",
            {
                "id": f"{path.split('/')[-1]}::{name}",
                "phase": phase_name(nodeid),
                "title": title_of(nodeid),
                "outcome": self._outcome,
                "reason": self._reason,
                "started": self._started,
                "ended": clock.now(),
                "prompts": self._session.bench.prompts(),
                "measurements": step.measurements,
                "diagnoses": [found.to_json() for found in step.diagnoses],
                "attachments": step.attachments,
            },
        )
        self._bar.end(self._outcome)

    def _new_step(self) -> Step:
        session = self._session
        limits = session.station.limits
        if not session.bench.real_time:
            limits = without_delays(limits)
        return Step(limits, session.run.path.parent / "attachments")


def _outcome(raised: pytest.ExceptionInfo[BaseException]) -> str:
    """An assertion is the table's failure; anything else that is raised is the bench's, and proves nothing."""
    if raised.errisinstance(pytest.skip.Exception):
        return "skip"
    failed = raised.errisinstance((AssertionError, pytest.fail.Exception))
    return "fail" if failed else "error"


def phase_of(item: pytest.Item) -> Phase:
    module = getattr(item, "module")  # noqa: B009  # Only functions are collected, and pytest's Item has no types here.
    phase: Phase = module.PHASE
    return phase


def phase_name(nodeid: str) -> str:
    """From `test_10_pucks.py::...`."""
    file = nodeid.partition("::")[0].rsplit("/", maxsplit=1)[-1]
    return file.removesuffix(".py").split("_", 2)[2]


def name_of(item: pytest.Item) -> str:
    path, _, name = item.nodeid.partition("::")
    return f"{path.split('/')[-1]}::{name}"


def title_of(nodeid: str) -> str:
    """`test_a_chip_is_seen[3]` as a sentence."""
    name, _, case = nodeid.rsplit("::", maxsplit=1)[-1].removesuffix("]").partition("[")
    sentence = name.removeprefix("test_")
    return (f"{sentence}: {case}" if case else sentence).replace("_", " ")
