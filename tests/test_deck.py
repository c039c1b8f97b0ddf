"""The table's own checks on decks and deals; nothing is concluded from half a report."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.deck import Deck
from controller.events import (
    CardsUnloaded,
    ChipMoved,
    DeckLoaded,
    Event,
    HandRecognised,
    ShufflerDown,
    ShufflerFault,
    ShufflerUp,
    StackDelivered,
)

RED, BLUE = DeckLoaded("red", 52), DeckLoaded("blue", 52)


def told(deck: Deck, *events: Event, in_play: bool = True) -> Deck:
    for event in events:
        deck = deck.after(event, in_play)
    return deck


def stacks(count: int, first: int = 1) -> list[Event]:
    return [StackDelivered(number, 3) for number in range(first, first + count)]


def codes(deck: Deck) -> list[str]:
    return [problem.code for problem in deck.problems()]


def asks_for_void(deck: Deck) -> bool:
    return any(problem.void for problem in deck.problems())


READY = told(Deck(), ShufflerUp("A", "f", False), RED, in_play=False)
DEALT = told(READY, *stacks(4), CardsUnloaded(40))


def test_a_table_without_a_shuffler_has_no_problem() -> None:
    assert not Deck().problems()
    assert not told(Deck(), ShufflerDown("unplugged"), ChipMoved(1, True)).problems()


@pytest.mark.parametrize("players", range(1, 17))
def test_fifty_two_cards_dealt_and_unloaded_are_accounted_for(players: int) -> None:
    count = players + 1
    deck = told(READY, *stacks(count), CardsUnloaded(52 - 3 * count), BLUE)
    assert not deck.problems()


def test_decks_taken_in_turn_are_in_order_for_many_rounds() -> None:
    deck = READY
    for following in (BLUE, RED, BLUE, RED):
        deck = told(deck, *stacks(3), CardsUnloaded(43), following)
        assert not deck.problems()
        deck = deck.round_ended(voided=False)
        assert not deck.problems()


@pytest.mark.parametrize(("unloaded", "code"), [(39, "cards_missing"), (41, "cards_extra")])
def test_a_wrong_sum_asks_for_a_void(unloaded: int, code: str) -> None:
    deck = told(READY, *stacks(4), CardsUnloaded(unloaded))
    assert codes(deck) == [code]
    assert asks_for_void(deck)
    assert not deck.round_ended(voided=True).problems()


@pytest.mark.parametrize("cards", [0, 2, 4])
def test_a_stack_of_another_size_is_a_misdeal_and_asks_for_a_void(cards: int) -> None:
    deck = told(READY, StackDelivered(1, 3), StackDelivered(2, cards))
    assert codes(deck) == ["wrong_stack"]
    assert asks_for_void(deck)
    assert f"stack 2 has {cards} cards" in deck.problems()[0].sentence


def test_a_misdeal_after_a_hole_names_the_stack_by_the_machine_s_own_number() -> None:
    deck = told(READY, StackDelivered(1, 3), StackDelivered(4, 2))
    assert codes(deck) == ["wrong_stack", "count_unknown"]
    assert "stack 4 has 2 cards" in deck.problems()[0].sentence


def test_a_deck_of_51_is_noticed_before_it_is_dealt_and_stays_noticed() -> None:
    deck = told(Deck(), DeckLoaded("red", 51), in_play=False)
    assert codes(deck) == ["deck_wrong_count"]
    assert not asks_for_void(deck)
    assert codes(told(deck, *stacks(1))) == ["deck_wrong_count"]


def test_the_same_deck_again_is_noticed_while_the_round_is_still_played() -> None:
    assert codes(told(DEALT, RED)) == ["deck_not_alternated"]
    assert not told(DEALT, BLUE).problems()


def test_the_same_deck_in_the_next_round_is_noticed() -> None:
    between = DEALT.round_ended(voided=False)
    assert codes(told(between, RED, in_play=False)) == ["deck_not_alternated"]
    assert codes(told(between, RED, *stacks(1))) == ["deck_not_alternated"]


def test_after_a_void_the_same_cards_may_be_shuffled_again() -> None:
    again = told(DEALT.round_ended(voided=True), RED, *stacks(4), CardsUnloaded(40))
    assert not again.problems()


def test_a_round_without_a_deal_does_not_change_whose_turn_it_is() -> None:
    deck = DEALT.round_ended(voided=False).round_ended(voided=False)
    assert codes(told(deck, RED)) == ["deck_not_alternated"]


def test_a_stack_before_coin_in_stands_until_the_cards_are_taken_back() -> None:
    early = told(READY, StackDelivered(1, 3), in_play=False)
    assert codes(early) == ["stack_before_coin_in"]
    assert asks_for_void(early)
    assert codes(told(early, StackDelivered(2, 3), in_play=True)) == ["stack_before_coin_in"]
    assert not told(early, RED, in_play=False).problems()


def test_a_second_deck_dealt_in_one_round_asks_for_a_void() -> None:
    deck = told(DEALT, BLUE, StackDelivered(1, 3))
    assert codes(deck) == ["dealt_twice"]
    assert asks_for_void(deck)


@pytest.mark.parametrize(
    "events",
    [
        [StackDelivered(1, 3), StackDelivered(3, 3), CardsUnloaded(43)],
        [StackDelivered(1, 3), ShufflerFault("facts_lost"), CardsUnloaded(43)],
        [StackDelivered(1, 3), ShufflerFault("unreadable_fact"), CardsUnloaded(46)],
        [StackDelivered(1, 3), ShufflerUp("B", "f", False)],
        [StackDelivered(1, 3), BLUE],
        [StackDelivered(1, 3), CardsUnloaded(49), CardsUnloaded(49)],
        [StackDelivered(2, 3), CardsUnloaded(46)],
    ],
    ids=["hole", "lost", "unreadable", "replaced", "no rest", "two rests", "no first"],
)
def test_half_a_report_is_called_unknown_and_never_a_misdeal(events: list[Event]) -> None:
    deck = told(READY, *events)
    assert codes(deck) == ["count_unknown"]
    assert not asks_for_void(deck)


def test_stacks_of_a_deck_nobody_told_of_are_unknown() -> None:
    assert codes(told(Deck(), *stacks(2), CardsUnloaded(46))) == ["count_unknown"]


def test_an_outage_of_the_same_machine_that_loses_nothing_is_no_problem() -> None:
    gone = told(READY, *stacks(2), ShufflerDown("unplugged"), ShufflerUp("A", "f", False))
    assert not told(gone, *stacks(2, first=3), CardsUnloaded(40)).problems()


def test_a_replacement_between_rounds_brings_its_own_deck() -> None:
    deck = told(DEALT, BLUE).round_ended(voided=False)
    deck = told(deck, ShufflerUp("B", "f", False), DeckLoaded("green", 52), in_play=False)
    assert not told(deck, *stacks(4), CardsUnloaded(40)).problems()


def test_a_deck_taken_out_without_a_deal_is_no_problem() -> None:
    assert not told(READY, CardsUnloaded(52), BLUE, in_play=False).problems()


def test_a_fault_of_the_machine_itself_says_nothing_about_the_count() -> None:
    assert not told(DEALT, ShufflerFault("jam"), ShufflerFault("facts_lost", True)).problems()


def test_cards_that_are_no_hand_and_cards_read_twice_are_named() -> None:
    deck = told(
        READY,
        *stacks(3),
        HandRecognised(1, ("As", "Ks", "Qs")),
        HandRecognised(2, ("As", "2c", "3c")),
        HandRecognised(3, ("Xx", "4c", "5c")),
    )
    assert codes(deck) == ["hand_unreadable", "card_twice"]
    assert deck.recognised().hands == ()


def test_a_machine_gone_mad_cannot_make_the_deal_grow() -> None:
    deck = told(READY, *stacks(500), *[HandRecognised(1, ("As", "Ks", "Qs"))] * 500)
    assert deck.deal
    assert len(deck.deal.stacks) <= 18
    assert len(deck.deal.hands) <= 18


events = st.one_of(
    st.builds(DeckLoaded, st.sampled_from(["red", "blue"]), st.sampled_from([51, 52])),
    st.builds(StackDelivered, st.integers(1, 5), st.integers(2, 4)),
    st.builds(CardsUnloaded, st.integers(38, 52)),
    st.builds(
        HandRecognised,
        st.integers(1, 3),
        st.tuples(*[st.sampled_from(["As", "Ks", "Qs", "??"])] * 3),
        st.none() | st.integers(0, 8),
    ),
    st.builds(ShufflerUp, st.sampled_from(["A", "B"]), st.just("f"), st.booleans()),
    st.builds(ShufflerFault, st.sampled_from(["jam", "facts_lost"]), st.booleans()),
    st.just(ShufflerDown("x")),
)
steps = st.lists(st.tuples(events, st.booleans(), st.sampled_from([None, None, True, False])))


@given(steps)
def test_any_story_is_kept_in_json_and_goes_on_as_if_never_put_away(
    story: list[tuple[Event, bool, bool | None]],
) -> None:
    live, kept = Deck(), Deck()
    for event, in_play, ended in story:
        live = live.after(event, in_play)
        kept = Deck.from_json(json.loads(json.dumps(kept.to_json()))).after(event, in_play)
        if ended is not None:
            live, kept = live.round_ended(voided=ended), kept.round_ended(voided=ended)
        assert kept == live
        assert kept.problems() == live.problems()
        live.recognised()
