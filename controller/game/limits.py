"""Wager limits as the profile sets them. Settling does not ask: a bet that was accepted is settled."""

from collections.abc import Iterator

from controller.game.profiles import WAGERS, Profile
from controller.game.settle import Wagers
from controller.money import dollars


def breaches(profile: Profile, wagers: Wagers) -> Iterator[str]:
    """One sentence for each wager outside its limits."""
    for name in WAGERS:
        cents: int = getattr(wagers, name)
        limit = profile.limits.get(name)
        if cents and limit and not limit.minimum_cents <= cents <= limit.maximum_cents:
            allowed = f"{dollars(limit.minimum_cents)} to {dollars(limit.maximum_cents)}"
            yield f"{name}: want {allowed}, got {dollars(cents)}"
