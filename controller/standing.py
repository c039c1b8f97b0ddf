"""How the table stands: what the rows have made of it, and nothing else. JSON in, JSON out."""

from dataclasses import asdict, dataclass, field
from typing import Any

from controller.round import State


@dataclass(slots=True)
class Standing:
    """Rebuilt from the rows alone, so a restart comes back to it exactly."""

    round: int = 0
    born: int = 0
    """How many times this table has started."""
    state: State = State.BETTING
    npn: bool = False
    """The next rounds are No Purchase Necessary."""
    npn_round: bool = False
    """This one is."""
    locked: list[int] = field(default_factory=list)
    """The seats whose fee was taken in this round."""
    last_locked: list[int] = field(default_factory=list)
    """Of this round or the last: a chip still lying there after a restart may be the one already paid with."""
    claims: dict[int, str] = field(default_factory=dict)
    won: bool = False
    """A win is recorded in this round: it can no longer be voided."""
    frozen_cents: int = 0
    """What the meter showed when the win was recorded; shown until the meter is adjusted."""
    win: dict[str, Any] | None = None
    """The last win of this round, for the display."""
    blocked: list[int] = field(default_factory=list)
    out: dict[str, str] = field(default_factory=dict)
    """Why the table is out of service: a code and a sentence each; empty when it is not."""
    commands: list[str] = field(default_factory=list)
    """The ids of the last commands carried out: none is carried out twice."""

    def claims_as_facts(self) -> list[dict[str, Any]]:
        return [{"seat": seat, "hand": hand} for seat, hand in sorted(self.claims.items())]

    def to_json(self) -> dict[str, Any]:
        return {**asdict(self), "claims": {str(seat): hand for seat, hand in self.claims.items()}}

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> "Standing":
        claims = {int(seat): hand for seat, hand in data["claims"].items()}
        return cls(**{**data, "state": State(data["state"]), "claims": claims})
