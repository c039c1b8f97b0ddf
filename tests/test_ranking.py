"""The order of all 22,100 three-card hands, against one that is built up from the rules, step by step."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from hashlib import sha256
from itertools import combinations, permutations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.game.cards import BY_NAME, DECK, SUITS, Card
from controller.game.hands import Strength, qualifies, strength

DIGEST = "b0980d297e051eb04e0034397d9781ea094645cf2a8bd708bfe74ca857e52116"
"""Of the complete order, ties included; see `digest`."""

RANKS = "23456789TJQKA"
RUNS = ["A23456789TJQKA"[start : start + 3] for start in range(12)]
"""Ace-two-three is the lowest; suited, ace-king-queen on top is the mini royal."""

three_cards = st.lists(st.sampled_from(DECK), min_size=3, max_size=3, unique=True)


def distinct() -> Iterator[str]:
    """Three ranks without a pair or a run, lowest first: the highest card decides, then the next, then the last."""
    runs = [set(run) for run in RUNS]
    for high in range(13):
        for middle in range(high):
            for low in range(middle):
                ranks = RANKS[high] + RANKS[middle] + RANKS[low]
                if set(ranks) not in runs:
                    yield ranks


def ladder() -> Iterator[tuple[str, str, bool | None]]:
    """Every step from the lowest hand to the highest: its name, its ranks, whether it is suited (None: no matter)."""
    yield from (("high_card", ranks, False) for ranks in distinct())
    for pair in RANKS:
        yield from (("pair", pair + pair + kicker, None) for kicker in RANKS if kicker != pair)
    yield from (("flush", ranks, True) for ranks in distinct())
    yield from (("straight", run, False) for run in RUNS)
    yield from (("three_of_a_kind", rank * 3, None) for rank in RANKS)
    yield from (("straight_flush", run, True) for run in RUNS[:-1])
    yield "mini_royal", RUNS[-1], True


def dealt(ranks: str, suited: bool | None) -> set[str]:
    """Every hand of one deck with these ranks, its cards' names in the alphabet's order."""
    hands = set()
    for suits in product("cdhs", repeat=3):
        cards = {rank + suit for rank, suit in zip(ranks, suits, strict=True)}
        if len(cards) == 3 and suited in (None, len(set(suits)) == 1):
            hands.add(" ".join(sorted(cards)))
    return hands


def digest(steps: Iterable[Iterable[str]]) -> str:
    """Of one line per step, lowest first; the hands on a step tie and stand in the alphabet's order."""
    return sha256("\n".join(",".join(sorted(step)) for step in steps).encode()).hexdigest()


def shipped_steps() -> list[list[str]]:
    steps: defaultdict[Strength, list[str]] = defaultdict(list)
    for cards in combinations(DECK, 3):
        steps[strength(cards)].append(" ".join(sorted(map(str, cards))))
    return [steps[value] for value in sorted(steps)]


def test_the_ladder_built_from_the_rules_holds_every_hand_once() -> None:
    hands = [hand for _, ranks, suited in ladder() for hand in dealt(ranks, suited)]
    assert len(hands) == len(set(hands)) == 22_100
    assert digest(dealt(ranks, suited) for _, ranks, suited in ladder()) == DIGEST


def test_all_22100_hands_stand_in_the_order_of_the_rules_with_the_same_ties() -> None:
    assert digest(shipped_steps()) == DIGEST


def test_every_hand_is_called_what_the_rules_call_it() -> None:
    for name, ranks, suited in ladder():
        for hand in dealt(ranks, suited):
            assert strength([BY_NAME[card] for card in hand.split()])[0].code == name, hand


def test_the_hands_of_each_category_are_as_many_as_the_rules_say() -> None:
    assert Counter(strength(cards)[0].code for cards in combinations(DECK, 3)) == {
        "mini_royal": 4,
        "straight_flush": 44,
        "three_of_a_kind": 52,
        "straight": 720,
        "flush": 1_096,
        "pair": 3_744,
        "high_card": 16_440,
    }


def test_the_dealer_qualifies_with_15380_hands_and_queen_three_two_is_the_lowest() -> None:
    hands = sorted(combinations(DECK, 3), key=strength)
    qualified = [qualifies(hand) for hand in hands]
    assert qualified.count(True) == 15_380
    assert qualified == sorted(qualified)
    lowest = hands[qualified.index(True)]
    assert sorted(card.rank for card in lowest) == [2, 3, 12]


@pytest.mark.parametrize(
    ("higher", "lower"),
    [
        ("4c 3c 2c", "Ac 2c 3c"),  # Ace-two-three is the lowest straight flush...
        ("4c 3d 2c", "Ac 2d 3c"),  # ...and the lowest straight,
        ("Ac 2d 3c", "Ah Kh Jh"),  # which still beats the highest flush.
        ("As Ks Qs", "Kh Qh Jh"),
        ("2c 2d 2h", "Ac Kd Qh"),
        ("2c 2d 3h", "Ac Kd Jh"),  # The highest high card is ace-king-jack.
        ("2c 3c 5c", "Ac Ad Kh"),
        ("3c 3d 2h", "2c 2d Ah"),
    ],
)
def test_a_hand_beats_the_next_lower_kind(higher: str, lower: str) -> None:
    first, second = ([BY_NAME[name] for name in hand.split()] for hand in (higher, lower))
    assert strength(first) > strength(second)


@given(three_cards, st.permutations(SUITS))
def test_suits_are_equal(cards: list[Card], other_suits: list[str]) -> None:
    swap = dict(zip(SUITS, other_suits, strict=True))
    assert strength([Card(card.rank, swap[card.suit]) for card in cards]) == strength(cards)


@given(three_cards)
def test_the_order_in_which_cards_lie_does_not_matter(cards: list[Card]) -> None:
    assert len({strength(order) for order in permutations(cards)}) == 1
