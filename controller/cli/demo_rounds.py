"""The rounds of the demo: dealt from a seed that is printed, so the same seed plays the same rounds again."""

import random
import secrets

from controller.cli.game_answers import covered, settled
from controller.cli.game_questions import OneHand, Table
from controller.cli.game_words import cover_words, settle_words
from controller.game.cards import DECK, Card
from controller.game.cover import Bettor, Seat
from controller.game.hands import Hand, strength
from controller.game.profiles import load
from controller.game.settle import Decision, Wagers

Hands = dict[int, tuple[Card, ...]]
"""By seat; the dealer is 0."""

SEATS = (1, 2, 3)
HOUSE_GAME, PLAYER_DEALER_GAME = "exhibit-a", "livermore"
HOUSE_ROUNDS = 2
WAGERS_CENTS = {1: (200, 200, 200), 2: (400, 0, 200), 3: (300, 400, 0)}
"""By seat: Ante, Pair Plus, 6 Card Bonus."""
BANK_CENTS = 1500
"""Small on purpose: often it does not cover the table."""


def play(seed: int | None) -> None:
    seed = secrets.randbelow(1_000_000) if seed is None else seed
    chance = random.Random(seed)
    print(
        f"Three Card Poker at three seats. Play it again with: pucklight demo --text --seed {seed}"
    )
    for number in range(1, HOUSE_ROUNDS + 1):
        print(f"\n== Round {number}, banked by the house ==")
        _house_round(_deal(chance))
    print("\n== A round banked by a player-dealer, who pays only as far as his wager goes ==\n")
    _player_dealer_round(_deal(chance))


def _deal(chance: random.Random) -> Hands:
    cards = chance.sample(DECK, 3 * (len(SEATS) + 1))
    return {place: tuple(cards[3 * place : 3 * place + 3]) for place in (0, *SEATS)}


def _bettor(seat: int, cards: tuple[Card, ...]) -> Bettor:
    """Plays queen, six, four or better: what a player who knows the game does."""
    ante, pair_plus, six_card = WAGERS_CENTS[seat]
    if strength(cards) >= (Hand.HIGH_CARD, 12, 6, 4):
        return Bettor(Wagers(ante, ante, pair_plus, six_card), Decision.PLAY)
    return Bettor(Wagers(ante, 0, pair_plus, six_card), Decision.FOLD)


def _house_round(hands: Hands) -> None:
    for seat in SEATS:
        asked = OneHand(load(HOUSE_GAME), hands[seat], hands[0], _bettor(seat, hands[seat]))
        print(f"\nSeat {seat}\n{settle_words(asked, settled(asked))}")


def _player_dealer_round(hands: Hands) -> None:
    seats = tuple(
        Seat(number, hands[number], (_bettor(number, hands[number]),)) for number in SEATS
    )
    face_up = hands[0][0]
    table = Table(load(PLAYER_DEALER_GAME), BANK_CENTS, hands[0], face_up, seats)
    print(cover_words(table, covered(table)))
