"""The daemon against its floor: a key press until a stranger has the row; start-up, idling and memory."""

import json
import os
import queue
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median, quantiles
from time import perf_counter, sleep

from paho.mqtt.client import Client
from paho.mqtt.enums import CallbackAPIVersion

from bench.daemon_child import FLOOR_TOPIC
from bench.result import Result
from controller.journal_files import create
from drivers.mqtt_connection import without_delay
from tests.broker import Mosquitto
from tests.real_table import RealTable, real_table

PRESSES = 2_000
ROUND = "pucklight/v1/+/table/+/round"
STARTS = 7
IDLE_S = 10
START_S, IDLE_SHARE, MEMORY_MIB = 0.7, 0.01, 60


def run() -> list[Result]:
    # In the working folder, not in /tmp: that may be memory, and a sync there costs nothing.
    with tempfile.TemporaryDirectory(dir=Path.cwd(), prefix=".bench-") as name:
        broker = Mosquitto(Path(name) / "broker", ["allow_anonymous true", "set_tcp_nodelay true"])
        broker.start()
        try:
            return [*_presses(Path(name), broker), *_process(Path(name), broker)]
        finally:
            broker.close()


def _presses(folder: Path, broker: Mosquitto) -> list[Result]:
    """Turn by turn, so that a slow moment hits both."""
    create(folder / "journal.db", "t7", "bench", "2026-03-04T21:15:42.123Z")
    ours, floor = [], []
    with _listening(broker.port) as come, _child(folder, broker.port) as ask:
        wanted = _first(come)
        for _ in range(PRESSES):
            floor.append(_timed(lambda: ask("f"), come, 0))
            wanted += 1
            ours.append(_timed(lambda: ask("p"), come, wanted))
            _await_round(come, wanted)
            wanted += wanted % 500 == 0  # A snapshot comes behind it.
    return [
        _compared("key press to subscriber, p50", median(ours), median(floor), 1.5),
        _compared("key press to subscriber, p99", _p99(ours), _p99(floor), 3),
    ]


def _await_round(come: "Come", wanted: int) -> None:
    """Until the loop has told all of this press: at a table presses are seconds apart, never in each other's way."""
    while True:
        topic, body, _ = come.get(timeout=20)
        if topic.endswith("/round") and json.loads(body)["seq"] >= wanted:
            return


def _first(come: "Come") -> int:
    """The rows of the boot, then silence."""
    seq = 0
    while seq < 3:
        seq = max(seq, _seq(come.get(timeout=20)[1]))
    return seq


def _seq(body: bytes) -> int:
    said = json.loads(body) if body.startswith(b"{") else {}
    return int(said["seq"]) if "digest" in said else 0


def _timed(act: Callable[[], None], come: "Come", wanted: int) -> float:
    """Until that row has come; 0 is the floor's."""
    start = perf_counter()
    act()
    while True:
        topic, body, at = come.get(timeout=20)
        if (topic == FLOOR_TOPIC) == (wanted == 0) and _seq(body) == wanted:
            return at - start


Come = queue.SimpleQueue[tuple[str, bytes, float]]


@contextmanager
def _listening(port: int) -> Iterator[Come]:
    come: Come = queue.SimpleQueue()
    client = Client(CallbackAPIVersion.VERSION2)
    client.on_socket_open = without_delay
    client.on_message = lambda _, __, said: come.put(
        (said.topic, bytes(said.payload), perf_counter())
    )
    subscribed: queue.SimpleQueue[bool] = queue.SimpleQueue()
    client.on_subscribe = lambda *_: subscribed.put(True)
    client.connect("127.0.0.1", port)
    client.loop_start()
    client.subscribe([(FLOOR_TOPIC, 1), ("pucklight/v1/+/table/+/event", 1), (ROUND, 1)])
    subscribed.get(timeout=10)
    try:
        yield come
    finally:
        client.disconnect()
        client.loop_stop()


@contextmanager
def _child(folder: Path, port: int) -> Iterator[Callable[[str], None]]:
    command = [sys.executable, "-m", "bench.daemon_child", str(folder), str(port)]
    with subprocess.Popen(command, stdin=subprocess.PIPE) as child:
        assert child.stdin
        pipe = child.stdin.fileno()
        yield lambda word: _ask(pipe, word)
        child.stdin.close()


def _ask(pipe: int, word: str) -> None:
    os.write(pipe, f"{word}\n".encode())


def _process(folder: Path, broker: Mosquitto) -> list[Result]:
    place = folder / "real"
    place.mkdir()
    with real_table(place, broker) as table:
        taken = [_started(table) for _ in range(STARTS)]
        before = _cpu_s(table.process.pid)
        sleep(IDLE_S)
        idle = (_cpu_s(table.process.pid) - before) / IDLE_S
        mib = _rss_mib(table.process.pid)
    start = median(taken)
    return [
        Result("start-up to READY", f"{start:.2f} s", f"{START_S} s", start / START_S, 1),
        Result("idle CPU", f"{idle:.1%}", f"{IDLE_SHARE:.0%}", idle / IDLE_SHARE, 1),
        Result("memory", f"{mib:.0f} MiB", f"{MEMORY_MIB} MiB", mib / MEMORY_MIB, 1),
    ]


def _started(table: RealTable) -> float:
    table.stop()
    start = perf_counter()
    table.start()
    return perf_counter() - start


def _cpu_s(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _rss_mib(pid: int) -> float:
    status = Path(f"/proc/{pid}/status").read_text()
    line = next(line for line in status.splitlines() if line.startswith("VmRSS"))
    return int(line.split()[1]) / 1024


def _p99(times: list[float]) -> float:
    return quantiles(times, n=100)[98]


def _compared(name: str, measured: float, floor: float, limit: float) -> Result:
    return Result(
        name, f"{measured * 1e6:,.0f} us", f"{floor * 1e6:,.0f} us", measured / floor, limit
    )
