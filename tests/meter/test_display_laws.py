"""What holds for a display whatever comes, in whatever order, with whatever pauses."""

from hypothesis import given
from hypothesis import strategies as st

from controller.messages import MeterState, Service
from meter import documents
from meter.display import LOST_AFTER_S, SELF_TEST_S, STALE_AFTER_S, Display, State
from meter.documents import Heartbeat
from tests.meter.papers import heartbeat, meter, status

SMALL = st.integers(0, 6)
METERS = st.builds(
    lambda seq, epoch, cents, state: ("meter", meter(seq, epoch, cents, state)),
    *(SMALL, SMALL, SMALL, st.sampled_from(MeterState)),
)
STATUSES = st.builds(
    lambda state, born: ("status", status(state, "why", born)),
    *(st.sampled_from(Service), st.none() | st.integers(1, 3)),
)
BEATS = st.builds(
    lambda seq, boot: ("heartbeat", heartbeat(seq, boot)), SMALL, st.sampled_from(["b00", "b01"])
)
STEPS = st.lists(
    st.tuples(st.sampled_from([0, 0, 0, 1, 2, 4, 11]), METERS | STATUSES | BEATS), max_size=30
)


@given(STEPS)
def test_the_laws_of_a_display(steps: list[tuple[int, tuple[str, bytes]]]) -> None:
    display = Display("t7", 0)
    display.watched(-SELF_TEST_S)
    now, heard, shown = 0, None, (display.view(0).era, -1)
    for pause_s, (topic, payload) in steps:
        now += pause_s
        document = documents.read(topic, payload)
        assert document
        display.take(document, now)
        heard = now if isinstance(document, Heartbeat) else heard
        view = display.view(now)
        age_s = now - (heard or 0)
        if view.state is State.LIVE:
            assert heard is not None
            assert age_s < STALE_AFTER_S
        if age_s > LOST_AFTER_S:
            assert view.state is State.LOST
        assert (view.cents is None) == (view.state is State.LOST)
        assert (view.win is not None) == (view.state in (State.PENDING, State.CELEBRATE))
        if view.cents is not None:
            assert view.era != shown[0] or view.cents >= shown[1]
            shown = view.era, view.cents
