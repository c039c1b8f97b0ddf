"""The jackpot's money: decides what a fee, a win, a void or a person's correction moves.

Pure: no file, no clock. Every decision is facts and transfers and changes nothing. The caller makes
it durable as a row, then `apply` folds that row in; recovery is `apply` over all rows, or
`from_json` of a snapshot and `apply` over the rest.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from controller import pool_adjust, pool_apply, pool_award, pool_snapshot
from controller.ledger import Account, Transfer
from controller.money import MICROCENTS, from_cents, whole_cents
from controller.pool_adjust import Adjustment, Reason, Signed
from controller.pool_apply import Kind, PoolFault
from controller.pool_award import Claim
from controller.pool_refusal import PoolRefusal
from controller.pool_state import Play, PoolState, audit
from controller.progressive import Progressive
from controller.record import Record

__all__ = [
    "Adjustment",
    "Decision",
    "Kind",
    "Pool",
    "PoolFault",
    "PoolRefusal",
    "Reason",
    "Signed",
    "audit",
]


@dataclass(frozen=True, slots=True)
class Decision:
    """What shall happen. `facts` holds JSON values only and names its kind under "pool"."""

    facts: dict[str, Any]
    transfers: tuple[Transfer, ...] = ()

    def record(self, type_: str, round_: int, **facts: Any) -> Record:
        """The row to write, with what else the table knows about it."""
        return Record(type_, round_, {**self.facts, **facts}, self.transfers)


class Pool:
    def __init__(self, progressive: Progressive) -> None:
        self.state = PoolState(progressive)

    def apply(self, record: Record) -> None:
        pool_apply.apply(self.state, record)

    def state_to_json(self) -> dict[str, Any]:
        return pool_snapshot.to_json(self.state)

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> "Pool":
        state = pool_snapshot.from_json(data)
        pool = cls(state.progressive)
        pool.state = state
        return pool

    def open(
        self,
        meter_cents: int | None = None,
        reserve_cents: int = 0,
        seed_outstanding_cents: int | None = None,
    ) -> Decision:
        """The first row: the house seeds the meter, or amounts are taken over from elsewhere."""
        if self.state.opened:
            raise PoolRefusal("already_open", "the pool is open; amounts are set once, on day one")
        rules = self.state.progressive
        meter = rules.seed_cents if meter_cents is None else meter_cents
        owed = rules.seed_cents if seed_outstanding_cents is None else seed_outstanding_cents
        if min(meter, reserve_cents, owed) < 0:
            raise PoolRefusal("below_zero", "want opening amounts of 0 or more cents")
        if rules.limit_cents is not None and meter > rules.limit_cents:
            raise PoolRefusal("above_limit", f"the meter's limit is {rules.limit_cents} cents")
        facts = {"pool": Kind.OPENED.value, "meter_cents": meter, "reserve_cents": reserve_cents}
        parts = ((Account.METER, from_cents(meter)), (Account.RESERVE, from_cents(reserve_cents)))
        return Decision(
            {**facts, "seed_outstanding_cents": owed, "epoch": 0, "progressive": rules.to_json()},
            _from(Account.HOUSE, parts),
        )

    def contribute(self, play: str, seats: Iterable[int], *, npn: bool = False) -> Decision:
        """Coin In: the fees of these seats. No Purchase Necessary: they take part, nobody pays."""
        self._trusted()
        locked, rules = sorted(seats), self.state.progressive
        if play in self.state.plays:
            raise PoolRefusal("fees_already_taken", f"the fees of round {play} are taken already")
        if len(set(locked)) < len(locked):
            raise PoolRefusal("seat_twice", f"a seat stands twice in {locked}; it pays one fee")
        fees_cents = 0 if npn else len(locked) * rules.fee_cents
        if fees_cents >= rules.unreasonable_contribution_cents:
            raise PoolRefusal(
                "unreasonable_contribution",
                f"{fees_cents} cents in one play; {rules.unreasonable_contribution_cents} or more"
                " is a fault: check the pucks",
            )
        parts = self._split(fees_cents)
        meter = self.state.balances[Account.METER] + parts[0][1]
        facts = {"pool": Kind.CONTRIBUTED.value, "play": play, "seats": locked, "npn": npn}
        facts |= {"fee_cents": rules.fee_cents, "meter_cents": whole_cents(meter)}
        facts["epoch"] = self.state.epoch
        return Decision(facts, _from(Account.DROP, parts))

    def _split(self, fees_cents: int) -> tuple[tuple[Account, int], ...]:
        """Exact: cents times parts per million are microcents. Above the limit the meter's share waits aside."""
        rules = self.state.progressive
        share = fees_cents * rules.split_ppm.meter
        to_meter = share
        if rules.limit_cents is not None:
            room = rules.limit_cents * MICROCENTS - self.state.balances[Account.METER]
            to_meter = min(share, room)
        return (
            (Account.METER, to_meter),
            (Account.OVERFLOW, share - to_meter),
            (Account.RESERVE, fees_cents * rules.split_ppm.reserve),
            (Account.HOUSE_FEE, fees_cents * rules.split_ppm.house),
        )

    def award(self, play: str, claims: Sequence[tuple[int, str]]) -> Decision:
        """J-pot: everything these verified hands win, envy and the meter's new start included."""
        self._trusted()
        going = self._going(play)
        wanted = [Claim(seat, hand) for seat, hand in claims]
        self._eligible(going, wanted)
        facts = pool_award.award(self.state, going, wanted)
        transfers = facts.pop("transfers")
        facts["epoch"] = self.state.epoch + any(
            win["from"] == Account.METER for win in facts["wins"]
        )
        head = {"pool": Kind.AWARDED.value, "award": self.state.awards + 1, "play": play}
        return Decision({**head, "npn": going.npn, **facts}, transfers)

    def _eligible(self, play: Play, claims: Sequence[Claim]) -> None:
        if not claims:
            raise PoolRefusal("no_claim", "no winning hand was given")
        seen: set[int] = set()
        for seat, hand in claims:
            if seat not in play.seats:
                raise PoolRefusal("not_in_play", f"seat {seat} has no locked fee in this round")
            if hand not in self.state.progressive.by_hand:
                raise PoolRefusal("no_such_prize", f'seat {seat}: "{hand}" wins nothing here')
            if seat in play.paid or seat in seen:
                raise PoolRefusal("already_won", f"seat {seat} has won in this round already")
            seen.add(seat)

    def end_of_round(self, play: str) -> Decision:
        """Game Over: closes the round; repays the seed once the reserve has reached the level."""
        level, owed = self.state.progressive.reimburse_at_cents, self.state.seed_outstanding_cents
        # A level below the seed cannot repay it: then the reserve must first hold the seed itself.
        due = level is not None and self.state.cents(Account.RESERVE) >= max(level, owed)
        repaid = owed if due else 0
        facts = {"pool": Kind.CLOSED.value, "play": play, "seed_repaid_cents": repaid}
        return Decision(
            {**facts, **self._shown()},
            _from(Account.RESERVE, ((Account.HOUSE, from_cents(repaid)),)),
        )

    def void(self, play: str) -> Decision:
        """The round is undone and its fees go back. A recorded win must be backed out first."""
        going = self._going(play)
        if going.paid:
            raise PoolRefusal("win_recorded", f"round {play} has a recorded win; back it out first")
        returned = whole_cents(sum(fee.microcents for fee in going.fees))
        transfers = tuple(fee.reversed() for fee in going.fees)
        advance = 0
        if going.jackpot < self.state.jackpot or not self._covers(going.fees):
            # These fees have been paid out in a prize since: the house gives them back.
            advance, transfers = (
                returned,
                _from(Account.HOUSE, ((Account.DROP, from_cents(returned)),)),
            )
        back = sum(fee.microcents for fee in transfers if fee.debit is Account.METER)
        meter = whole_cents(self.state.balances[Account.METER] - back)
        facts: dict[str, Any] = {
            "pool": Kind.VOIDED.value,
            "play": play,
            "seats": list(going.seats),
        }
        facts |= {"returned_cents": returned, "house_advance_cents": advance, "meter_cents": meter}
        facts["epoch"] = self.state.epoch + 1
        return Decision(facts, transfers)

    def _covers(self, fees: Iterable[Transfer]) -> bool:
        held = self.state.balances
        return all(
            held[fee.credit] >= fee.microcents
            for fee in fees
            if fee.credit is not Account.HOUSE_FEE
        )

    def adjust(self, adjustment: Adjustment) -> Decision:
        """A person's correction, for a reason on the closed list, with two names."""
        return self._possible(Decision(*pool_adjust.adjust(self.state, adjustment)))

    def back_out(self, win: Record, signed: Signed) -> Decision:
        """Takes back a recorded win, reseed included. `win` is the row that `award` led to."""
        return self._possible(Decision(*pool_adjust.back_out(self.state, win, signed)))

    def change_parameters(self, new: Progressive, signed: Signed) -> Decision:
        """Queued: a live jackpot is played to its end by the rules it was posted with."""
        if mistakes := [f"{key}: {message}" for key, message in new.problems()]:
            raise PoolRefusal("wrong_parameters", "; ".join(mistakes))
        facts = {"pool": Kind.PARAMETERS_QUEUED.value, "progressive": new.to_json()}
        return Decision({**facts, **signed.to_json(), **self._shown()})

    def _shown(self) -> dict[str, int]:
        return {"meter_cents": self.state.meter_cents, "epoch": self.state.epoch}

    def _going(self, play: str) -> Play:
        if play not in self.state.plays:
            raise PoolRefusal("no_such_round", f"round {play} is not going on")
        return self.state.plays[play]

    def _trusted(self) -> None:
        if not self.state.opened:
            raise PoolRefusal("not_open", "the pool has not been opened; seed it first")
        if found := audit(self.state):
            raise PoolFault(f"self-audit: {'; '.join(found)}")

    def _possible(self, decision: Decision) -> Decision:
        """Tried on a copy: a correction that the books cannot carry is refused, never half done."""
        trial = Pool.from_json(self.state_to_json())
        try:
            trial.apply(decision.record("trial", 0))
        except PoolFault as fault:
            raise PoolRefusal("books_do_not_allow_it", str(fault)) from fault
        if found := audit(trial.state):
            raise PoolRefusal("books_do_not_allow_it", "; ".join(found))
        return decision


def _from(debit: Account, parts: Iterable[tuple[Account, int]]) -> tuple[Transfer, ...]:
    return tuple(Transfer(debit, credit, amount) for credit, amount in parts if amount)
