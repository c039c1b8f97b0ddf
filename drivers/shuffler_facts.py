"""What a numbered frame of the shuffler says, as an event. Checks the form; the content is the table's to judge."""

import re
from collections.abc import Callable, Mapping

from controller.events import (
    CardsUnloaded,
    DeckLoaded,
    Event,
    HandRecognised,
    ShufflerFault,
    StackDelivered,
)
from drivers.shuffler_frames import Frame

UNREADABLE = "unreadable_fact"
FACTS_LOST = "facts_lost"
FLOOD = "flood"
OWN_FAULTS = frozenset({UNREADABLE, FACTS_LOST, FLOOD})
"""What the driver itself reports; a machine may not use these codes."""

_CODE = re.compile(r"[a-z][a-z0-9_]{0,23}")
_COLOUR = re.compile(r"[a-z]{1,12}")
_CARDS = re.compile(r"([A-Za-z0-9]{2}){1,10}")


def event_of(fact: Frame) -> Event | None:
    """None for a kind that this version does not know. A frame without sense is itself a fact: a fault."""
    reader = _READERS.get(fact.kind)
    return None if reader is None else reader(fact) or ShufflerFault(UNREADABLE)


def _deck(fact: Frame) -> Event | None:
    colour, cards = fact.text("colour"), fact.number("cards")
    if cards is None or not _COLOUR.fullmatch(colour):
        return None
    return DeckLoaded(colour, cards)


def _stack(fact: Frame) -> Event | None:
    number, cards = fact.number("number"), fact.number("cards")
    return StackDelivered(number, cards) if number and cards is not None else None


def _rest(fact: Frame) -> Event | None:
    cards = fact.number("cards")
    return None if cards is None else CardsUnloaded(cards)


def _hand(fact: Frame) -> Event | None:
    stack, seat, cards = fact.number("stack"), fact.number("seat"), fact.text("cards")
    if not stack or not _CARDS.fullmatch(cards) or (fact.text("seat") and seat is None):
        return None
    named = tuple(cards[at : at + 2] for at in range(0, len(cards), 2))
    return HandRecognised(stack, named, seat)


def _fault(fact: Frame) -> Event | None:
    code = fact.text("code")
    if not _CODE.fullmatch(code) or code in OWN_FAULTS:
        return None
    return ShufflerFault(code, cleared=fact.kind == "CLEAR")


_READERS: Mapping[str, Callable[[Frame], Event | None]] = {
    "DECK": _deck,
    "STACK": _stack,
    "REST": _rest,
    "HAND": _hand,
    "FAULT": _fault,
    "CLEAR": _fault,
}
