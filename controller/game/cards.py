"""Cards as two characters ("As", "Td"): the deck, and reading what a person or a machine wrote."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from controller.errors import BadInput

RANKS = "23456789TJQKA"
SUITS = "cdhs"


class Card(NamedTuple):
    rank: int
    """2 to 14; the ace is 14."""
    suit: str

    def __str__(self) -> str:
        return RANKS[self.rank - 2] + self.suit


DECK = tuple(Card(rank, suit) for rank in range(2, 15) for suit in SUITS)
BY_NAME = {str(card): card for card in DECK}


def parse_card(name: object) -> Card:
    card = BY_NAME.get(name) if isinstance(name, str) else None
    if card is None:
        raise BadInput(f"want a card such as As or Td, got {name!r}")
    return card


def parse_cards(names: object, count: int) -> tuple[Card, ...]:
    """So many different cards, in the order given."""
    if not isinstance(names, Sequence) or isinstance(names, str):
        raise BadInput(f"want a list of {count} cards, got {names!r}")
    if len(names) != count:
        raise BadInput(f"want {count} cards, got {len(names)}")
    cards = tuple(map(parse_card, names))
    refuse_repeats(cards)
    return cards


def refuse_repeats(cards: Iterable[Card]) -> None:
    """One deck holds each card once."""
    seen: set[Card] = set()
    for card in cards:
        if card in seen:
            raise BadInput(f"{card} is there twice; one deck holds it once")
        seen.add(card)
