"""The host's half of the protocol, frame by frame, with time in the test's hand."""

import pytest

from controller.events import (
    CardsUnloaded,
    DeckLoaded,
    Event,
    HandRecognised,
    ShufflerDown,
    ShufflerFault,
    ShufflerUp,
    StackDelivered,
)
from drivers.shuffler_facts import event_of
from drivers.shuffler_frames import Frame, encode, frame
from drivers.shuffler_session import MOST_PEERS, Session
from drivers.sim.shuffler_machine import Machine, Model

UP = ShufflerUp("A", "f00d", False)


class Host:
    def __init__(self) -> None:
        self.events: list[Event] = []
        self.sent: list[Frame] = []
        self.now = 0.0
        self.session = Session(self.events.append, self.sent.append, self.now)
        self.session.opened(self.now)

    def hear(self, *frames: Frame) -> None:
        self.session.take(frames, self.now)

    def wait(self, seconds: float) -> bool:
        self.now += seconds
        return self.session.tick(self.now)

    def take(self) -> tuple[list[Event], list[Frame]]:
        """What came of it since the last call."""
        events, sent = self.events[:], self.sent[:]
        self.events.clear()
        self.sent.clear()
        return events, sent


def iam(identity: str = "A", boot: str = "A.1", first: int = 1, following: int = 1) -> Frame:
    return frame(
        "IAM",
        version=1,
        id=identity,
        firmware="f00d",
        recognises="no",
        boot=boot,
        first=first,
        next=following,
    )


def state(first: int, following: int, boot: str = "A.1", dealing: str = "hold") -> Frame:
    return frame("STATE", state="ready", dealing=dealing, boot=boot, first=first, next=following)


def ack(n: int) -> Frame:
    return frame("ACK", boot="A.1", n=n)


def stack(n: int, number: int = 1) -> Frame:
    return frame("STACK", n=n, number=number, cards=3)


@pytest.fixture
def host() -> Host:
    """Greeted by machine A, which has reported nothing yet."""
    made = Host()
    made.hear(iam())
    assert made.take() == ([UP], [frame("HELLO", version=1), frame("HOLD")])
    return made


def test_nobody_is_believed_before_the_greeting() -> None:
    host = Host()
    host.hear(stack(1), state(1, 2))
    assert host.take() == ([], [frame("HELLO", version=1)])
    host.wait(1.0)
    assert host.take() == ([], [frame("HELLO", version=1)])


def test_a_fact_that_comes_twice_is_acknowledged_twice_and_reported_once(host: Host) -> None:
    host.hear(stack(1))
    host.hear(stack(1))
    assert host.take() == ([StackDelivered(1, 3)], [ack(1), ack(1)])


def test_a_gap_is_asked_about_and_nothing_after_it_taken(host: Host) -> None:
    host.hear(stack(1), stack(3, number=3))
    assert host.take() == ([StackDelivered(1, 3)], [ack(1), frame("STATUS")])
    host.hear(stack(2, number=2), stack(3, number=3))
    assert host.take()[0] == [StackDelivered(2, 3), StackDelivered(3, 3)]


def test_it_asks_no_more_than_twice_a_second(host: Host) -> None:
    for _ in range(50):
        host.now += 0.02
        host.hear(stack(5))
    assert host.take()[1].count(frame("STATUS")) == 2


def test_a_loss_at_the_end_is_noticed_by_the_heartbeat(host: Host) -> None:
    host.hear(state(1, 2))
    assert host.take() == ([], [ack(0), frame("STATUS")])


def test_facts_that_the_machine_dropped_are_said_to_be_lost_and_not_made_up(host: Host) -> None:
    host.hear(stack(1), state(4, 5), stack(4, number=4))
    assert host.take()[0] == [
        StackDelivered(1, 3),
        ShufflerFault("facts_lost"),
        StackDelivered(4, 3),
    ]
    host.hear(frame("DECK", n=5, colour="red", cards=52))
    assert host.take()[0] == [ShufflerFault("facts_lost", True), DeckLoaded("red", 52)]


