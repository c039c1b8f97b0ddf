"""What a phase file says of itself."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Phase:
    name: str
    """As `--only` takes it."""
    title: str
    needs: str = ""
    """The device that must be fitted; empty: every table has it."""
    benches: tuple[str, ...] = ()
    """Where it can be done at all; empty: everywhere."""
    books: bool = False
    """Whether it books fees: then never on a live table."""
