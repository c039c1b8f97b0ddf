"""Every line of every document's paytables, and every reason to refuse a wager."""

import pytest

from controller.game.cards import Card, parse_cards
from controller.game.profiles import load
from controller.game.settle import Decision, Refusal, Wagers, refusal, settle

PLAY, FOLD = Decision.PLAY, Decision.FOLD


def three(text: str) -> tuple[Card, ...]:
    return parse_cards(text.split(), 3)


PAIR_PLUS_HANDS = {
    "mini_royal": "Ah Kh Qh",
    "straight_flush": "Ah 2h 3h",
    "three_of_a_kind": "7h 7c 7d",
    "straight": "Ah Kc Qh",
    "flush": "Ah Kh Jh",
    "pair": "2h 2c 3d",
    "high_card": "Ah Kc Jd",
}
PAIR_PLUS_TABLES = {  # 000 Pair Plus 10; 001 Payout Table; 002 not printed, the usual; 004 Pair Plus 6.
    "ca-6card": (200, 40, 30, 6, 3, 1, -1),
    "exhibit-a": (40, 40, 30, 6, 3, 1, -1),
    "wa": (40, 40, 30, 6, 3, 1, -1),
    "livermore": (200, 40, 30, 6, 3, 1, -1),
}


@pytest.mark.parametrize("profile", PAIR_PLUS_TABLES)
def test_pair_plus_pays_every_line_of_the_documents_table(profile: str) -> None:
    for cards, odds in zip(PAIR_PLUS_HANDS.values(), PAIR_PLUS_TABLES[profile], strict=True):
        wagers = Wagers(ante=200, play=200, pair_plus=300)
        found = settle(load(profile), three(cards), three("9s 8s 4c"), PLAY, wagers)
        assert found.pair_plus.net == 300 * odds, cards


SIX_CARD_HANDS = {
    "royal_flush": ("Ah Kh Qh", "Jh Th 2c"),
    "straight_flush": ("9h Kh Qh", "Jh Th 2c"),
    "four_of_a_kind": ("7h 7c 7d", "7s Th 2c"),
    "full_house": ("7h 7c 7d", "Ts Th 2c"),
    "flush": ("Ah 2h 3h", "9h Th Tc"),
    "straight": ("Ah Kc Qh", "Jh Ts 2c"),
    "three_of_a_kind": ("7h 7c 9d", "7s Th 2c"),
    "two_pair": ("7h 7c 9d", "9s Th 2c"),
}
SIX_CARD_TABLES = {  # 000 6 Card Bonus 10; 001 Payout Table; 002 Rules of Play 4, 6B3; 004 6-Card Bonus Bet 6.
    "ca-6card": (1000, 200, 100, 20, 15, 9, 8, -1),
    "exhibit-a": (250, 100, 40, 20, 11, 8, 4, -1),
    "wa": (1000, 200, 100, 20, 15, 9, 8, -1),
    "livermore": (1000, 200, 100, 20, 15, 10, 7, -1),
}


@pytest.mark.parametrize("profile", SIX_CARD_TABLES)
def test_the_6_card_bonus_pays_every_line_of_the_documents_table(profile: str) -> None:
    for (player, dealer), odds in zip(
        SIX_CARD_HANDS.values(), SIX_CARD_TABLES[profile], strict=True
    ):
        wagers = Wagers(ante=200, play=200, six_card=300)
        found = settle(load(profile), three(player), three(dealer), PLAY, wagers)
        assert found.six_card.net == 300 * odds, (player, dealer)


REFUSALS = [
    # profile, wagers, decision, the first reason that applies
    ("exhibit-a", Wagers(), None, Refusal.NO_WAGER),
    ("exhibit-a", Wagers(), PLAY, Refusal.NO_WAGER),
    ("ca-6card", Wagers(pair_plus=100), None, Refusal.ANTE_REQUIRED),  # 000 Pair Plus 1
    ("ca-6card", Wagers(six_card=100), PLAY, Refusal.ANTE_REQUIRED),  # 000 6 Card Bonus 1
    ("livermore", Wagers(play=100), PLAY, Refusal.ANTE_REQUIRED),  # 004 Game Rules 5
    ("wa", Wagers(six_card=100), None, Refusal.STANDARD_WAGER_REQUIRED),  # 002 Rules of Play 6
    ("wa", Wagers(six_card=100, play=100), PLAY, Refusal.STANDARD_WAGER_REQUIRED),
    ("exhibit-a", Wagers(pair_plus=200), PLAY, Refusal.DECISION_WITHOUT_ANTE),  # 001 Game Rules 3
    ("exhibit-a", Wagers(play=200), FOLD, Refusal.DECISION_WITHOUT_ANTE),
    ("exhibit-a", Wagers(ante=200), None, Refusal.DECISION_REQUIRED),  # 001 Game Rules 3
    ("exhibit-a", Wagers(ante=200, play=100), None, Refusal.DECISION_REQUIRED),
    ("exhibit-a", Wagers(ante=200), PLAY, Refusal.PLAY_MUST_EQUAL_ANTE),  # 001 Game Rules 5
    ("ca-6card", Wagers(ante=200, play=300), PLAY, Refusal.PLAY_MUST_EQUAL_ANTE),
    ("exhibit-a", Wagers(play=200), None, Refusal.PLAY_MUST_EQUAL_ANTE),
    ("ca-6card", Wagers(ante=200, play=200), FOLD, Refusal.PLAY_ON_FOLDED_HAND),
    ("exhibit-a", Wagers(six_card=200), None, None),  # 001 Game Rules 1
    ("wa", Wagers(pair_plus=200, six_card=100), None, None),
    ("ca-6card", Wagers(ante=200, pair_plus=100, six_card=100), FOLD, None),
]


@pytest.mark.parametrize(("profile", "wagers", "decision", "wanted"), REFUSALS)
def test_wagers_are_refused_for_the_first_reason_that_applies(
    profile: str, wagers: Wagers, decision: Decision | None, wanted: Refusal | None
) -> None:
    assert refusal(load(profile), wagers, decision) is wanted