def test_numbers_that_start_again_without_a_new_boot_do_not_silence_the_machine(
    host: Host,
) -> None:
    host.hear(stack(1), stack(2, number=2))
    host.hear(state(1, 2), stack(1))
    assert host.take()[0][2:] == [ShufflerFault("facts_lost"), StackDelivered(1, 3)]


def test_a_heartbeat_of_a_stranger_is_greeted_and_its_facts_wait(host: Host) -> None:
    host.hear(state(1, 2, boot="B.7"), stack(1))
    assert host.take() == ([], [frame("HELLO", version=1)])
    host.hear(iam("B", "B.7", first=1, following=2), stack(1))
    assert host.take()[0] == [
        ShufflerDown("B was put in its place"),
        ShufflerUp("B", "f00d", False),
        StackDelivered(1, 3),
    ]


def test_the_first_machine_back_without_switching_off_repeats_nothing(host: Host) -> None:
    host.hear(stack(1))
    host.hear(iam("B", "B.1"))
    host.take()
    host.hear(iam("A", "A.1", first=1, following=2), stack(1), stack(2, number=2))
    assert [e for e in host.take()[0] if isinstance(e, StackDelivered)] == [StackDelivered(2, 3)]


def test_only_the_latest_machines_are_remembered(host: Host) -> None:
    for count in range(40):
        host.now += 1
        host.hear(iam(f"M{count}", f"M{count}.1"))
    assert len(host.session._taken) == MOST_PEERS


def test_the_order_in_force_is_told_until_the_machine_says_so(host: Host) -> None:
    host.session.permit(True)
    host.session.permit(True)
    assert host.take()[1] == [frame("PERMIT")]
    host.hear(state(1, 1, dealing="hold"))
    assert host.take()[1] == [ack(0), frame("PERMIT")]
    host.hear(state(1, 1, dealing="permit"))
    assert host.take()[1] == [ack(0)]


def test_a_permit_given_during_an_outage_is_told_at_the_next_greeting(host: Host) -> None:
    host.session.lost("unplugged")
    host.session.permit(True)
    assert host.take() == ([ShufflerDown("unplugged")], [])
    host.hear(iam())
    assert host.take() == ([UP], [frame("PERMIT")])


def test_silence_ends_the_line_and_is_reported_once(host: Host) -> None:
    assert host.wait(2.4)
    assert not host.wait(0.2)
    host.session.lost("silent")
    host.session.lost("still silent")
    assert host.take()[0] == [ShufflerDown("silent")]


def test_our_own_words_coming_back_are_no_sign_of_life(host: Host) -> None:
    host.wait(2.0)
    host.hear(frame("HELLO", version=1), ack(1), frame("HOLD"))
    assert not host.wait(0.6)
    host.hear(stack(1))  # Our ACK was no fact number 1.
    assert host.take()[0] == [StackDelivered(1, 3)]


def test_an_acknowledgement_meant_for_the_life_before_is_not_taken() -> None:
    machine = Machine(Model("A"), 0.0, boots=2)
    machine.receive(encode(frame("HELLO", version=1)), 0.0)
    machine.receive(encode(ack(1)), 0.0)
    assert machine.mouth.first == 1
    machine.receive(encode(frame("ACK", boot="A.2", n=1)), 0.0)
    assert machine.mouth.first == 2


def test_another_version_is_refused_with_a_reason() -> None:
    host = Host()
    host.hear(frame("IAM", version=2, id="A", firmware="f", boot="b", first=1, next=1))
    assert host.take()[0] == [ShufflerDown("it speaks version 2, want 1")]
    host.hear(iam())
    assert host.take()[0] == [UP]


