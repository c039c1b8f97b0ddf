"""The wall clock, for people: rows and messages say when. Nothing is ever ordered by it."""

from datetime import UTC, datetime


def now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
