"""A simulated shuffler on a pty: the real driver opens its path like any serial port, and cannot tell.

`python -m drivers.sim.shuffler --link PATH` runs it as a process that takes the commands of shuffler_commands on
standard input. The pty is real, so unplugging is real too: the driver's file descriptor hangs up.
"""

import argparse
import os
import queue
import select
import socket
import sys
import threading
import time
import tty
from concurrent.futures import Future
from dataclasses import dataclass, replace
from pathlib import Path

from controller.errors import BadInput
from drivers.sim.shuffler_commands import HELP, obey
from drivers.sim.shuffler_machine import Machine, Model, Pace

DONE_WITHIN_S = 10.0


@dataclass(frozen=True, slots=True)
class Seen:
    """What a person sees who stands beside the machine."""

    plugged: bool
    identity: str
    colour: str
    permitted: bool
    dealing: bool
    faults: tuple[str, ...]
    armed: tuple[str, ...]
    laid: dict[int, tuple[str, ...]]


class SimShuffler:
    """Its link survives unplugging and points to another pty afterwards, as /dev/serial/by-path does."""

    def __init__(
        self, link: Path, model: Model | None = None, seed: int = 0, pace: Pace | None = None
    ) -> None:
        self._link = link
        self._seed = seed
        self._machine = Machine(model or Model(), time.monotonic(), seed, pace)
        self._master: int | None = None
        self._slave: int | None = None
        # Everything is done on one thread: a file descriptor closed on another might be waited for here.
        self._orders: queue.SimpleQueue[tuple[str, Future[None]]] = queue.SimpleQueue()
        self._closing = threading.Event()
        self._bell, self._rope = socket.socketpair()
        self._plug_in()
        self._thread = threading.Thread(target=self._run, name="sim-shuffler", daemon=True)
        self._thread.start()

    def do(self, line: str) -> None:
        """One command of shuffler_commands.HELP; its bytes are on the line when this returns."""
        done: Future[None] = Future()
        self._orders.put((line, done))
        self._rope.send(b"!")
        done.result(DONE_WITHIN_S)

    @property
    def permitted(self) -> bool:
        return self._machine.permitted

    def look(self) -> Seen:
        machine = self._machine
        return Seen(
            plugged=self._master is not None,
            identity=machine.model.identity,
            colour=machine.colour,
            permitted=machine.permitted,
            dealing=machine.dealing,
            faults=machine.faults,
            armed=machine.armed,
            laid=machine.laid,
        )

    def close(self) -> None:
        self._closing.set()
        self._rope.send(b"!")
        self._thread.join()
        self._bell.close()
        self._rope.close()

    def _do(self, line: str) -> None:
        match line.split():
            case ["unplug"]:
                self._pull_out()
            case ["replug"]:
                self._plug_in()
            case ["restart"]:
                self._switch_on(self._machine.model)
            case ["replace", identity]:
                self._pull_out()
                self._switch_on(replace(self._machine.model, identity=identity))
                self._plug_in()
            case []:
                pass
            case _:
                obey(self._machine, line, time.monotonic())

    def _switch_on(self, model: Model) -> None:
        boots = self._machine.boots + 1
        self._machine = Machine(model, time.monotonic(), self._seed, self._machine.pace, boots)

    def _plug_in(self) -> None:
        if self._master is None:
            # We keep the slave open ourselves: otherwise the master fails whenever no host has it open.
            self._master, self._slave = os.openpty()
            tty.setraw(self._slave)  # A pty starts in cooked mode and would echo us to ourselves.
            os.set_blocking(self._master, False)
            fresh = self._link.with_name(self._link.name + ".new")
            fresh.unlink(missing_ok=True)
            fresh.symlink_to(os.ttyname(self._slave))
            fresh.replace(self._link)

    def _pull_out(self) -> None:
        if self._master is not None and self._slave is not None:
            self._link.unlink(missing_ok=True)
            os.close(self._slave)
            os.close(self._master)
            self._master = self._slave = None

    def _run(self) -> None:
        while not self._closing.is_set():
            ends = [self._bell.fileno(), *([] if self._master is None else [self._master])]
            ready, _, _ = select.select(ends, [], [], self._machine.due_s(time.monotonic()))
            if self._master in ready and self._master is not None:
                self._machine.receive(os.read(self._master, 4096), time.monotonic())
            if self._bell.fileno() in ready:
                self._bell.recv(4096)
                self._take_orders()
            self._machine.tick(time.monotonic())
            self._speak()
        self._pull_out()

    def _take_orders(self) -> None:
        while not self._orders.empty():
            line, done = self._orders.get()
            try:
                self._do(line)
            except BadInput as error:
                done.set_exception(error)
            else:
                self._speak()
                done.set_result(None)

    def _speak(self) -> None:
        said = self._machine.take_output()
        while said and self._master is not None:
            try:
                said = said[os.write(self._master, said) :]
            except BlockingIOError:
                return  # Nobody reads: on a real line these bytes are gone as well.


def main(words: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m drivers.sim.shuffler",
        description="A simulated shuffler on a pty. Commands on standard input:\n\n" + HELP,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--link", type=Path, required=True, help="path the host opens")
    parser.add_argument("--identity", default=Model().identity)
    parser.add_argument("--recognises", action="store_true", help="reads the cards of each hand")
    parser.add_argument("--knows-seats", action="store_true", help="knows where each stack goes")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--stack-s", type=float, default=0.0, help="seconds between two stacks")
    said = parser.parse_args(words)
    model = Model(said.identity, recognises=said.recognises, knows_seats=said.knows_seats)
    simulated = SimShuffler(said.link, model, said.seed, Pace(stack_s=said.stack_s))
    print(f"ready {said.link}", flush=True)
    try:
        for line in sys.stdin:
            _answer(simulated, line)
    finally:
        simulated.close()
    return 0


def _answer(simulated: SimShuffler, line: str) -> None:
    try:
        simulated.do(line)
    except BadInput as error:
        print(f"error {error}", flush=True)
    else:
        print("ok", flush=True)


if __name__ == "__main__":
    sys.exit(main())
