"""Who may approve a win and how: the key, or a swiped card of the right level. Settings, not rules in code."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum


class Keypad(StrEnum):
    KEY = "key"
    """Key to JPH, then J-pot; the meter drops when the key goes back to Run."""
    TOUCH = "touch"
    """Confirm, then a Supervisor's or Executive's card; the meter drops at the swipe."""


@dataclass(frozen=True, slots=True)
class Approver:
    name: str | None
    """Of the card's holder; None: the floor's key has no name."""
    level: str
    """Key, supervisor or executive."""


KEY_HOLDER = Approver(None, "key")


@dataclass(frozen=True, slots=True)
class Style:
    keypad: Keypad = Keypad.KEY
    cards: Mapping[str, Approver] = field(default_factory=dict)
    """Badge number to its holder."""
    executive_from_cents: int = 0
    """Prizes from here on need an Executive's card; 0: none does."""

    @property
    def touch(self) -> bool:
        return self.keypad is Keypad.TOUCH

    def approver(self, badge: str) -> Approver | None:
        return self.cards.get(badge)

    def may_approve(self, approver: Approver, prize_cents: int) -> bool:
        if not self.executive_from_cents or prize_cents < self.executive_from_cents:
            return True
        return approver.level != "supervisor"
