"""A whole table banked by a player-dealer, who can neither win nor lose more than he wagered.

Knows the order of action and how a bank that runs short is shared. What each bet is due comes from `settle`.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from controller.game.cards import Card
from controller.game.profiles import CoverOrder, Profile
from controller.game.seats import action_seat, clockwise_from
from controller.game.settle import Decision, Outcome, Settlement, Wagers, settle


@dataclass(frozen=True, slots=True)
class Bettor:
    wagers: Wagers
    decision: Decision | None


@dataclass(frozen=True, slots=True)
class Seat:
    """One hand and everyone who bet on it: the seated player first, then the backline."""

    number: int
    cards: Sequence[Card]
    bettors: Sequence[Bettor]


Spot = tuple[int, int, str]
"""Seat, bettor (0 is the seated player), wager."""


class Bet(NamedTuple):
    """One wager that is won or lost. `due` is the bettor's gain if it is covered in full."""

    spot: Spot
    due: int
    forfeited: bool

    @property
    def wager(self) -> str:
        return self.spot[2]


@dataclass(frozen=True, slots=True)
class Covered:
    action_seat: int
    settlements: dict[int, list[Settlement]]
    """Seat -> bettors: what they would get from a bank without limit."""
    nets: dict[Spot, int]
    """What each bet that was won or lost did get; the rest of its stake went back."""

    @property
    def player_dealer_net(self) -> int:
        return -sum(self.nets.values())

    def net(self, seat: int, bettor: int, wager: str) -> int:
        """0 for a wager that pushed, was returned or was not made."""
        return self.nets.get((seat, bettor, wager), 0)


@dataclass(slots=True)
class Bank:
    """The player-dealer's wager as it is used. What he collects can be paid out again."""

    wager: int
    net: int = 0
    nets: dict[Spot, int] = field(default_factory=dict)

    @property
    def left(self) -> int:
        """What can still be paid. At nothing the bank is exhausted: all bets after that are returned."""
        return self.wager + self.net

    def settle(self, bet: Bet) -> None:
        if bet.due < 0:
            open_to_win = self.wager - self.net if self.left else 0
            self._book(bet, -min(-bet.due, open_to_win))
        else:
            self._book(bet, min(bet.due, self.left))

    def share(self, bets: Sequence[Bet]) -> None:
        """Pays winning bets of one kind; when they exceed what is left, in equal parts."""
        for bet, part in zip(bets, equal_parts(self.left, [bet.due for bet in bets]), strict=True):
            self._book(bet, part)

    def _book(self, bet: Bet, player_net: int) -> None:
        self.net -= player_net
        self.nets[bet.spot] = player_net


def equal_parts(available: int, dues: Sequence[int]) -> list[int]:
    """Equal shares, none beyond what is due: the surplus goes round again, odd cents one each from the first."""
    parts = [0] * len(dues)
    while available and (short := [i for i, due in enumerate(dues) if parts[i] < due]):
        share = available // len(short) or 1
        for index in short[:available]:
            given = min(share, dues[index] - parts[index])
            parts[index] += given
            available -= given
    return parts


def cover(
    profile: Profile, wager: int, dealer: Sequence[Card], face_up: Card, seats: Sequence[Seat]
) -> Covered:
    """Settles every seat out of the player-dealer's wager, in the profile's order."""
    by_number = {seat.number: seat for seat in seats}
    first = action_seat(face_up, by_number)
    settlements = {
        number: [
            settle(profile, by_number[number].cards, dealer, bettor.decision, bettor.wagers)
            for bettor in by_number[number].bettors
        ]
        for number in clockwise_from(first, by_number)
    }
    bank = Bank(wager)
    bets = list(_bets(settlements))
    for bet in bets:
        if bet.forfeited:
            bank.settle(bet)
    standing = [bet for bet in bets if not bet.forfeited]
    if profile.cover_order is CoverOrder.BET_BY_BET:
        _bet_by_bet(bank, standing)
    else:
        for bet in standing:
            bank.settle(bet)
    return Covered(first, settlements, bank.nets)


def _bets(settlements: dict[int, list[Settlement]]) -> Iterator[Bet]:
    """From the action seat clockwise, each bettor's in the order of action."""
    for number, bettors in settlements.items():
        for index, settlement in enumerate(bettors):
            for wager, settled in settlement.lines():
                if settled.net:
                    forfeited = settled.outcome is Outcome.FORFEIT
                    yield Bet((number, index, wager), settled.net, forfeited)


def _bet_by_bet(bank: Bank, bets: Sequence[Bet]) -> None:
    for wager in ("ante", "play", "ante_bonus"):
        for bet in bets:
            if bet.wager == wager:
                bank.settle(bet)
    for wager in ("pair_plus", "six_card"):
        of_kind = [bet for bet in bets if bet.wager == wager]
        for bet in of_kind:
            if bet.due < 0:
                bank.settle(bet)
        bank.share([bet for bet in of_kind if bet.due > 0])
