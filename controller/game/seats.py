"""Places at a table banked by a player-dealer: where the action starts and who may bank next.

Seats are numbered clockwise from the house dealer's left.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from controller.game.cards import Card
from controller.game.profiles import Rotation

ACE = 14


def button_value(face_up: Card) -> int:
    """Ace is one, jack eleven, queen twelve, king thirteen."""
    return 1 if face_up.rank == ACE else face_up.rank


def action_seat(face_up: Card, occupied: Collection[int]) -> int:
    """The seat that receives first action, counted over the occupied ones without the player-dealer."""
    clockwise = sorted(occupied)
    return clockwise[(button_value(face_up) - 1) % len(clockwise)]


def clockwise_from(first: int, seats: Iterable[int]) -> list[int]:
    """All seats, `first` at the head or, where it is not among them, the next one clockwise."""
    ordered = sorted(seats)
    return [s for s in ordered if s >= first] + [s for s in ordered if s < first]


@dataclass(frozen=True, slots=True)
class Banking:
    """Who banks now, and for how many rounds he has done so without a break."""

    seat: int
    rounds: int


def may_bank(rotation: Rotation, seat: int, played_previous: Collection[int]) -> bool:
    return seat in played_previous or not rotation.must_have_played


def next_banking(
    rotation: Rotation,
    now: Banking,
    occupied: Sequence[int],
    played_previous: Collection[int],
    declined: Collection[int] = (),
) -> int | None:
    """The seat that banks the next round; None if nobody may, or nobody will.

    The same seat until its rounds are used up; then it is offered clockwise, never back to the one that just banked.
    """
    here = now.seat in occupied and now.seat not in declined
    if here and now.rounds < rotation.rounds_per_player_dealer:
        return now.seat
    for seat in clockwise_from(now.seat + 1, occupied):
        offered = seat != now.seat and seat not in declined
        if offered and may_bank(rotation, seat, played_previous):
            return seat
    return None
