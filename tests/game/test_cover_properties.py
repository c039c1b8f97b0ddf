"""What holds for every table that a player-dealer covers, whatever is dealt and wagered."""

from collections.abc import Iterable, Iterator

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from controller.game.cards import DECK
from controller.game.cover import Bettor, Covered, Seat, Spot, cover, equal_parts
from controller.game.profiles import load
from controller.game.seats import button_value
from controller.game.settle import Decision, Outcome, Wagers

HIGH_CARDS = [card for card in DECK if card.rank >= 9]
"""Exactly enough for eight hands, and rich in pairs, straights and flushes."""

RICH = 10**15

PATIENT = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
"""A busy machine is not a fault."""

Due = tuple[Spot, int, bool]
"""A wager, what it is due, and whether it was forfeited."""


@st.composite
def bettors(draw: st.DrawFn) -> Bettor:
    ante = draw(st.integers(1, 500))
    bonuses = draw(st.integers(0, 300)), draw(st.integers(0, 300))
    plays = draw(st.booleans())
    wagers = Wagers(ante, ante if plays else 0, *bonuses)
    return Bettor(wagers, Decision.PLAY if plays else Decision.FOLD)


class Table:
    """One question to `cover`, and its answer."""

    def __init__(self, game: str, wager: int, hands: list[Seat], dealer: Seat) -> None:
        self.game, self.wager, self.seats, self.dealer = load(game), wager, hands, dealer.cards
        self.found = self.covered_with(wager)

    def __repr__(self) -> str:
        return f"{self.game.name}, {self.wager} wagered, dealer {self.dealer}, {self.seats}"

    def covered_with(self, wager: int) -> Covered:
        return cover(self.game, wager, self.dealer, self.dealer[0], self.seats)

    def dues(self) -> Iterator[Due]:
        """Every spot with what it is due, from the action seat clockwise."""
        numbers = sorted(seat.number for seat in self.seats)
        turn = (button_value(self.dealer[0]) - 1) % len(numbers)
        for number in numbers[turn:] + numbers[:turn]:
            for index, settlement in enumerate(self.found.settlements[number]):
                for wager, settled in settlement.lines():
                    forfeited = settled.outcome is Outcome.FORFEIT
                    yield (number, index, wager), settled.net, forfeited


@st.composite
def tables(draw: st.DrawFn, game: str | None = None) -> Table:
    game = game or draw(st.sampled_from(["ca-6card", "livermore"]))
    numbers = draw(st.lists(st.integers(1, 8), min_size=1, max_size=7, unique=True))
    cards = draw(st.permutations(HIGH_CARDS))
    hands = [
        Seat(number, cards[3 * at : 3 * at + 3], draw(st.lists(bettors(), min_size=1, max_size=3)))
        for at, number in enumerate(numbers)
    ]
    wager = draw(st.integers(0, 6000))
    return Table(game, wager, hands, Seat(0, cards[-3:], ()))


@PATIENT
@given(tables())
def test_the_player_dealer_neither_wins_nor_loses_more_than_he_wagered(table: Table) -> None:
    assert -table.wager <= table.found.player_dealer_net <= table.wager


@PATIENT
@given(tables())
def test_no_bet_gets_more_than_it_is_due_nor_turns_from_loss_to_win(table: Table) -> None:
    for spot, due, _ in table.dues():
        assert min(due, 0) <= table.found.net(*spot) <= max(due, 0)


@PATIENT
@given(tables())
def test_money_is_conserved(table: Table) -> None:
    players = sum(table.found.net(*spot) for spot, _, _ in table.dues())
    assert players + table.found.player_dealer_net == 0
    assert set(table.found.nets) <= {spot for spot, _, _ in table.dues()}


@PATIENT
@given(tables())
def test_a_bank_that_is_large_enough_pays_what_settle_says(table: Table) -> None:
    rich = table.covered_with(RICH)
    assert all(rich.net(*spot) == due for spot, due, _ in table.dues())


def bank_walks(table: Table, in_order: Iterable[Due]) -> None:
    """Told from the bank's side: his net walks between two walls and stops for good at the lower one."""
    bank = 0
    for spot, due, _ in in_order:
        after = max(-table.wager, min(table.wager, bank - due)) if bank > -table.wager else bank
        assert table.found.net(*spot) == bank - after
        bank = after


@PATIENT
@given(tables("ca-6card"))
def test_seat_by_seat_every_bet_of_a_seat_moves_the_bank_before_the_next_seat_s(
    table: Table,
) -> None:
    bank_walks(table, sorted(table.dues(), key=lambda bet: not bet[2]))  # Stable: forfeits first.


@PATIENT
@given(tables("livermore"))
def test_bet_by_bet_every_ante_moves_the_bank_before_the_first_play(table: Table) -> None:
    bets = list(table.dues())
    forfeits = [bet for bet in bets if bet[2]]
    antes = [bet for bet in bets if bet[0][2] == "ante" and not bet[2]]
    plays = [bet for bet in bets if bet[0][2] == "play"]
    bank_walks(table, [*forfeits, *antes, *plays])


@PATIENT
@given(tables("livermore"))
def test_bet_by_bet_nothing_later_is_settled_while_something_earlier_went_short(
    table: Table,
) -> None:
    """A winning bet that went short means an exhausted bank: every later kind comes back whole."""
    order = ("ante", "play", "ante_bonus", "pair_plus", "six_card")
    bets = [bet for bet in table.dues() if not bet[2]]
    short = [order.index(s[2]) for s, due, _ in bets if due > 0 and table.found.net(*s) < due]
    for spot, _, _ in bets:
        if short and order.index(spot[2]) > min(short):
            assert table.found.net(*spot) == 0
    if short:
        assert table.found.player_dealer_net == -table.wager


@PATIENT
@given(tables("livermore"))
def test_bet_by_bet_winning_bonus_bets_of_one_kind_differ_by_a_cent_at_most(table: Table) -> None:
    for wager in ("pair_plus", "six_card"):
        wins = [(due, table.found.net(*s)) for s, due, _ in table.dues() if s[2] == wager]
        short = [got for due, got in wins if due > 0 and got < due]
        if short:
            assert max(short) - min(short) <= 1
            assert all(got <= min(short) + 1 for due, got in wins if due == got)


@PATIENT
@given(st.integers(0, 2000), st.lists(st.integers(1, 500), max_size=9))
def test_equal_parts_use_up_what_there_is_and_favour_the_action_seat_by_a_cent(
    available: int, dues: list[int]
) -> None:
    parts = equal_parts(available, dues)
    assert sum(parts) == min(available, sum(dues))
    assert all(0 <= part <= due for part, due in zip(parts, dues, strict=True))
    short = [part for part, due in zip(parts, dues, strict=True) if part < due]
    assert short == sorted(short, reverse=True)
    for part, due in zip(parts, dues, strict=True):
        assert not short or part <= min(short) + 1
        assert part == due or part >= max(short) - 1
