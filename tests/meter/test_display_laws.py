"""What holds for a display whatever comes, in whatever order, with whatever pauses."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from controller.messages import MeterState, Service
from meter import documents
from meter.display import LOST_AFTER_S, SELF_TEST_S, STALE_AFTER_S, TURN_S, Display, State, View
from meter.documents import Heartbeat, Meter, Win, Wins
from meter.source import Kind, Source
from tests.meter import link_papers, papers

SMALL, FROM_1 = st.integers(0, 6), st.integers(1, 6)
BOOTS = st.sampled_from(["b00", "b01"])
BORN = st.none() | st.integers(1, 3)
PAUSES_S = st.sampled_from([0, 0, 0, 1, 2, 4, 11])
Step = tuple[int, tuple[str, bytes]]

OF_A_TABLE = st.one_of(
    st.builds(
        papers.meter,
        *(SMALL, SMALL, SMALL, st.sampled_from(MeterState)),
        st.sampled_from([[papers.WIN], [papers.TRIPS], [papers.WIN, papers.TRIPS]]),
    ).map(lambda paper: ("meter", paper)),
    st.builds(papers.status, st.sampled_from(Service), st.just("why"), BORN).map(
        lambda paper: ("status", paper)
    ),
    st.builds(papers.heartbeat, SMALL, BOOTS).map(lambda paper: ("heartbeat", paper)),
)
LISTS = st.lists(
    st.builds(link_papers.win, FROM_1, st.sampled_from(["pending", "win"])),
    max_size=3,
    unique_by=lambda win: win["number"],
).map(lambda wins: sorted(wins, key=lambda win: int(win["number"])))
OF_A_LINK = st.one_of(
    st.builds(link_papers.meter, FROM_1, SMALL, SMALL).map(lambda paper: ("meter", paper)),
    st.builds(lambda seq, wins: ("win", link_papers.wins(seq, *wins)), FROM_1, LISTS),
    st.builds(
        link_papers.status,
        st.sampled_from(["in_service", "out_of_service", "offline"]),
        *(st.just("why"), BORN),
    ).map(lambda paper: ("status", paper)),
    st.builds(link_papers.heartbeat, SMALL, BOOTS).map(lambda paper: ("heartbeat", paper)),
)


def steps(papers: st.SearchStrategy[tuple[str, bytes]]) -> st.SearchStrategy[list[Step]]:
    return st.lists(st.tuples(PAUSES_S, papers), max_size=30)


@given(steps(OF_A_TABLE))
def test_the_laws_of_a_display(steps: list[Step]) -> None:
    obey(papers.TABLE, steps)


@given(steps(OF_A_LINK))
def test_the_laws_of_a_display_of_a_link(steps: list[Step]) -> None:
    obey(link_papers.LINK, steps)


Telling = Meter | Wins


def of_kind(source: Source) -> type[Telling]:
    """What tells of wins."""
    return Wins if source.kind is Kind.LINK else Meter


def order(document: Telling) -> tuple[int, ...]:
    return document.order if isinstance(document, Meter) else (document.seq,)


def obey(source: Source, steps: list[Step]) -> None:
    display = Display(source, 0)
    display.watched(-SELF_TEST_S)
    now, heard, shown = 0, None, (display.view(0).era, -1)
    told: Telling | None = None
    for pause_s, (topic, payload) in steps:
        now += pause_s
        document = documents.read(source.kind, topic, payload)
        assert document
        before = told
        if display.take(document, now):
            told = None
        elif isinstance(document, of_kind(source)) and (
            told is None or order(document) > order(told)
        ):
            told = document
        heard = now if isinstance(document, Heartbeat) else heard
        view = display.view(now)
        obey_time(view, now, heard)
        assert (view.cents is None) == (view.state is State.LOST)
        assert (view.win is not None) == (view.state in (State.PENDING, State.CELEBRATE))
        if view.win:
            assert view.win.pending == (view.state is State.PENDING)
        if view.cents is not None:
            assert view.era != shown[0] or view.cents >= shown[1]
            shown = view.era, view.cents
        if told and view.state not in (State.LOST, State.TEST):
            obey_wins(display, now, told.wins, before.wins if before else ())


def obey_time(view: View, now: int, heard: int | None) -> None:
    age_s = now - (heard or 0)
    if view.state is State.LIVE:
        assert heard is not None
        assert age_s < STALE_AFTER_S
    if age_s > LOST_AFTER_S:
        assert view.state is State.LOST


def obey_wins(display: Display, now: int, wins: tuple[Win, ...], before: tuple[Win, ...]) -> None:
    """What is new is shown as it comes, each gets its turn, and beside it stands what the others play for."""
    view = display.view(now)
    assert (view.win is not None) == bool(wins)
    if not view.win:
        return
    is_link = display.source.kind is Kind.LINK
    assert view.next_cents == (view.cents if is_link else view.win.new_base_cents)
    if fresh := [win for win in wins if win not in before]:
        assert view.win == (fresh[-1] if is_link else wins[0])
    turns: list[Any] = [display.view(now + TURN_S * turn).win for turn in range(len(wins))]
    seen = [win for win in turns if win]
    assert len(set(seen)) == len(seen)
    at = wins.index(seen[0])
    assert seen == [*wins[at:], *wins[:at]][: len(seen)]
