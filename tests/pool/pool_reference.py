"""A second, small pool, written from the rules page alone in plain cents: what the real one is held against.

It has no accounts, no rows and no TOML; it shares no code with the product.
"""

from dataclasses import dataclass, field

NAMES = (
    "meter coin_in paid_meter paid_fixed paid_envy reserve admin house_advance"
    " seed_outstanding reseeded house_seed"
)


@dataclass
class Rules:
    to_meter: int
    to_reserve: int
    fixed: dict[str, int]
    california: bool
    repay_at: int = 200_000
    envy: dict[str, int] = field(default_factory=lambda: {"akq_spades": 10_000, "akq_other": 2_500})


RULES = {
    "ca-003": Rules(
        15,
        80,
        {"akq_other": 52_500, "straight_flush": 7_500, "three_of_a_kind": 6_000, "straight": 600},
        california=True,
    ),
    "wa-paytable-1": Rules(
        14,
        0,
        {"akq_other": 50_000, "straight_flush": 7_000, "three_of_a_kind": 6_000, "straight": 600},
        california=False,
    ),
    "wa-paytable-2": Rules(
        20,
        0,
        {"akq_other": 50_000, "straight_flush": 10_000, "three_of_a_kind": 9_000},
        california=False,
    ),
}


class ReferencePool:
    def __init__(self, profile: str) -> None:
        self.rules = RULES[profile]
        self.is_ = dict.fromkeys(NAMES.split(), 0)
        self.is_["meter"] = self.is_["seed_outstanding"] = 100_000

    def fees(self, seats: int, sign: int = 1) -> None:
        self.is_["coin_in"] += sign * seats * 100
        self.is_["meter"] += sign * seats * self.rules.to_meter
        self.is_["reserve"] += sign * seats * self.rules.to_reserve
        self.is_["admin"] += sign * seats * (100 - self.rules.to_meter - self.rules.to_reserve)

    def win(self, seats: list[int], hands: dict[int, str]) -> tuple[dict[int, int], dict[int, int]]:
        """Prizes and envy by seat."""
        envy = {seat: self._envy_of(seat, hands) for seat in seats}
        self.is_["paid_envy"] += sum(envy.values())
        self._pay_out(sum(envy.values()))
        prizes = {}
        jackpots = sorted((seat for seat in hands if hands[seat] == "akq_spades"), reverse=True)
        for seat in hands.keys() - set(jackpots):
            prizes[seat] = self.rules.fixed[hands[seat]]
            self.is_["paid_fixed"] += prizes[seat]
            self._pay_out(prizes[seat])
        posted = self.is_["meter"]
        for seat in jackpots:
            if self.rules.california and seat != jackpots[0]:
                prizes[seat] = posted
                self.is_["paid_fixed"] += posted
                self._pay_out(posted)
            else:
                prizes[seat] = self.is_["meter"]
                self.is_["paid_meter"] += prizes[seat]
                self._reseed()
        return prizes, {seat: cents for seat, cents in envy.items() if cents}

    def _envy_of(self, seat: int, hands: dict[int, str]) -> int:
        return sum(self.rules.envy.get(hand, 0) for other, hand in hands.items() if other != seat)

    def _pay_out(self, cents: int) -> None:
        if self.rules.california:
            self.is_["reserve"] -= cents
            self._make_up()

    def _make_up(self) -> None:
        if self.is_["reserve"] < 0:
            self.is_["house_advance"] -= self.is_["reserve"]
            self.is_["reserve"] = 0

    def _reseed(self) -> None:
        self.is_["meter"] = 100_000
        self.is_["reseeded"] += 100_000
        if self.rules.california:
            self._pay_out(100_000)
        else:
            self.is_["house_seed"] += 100_000
            self.is_["seed_outstanding"] += 100_000

    def game_over(self) -> None:
        if self.rules.california and self.is_["reserve"] >= self.rules.repay_at:
            self.is_["reserve"] -= self.is_["seed_outstanding"]
            self.is_["seed_outstanding"] = 0
