"""Service mode for as long as a table is tested, and its return to play afterwards, whatever happened between."""

import signal
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from types import FrameType

from controller import clock
from controller.errors import DeviceError, PucklightError
from controller.messages import Topic
from hil.careful_bench import CarefulBench
from hil.heard import TableHeard
from hil.run_file import RunFile

ENTER_S = 30.0
ENDS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
"""Ctrl-C, the order to stop, and a window or an ssh connection that was closed."""


def _stop(_: int, __: FrameType | None) -> None:
    raise KeyboardInterrupt


@contextmanager
def _each_end(does: Callable[[int, FrameType | None], None] | signal.Handlers) -> Iterator[None]:
    before = {number: signal.signal(number, does) for number in ENDS}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def every_end_is_ctrl_c() -> AbstractContextManager[None]:
    """However it is told to end, the table is given back first."""
    return _each_end(_stop)


def _undisturbed(by_machine: bool) -> AbstractContextManager[None]:
    """A machine is soon done; a person may leave a prompt."""
    return _each_end(signal.SIG_IGN) if by_machine else nullcontext()


@contextmanager
def service_mode(bench: CarefulBench, heard: TableHeard, file: RunFile) -> Iterator[None]:
    try:
        bench.do("service on", lambda: heard.state == "service")
        if not heard.until(lambda: heard.state == "service", ENTER_S):
            raise DeviceError(
                f"the table did not go into service mode within {ENTER_S:.0f} s: it is in {heard.state}; "
                "check the service contact"
            )
        print("The table is in SERVICE: nothing that is done now moves money.", flush=True)
        yield
    finally:
        _back_to_play(bench, heard, file)


def _back_to_play(bench: CarefulBench, heard: TableHeard, file: RunFile) -> None:
    """Says what came of it: nobody may walk away from a table that does not play, or that would take a chip of ours."""
    left = False
    with _undisturbed(bench.timed):
        try:
            why = _given_back(bench, heard)
        except KeyboardInterrupt:
            left, why = (
                True,
                "the prompt was left; lift every chip, then turn the service contact off",
            )
        file.append("restored", {"at": clock.now(), "restored": not why, "why": why})
        print("RETURNED TO PLAY" if not why else f"NOT RETURNED TO PLAY: {why}", flush=True)
    if left:
        raise KeyboardInterrupt


def _given_back(bench: CarefulBench, heard: TableHeard) -> str:
    """Why not; empty if all is as it was."""
    try:
        if wrong := bench.take_back():
            return f"{'; '.join(wrong)}; put it right, then turn the service contact off"
        bench.do("service off", lambda: heard.state == "betting")
        heard.wait(lambda heard: heard.state == "betting", 30)
    except (PucklightError, AssertionError) as error:
        return str(error)
    status = heard.last(Topic.STATUS)
    return "" if status.get("state") == "in_service" else str(status.get("reason"))
