"""Proves rows: each follows the one before, each digest holds, and the money adds up at every row.

Knows the chain and the ledger. What the facts mean is the caller's: a `check` is shown every row
and says what is wrong with it.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from hashlib import sha256

from controller.errors import JournalError
from controller.journal_rows import NO_DIGEST, SNAPSHOT, StoredRow, load, parse
from controller.ledger import EMPTY, Account, faults
from controller.record import Row

Check = Callable[[Row], Iterable[str]]
"""Shown each row in order; gives what is wrong with it, nothing when all is well."""


@dataclass(slots=True)
class Proof:
    """How far the rows are proved: the head so far and what the transfers come to."""

    seq: int = 0
    digest: bytes = NO_DIGEST
    balances: dict[Account, int] = field(default_factory=lambda: dict(EMPTY))
    snapshots: int = 0

    def extend(self, rows: Iterable[StoredRow], check: Check | None = None) -> None:
        """Takes these rows on, in order; JournalError at the first that does not hold."""
        # Written for speed: an old journal has millions of rows, and each is really hashed, parsed
        # and folded.
        seq, before, balances = self.seq, self.digest, self.balances
        for stored in rows:
            number, at, round_, type_, body, own = stored
            seq += 1
            if number != seq:
                raise JournalError(f"row {seq}: is missing, the next one found is {number}")
            text = f"{number}\n{at}\n{round_}\n{type_}\n{body}"
            if sha256(before + text.encode()).digest() != own:
                raise JournalError(f"row {seq}: was changed: its digest does not fit its content")
            before = own
            fold(balances, seq, type_, body)
            if type_ == SNAPSHOT:
                self.snapshots += 1
            if check and (wrong := list(check(load(stored)))):
                raise JournalError(f"row {seq}: {'; '.join(wrong)}")
        self.seq, self.digest = seq, before


def fold(balances: dict[Account, int], seq: int, type_: str, body: str) -> None:
    """Posts a row's transfers in place, and holds a snapshot's balances against the sum so far."""
    try:
        parsed = parse(body)
        transfers = parsed["transfers"]
        for debit, credit, microcents in transfers:
            if microcents <= 0 or debit == credit or type(microcents) is not int:
                raise ValueError(f"no such transfer: {debit} to {credit}, {microcents}")
            balances[debit] -= microcents
            balances[credit] += microcents
        stated = parsed["facts"]["balances"] if type_ == SNAPSHOT else None
    except (KeyError, TypeError, ValueError) as error:
        raise JournalError(f"row {seq}: its text is damaged: {error!r}") from error
    if transfers and (wrong := faults(balances)):
        raise JournalError(f"row {seq}: {'; '.join(wrong)}")
    if stated is not None and stated != balances:
        raise JournalError(
            f"row {seq}: the snapshot's balances are not what the rows before it come to"
        )


def want_sound(balances: Mapping[Account, int], row: Row) -> None:
    """The same law for a row that is about to be written, and is refused instead."""
    wrong = faults(balances)
    if row.record.type == SNAPSHOT and row.record.facts.get("balances") != balances:
        wrong.append("the snapshot's balances are not what the rows before it come to")
    if wrong:
        raise JournalError(f"{row.record.type}: refused, nothing was written: {'; '.join(wrong)}")
