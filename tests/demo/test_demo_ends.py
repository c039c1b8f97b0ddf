"""How the demo begins and ends: nothing is left behind, a taken port is named, strangers are not served."""

import os
import select
import signal
import socket
from pathlib import Path

import pytest

from demo.session import PORT
from tests.demo.rig import WAIT_S, Demo, opened, watched

ENDS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


def gone(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    return False


@pytest.mark.parametrize("how", ENDS, ids=lambda how: how.name)
def test_every_way_to_end_it_leaves_no_process_and_no_folder(
    memory: Path, how: signal.Signals
) -> None:
    with opened(memory, "--port", "0", "--autoplay", "--speed", "20") as demo:
        children = demo.children()
        assert len(children) >= 2
        assert demo.end(how) == 0
        assert all(gone(pid) for pid in children)
        assert not list(memory.iterdir())


def test_a_demo_that_is_killed_takes_its_programs_along(memory: Path) -> None:
    with opened(memory, "--port", "0") as demo:
        demo.act("power", on=False)
        demo.act("power", on=True)  # Begun on a thread that is gone by now.
        ends = [os.pidfd_open(pid) for pid in demo.children()]
        assert len(ends) >= 2
        demo.end(signal.SIGKILL)
        for end in ends:
            assert select.select([end], [], [], WAIT_S)[0]
            os.close(end)


@pytest.mark.parametrize("part", ["controller run", "broker.conf"])
def test_a_child_that_dies_is_said_and_the_rest_still_ends_in_order(
    memory: Path, part: str
) -> None:
    with watched(memory) as (demo, seen):
        children = demo.children()
        os.kill(demo.child(part), signal.SIGKILL)
        seen.wait(lambda facts: not (facts["power"]["on"] and facts["broker"]["up"]))
        assert demo.end() == 0
        assert all(gone(pid) for pid in children)
        assert not list(memory.iterdir())


def test_a_taken_port_that_was_asked_for_is_named(memory: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        demo = Demo(memory, "--port", str(port))
        assert demo.wait() == 2
    assert f"--port {port} is taken" in demo.printed
    assert not list(memory.iterdir())


def test_a_second_demo_picks_another_port_and_says_so(memory: Path) -> None:
    with opened(memory) as first, opened(memory) as second:
        assert first.address != second.address
        assert f"Port {PORT} is taken" in second.printed


def test_a_speed_that_makes_no_sense_is_refused(memory: Path) -> None:
    demo = Demo(memory, "--speed", "0")
    assert demo.wait() == 2
    assert "--speed: want 0.25 to 50, got 0" in demo.printed


def test_an_order_that_is_none_changes_nothing_and_says_why(memory: Path) -> None:
    with opened(memory, "--port", "0") as demo:
        for order, said in (
            ({"do": "jump"}, "no such act 'jump'"),
            ({"do": "chip", "seat": 9, "on": True}, "seat: want 1 to 8, got 9"),
            ({"do": "chip", "seat": True, "on": True}, "seat: want 1 to 8, got True"),
            ({"do": "chip", "seat": 1, "on": 1}, "on: want true or false, got 1"),
            ({"do": "press", "key": "coin-in\nkey jph"}, "key: want one of"),
            ({"do": "shuffler", "line": "flood 9"}, "line: want one of"),
            ({"do": "deal"}, "Nobody plays yet"),
            ([], "want a JSON object"),
        ):
            status, answer = demo.post(order)
            assert status == 409
            assert said in answer["error"]


@pytest.mark.parametrize(
    "headers", [{"Host": "elsewhere.example"}, {"Content-Type": "text/plain"}], ids=str
)
def test_a_page_from_elsewhere_cannot_give_orders(memory: Path, headers: dict[str, str]) -> None:
    with opened(memory, "--port", "0") as demo:
        assert demo.post({"do": "power", "on": False}, **headers)[0] == 403
