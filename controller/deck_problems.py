"""What can be wrong with a deck or a deal, in words for the dealer and the floor. Decides nothing."""

from collections.abc import Iterable
from dataclasses import dataclass

FULL_DECK = 52
FULL_STACK = 3


@dataclass(frozen=True, slots=True)
class Problem:
    code: str
    sentence: str
    void: bool = False
    """The round should be voided; only the floor can do it."""


CODES = (
    *("deck_wrong_count", "deck_not_alternated", "stack_before_coin_in", "wrong_stack"),
    *("dealt_twice", "cards_missing", "cards_extra", "count_unknown", "hand_unreadable"),
    "card_twice",
)


def wrong_count(colour: str, cards: int) -> Problem:
    return Problem(
        "deck_wrong_count",
        f"The {colour} deck has {cards} cards, want {FULL_DECK}: replace the deck before dealing.",
    )


def not_alternated(colour: str) -> Problem:
    return Problem(
        "deck_not_alternated",
        f"The {colour} deck was dealt in the round before: load the other deck.",
    )


def before_coin_in() -> Problem:
    return Problem(
        "stack_before_coin_in",
        "Cards were dealt before Coin In: take them back, reload the deck, or void the round.",
        void=True,
    )


def wrong_stacks(stacks: Iterable[tuple[int, int]]) -> Problem:
    listed = ", ".join(f"stack {number} has {cards} cards" for number, cards in stacks)
    return Problem(
        "wrong_stack",
        f"Misdeal: {listed}, want {FULL_STACK}. All hands are void: call the floor.",
        void=True,
    )


def dealt_twice() -> Problem:
    return Problem(
        "dealt_twice",
        "Cards of a second deck were dealt in this round: call the floor to void it.",
        void=True,
    )


def unaccounted(cards: int) -> Problem:
    code = "cards_missing" if cards < FULL_DECK else "cards_extra"
    return Problem(
        code,
        f"{cards} cards dealt and unloaded, want {FULL_DECK}: count the deck and call the floor.",
        void=True,
    )


def count_unknown() -> Problem:
    return Problem(
        "count_unknown",
        "The shuffler did not report this deal whole: count the deck by hand.",
    )


def hand_unreadable(stack: int) -> Problem:
    return Problem(
        "hand_unreadable",
        f"The cards read in stack {stack} are no hand: it is neither confirmed nor contradicted.",
    )


def card_twice(cards: Iterable[str]) -> Problem:
    return Problem(
        "card_twice",
        f"Read twice in one deck: {', '.join(sorted(cards))}. Look at the cards; the reading is not used.",
    )
