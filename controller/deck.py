"""The decks and the deal, as the shuffler reports them: a pure fold over its events, and what is wrong with them.

Knows counts, colours and hands that were read. Knows no seat's fee and no money; it asks for a void, and cannot do one.
A table without a shuffler, or with a dead one, has no deal here and therefore no problem.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

from controller import deck_problems as problem
from controller.deck_problems import FULL_DECK, FULL_STACK, Problem
from controller.events import (
    CardsUnloaded,
    DeckLoaded,
    Event,
    HandRecognised,
    ShufflerFault,
    ShufflerUp,
    StackDelivered,
)
from controller.recognition import ReadHand, Recognised, believed, doubled_cards, readable

HOLES = frozenset({"facts_lost", "unreadable_fact"})
"""Faults after which the count of the deal under way cannot be trusted."""
MOST_STACKS = 18
"""More than a deck can give; a machine gone mad cannot make a deal grow beyond it."""


@dataclass(frozen=True, slots=True)
class Loaded:
    """A deck in the machine, nothing dealt from it yet. It may be shuffled while the other one is played."""

    colour: str
    cards: int


@dataclass(frozen=True, slots=True)
class Deal:
    colour: str = ""
    """Empty if the machine never said which deck this is."""
    size: int | None = None
    stacks: tuple[tuple[int, int], ...] = ()
    """The number and the cards of each."""
    unloaded: int | None = None
    hands: tuple[ReadHand, ...] = ()
    whole: bool = True
    """False once a report of it may be missing: then nothing is concluded from the count."""
    early: bool = False
    second: bool = False
    """Another deal had begun in the same round."""


@dataclass(frozen=True, slots=True)
class Deck:
    identity: str = ""
    """Of the machine."""
    loaded: Loaded | None = None
    deal: Deal | None = None
    """The round's, or one that came before Coin In."""
    last_colour: str = ""
    """Dealt in the round before; empty if unknown or if that round was voided, its cards being shuffled again."""

    def after(self, event: Event, in_play: bool) -> "Deck":
        """`in_play`: between Coin In and Game Over. An event that is none of its business changes nothing."""
        match event:
            case DeckLoaded(colour, cards):
                return self._load(Loaded(colour, cards), in_play)
            case StackDelivered(number, cards):
                return self._stack(number, cards, in_play)
            case CardsUnloaded(cards):
                return self._unload(cards)
            case HandRecognised(stack, names, seat):
                return self._read(ReadHand(stack, names, seat))
            case ShufflerUp(identity):
                return self._meet(identity)
            case ShufflerFault(code, cleared=False) if code in HOLES:
                return self._doubt()
            case _:
                return self

    def round_ended(self, voided: bool) -> "Deck":
        dealt = self.deal.colour if self.deal else self.last_colour
        return replace(self, deal=None, last_colour="" if voided else dealt)

    def problems(self) -> tuple[Problem, ...]:
        """What is wrong as things stand; derived, so it is the same after a restart."""
        deal = self.deal or Deal()
        found: list[Problem] = []
        if self.loaded:
            before = deal.colour if self.deal else self.last_colour
            found += _of_deck(self.loaded.colour, self.loaded.cards, before)
        if deal.size is not None:
            found += _of_deck(deal.colour, deal.size, self.last_colour)
        return tuple(dict.fromkeys((*found, *_of_deal(deal), *_of_hands(deal))))

    def recognised(self) -> Recognised:
        if self.deal is None:
            return Recognised()
        over = self.deal.whole and self.deal.unloaded is not None
        return believed(self.deal.hands, len(self.deal.stacks) if over else None)

    def to_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_json(cls, kept: Mapping[str, Any]) -> "Deck":
        loaded, deal = kept["loaded"], kept["deal"]
        return cls(
            identity=kept["identity"],
            loaded=Loaded(**loaded) if loaded else None,
            deal=_deal_from(deal) if deal else None,
            last_colour=kept["last_colour"],
        )

    def _load(self, loaded: Loaded, in_play: bool) -> "Deck":
        deal = self.deal
        if deal and deal.early and not in_play:
            deal = None  # Taken back and shuffled again: nothing was played with it.
        elif deal and deal.unloaded is None:
            deal = replace(deal, whole=False)
        return replace(self, loaded=loaded, deal=deal)

    def _stack(self, number: int, cards: int, in_play: bool) -> "Deck":
        deal = self.deal
        if self.loaded:
            deal = Deal(self.loaded.colour, self.loaded.cards, second=deal is not None)
        elif deal is None:
            deal = Deal(whole=False)
        elif len(deal.stacks) >= MOST_STACKS:
            return self._doubt()
        follows = number == len(deal.stacks) + 1 and deal.unloaded is None
        grown = replace(
            deal,
            stacks=(*deal.stacks, (number, cards)),
            whole=deal.whole and follows,
            early=deal.early or not in_play,
        )
        return replace(self, loaded=None, deal=grown)

    def _read(self, hand: ReadHand) -> "Deck":
        if self.deal is None or len(self.deal.hands) >= MOST_STACKS:
            return self._doubt()
        return replace(self, deal=replace(self.deal, hands=(*self.deal.hands, hand)))

    def _unload(self, cards: int) -> "Deck":
        if self.loaded or self.deal is None:
            return replace(self, loaded=None)  # A deck taken out without dealing from it.
        if self.deal.unloaded is not None:
            return self._doubt()
        return replace(self, deal=replace(self.deal, unloaded=cards))

    def _meet(self, identity: str) -> "Deck":
        if identity == self.identity or not self.identity:
            return replace(self, identity=identity)
        # Another machine: what was in the first one is not in it, and its deal ends untold.
        unfinished = self.deal is not None and self.deal.unloaded is None
        doubted = self._doubt() if unfinished else self
        return replace(doubted, identity=identity, loaded=None)

    def _doubt(self) -> "Deck":
        return replace(self, deal=replace(self.deal, whole=False)) if self.deal else self


def _of_deck(colour: str, cards: int, before: str) -> list[Problem]:
    found = [] if cards == FULL_DECK else [problem.wrong_count(colour, cards)]
    return [*found, problem.not_alternated(colour)] if colour == before else found


def _of_deal(deal: Deal) -> list[Problem]:
    found: list[Problem] = []
    wrong = [(number, cards) for number, cards in deal.stacks if cards != FULL_STACK]
    dealt = sum(cards for _, cards in deal.stacks)
    if deal.early:
        found.append(problem.before_coin_in())
    if deal.second:
        found.append(problem.dealt_twice())
    if wrong:
        found.append(problem.wrong_stacks(wrong))
    if not deal.whole:
        found.append(problem.count_unknown())
    elif deal.unloaded is not None and dealt + deal.unloaded != FULL_DECK:
        found.append(problem.unaccounted(dealt + deal.unloaded))
    return found


def _of_hands(deal: Deal) -> list[Problem]:
    found = [problem.hand_unreadable(hand.stack) for hand in deal.hands if not readable(hand)]
    doubled = doubled_cards(deal.hands)
    return [*found, problem.card_twice(doubled)] if doubled else found


def _deal_from(kept: Mapping[str, Any]) -> Deal:
    hands = tuple(ReadHand(h["stack"], tuple(h["cards"]), h["seat"]) for h in kept["hands"])
    return Deal(**{**kept, "stacks": tuple(map(tuple, kept["stacks"])), "hands": hands})
