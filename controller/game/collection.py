"""What the house collects for a round, by schedule option and total table action before the deal."""

from dataclasses import dataclass

from controller.errors import BadInput
from controller.game.profiles import Damaged, Profile
from controller.money import dollars


@dataclass(frozen=True, slots=True)
class Collected:
    """Cents from the player-dealer, and from each player with a base game wager."""

    player_dealer: int | Damaged
    player: int | Damaged

    @property
    def is_readable(self) -> bool:
        return not isinstance(self.player_dealer, Damaged) and not isinstance(self.player, Damaged)


def collect(profile: Profile, option: int, action: int) -> Collected:
    schedule = profile.collections.get(str(option))
    if schedule is None:
        known = ", ".join(profile.collections) or "none: they are as posted on the table"
        raise BadInput(f"option: want a schedule option of {profile.name} ({known}), got {option}")
    bands = {int(start): cents for start, cents in schedule.player_dealer_cents.items()}
    reached = [start for start in bands if start <= action]
    if not reached:
        lowest = dollars(min(bands))
        raise BadInput(f"action: option {option} starts at {lowest}, got {dollars(action)}")
    return Collected(bands[max(reached)], schedule.player_cents)
