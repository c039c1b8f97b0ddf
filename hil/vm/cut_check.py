"""What must hold after a power cut, of rows and documents alone. Knows no disk and no machine."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from controller import messages
from controller.errors import PucklightError
from controller.messages import Document
from controller.record import Row
from controller.table import Table
from hil.vm import replay
from hil.vm.dealer import ROUND
from hil.vm.listener import PLACE

STATE_AFTER = {
    "coin_in": "in_play",
    "win_claimed": "in_play",
    "verify_started": "verifying",
    "verify_ended": "in_play",
    "j_pot": "won",
    "meter_adjusted": "in_play",
    "game_over": "betting",
}
"""Said once more, so that the table's own law does not judge itself."""


class Broken(PucklightError):
    """A promise was broken by a power cut. The text says which."""


def want_kept(rows: Sequence[Row], heard: Sequence[tuple[str, Document]]) -> None:
    """Nothing that was sent or shown is lost or another; nothing was done twice."""
    _want_sent(rows, [body for topic, body in heard if topic == "event"])
    _want_once(rows)  # Before the replay: twice the same move breaks the law, and this says more.
    _want_shown(rows, heard)


def _want_sent(rows: Iterable[Row], sent: Iterable[Document]) -> None:
    kept = {row.seq: messages.event(PLACE.table, row) for row in rows}
    for body in sent:
        if kept.get(body["seq"]) != body:
            raise Broken(f"row {body['seq']} was sent as {body} and is now {kept.get(body['seq'])}")


def _want_shown(rows: Sequence[Row], heard: Sequence[tuple[str, Document]]) -> None:
    """`seq` in a document is the row that it reflects; a Last Will is written before there is one."""
    numbered = [(topic, body) for topic, body in heard if body.get("seq")]
    last = rows[-1].seq if rows else 0
    given = replay.shown_at(rows, [body["seq"] for _, body in numbered])
    for topic, body in numbered:
        if body["seq"] > last:
            raise Broken(f"{topic} showed row {body['seq']}, and the disk ends at {last}: {body}")
        wanted = given[body["seq"]].get(topic)
        if wanted is not None and replay.by_rows(body) != wanted:
            raise Broken(f"{topic} was shown as {body}, and its rows give {wanted}")


def _want_once(rows: Sequence[Row]) -> None:
    times = Counter((row.record.round, row.record.type) for row in rows)
    for step in ROUND:
        doubled = [number for (number, type_), n in times.items() if type_ == step.row and n > 1]
        if doubled:
            raise Broken(f"{step.row} stands more than once in rounds {doubled}")
    began = [row.record.round for row in rows if row.record.type == "coin_in"]
    if began != list(range(1, len(began) + 1)):
        raise Broken(f"a round is missing or out of its order: {began}")


def want_recovered(table: Table, rows: Sequence[Row]) -> None:
    """What a start makes of the disk is what all rows give, and where the last of them left the round."""
    found, wanted = replay.whole(table), replay.whole(replay.replayed(rows))
    if found != wanted:
        raise Broken(f"the table recovers as {found}, its rows give {wanted}")
    _want_state(rows, table.standing.state)


def want_resumed(
    rows: Sequence[Row], sent: Mapping[int, Document], shown: Mapping[str, Document]
) -> None:
    """The table that has booted is where its rows left it: those on the disk, and those the boot has written."""
    later = [replay.row_of(sent[seq]) for seq in sorted(sent) if seq > rows[-1].seq]
    _want_shown([*rows, *later], list(shown.items()))
    _want_state([*rows, *later], shown["round"]["state"])


def _want_state(rows: Iterable[Row], state: str) -> None:
    moves = [row.record.type for row in rows if row.record.type in STATE_AFTER]
    wanted = STATE_AFTER[moves[-1]] if moves else "betting"
    if state != wanted:
        raise Broken(f"the table says {state}, its last row means {wanted}")
