"""Lets the dealer play on a thread of its own, at a chosen speed, until told to stop; and finish a round on request."""

import random
import threading
from collections.abc import Mapping
from typing import Any

from controller.errors import BadInput, PucklightError
from demo.acts import Acts
from demo.dealer import LUCKY_ONE_IN, Dealer
from demo.hub import Hub

SLOWEST, FASTEST = 0.25, 50.0
AGAIN_S = 1.0


class Autoplay:
    def __init__(self, acts: Acts, hub: Hub, speed: float) -> None:
        self._acts, self._hub = acts, hub
        self._dealer = Dealer(acts, hub, random.Random())
        self._dealer.speed = speed
        self._thread: threading.Thread | None = None
        self._lock = threading.Lock()
        self._rounds = 0
        self._tell("")
        acts.further["autoplay"] = self.ordered
        acts.further["finish"] = self.finish

    def ordered(self, order: Mapping[str, Any]) -> None:
        speed = order.get("speed", self._dealer.speed)
        if isinstance(speed, bool) or not isinstance(speed, int | float):
            raise BadInput(f"speed: want a number, got {speed!r}")
        self._dealer.speed = float(min(max(speed, SLOWEST), FASTEST))
        self._acts.set_speed(self._dealer.speed)
        with self._lock:
            self._stop()
            if order.get("on") is True:
                self._dealer.stop.clear()
                self._thread = threading.Thread(target=self._run, name="autoplay", daemon=True)
                self._thread.start()
            self._tell("")

    def finish(self, _: Mapping[str, Any]) -> None:
        """Brings an open round to its end, so that something else can begin."""
        with self._lock:
            self._stop()
            self._dealer.stop.clear()
            self._tell("")
            self._dealer.finish()

    def close(self) -> None:
        with self._lock:
            self._stop()

    def _stop(self) -> None:
        thread, self._thread = self._thread, None
        self._dealer.stop.set()
        if thread:
            thread.join()

    def _run(self) -> None:
        while not self._dealer.stop.is_set():
            try:
                self._dealer.want_all_well()
                self._tell("")
                self._dealer.play_round()
            except (PucklightError, OSError) as error:
                self._tell(str(error))
                self._dealer.stop.wait(AGAIN_S)
            else:
                self._rounds += 1
                self._tell("")

    def _tell(self, note: str) -> None:
        facts = {
            "on": bool(self._thread),
            "speed": self._dealer.speed,
            "rounds": self._rounds,
            "stacked_one_in": LUCKY_ONE_IN,
            "note": note,
        }
        self._hub.put("autoplay", facts)
