"""One bettor against the dealer: which wagers a profile allows, and what each wins or loses.

Knows nothing of other seats, nor of how much a player-dealer can pay: see `cover`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from controller.game.cards import Card
from controller.game.hands import qualifies, strength
from controller.game.profiles import Needs, OnFold, Profile
from controller.game.six import best_of_six


class Decision(StrEnum):
    PLAY = "play"
    FOLD = "fold"


@dataclass(frozen=True, slots=True)
class Wagers:
    """Cents on each spot; 0 is no wager."""

    ante: int = 0
    play: int = 0
    pair_plus: int = 0
    six_card: int = 0


class Refusal(StrEnum):
    """Why these wagers cannot stand, in the order they are looked for."""

    NO_WAGER = "no_wager"
    ANTE_REQUIRED = "ante_required"
    STANDARD_WAGER_REQUIRED = "standard_wager_required"
    DECISION_WITHOUT_ANTE = "decision_without_ante"
    DECISION_REQUIRED = "decision_required"
    PLAY_MUST_EQUAL_ANTE = "play_must_equal_ante"
    PLAY_ON_FOLDED_HAND = "play_on_folded_hand"


class Outcome(StrEnum):
    WIN = "win"
    LOSE = "lose"
    PUSH = "push"
    FORFEIT = "forfeit"
    NONE = "none"


class Reason(StrEnum):
    """Why a wager came out as it did; for whoever explains it at the table."""

    NOT_WAGERED = "not_wagered"
    FOLDED = "folded"
    DEALER_DOES_NOT_QUALIFY = "dealer_does_not_qualify"
    HIGHER_THAN_DEALER = "higher_than_dealer"
    LOWER_THAN_DEALER = "lower_than_dealer"
    TIE = "tie"
    HAND_PAYS = "hand_pays"
    HAND_DOES_NOT_PAY = "hand_does_not_pay"


@dataclass(frozen=True, slots=True)
class Settled:
    """One wager's end. `net` is the bettor's gain in cents, without his stake."""

    outcome: Outcome
    net: int
    reason: Reason


NOTHING = Settled(Outcome.NONE, 0, Reason.NOT_WAGERED)


@dataclass(frozen=True, slots=True)
class Settlement:
    """In the order the wagers receive action."""

    ante: Settled
    play: Settled
    ante_bonus: Settled
    pair_plus: Settled
    six_card: Settled

    def lines(self) -> list[tuple[str, Settled]]:
        return [(name, getattr(self, name)) for name in self.__slots__]

    @property
    def total_net(self) -> int:
        return sum(settled.net for _, settled in self.lines())


def refusal(profile: Profile, wagers: Wagers, decision: Decision | None) -> Refusal | None:
    """The first reason why the profile does not allow these wagers; None if it does."""
    if wagers == Wagers():
        return Refusal.NO_WAGER
    if not wagers.ante:
        return _refusal_without_ante(profile, wagers, decision)
    if decision is None:
        return Refusal.DECISION_REQUIRED
    if decision is Decision.PLAY and wagers.play != wagers.ante:
        return Refusal.PLAY_MUST_EQUAL_ANTE
    if decision is Decision.FOLD and wagers.play:
        return Refusal.PLAY_ON_FOLDED_HAND
    return None


def _refusal_without_ante(
    profile: Profile, wagers: Wagers, decision: Decision | None
) -> Refusal | None:
    bonus_needs_ante = wagers.six_card and profile.six_card_needs is Needs.ANTE
    if profile.ante_mandatory or bonus_needs_ante:
        return Refusal.ANTE_REQUIRED
    needs_standard = profile.six_card_needs is Needs.ANTE_OR_PAIR_PLUS
    if wagers.six_card and needs_standard and not wagers.pair_plus:
        return Refusal.STANDARD_WAGER_REQUIRED
    if decision is not None:
        return Refusal.DECISION_WITHOUT_ANTE
    return Refusal.PLAY_MUST_EQUAL_ANTE if wagers.play else None


def settle(
    profile: Profile,
    player: Sequence[Card],
    dealer: Sequence[Card],
    decision: Decision | None,
    wagers: Wagers,
) -> Settlement:
    """Every wager of one bettor. The wagers must be allowed: ask `refusal` first."""
    assert refusal(profile, wagers, decision) is None, wagers
    folded = decision is Decision.FOLD
    hand = strength(player)[0].code
    ante, play = _against_dealer(player, dealer, wagers, folded)
    bonus_odds = 0 if folded else profile.ante_bonus.get(hand, 0)
    bonus = _won(wagers.ante, bonus_odds) if wagers.ante and bonus_odds else NOTHING
    pair_plus = _against_table(
        wagers.pair_plus, profile.pair_plus, hand, folded and profile.pair_plus_on_fold
    )
    six_hand = best_of_six((*player, *dealer)).code
    six_card = _against_table(
        wagers.six_card, profile.six_card, six_hand, folded and profile.six_card_on_fold
    )
    return Settlement(ante, play, bonus, pair_plus, six_card)


def _against_dealer(
    player: Sequence[Card], dealer: Sequence[Card], wagers: Wagers, folded: bool
) -> tuple[Settled, Settled]:
    """Ante and Play."""
    ante = wagers.ante
    if not ante:
        return NOTHING, NOTHING
    if folded:
        return Settled(Outcome.FORFEIT, -ante, Reason.FOLDED), NOTHING
    if not qualifies(dealer):  # Checked before the hands are: a tie is paid too.
        why = Reason.DEALER_DOES_NOT_QUALIFY
        return Settled(Outcome.WIN, ante, why), Settled(Outcome.PUSH, 0, why)
    mine, his = strength(player), strength(dealer)
    if mine > his:
        both = Settled(Outcome.WIN, ante, Reason.HIGHER_THAN_DEALER)
    elif mine < his:
        both = Settled(Outcome.LOSE, -ante, Reason.LOWER_THAN_DEALER)
    else:
        both = Settled(Outcome.PUSH, 0, Reason.TIE)
    return both, both


def _against_table(wager: int, pays: dict[str, int], hand: str, on_fold: OnFold | bool) -> Settled:
    """A bonus wager; `on_fold` is False for a hand that was not folded."""
    if not wager:
        return NOTHING
    if on_fold is OnFold.FORFEIT:
        return Settled(Outcome.FORFEIT, -wager, Reason.FOLDED)
    if odds := pays.get(hand, 0):
        return _won(wager, odds)
    return Settled(Outcome.LOSE, -wager, Reason.HAND_DOES_NOT_PAY)


def _won(wager: int, odds: int) -> Settled:
    return Settled(Outcome.WIN, wager * odds, Reason.HAND_PAYS)
