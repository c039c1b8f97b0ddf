"""A dealer and a floor person who play by themselves: they touch what a person touches and see what a person sees.

Which hand three cards are is asked of the product's own progressive; whether a key is taken is the table's to say.
"""

import random
import threading
from collections.abc import Callable
from functools import partial
from typing import Any

from controller import progressive
from controller.errors import PucklightError
from controller.game.cards import DECK, parse_cards
from controller.presses import HANDS
from demo.acts import Acts
from demo.hub import Facts, Hub
from drivers.wiring import SEATS

PAUSE_S = 0.8
PATIENCE_S = 8.0
PRESSES_MOST = 3
LUCKY_ONE_IN = 5
"""In so many rounds the deck is stacked once, so that one need not wait for hours to see a win. The page says so."""
KEYS = {hand: str(key) for key, hand in HANDS.items()}


class Interrupted(PucklightError):
    """Something went otherwise than expected: the power, the broker, the shuffler, or a person."""


class Dealer:
    def __init__(self, acts: Acts, hub: Hub, chance: random.Random) -> None:
        self._acts, self._hub, self._chance = acts, hub, chance
        self._rules = progressive.load("ca-003")
        self.speed = 1.0
        self.stop = threading.Event()

    def want_all_well(self) -> None:
        """Before a round is begun that could not be finished."""
        self._want(_trouble)
        self._want(_shuffler_trouble)

    def play_round(self) -> None:
        self.finish()
        seats = sorted(self._chance.sample(range(1, SEATS + 1), self._chance.randint(2, 6)))
        for seat in seats:
            self._do({"do": "chip", "seat": seat, "on": True}, 0.4)
        self._press("coin-in", lambda r: r["state"] == "in_play")
        self._do({"do": "sweep"})
        self._do({"do": "deal", "hands": self._stacked(seats)})
        self._until(
            lambda facts: _shuffler_trouble(facts) or facts["round"]["unloaded"] is not None
        )
        self._want(_shuffler_trouble)
        self._pause(1.5)
        self._claim()
        self.finish()

    def finish(self) -> None:
        """From wherever the round stands to open betting with no chip on the felt."""
        state = self._round()["state"]
        if (state == "in_play" and self._round()["claims"]) or state in ("verifying", "won"):
            self._verify()
        for _ in range(PRESSES_MOST):  # A missed win is said once, and the second press counts.
            if self._round()["state"] == "in_play":
                self._do({"do": "press", "key": "game-over"})
        if self._round()["state"] == "in_play":
            self._turn("jph")
            self._do({"do": "press", "key": "game-over"})
        self._turn("run")
        self._until(lambda facts: facts["round"]["state"] == "betting")
        self._do({"do": "sweep"})

    def _claim(self) -> None:
        laid, seats = self._hub.get("laid"), self._round()["seats"]
        for seat in seats:
            cards = laid.get(str(seat), [])
            code = self._rules.hand_code(parse_cards(cards, 3)) if len(cards) == 3 else "none"
            if code != "none":
                self._do({"do": "press", "key": f"seat-{seat}"})
                claimed = {"seat": seat, "hand": code}
                self._press(KEYS[code], partial(_claims, claimed))

    def _verify(self) -> None:
        if self._round()["state"] != "won":
            self._turn("jph")
            self._until(lambda facts: facts["round"]["state"] == "verifying")
            self._do({"do": "press", "key": "j-pot"}, 2.0)
        self._turn("run")
        self._until(lambda facts: facts["round"]["state"] == "in_play")
        self._pause(2.0)
        for claim in self._round()["claims"]:  # Refused by the table: the cards say otherwise.
            self._do({"do": "press", "key": f"seat-{claim['seat']}"})
            self._do({"do": "press", "key": KEYS[claim["hand"]]})

    def _stacked(self, seats: list[int]) -> dict[str, str]:
        """Now and then a winning hand for somebody; mostly nothing."""
        if self._chance.randrange(LUCKY_ONE_IN):
            return {}
        ranks = self._chance.choice(("AKQ", "987", "555", "765", "KQJ"))
        suits = {"555": "shd", "765": "shd"}.get(ranks, self._chance.choice("shdc") * 3)
        hand = [rank + suit for rank, suit in zip(ranks, suits, strict=True)]
        assert set(hand) <= set(map(str, DECK)), hand
        return {str(self._chance.choice(seats)): "".join(hand)}

    def _turn(self, position: str) -> None:
        if self._hub.get("world")["key"] != position or self._round()["key"] != position:
            self._do({"do": "key", "to": position})
            self._until(lambda facts: facts["round"]["key"] == position)

    def _press(self, key: str, wanted: Callable[[dict[str, Any]], bool]) -> None:
        self._do({"do": "press", "key": key})
        self._until(lambda facts: wanted(facts["round"]))

    def _do(self, order: dict[str, Any], pauses: float = 1.0) -> None:
        if self.stop.is_set():
            raise Interrupted("told to stop")
        self._want(_trouble)
        self._acts.do(order)
        self._pause(pauses)

    def _round(self) -> dict[str, Any]:
        round_: dict[str, Any] = self._hub.get("round")
        return round_

    def _until(self, wanted: Callable[[Facts], object]) -> None:
        def over(facts: Facts) -> bool:
            return self.stop.is_set() or bool(_trouble(facts)) or bool(wanted(facts))

        if not self._hub.wait(over, PATIENCE_S):
            raise Interrupted("The table does not answer as expected; it is tried again.")
        self._want(_trouble)

    def _want(self, trouble: Callable[[Facts], str]) -> None:
        """Nothing in the way; else what it is, in a sentence for whoever watches."""
        if found := self._hub.judge(trouble):
            raise Interrupted(found)

    def _pause(self, pauses: float) -> None:
        self.stop.wait(pauses * PAUSE_S / self.speed)


def _claims(wanted: dict[str, Any], round_: dict[str, Any]) -> bool:
    return wanted in round_["claims"]


def _trouble(facts: Facts) -> str:
    status = facts["status"] or {}
    if not facts["power"]["on"]:
        return "The power is off; it goes on when the power is back."
    if not facts["listening"]:
        return "The broker is gone; it goes on when there is one."
    if facts["world"]["service"] or status.get("state") == "service":
        return "The table is in service mode; it goes on when Service is off."
    if status.get("state") == "out_of_service":
        return f"The table is out of service: {status.get('reason')}."
    return ""


def _shuffler_trouble(facts: Facts) -> str:
    shuffler = facts["shuffler"]
    if not shuffler["plugged"]:
        return "The shuffler is unplugged; it goes on when the cable is back."
    if shuffler["faults"]:
        return f"The shuffler has a fault ({', '.join(shuffler['faults'])}); it goes on when that is cleared."
    return ""
