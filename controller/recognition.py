"""What the cards that a shuffler has read say about claims. They may support or block a win, never create one.

Knows hands that were read and whose they are, as far as the machine knows it. Knows no prize: which hands are paid,
and by what code, is the profile's to say (`best_code`).
"""

from collections import Counter
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from enum import StrEnum

from controller.errors import BadInput
from controller.game.cards import Card, parse_cards

BestCode = Callable[[tuple[Card, ...]], str | None]
"""The code of the best hand paid for these three cards, or None."""


class Verdict(StrEnum):
    CONFIRMED = "confirmed"
    CONTRADICTED = "contradicted"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class ReadHand:
    stack: int
    cards: tuple[str, ...]
    seat: int | None
    """None if the machine does not know where the stack went. It is never worked out from the order of the stacks:
    the table knows which seats have a fee, not which seats are dealt to."""


@dataclass(frozen=True, slots=True)
class Recognised:
    """The hands of one deal that can be believed."""

    hands: tuple[tuple[ReadHand, tuple[Card, ...]], ...] = ()
    every_stack: bool = False
    """Each stack of the deal was read, and none is missing from the count."""


def readable(hand: ReadHand) -> bool:
    try:
        return len(parse_cards(hand.cards, 3)) == 3
    except BadInput:
        return False


def doubled_cards(hands: Collection[ReadHand]) -> frozenset[str]:
    """Cards read in more than one place. One deck holds each once, so one of the readings is wrong."""
    counted = Counter(card for hand in hands for card in hand.cards)
    return frozenset(card for card, times in counted.items() if times > 1)


def believed(hands: Collection[ReadHand], stacks: int | None) -> Recognised:
    """`stacks` is how many were delivered, None if that is not known or not over."""
    doubled = doubled_cards(hands)
    good = tuple(
        (hand, parse_cards(hand.cards, 3))
        for hand in hands
        if readable(hand) and not doubled & set(hand.cards)
    )
    read = {hand.stack for hand, _ in good}
    return Recognised(good, bool(stacks) and read == set(range(1, (stacks or 0) + 1)))


def check_claim(recognised: Recognised, seat: int, hand_code: str, best_code: BestCode) -> Verdict:
    """What was read about a hand that was claimed. Without the seat, only a hand that nobody holds is contradicted."""
    own = [cards for hand, cards in recognised.hands if hand.seat == seat]
    if len(own) == 1:
        return Verdict.CONFIRMED if best_code(own[0]) == hand_code else Verdict.CONTRADICTED
    if own:
        return Verdict.UNKNOWN
    somewhere = (cards for hand, cards in recognised.hands if hand.seat is None)
    held = any(best_code(cards) == hand_code for cards in somewhere)
    return Verdict.CONTRADICTED if recognised.every_stack and not held else Verdict.UNKNOWN


def missed_wins(
    recognised: Recognised,
    locked_seats: Collection[int],
    claims: Mapping[int, str],
    best_code: BestCode,
) -> list[tuple[int, str]]:
    """Seats with a fee whose hand would be paid and is not claimed: a warning before Game Over, no more.

    Whether a player folded is not known here, nor is anything said of a hand whose seat is not known.
    """
    found: dict[int, str] = {}
    dealt_to = Counter(hand.seat for hand, _ in recognised.hands)
    for hand, cards in recognised.hands:
        code = best_code(cards)
        owner = hand.seat
        if code is None or owner is None or owner in claims or owner not in locked_seats:
            continue
        if dealt_to[owner] == 1:
            found[owner] = code
    return sorted(found.items())
