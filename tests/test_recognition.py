"""Cards that were read support or block a claim; they never make one, and no seat is ever guessed."""

import pytest

from controller.deck import Deck
from controller.events import CardsUnloaded, DeckLoaded, HandRecognised, StackDelivered
from controller.game.cards import Card
from controller.game.hands import Hand, strength
from controller.recognition import Recognised, Verdict, check_claim, missed_wins


def best_code(cards: tuple[Card, ...]) -> str | None:
    """A profile that pays suited A-K-Q, straight flushes and three of a kind."""
    hand = strength(cards)[0]
    if hand is Hand.MINI_ROYAL:
        return "akq_spades" if cards[0].suit == "s" else "akq_other"
    return hand.code if hand in (Hand.STRAIGHT_FLUSH, Hand.THREE_OF_A_KIND) else None


def read(*hands: tuple[str, int | None], stacks: int | None = None) -> Recognised:
    """A whole deal, of which these stacks were read, from the first on."""
    delivered = len(hands) if stacks is None else stacks
    deck = Deck().after(DeckLoaded("red", 52), in_play=False)
    for number in range(1, delivered + 1):
        deck = deck.after(StackDelivered(number, 3), in_play=True)
    for number, (cards, seat) in enumerate(hands, start=1):
        named = tuple(cards.split())
        deck = deck.after(HandRecognised(number, named, seat), in_play=True)
    return deck.after(CardsUnloaded(52 - 3 * delivered), in_play=True).recognised()


SPADES, TRIPS, NOTHING = "As Ks Qs", "5c 5d 5h", "2c 9d Jh"


@pytest.mark.parametrize(
    ("recognised", "claim", "verdict"),
    [
        (read((SPADES, 2), (TRIPS, 5)), "akq_spades", Verdict.CONFIRMED),
        (read((NOTHING, 2), (SPADES, 5)), "akq_spades", Verdict.CONTRADICTED),
        (read((SPADES, 2)), "straight_flush", Verdict.CONTRADICTED),
        (read((NOTHING, 5), stacks=3), "akq_spades", Verdict.UNKNOWN),
        (Recognised(), "akq_spades", Verdict.UNKNOWN),
        (read((SPADES, 2), (NOTHING, 2)), "akq_spades", Verdict.UNKNOWN),
    ],
    ids=["right", "another's", "another hand", "not read", "nothing read", "two for one seat"],
)
def test_a_claim_is_held_against_what_was_read_of_its_seat(
    recognised: Recognised, claim: str, verdict: Verdict
) -> None:
    assert check_claim(recognised, 2, claim, best_code) is verdict


def test_without_seats_a_hand_that_somebody_holds_is_not_confirmed_to_anybody() -> None:
    recognised = read((SPADES, None), (NOTHING, None))
    for seat in range(1, 9):
        assert check_claim(recognised, seat, "akq_spades", best_code) is Verdict.UNKNOWN


def test_without_seats_a_hand_that_nobody_holds_is_contradicted_if_all_were_read() -> None:
    hands = ((TRIPS, None), (NOTHING, None))
    assert check_claim(read(*hands), 2, "akq_spades", best_code) is Verdict.CONTRADICTED
    assert check_claim(read(*hands, stacks=3), 2, "akq_spades", best_code) is Verdict.UNKNOWN


def test_a_hand_that_went_to_another_seat_does_not_support_this_one() -> None:
    recognised = read((SPADES, 5), (NOTHING, None))
    assert check_claim(recognised, 2, "akq_spades", best_code) is Verdict.CONTRADICTED


def test_a_card_read_twice_is_believed_in_neither_place() -> None:
    recognised = read((SPADES, 2), ("As 4c 9d", 5), (TRIPS, 7))
    assert check_claim(recognised, 2, "akq_spades", best_code) is Verdict.UNKNOWN
    assert check_claim(recognised, 7, "three_of_a_kind", best_code) is Verdict.CONFIRMED


def test_a_deal_that_is_not_over_contradicts_nothing_by_absence() -> None:
    deck = Deck().after(DeckLoaded("red", 52), in_play=False)
    deck = deck.after(StackDelivered(1, 3), in_play=True)
    deck = deck.after(HandRecognised(1, tuple(NOTHING.split())), in_play=True)
    assert check_claim(deck.recognised(), 2, "akq_spades", best_code) is Verdict.UNKNOWN


def test_a_paid_seat_whose_winning_hand_was_not_claimed_is_named() -> None:
    recognised = read((SPADES, 2), (TRIPS, 5), (NOTHING, 7), ("6c 7c 8c", 8), ("9h 9s 9c", 0))
    assert missed_wins(recognised, {2, 5, 7}, {}, best_code) == [
        (2, "akq_spades"),
        (5, "three_of_a_kind"),
    ]
    assert missed_wins(recognised, {2, 5, 7}, {2: "akq_spades"}, best_code) == [
        (5, "three_of_a_kind")
    ]


def test_no_win_is_missed_where_the_seat_is_not_known_or_not_certain() -> None:
    assert not missed_wins(read((SPADES, None)), range(1, 9), {}, best_code)
    assert not missed_wins(read((SPADES, 2), (TRIPS, 2)), {2}, {}, best_code)
    assert not missed_wins(Recognised(), {1, 2}, {}, best_code)


def test_the_hands_of_a_round_are_kept_while_the_next_deck_is_shuffled_and_gone_afterwards() -> (
    None
):
    deck = Deck().after(DeckLoaded("red", 52), in_play=False)
    for event in (
        StackDelivered(1, 3),
        HandRecognised(1, tuple(SPADES.split()), 2),
        CardsUnloaded(49),
        DeckLoaded("blue", 52),
    ):
        deck = deck.after(event, in_play=True)
    assert missed_wins(deck.recognised(), {2}, {}, best_code) == [(2, "akq_spades")]
    assert deck.round_ended(voided=False).recognised() == Recognised()