@pytest.mark.parametrize("lacking", ["id", "boot", "firmware", "first", "next"])
def test_half_a_greeting_is_none(lacking: str) -> None:
    host, whole = Host(), iam()
    host.hear(Frame("IAM", tuple(pair for pair in whole.fields if pair[0] != lacking)))
    assert [type(event) for event in host.take()[0]] == [ShufflerDown]


def test_more_facts_than_allowed_wait_unacknowledged(host: Host) -> None:
    for n in range(1, 500):
        host.hear(stack(n, number=n))
    events, sent = host.take()
    assert len(events) <= 102  # A hundred at once, two of them for the greeting, and the fault.
    assert events.count(ShufflerFault("flood")) == 1
    acknowledged = max(said.number("n") or 0 for said in sent if said.kind == "ACK")
    assert acknowledged == len([e for e in events if isinstance(e, StackDelivered)])
    host.wait(1.0)
    host.hear(stack(acknowledged + 1, number=9))
    assert host.take()[0] == [StackDelivered(9, 3)]


@pytest.mark.parametrize(
    "madness",
    [
        lambda n: iam(f"M{n}", f"M{n}.1"),
        lambda n: state(2 * n, 2 * n),
        lambda n: state(1, 2, boot=f"B{n}"),
        lambda n: frame("FAULT", n=n, code=f"c{n}"),
    ],
    ids=["greetings", "losses", "strangers", "faults"],
)
def test_no_kind_of_frame_can_flood_the_inbox(host: Host, madness: object) -> None:
    assert callable(madness)
    for n in range(1, 3000):
        host.hear(madness(n))
    assert len(host.take()[0]) < 250
    assert len(host.session._faults) < 25


def test_a_flood_is_over_after_a_calm_while(host: Host) -> None:
    host.session.flooded(host.now)
    host.session.flooded(host.now)
    for _ in range(5):
        host.now += 1.0
        host.hear(state(1, 1))
        host.session.tick(host.now)
    assert host.take()[0] == [ShufflerFault("flood"), ShufflerFault("flood", True)]


def test_a_kind_of_a_later_version_is_acknowledged_and_ignored(host: Host) -> None:
    host.hear(frame("SHOE", n=1, colour="green"), stack(2))
    assert host.take() == ([StackDelivered(1, 3)], [ack(2)])


@pytest.mark.parametrize(
    ("fact", "event"),
    [
        (frame("DECK", n=1, colour="red", cards=51), DeckLoaded("red", 51)),
        (frame("REST", n=1, cards=0), CardsUnloaded(0)),
        (frame("STACK", n=1, number=2, cards=0), StackDelivered(2, 0)),
        (frame("HAND", n=1, stack=2, cards="AsTd2c"), HandRecognised(2, ("As", "Td", "2c"))),
        (
            frame("HAND", n=1, stack=2, cards="AsTd", seat=8),
            HandRecognised(2, ("As", "Td"), 8),
        ),
        (frame("CLEAR", n=1, code="jam"), ShufflerFault("jam", cleared=True)),
        (frame("SHOE", n=1), None),
    ],
)
def test_each_fact_is_one_event(fact: Frame, event: Event | None) -> None:
    assert event_of(fact) == event


@pytest.mark.parametrize(
    "fact",
    [
        frame("DECK", n=1, colour="red"),
        frame("DECK", n=1, colour="Red", cards=52),
        frame("STACK", n=1, number=0, cards=3),
        frame("STACK", n=1, number=1, cards="three"),
        frame("REST", n=1),
        frame("HAND", n=1, stack=1, cards="AsTd2"),
        frame("HAND", n=1, stack=1, cards="AsTd2c", seat="left"),
        frame("FAULT", n=1, code="flood"),
        frame("FAULT", n=1, code="JAM"),
    ],
)
def test_a_fact_without_sense_is_reported_as_such(fact: Frame) -> None:
    assert event_of(fact) == ShufflerFault("unreadable_fact")
