"""The best five of six cards: all 20,358,520 hands counted, and single hands against a slow and plain reference."""

from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import combinations, combinations_with_replacement
from multiprocessing import get_context

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from controller.game.cards import BY_NAME, DECK, SUITS, Card
from controller.game.six import best_of_six

RANKING = [
    "high_card",
    "one_pair",
    "two_pair",
    "three_of_a_kind",
    "straight",
    "flush",
    "full_house",
    "four_of_a_kind",
    "straight_flush",
    "royal_flush",
]
RUNS = [set("A23456789TJQKA"[start : start + 5]) for start in range(10)]
GROUPS = {
    (4, 1): "four_of_a_kind",
    (3, 2): "full_house",
    (3, 1, 1): "three_of_a_kind",
    (2, 2, 1): "two_pair",
    (2, 1, 1, 1): "one_pair",
    (1, 1, 1, 1, 1): "high_card",
}


def named(names: str) -> list[Card]:
    return [BY_NAME[name] for name in names.split()]


def five_card_hand(cards: tuple[str, ...]) -> str:
    ranks = [card[0] for card in cards]
    flush = len({card[1] for card in cards}) == 1
    straight = set(ranks) in RUNS
    if flush and straight:
        return "royal_flush" if set(ranks) == set("TJQKA") else "straight_flush"
    groups = tuple(sorted(Counter(ranks).values(), reverse=True))
    return "flush" if flush else "straight" if straight else GROUPS[groups]


def best_of_every_five(cards: list[Card]) -> str:
    fives = combinations(map(str, cards), 5)
    return max((five_card_hand(five) for five in fives), key=RANKING.index)


@st.composite
def six_cards(draw: st.DrawFn) -> list[Card]:
    """Often from a few ranks or suits only, or the rare hands would hardly ever come."""
    suits = draw(st.sampled_from([SUITS, "cd", "cdh"]))
    low = draw(st.integers(1, 14))
    ranks = {14 if rank == 1 else rank for rank in range(low, low + draw(st.integers(3, 13)))}
    deck = [card for card in DECK if card.suit in suits and card.rank in ranks]
    six = st.lists(st.sampled_from(deck if len(deck) >= 6 else DECK), min_size=6, max_size=6)
    return draw(six.filter(lambda cards: len(set(cards)) == 6))


def count_from(first: int) -> Counter[str]:
    """The hands whose lowest card is this one of the deck, by kind."""
    rest = combinations(DECK[first + 1 :], 5)
    found = Counter(best_of_six((DECK[first], *others)) for others in rest)
    return Counter({hand.code: count for hand, count in found.items()})


@pytest.mark.slow
def test_all_20358520_hands_fall_into_the_categories_as_the_rules_count_them() -> None:
    total: Counter[str] = Counter()
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as both_cores:
        for counts in both_cores.map(count_from, range(len(DECK) - 5)):
            total += counts
    assert total == {
        "royal_flush": 188,
        "straight_flush": 1_656,
        "four_of_a_kind": 14_664,
        "full_house": 165_984,
        "flush": 205_792,
        "straight": 361_620,
        "three_of_a_kind": 732_160,
        "two_pair": 2_532_816,
        "one_pair": 9_730_740,
        "high_card": 6_612_900,
    }


def every_hand_but_for_suits() -> Iterator[list[Card]]:
    """All ranks without five of a suit, then all with five or six: what is left out differs in suits alone."""
    for ranks in combinations_with_replacement(range(2, 15), 6):
        if max(Counter(ranks).values()) <= 4:
            yield [Card(rank, SUITS[place % 4]) for place, rank in enumerate(ranks)]
    for five in combinations(DECK[::4], 5):
        yield from ([*five, sixth] for sixth in DECK[1::4])
    yield from map(list, combinations(DECK[::4], 6))


def test_every_hand_is_called_as_the_best_of_every_five_in_it() -> None:
    hands = 0
    for cards in every_hand_but_for_suits():
        hands += 1
        best = best_of_every_five(cards)
        for turn in range(6):  # So that the odd card out lies in every place once.
            assert best_of_six(cards[turn:] + cards[:turn]).code == best, cards
    assert hands == 18_395 + 1_287 * 13 + 1_716


@given(six_cards())
@example(named("Ac 2d 3h 4s 5c Kd"))
@example(named("Ac 2c 3c 4c 5c Ad"))
@example(named("Ac Kc Qc Jc Tc 9c"))
@example(named("Ac Kc Qc Jc 9c Td"))
@example(named("2c 2d 2h 3c 3d 3h"))
@example(named("2c 2d 3c 3d 4c 4d"))
def test_the_best_of_six_is_the_best_of_every_five_among_them(cards: list[Card]) -> None:
    assert best_of_six(cards).code == best_of_every_five(cards)


@given(six_cards(), st.permutations(SUITS))
def test_suits_are_equal(cards: list[Card], other_suits: list[str]) -> None:
    swap = dict(zip(SUITS, other_suits, strict=True))
    assert best_of_six([Card(card.rank, swap[card.suit]) for card in cards]) == best_of_six(cards)


@given(six_cards(), st.permutations(range(6)))
def test_the_order_in_which_cards_lie_does_not_matter(cards: list[Card], order: list[int]) -> None:
    assert best_of_six([cards[place] for place in order]) == best_of_six(cards)
