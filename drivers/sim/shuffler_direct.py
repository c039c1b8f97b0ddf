"""A simulated shuffler without a port, a thread or a clock of its own: for stories that need no real line.

Host and machine exchange the very bytes of the real line, at once; time passes only when `advance` is called.
"""

from dataclasses import replace

from controller.ports import Put
from drivers.shuffler_frames import Frame, Parser, encode
from drivers.shuffler_session import Session, Timing
from drivers.sim.shuffler_commands import obey
from drivers.sim.shuffler_machine import Machine, Model, Pace


class DirectShuffler:
    """Fits controller.ports.Shuffler, and takes the same commands as SimShuffler."""

    def __init__(
        self,
        put: Put,
        model: Model | None = None,
        seed: int = 0,
        timing: Timing | None = None,
        pace: Pace | None = None,
    ) -> None:
        self.now = 0.0
        self._seed = seed
        self._pace = pace
        self._machine = Machine(model or Model(), self.now, seed, pace)
        self._parser = Parser()
        self._session = Session(put, self._send, self.now, timing)
        self._to_machine = bytearray()
        self._plugged = True
        self._open()

    def permit(self, dealing: bool) -> None:
        self._session.permit(dealing)
        self._exchange()

    def close(self) -> None:
        self._plugged = False

    @property
    def permitted(self) -> bool:
        return self._machine.permitted

    def do(self, line: str) -> None:
        match line.split():
            case ["unplug"]:
                self._plugged = False
                self._session.lost("unplugged")
            case ["replug"]:
                self._plugged = True
                self._open()
            case ["restart"]:
                self._switch_on(self._machine.model)
            case ["replace", identity]:
                self.do("unplug")
                self._switch_on(replace(self._machine.model, identity=identity))
                self.do("replug")
            case _:
                obey(self._machine, line, self.now)
        self._exchange()

    def advance(self, seconds: float) -> None:
        self.now += seconds
        self._machine.tick(self.now)
        self._exchange()
        if self._plugged and not self._session.tick(self.now):
            self._session.lost("silent")
            self._session.opened(self.now)
        self._exchange()

    def _open(self) -> None:
        self._session.opened(self.now)
        self._exchange()

    def _switch_on(self, model: Model) -> None:
        boots = self._machine.boots + 1
        self._machine = Machine(model, self.now, self._seed, self._pace, boots)

    def _send(self, sent: Frame) -> None:
        self._to_machine += encode(sent)

    def _exchange(self) -> None:
        """Both sides speak until neither has anything to say."""
        while True:
            said, heard = self._machine.take_output(), bytes(self._to_machine)
            self._to_machine.clear()
            if not (said or heard) or not self._plugged:
                return
            self._machine.receive(heard, self.now)
            self._session.take(self._parser.feed(said), self.now)
