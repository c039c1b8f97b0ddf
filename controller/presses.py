"""What each key, and each swiped card, asks for: a record, or a refusal that says what to do. Changes nothing."""

from collections.abc import Collection

from controller.deck import Deck
from controller.events import Key, KeyPosition
from controller.game.cards import Card
from controller.levels import Levels
from controller.pool import Pool
from controller.recognition import Verdict, check_claim, missed_wins
from controller.record import Record
from controller.refusal import Refused
from controller.round import Move, State
from controller.standing import Standing
from controller.style import KEY_HOLDER, Approver, Style

HANDS = {
    Key.AKQ_SPADES: "akq_spades",
    Key.AKQ_SUITED: "akq_other",
    Key.STRAIGHT_FLUSH: "straight_flush",
    Key.THREE_OF_A_KIND: "three_of_a_kind",
    Key.STRAIGHT: "straight",
}

Answer = Record | Refused | None


class Presses:
    """Reads the table's state, never writes it."""

    def __init__(
        self, standing: Standing, levels: Levels, pool: Pool, deck: Deck, style: Style
    ) -> None:
        self._standing, self._levels, self._pool = standing, levels, pool
        self._deck, self._style = deck, style

    def pressed(self, key: Key) -> Answer:
        """Any key but Coin In, which comes with the levels of the pucks."""
        if stopped := self._stopped():
            return stopped
        if key.seat:
            return self._seat(key.seat)
        if key in HANDS:
            return self._hand(HANDS[key])
        if key is Key.J_POT:
            return self._confirm() if self._style.touch else self._j_pot()
        assert key is Key.GAME_OVER, key
        return self._game_over()

    def coin_in(self, chips: Collection[int]) -> Answer:
        if stopped := self._stopped():
            return stopped
        standing = self._standing
        if standing.state is not State.BETTING:
            return Refused(
                "fees_taken", f"the fees of round {standing.round} are taken; end it with Game Over"
            )
        if self._levels.key is KeyPosition.JPH:
            return Refused("key_at_jph", "turn the key to Run, then press Coin In")
        seats = set(chips) - set(standing.blocked) - self._levels.unlifted
        number = standing.round + 1
        decision = self._pool.contribute(str(number), seats, npn=standing.npn)
        return decision.record(Move.COIN_IN, number)

    def swiped(self, badge: str) -> Answer:
        """Touch style: a Supervisor's or, for a large prize, an Executive's card records the win."""
        if stopped := self._stopped():
            return stopped
        if not self._style.touch or self._standing.state is not State.VERIFYING:
            return Refused("no_win_to_approve", "no confirmed win waits for a card")
        approver = self._style.approver(badge)
        if not badge:
            return Refused("unreadable_card", "the card could not be read; swipe it again")
        if approver is None:
            return Refused("unknown_card", "this card is not known here; use a Supervisor's card")
        return self._award(approver)

    def _stopped(self) -> Refused | None:
        if self._standing.out:
            return Refused("out_of_service", "; ".join(self._standing.out.values()))
        if self._standing.state is State.SERVICE:
            return Refused("service_mode", "service mode: keys are tested, nothing is booked")
        return None

    def _not_playing(self) -> Refused | None:
        state = self._standing.state
        if state is State.BETTING:
            return Refused("no_round", "no round is open; press Coin In first")
        if state is State.VERIFYING:
            how = "press confirm again" if self._style.touch else "turn the key to Run"
            return Refused("verifying", f"the floor is verifying; to change a claim {how}")
        if state is State.WON:
            return Refused("turn_key_to_run", "the win is recorded; turn the key to Run")
        return None

    def _seat(self, seat: int) -> Answer:
        if wrong := self._not_playing():
            return wrong
        if seat not in self._standing.locked:
            return Refused("no_fee", f"seat {seat} has paid no fee in this round", seat)
        return None

    def _hand(self, hand: str) -> Answer:
        if wrong := self._not_playing():
            return wrong
        seat, standing = self._levels.selected, self._standing
        if seat is None:
            return Refused("no_seat", "press the seat first, then its hand")
        if standing.claims.get(seat) == hand:
            return Record(Move.CLAIM_CLEARED, standing.round, {"seat": seat, "hand": hand})
        if wrong := self._claim_wrong(seat, hand):
            return wrong
        return Record(Move.WIN_CLAIMED, standing.round, {"seat": seat, "hand": hand})

    def _claim_wrong(self, seat: int, hand: str) -> Refused | None:
        standing = self._standing
        if self._levels.key is KeyPosition.JPH:
            return Refused("key_at_jph", "turn the key to Run, then press the hand", seat)
        if hand not in self._pool.state.progressive.by_hand:
            return Refused("not_paid", f"{spoken(hand)} wins nothing on this table", seat)
        if other := standing.claims.get(seat):
            text = f"seat {seat} claims {spoken(other)}; press that again to clear it first"
            return Refused("other_claim", text, seat)
        if seat in self._play_paid():
            return Refused("already_won", f"seat {seat} has won in this round", seat)
        if hand == "akq_spades" and (hand in standing.claims.values() or self._spades_won()):
            text = "one deck holds one ace-king-queen of spades and it is claimed; call the floor"
            return Refused("second_akq_spades", text, seat)
        return None

    def _play_paid(self) -> Collection[int]:
        play = self._pool.state.plays.get(str(self._standing.round))
        return play.paid if play else ()

    def _spades_won(self) -> bool:
        wins = (self._standing.win or {}).get("wins", ())
        return any(win["hand"] == "akq_spades" for win in wins)

    def _j_pot(self) -> Answer:
        if self._standing.state is State.VERIFYING:
            return self._award(KEY_HOLDER)
        if self._standing.state is State.WON:
            return Refused("turn_key_to_run", "the win is recorded; turn the key to Run")
        if not self._standing.claims:
            return Refused("no_claim", "no win is claimed; press the seat and its hand first")
        return Refused("key_not_at_jph", "the floor turns the key to JPH first")

    def _confirm(self) -> Answer:
        standing = self._standing
        claims = standing.claims_as_facts()
        if standing.state is State.VERIFYING:
            return Record(Move.VERIFY_ENDED, standing.round, {"claims": claims})
        if wrong := self._not_playing():
            return wrong
        if not claims:
            return Refused("no_claim", "no win is claimed; press the spot and its hand first")
        return Record(Move.VERIFY_STARTED, standing.round, {"claims": claims})

    def _award(self, approver: Approver) -> Answer:
        standing = self._standing
        if blocked := self._blocked_by_the_cards():
            return blocked
        decision = self._pool.award(str(standing.round), sorted(standing.claims.items()))
        prize = max(win["prize_cents"] for win in decision.facts["wins"])
        if not self._style.may_approve(approver, prize):
            return Refused("executive_needed", "this prize needs an Executive's card")
        return decision.record(Move.J_POT, standing.round, approved_by=approver.name)

    def _blocked_by_the_cards(self) -> Refused | None:
        """What the shuffler reports may block a win, never create one."""
        recognised = self._deck.recognised()
        for seat, hand in self._standing.claims.items():
            if check_claim(recognised, seat, hand, self._best_code) is Verdict.CONTRADICTED:
                text = f"the shuffler read no {spoken(hand)} there; look at the cards and clear the claim"
                return Refused("cards_contradict", text, seat)
        if problem := next((found for found in self._deck.problems() if found.void), None):
            how = "clear the claim, then key at JPH and Game Over voids the round"
            return Refused(problem.code, f"{problem.sentence} To void: {how}")
        return None

    def _best_code(self, cards: tuple[Card, ...]) -> str | None:
        code = self._pool.state.progressive.hand_code(cards)
        return None if code == "none" else code

    def _game_over(self) -> Answer:
        if wrong := self._not_playing():
            return wrong
        standing = self._standing
        if standing.claims:
            seats = ", ".join(str(seat) for seat in sorted(standing.claims))
            text = f"a win is claimed at seat {seats}; the floor verifies it, or clear the claim"
            return Refused("claim_pending", text)
        if self._levels.key is KeyPosition.JPH:
            return self._void()
        if missed := self._missed():
            return missed
        return self._pool.end_of_round(str(standing.round)).record(Move.GAME_OVER, standing.round)

    def _void(self) -> Answer:
        if self._standing.won:
            return Refused(
                "win_recorded", "a win is recorded, so this round stands; turn the key to Run"
            )
        decision = self._pool.void(str(self._standing.round))
        return decision.record(Move.ROUND_VOIDED, self._standing.round)

    def _missed(self) -> Refused | None:
        """A recognised win nobody claimed: said once, and the second press counts."""
        if self._levels.warned:
            return None
        unpaid = set(self._standing.locked) - set(self._play_paid())
        for seat, hand in missed_wins(self._deck.recognised(), unpaid, {}, self._best_code):
            text = (
                f"seat {seat} holds {spoken(hand)}, not claimed; Game Over again ends all the same"
            )
            return Refused("missed_win", text, seat)
        return None


def spoken(hand: str) -> str:
    """As a dealer says it."""
    return {"akq_spades": "A-K-Q of spades", "akq_other": "A-K-Q suited"}.get(
        hand, hand.replace("_", " ")
    )
