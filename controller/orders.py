"""What the Game Manager may ask of a table: each command becomes a record or a refusal. Changes nothing."""

from controller.commands import Command, Name
from controller.errors import ConfigError
from controller.ledger import Account
from controller.pool import Pool
from controller.pool_adjust import Adjustment, Reason, Signed
from controller.progressive import Progressive
from controller.record import Record
from controller.refusal import Refused
from controller.round import State
from controller.standing import Standing

ORDERED = "ordered"
"""The code under which a person's order keeps a table out of service."""


class Orders:
    """Money is corrected between rounds only: nobody's round may change under his hands."""

    def __init__(self, standing: Standing, pool: Pool) -> None:
        self._standing, self._pool = standing, pool

    def given(self, command: Command, win: Record | None) -> Record | Refused:
        args = command.args
        match command.name:
            case Name.BLOCK_SEAT | Name.UNBLOCK_SEAT:
                return self._block(args["seat"], block=command.name is Name.BLOCK_SEAT)
            case Name.NPN:
                return self._row("npn_set", on=args["on"])
            case Name.OUT_OF_SERVICE:
                return self._row("out_of_service", code=ORDERED, text=command.reason)
            case Name.BACK_IN_SERVICE:
                return self._back_in_service()
        if self._standing.state is not State.BETTING:
            return Refused("round_open", "a round is open; ask again after Game Over")
        signed = Signed(command.user, args["checker"], command.reason)
        match command.name:
            case Name.ADJUST:
                return self._adjust(command, signed)
            case Name.BACK_OUT:
                return self._back_out(command, win, signed)
            case _:
                assert command.name is Name.PARAMETERS, command
                return self._parameters(command, signed)

    def _row(self, type_: str, **facts: object) -> Record:
        return Record(type_, self._standing.round, facts)

    def _block(self, seat: int, *, block: bool) -> Record | Refused:
        if (seat in self._standing.blocked) == block:
            return Refused("no_change", f"seat {seat} is {'' if block else 'not '}blocked")
        return self._row("seat_blocked" if block else "seat_unblocked", seat=seat)

    def _back_in_service(self) -> Record | Refused:
        if ORDERED not in self._standing.out:
            return Refused("no_change", "the table is not out of service by order")
        return self._row("back_in_service", code=ORDERED)

    def _adjust(self, command: Command, signed: Signed) -> Record:
        args = command.args
        reason = Reason(args["why"]) if args["why"] is not None else None
        adjustment = Adjustment(Account(args["figure"]), args["change_cents"], reason, signed)
        return self._pool.adjust(adjustment).record("adjusted", self._standing.round)

    def _back_out(self, command: Command, win: Record | None, signed: Signed) -> Record | Refused:
        if win is None:
            return Refused("not_a_win", "seq: want the number of a recorded win's row")
        decision = self._pool.back_out(win, signed)
        return decision.record("backed_out", self._standing.round, row=command.args["seq"])

    def _parameters(self, command: Command, signed: Signed) -> Record | Refused:
        try:
            new = Progressive.from_json(command.args["progressive"])
        except ConfigError as error:
            return Refused("wrong_parameters", str(error))
        decision = self._pool.change_parameters(new, signed)
        return decision.record("parameters_queued", self._standing.round)
