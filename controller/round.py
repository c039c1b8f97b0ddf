"""The law of the round: which move leads from which state to which. The only file that knows `transitions`."""

from enum import StrEnum

from transitions import Machine


class State(StrEnum):
    BETTING = "betting"
    """Chips may be placed; nothing has been taken."""
    IN_PLAY = "in_play"
    """Fees are taken, cards are out; claims may be made."""
    VERIFYING = "verifying"
    """The floor looks at the claims: key at JPH, or confirm pressed."""
    WON = "won"
    """The win is recorded, its amounts are frozen; the meter drops at the key's return to Run, or at once (touch)."""
    SERVICE = "service"
    """A technician tests the table. Moves no money."""


class Move(StrEnum):
    """Every row type that the round's law speaks of."""

    COIN_IN = "coin_in"
    WIN_CLAIMED = "win_claimed"
    CLAIM_CLEARED = "claim_cleared"
    VERIFY_STARTED = "verify_started"
    VERIFY_ENDED = "verify_ended"
    J_POT = "j_pot"
    METER_ADJUSTED = "meter_adjusted"
    GAME_OVER = "game_over"
    ROUND_VOIDED = "round_voided"
    SERVICE_ENTERED = "service_entered"
    SERVICE_LEFT = "service_left"


MOVES = [
    # move                  from              to
    [Move.COIN_IN, State.BETTING, State.IN_PLAY],
    [Move.WIN_CLAIMED, State.IN_PLAY, State.IN_PLAY],
    [Move.CLAIM_CLEARED, State.IN_PLAY, State.IN_PLAY],
    [Move.VERIFY_STARTED, State.IN_PLAY, State.VERIFYING],
    [Move.VERIFY_ENDED, State.VERIFYING, State.IN_PLAY],
    [Move.J_POT, State.VERIFYING, State.WON],
    [Move.METER_ADJUSTED, State.WON, State.IN_PLAY],
    [Move.GAME_OVER, State.IN_PLAY, State.BETTING],
    [Move.ROUND_VOIDED, State.IN_PLAY, State.BETTING],
    [Move.SERVICE_ENTERED, State.BETTING, State.SERVICE],
    [Move.SERVICE_LEFT, State.SERVICE, State.BETTING],
]


class Round:
    """Where the round stands. It has no callbacks: a move changes the state and does nothing else."""

    def __init__(self, state: State = State.BETTING) -> None:
        self._machine = Machine(
            model=self,
            states=State,
            transitions=MOVES,
            initial=state,
            auto_transitions=False,
            model_override=True,
        )

    state: State

    def allows(self, move: Move) -> bool:
        return any(move == name and self.state is source for name, source, _ in MOVES)

    def go(self, move: Move) -> None:
        """Raises MachineError on a move the law does not allow: that is our own mistake, never the dealer's."""
        self._machine.events[move].trigger(self)
