"""The agent's own web server: what it gives, to whom, and that it does not grow."""

import http.client
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page

from controller.errors import ConfigError
from meter import server as served
from meter.memory import Memory
from meter.screen import Screen, Signs
from meter.server import MOST_VIEWERS, MeterServer
from tests.meter.papers import TABLE, heartbeat, meter
from tests.meter.rig import View

STATIC = Path(served.__file__).parent / "static"
MANY = 3000


@pytest.fixture
def server() -> Iterator[MeterServer]:
    """Its self-test is over and it hears its table."""
    now = [0.0]
    screen = Screen([TABLE], Signs(), Memory(None), clock=lambda: now[0])
    screen.watched()
    now[0] = 100.0
    screen.take(f"{TABLE.prefix}heartbeat", heartbeat(10**6))
    screen.take(f"{TABLE.prefix}meter", meter(1, 1, 100_000))
    running = MeterServer(screen, 0)
    running.start()
    yield running
    running.close()


def get(server: MeterServer, path: str) -> http.client.HTTPResponse:
    connection = http.client.HTTPConnection("127.0.0.1", server.server_port, timeout=10)
    connection.request("GET", path)
    return connection.getresponse()


def test_every_file_of_the_page_is_served_and_small() -> None:
    assert {name for name, _ in served.FILES.values()} == {file.name for file in STATIC.iterdir()}
    assert all(len(file.read_text().splitlines()) < 200 for file in STATIC.iterdir())
    assert not any(
        "http://" in file.read_text().replace("http://www.w3.org/2000/svg", "")
        for file in STATIC.iterdir()
    )


@pytest.mark.parametrize("path", ["/nothing", "/../agent.py", "/static/index.html", "//etc/passwd"])
def test_nothing_else_is_served(server: MeterServer, path: str) -> None:
    assert get(server, path).status == 404


def test_only_this_machine_is_served(server: MeterServer) -> None:
    assert server.server_address[0] == "127.0.0.1"


def test_a_taken_port_is_said_in_one_line(server: MeterServer) -> None:
    with pytest.raises(ConfigError, match="Address already in use; choose another --port"):
        MeterServer(server.screen, server.server_port)


def test_the_first_event_is_the_whole_screen_and_the_next_comes_within_a_second(
    server: MeterServer,
) -> None:
    with get(server, "/events") as answer:
        assert [answer.readline(), answer.readline()] == [b"retry: 1000\n", b"\n"]
        first = answer.readline()
        assert b'"cents": 100000' in first
        assert [answer.readline(), answer.readline()] == [b"\n", first]


def test_more_viewers_than_fit_are_refused_and_places_are_given_back(server: MeterServer) -> None:
    answers = [get(server, "/events") for _ in range(MOST_VIEWERS)]
    assert {answer.status for answer in answers} == {200}
    assert get(server, "/events").status == 503
    for answer in answers:
        answer.close()
    # A viewer's place is free when its thread has noticed that the browser left.
    assert server.viewers.acquire(timeout=10)
    server.viewers.release()


def test_a_week_of_amounts_leaves_page_and_server_as_small_as_before(
    server: MeterServer, view: Callable[..., View]
) -> None:
    screen = view(server.address)
    screen.wait_amount("$1,000.00")
    before, threads = sizes(screen.page), threading.active_count()
    for seq in range(2, MANY):
        server.screen.take(f"{TABLE.prefix}meter", meter(seq, 1 + seq // 100, 100_000 + seq))
    screen.wait_amount(f"$1,0{(MANY - 1) // 100}.{(MANY - 1) % 100:02d}")
    assert sizes(screen.page) == before
    assert threading.active_count() == threads


def sizes(page: Page) -> dict[str, int]:
    """Nodes and listeners, after the browser has thrown away what nobody holds."""
    session = page.context.new_cdp_session(page)
    session.send("HeapProfiler.collectGarbage")
    session.send("Performance.enable")
    metrics = {
        one["name"]: one["value"] for one in session.send("Performance.getMetrics")["metrics"]
    }
    session.detach()
    return {name: metrics[name] for name in ("Nodes", "JSEventListeners", "Documents")}
