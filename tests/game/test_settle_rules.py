"""Settlement, rule by rule, from tables written by hand out of the documents. Each case names file and paragraph."""

from dataclasses import dataclass

import pytest

from controller.game.cards import Card, parse_cards
from controller.game.profiles import load
from controller.game.settle import Decision, Wagers, settle

NONE = ("none", 0)
PLAY, FOLD = Decision.PLAY, Decision.FOLD


def three(text: str) -> tuple[Card, ...]:
    return parse_cards(text.split(), 3)


@dataclass(frozen=True)
class Case:
    rule: str
    profile: str
    player: str
    dealer: str
    decision: Decision | None
    wagers: Wagers
    ante: tuple[str, int] = NONE
    play: tuple[str, int] = NONE
    ante_bonus: tuple[str, int] = NONE
    pair_plus: tuple[str, int] = NONE
    six_card: tuple[str, int] = NONE


BASE = Wagers(ante=500, play=500)
FOLDED = Wagers(ante=500)
CASES = [
    # The dealer qualifies with queen-high: seed 000, Round of Play 5.
    Case(
        "000 Round of Play 5a-b: jack-high does not qualify; Ante even money, Play returned",
        *("ca-6card", "2c 5d 9h", "Jd 7c 4h", PLAY, BASE),
        ante=("win", 500),
        play=("push", 0),
    ),
    Case(
        "000 Round of Play 5b: 'regardless of whether the player's hand ranks higher'; a tie is paid",
        *("ca-6card", "Jc 7d 4s", "Jd 7c 4h", PLAY, BASE),
        ante=("win", 500),
        play=("push", 0),
    ),
    Case(
        "000 Round of Play 5: the lowest queen-high qualifies and beats jack-high",
        *("ca-6card", "Jc Td 8s", "Qd 3c 2h", PLAY, BASE),
        ante=("lose", -500),
        play=("lose", -500),
    ),
    Case(
        "000 Round of Play 5: any pair qualifies, though no card is as high as a queen",
        *("ca-6card", "Ac Kd 9s", "2d 2c 3h", PLAY, BASE),
        ante=("lose", -500),
        play=("lose", -500),
    ),
    Case(
        "000 Round of Play 5c i: higher than a dealer who qualifies wins even money on both",
        *("ca-6card", "Ac 3d 2h", "Qd Jc 9h", PLAY, BASE),  # A-2-3 is a straight.
        ante=("win", 500),
        play=("win", 500),
    ),
    Case(
        "000 Round of Play 5c ii: lower loses both",
        *("ca-6card", "Kc Qd 9s", "Ad 3c 5h", PLAY, BASE),
        ante=("lose", -500),
        play=("lose", -500),
    ),
    Case(
        "000 Round of Play 5d: equal rank and value pushes both",
        *("ca-6card", "Kc Qd 9s", "Kd Qc 9h", PLAY, BASE),
        ante=("push", 0),
        play=("push", 0),
    ),
    Case(
        "001 Game Rules 7: the dealer does not qualify; Ante even money, Play pushes",
        *("exhibit-a", "2c 5d 9h", "Jd 7c 4h", PLAY, Wagers(ante=200, play=200)),
        ante=("win", 200),
        play=("push", 0),
    ),
    Case(
        "001 Game Rules 11: a tie pushes",
        *("exhibit-a", "Kc Qd 9s", "Kd Qc 9h", PLAY, Wagers(ante=200, play=200)),
        ante=("push", 0),
        play=("push", 0),
    ),
    Case(
        "004 Game Rules 7a: not qualified; Play refunded, Ante even money",
        *("livermore", "2c 5d 9h", "Jd 7c 4h", PLAY, BASE),
        ante=("win", 500),
        play=("push", 0),
    ),
    # Ranking: seed 000, Ranking of Hands.
    Case(
        "000 Ranking of Hands 2: a straight beats a flush",
        *("ca-6card", "4c 3d 2h", "Ad Kd Jd", PLAY, BASE),
        ante=("win", 500),
        play=("win", 500),
    ),
    Case(
        "000 Ranking of Hands 2: three of a kind beats a straight",
        *("ca-6card", "2c 2d 2h", "Ad Kc Qd", PLAY, BASE),
        ante=("win", 500),
        play=("win", 500),
    ),
    Case(
        "002 Ranking of Hands: ace is low in 3-2-A, the lowest straight",
        *("wa", "As 2d 3c", "2s 3h 4d", PLAY, BASE),
        ante=("lose", -500),
        play=("lose", -500),
        ante_bonus=("win", 500),
    ),
    # The Ante Bonus: seed 001, Game Rules 12 and Payout Table; seed 002, Three Ways To Play 1.
    Case(
        "001 Game Rules 12: paid 'regardless of the value of the dealer's hand', also when it is higher",
        *("exhibit-a", "4c 3d 2h", "Kd Kc Kh", PLAY, Wagers(ante=200, play=200)),
        ante=("lose", -200),
        play=("lose", -200),
        ante_bonus=("win", 200),
    ),
    Case(
        "001 Payout Table, Ante Bet: three of a kind 3 to 1, also when the dealer does not qualify",
        *("exhibit-a", "9c 9d 9h", "Jd 7c 4h", PLAY, Wagers(ante=300, play=300)),
        ante=("win", 300),
        play=("push", 0),
        ante_bonus=("win", 900),
    ),
    Case(
        "001 Payout Table, Ante Bet: straight flush 4 to 1; A-K-Q suited is one",
        *("exhibit-a", "Ac Kc Qc", "Jd 7c 4h", PLAY, Wagers(ante=200, play=200)),
        ante=("win", 200),
        play=("push", 0),
        ante_bonus=("win", 800),
    ),
    Case(
        "001 Game Rules 12: a flush is below a straight and gets no bonus",
        *("exhibit-a", "Ac Kc 9c", "Jd 7c 4h", PLAY, Wagers(ante=200, play=200)),
        ante=("win", 200),
        play=("push", 0),
    ),
    Case(
        "001 Game Rules 4: a folded hand forfeits the Ante, and its bonus with it",
        *("exhibit-a", "9c 9d 9h", "Jd 7c 4h", FOLD, Wagers(ante=200)),
        ante=("forfeit", -200),
    ),
    # Pair Plus: the three cards alone.
    Case(
        "000 Pair Plus 10: mini royal flush 200:1, though the dealer is lower",
        *("ca-6card", "Ah Kh Qh", "Jd 7c 4h", PLAY, Wagers(ante=500, play=500, pair_plus=100)),
        ante=("win", 500),
        play=("push", 0),
        pair_plus=("win", 20_000),
    ),
    Case(
        "000 Pair Plus 8: wins or loses regardless of the base game",
        *("ca-6card", "3h 3c 9d", "Kd Kc 4h", PLAY, Wagers(ante=500, play=500, pair_plus=250)),
        ante=("lose", -500),
        play=("lose", -500),
        pair_plus=("win", 250),
    ),
    Case(
        "000 Pair Plus 6: no pair is collected, though Ante and Play win",
        *("ca-6card", "Ah Kc 9d", "Qd 7c 4h", PLAY, Wagers(ante=500, play=500, pair_plus=250)),
        ante=("win", 500),
        play=("win", 500),
        pair_plus=("lose", -250),
    ),
    Case(
        "001 Game Rules 1: Pair Plus alone, without Ante and without a decision",
        *("exhibit-a", "Ah 9h 4h", "Kd Kc 4c", None, Wagers(pair_plus=200)),
        pair_plus=("win", 600),
    ),
    # The 6 Card Bonus: the player's three and the dealer's three.
    Case(
        "000 6 Card Bonus 4: any number of cards from either hand; two pairs and a king make a full house",
        *("ca-6card", "3h 3c Kd", "Ks Kc 4h", PLAY, Wagers(ante=500, play=500, six_card=100)),
        ante=("lose", -500),
        play=("lose", -500),
        six_card=("win", 2_000),
    ),
    Case(
        "000 6 Card Bonus 6: less than three of a kind is collected",
        *("ca-6card", "3h 3c 9d", "Ks Kc 4h", PLAY, Wagers(ante=500, play=500, six_card=100)),
        ante=("lose", -500),
        play=("lose", -500),
        six_card=("lose", -100),
    ),
    Case(
        "000 6 Card Bonus 10: straight 9:1; A-2-3-4-5 is one",
        *("ca-6card", "Ah 2c 9d", "3s 4c 5h", PLAY, Wagers(ante=500, play=500, six_card=100)),
        ante=("lose", -500),
        play=("lose", -500),
        six_card=("win", 900),
    ),
    Case(
        "001 Game Rules 14: the 6 Card Bonus alone",
        *("exhibit-a", "Ah Kh Qh", "Jh Th 2c", None, Wagers(six_card=200)),
        six_card=("win", 50_000),
    ),
    Case(
        "002 6 Card Bonus Rules of Play 3: eligible even if he folds",
        *("wa", "3h 3c 9d", "3s Kc 4h", FOLD, Wagers(ante=500, pair_plus=100, six_card=100)),
        ante=("forfeit", -500),
        pair_plus=("forfeit", -100),
        six_card=("win", 800),
    ),
    Case(
        "002 Dealing Procedures 1: Pair Plus alone is settled on the hand",
        *("wa", "3h 3c 9d", "Ks Kc 4h", None, Wagers(pair_plus=100)),
        pair_plus=("win", 100),
    ),
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.rule)
def test_each_wager_comes_out_as_the_document_says(case: Case) -> None:
    found = settle(
        load(case.profile), three(case.player), three(case.dealer), case.decision, case.wagers
    )
    shown = {name: (settled.outcome.value, settled.net) for name, settled in found.lines()}
    wanted = {name: getattr(case, name) for name in shown}
    assert shown == wanted
    assert found.total_net == sum(net for _, net in wanted.values())
