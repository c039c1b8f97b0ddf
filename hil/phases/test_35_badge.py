"""The badge reader: a card is read whole. Whose it is stays unsaid."""

from hil.handles import Badge
from hil.limits import Outcome
from hil.phase import Phase
from hil.step import Step

PHASE = Phase("badge", "Badge reader", needs="badge")


def test_a_card_is_read(badge: Badge, step: Step) -> None:
    with step.noted("deaf_badge", seen="nothing"):
        reaction = badge.swipe("12345678")
    read = reaction.expected is not None and bool(reaction.expected.body["on"])
    if step.measure("badge.read", read) is Outcome.FAIL:
        step.diagnose("deaf_badge", seen=reaction.which("badge") or "nothing")
