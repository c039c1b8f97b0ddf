"""Whose jackpot a card shows: a table's own, or that of a link. Knows where they publish and what players call them."""

from dataclasses import dataclass
from enum import StrEnum

from controller.messages import VERSION


class Kind(StrEnum):
    """As topics and documents name them."""

    TABLE = "table"
    LINK = "link"


@dataclass(frozen=True, slots=True)
class Source:
    site: str
    name: str
    kind: Kind = Kind.TABLE

    @property
    def prefix(self) -> str:
        return f"pucklight/v{VERSION}/{self.site}/{self.kind}/{self.name}/"

    @property
    def label(self) -> str:
        """For players."""
        if self.kind is Kind.LINK:
            return f"Linked jackpot {self.name}"
        return f"Table {self.name.upper()}"
