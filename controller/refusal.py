"""A refusal: nothing was changed, and somebody at the table is told why and what to do instead."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Refused:
    code: str
    text: str
    seat: int | None = None
    """Where it shows on the lamps; None: on all of them."""
