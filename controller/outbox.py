"""The journal is the outbox: sends rows after the cursor, in order, and moves the cursor when they have arrived."""

from controller import messages
from controller.journal import Cursor, Journal
from controller.ports import Broker
from controller.record import Row

BATCH = 50


class Outbox:
    """At least once: after a crash the last second's rows may go out again, with the same `seq`."""

    def __init__(self, journal: Journal, broker: Broker, table: str) -> None:
        self._journal, self._broker, self._table = journal, broker, table
        self._up = False
        self._delivered = self._sent = journal.cursor(Cursor.SENT)
        self._arrived: set[int] = set()
        self._waiting: list[Row] = []

    @property
    def pending(self) -> int:
        return self._journal.head.seq - self._delivered

    def broker_up(self) -> None:
        """What was in flight when the line broke may be lost: start again behind the last acknowledged row."""
        self._up = True
        self._again_after(self._delivered)

    def broker_down(self) -> None:
        self._up = False
        self._arrived.clear()

    def replay(self, from_seq: int) -> None:
        """A receiver has missed rows; those it has seen already it drops by `seq`."""
        self._again_after(min(from_seq - 1, self._sent))

    def _again_after(self, seq: int) -> None:
        self._sent = seq
        self._waiting = []

    def delivered(self, seq: int) -> None:
        """Acknowledgements may come out of order; the cursor stands behind the last of an unbroken run."""
        if seq > self._delivered:  # Not one that was sent again at somebody's wish.
            self._arrived.add(seq)
        while self._delivered + 1 in self._arrived:
            self._delivered += 1
            self._arrived.discard(self._delivered)

    def keep_cursor(self) -> None:
        """Once a second, not once a row: a cursor that lags costs a repeat, a commit a row costs the dealer time."""
        if self._delivered > self._journal.cursor(Cursor.SENT):
            self._journal.move_cursor(Cursor.SENT, self._delivered)

    def wrote(self, row: Row) -> None:
        """Just journalled: kept at hand if it is the next to go, so that it need not be read back."""
        if row.seq == self._sent + len(self._waiting) + 1 and len(self._waiting) < BATCH:
            self._waiting.append(row)

    def send(self) -> bool:
        """Whether any row was handed over."""
        before = self._sent
        while self._up and self._sent < self._journal.head.seq:
            if not self._waiting:
                self._waiting = self._journal.rows_after(self._sent, BATCH)
            if not self._waiting:
                break
            row = self._waiting[0]
            payload = messages.encode(messages.event(self._table, row))
            if not self._broker.publish_row(row.seq, payload):
                break
            self._sent = row.seq
            self._waiting.pop(0)
        return self._sent > before
