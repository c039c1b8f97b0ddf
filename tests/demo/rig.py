"""`pucklight demo` as a process, an onlooker who reads what its page would read, and a finger that gives its orders."""

import json
import os
import signal
import subprocess
import sys
import threading
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

WAIT_S = 30


class Demo:
    """Everything it keeps lies in `folder`, which is empty again when it has ended."""

    def __init__(self, folder: Path, *words: str) -> None:
        self.folder = folder
        self._process = subprocess.Popen(
            [sys.executable, "-m", "controller", "demo", *words],
            env={**os.environ, "TMPDIR": str(folder), "PYTHONUNBUFFERED": "1"},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self.printed = ""
        self.address = ""

    def until_open(self) -> None:
        assert self._process.stdout
        for line in self._process.stdout:
            self.printed += line
            if "The table:" in line:
                self.address = line.split()[-1]
            if "Ctrl-C" in line:
                return
        raise AssertionError(f"the demo ended: {self.printed}")

    def children(self) -> dict[int, str]:
        """By process id: the command line."""
        found = {}
        for stat in Path("/proc").glob("[0-9]*/stat"):
            try:
                parent = int(stat.read_text().rpartition(")")[2].split()[1])
                command = stat.with_name("cmdline").read_bytes().replace(b"\0", b" ").decode()
            except (FileNotFoundError, ProcessLookupError):
                continue  # It has ended while we looked.
            if parent == self._process.pid:
                found[int(stat.parent.name)] = command
        return found

    def child(self, part: str) -> int:
        return next(pid for pid, command in self.children().items() if part in command)

    def end(self, how: signal.Signals = signal.SIGINT) -> int:
        self._process.send_signal(how)
        return self.wait()

    def wait(self) -> int:
        rest, _ = self._process.communicate(timeout=WAIT_S)
        self.printed += rest
        return self._process.returncode

    def close(self) -> None:
        if self._process.poll() is None:
            self.end()

    def act(self, do: str, **words: Any) -> None:
        status, said = self.post({"do": do, **words})
        assert status == 200, said

    def post(self, order: object, **headers: str) -> tuple[int, dict[str, Any]]:
        request = urllib.request.Request(
            f"{self.address}/act",
            json.dumps(order).encode(),
            {"Content-Type": "application/json", **headers},
        )
        try:
            with urllib.request.urlopen(request, timeout=WAIT_S) as answer:
                return answer.status, json.load(answer)
        except urllib.error.HTTPError as error:
            with error:
                return error.code, json.load(error)


class Onlooker:
    """Reads /events on a thread, as the page does."""

    def __init__(self, address: str) -> None:
        self.facts: dict[str, Any] = {}
        self.rows: dict[int, dict[str, Any]] = {}
        self.refusals: list[dict[str, Any]] = []
        self.totals: set[int] = set()
        """Every sum of all accounts that was ever told."""
        self._changed = threading.Condition()
        self._stream = urllib.request.urlopen(f"{address}/events", timeout=WAIT_S)
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()

    def wait(self, wanted: Callable[[dict[str, Any]], bool], wait_s: float = WAIT_S) -> None:
        def seen() -> bool:
            return {"books", "round", "lamps", "autoplay"} <= self.facts.keys() and wanted(
                self.facts
            )

        with self._changed:
            assert self._changed.wait_for(seen, wait_s), self.facts

    def wait_state(self, state: str) -> None:
        self.wait(lambda facts: bool(facts["round"]) and facts["round"]["state"] == state)

    def wait_lamps(self, patterns: dict[str, str]) -> None:
        self.wait(lambda facts: facts["lamps"]["patterns"] == patterns)

    def close(self) -> None:
        self._thread.join(WAIT_S)
        self._stream.close()

    def _read(self) -> None:
        for line in self._stream:
            if line.startswith(b"data: "):
                news = json.loads(line[6:])
                with self._changed:
                    self._take(news["name"], news["value"])
                    self._changed.notify_all()

    def _take(self, name: str, value: Any) -> None:
        self.facts[name] = value
        if name == "row":
            for row in value if isinstance(value, list) else [value]:
                self.rows[row["seq"]] = row
        elif name == "refusal":
            self.refusals.append(value)
        elif name == "books":
            self.totals.add(value["total_microcents"])


@contextmanager
def opened(folder: Path, *words: str) -> Iterator[Demo]:
    demo = Demo(folder, *words)
    try:
        demo.until_open()
        yield demo
    finally:
        demo.close()


@contextmanager
def watched(folder: Path, *words: str) -> Iterator[tuple[Demo, Onlooker]]:
    with opened(folder, "--port", "0", *words) as demo:
        onlooker = Onlooker(demo.address)
        onlooker.wait(lambda facts: facts["round"] is not None)
        yield demo, onlooker
        demo.end()
        onlooker.close()


def play_to_claim(demo: Demo, seen: Onlooker) -> None:
    """Two seats bet, and seat 2 claims the straight flush that it was dealt."""
    demo.act("chip", seat=2, on=True)
    demo.act("chip", seat=5, on=True)
    demo.act("press", key="coin-in")
    seen.wait_state("in_play")
    demo.act("sweep")
    demo.act("deal", hands={"2": "9h8h7h", "5": "2c7dKs"})
    seen.wait(lambda facts: facts["round"]["unloaded"] == 43)
    demo.act("press", key="seat-2")
    demo.act("press", key="straight-flush")
    seen.wait(lambda facts: facts["round"]["claims"] == [{"seat": 2, "hand": "straight_flush"}])


def play_from_claim(demo: Demo, seen: Onlooker) -> None:
    demo.act("key", to="jph")
    seen.wait_state("verifying")
    demo.act("press", key="j-pot")
    seen.wait_state("won")
    demo.act("key", to="run")
    seen.wait_state("in_play")
    demo.act("press", key="game-over")
    seen.wait_state("betting")
