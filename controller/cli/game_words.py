"""The card game's answers as a floor person reads them in a dispute. Words only: decides nothing."""

from collections.abc import Iterator, Sequence

from controller.cli.game_questions import OneHand, Table
from controller.game.cards import RANKS, Card
from controller.game.cover import Covered, Seat
from controller.game.hands import Hand, qualifies, strength
from controller.game.seats import button_value
from controller.game.settle import Outcome, Reason, Settled, Settlement, Wagers
from controller.game.six import best_of_six
from controller.money import dollars

SUIT_WORDS = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}
RANK_WORDS = {11: "jack", 12: "queen", 13: "king", 14: "ace"}
WAGER_WORDS = {
    "ante": "Ante",
    "play": "Play",
    "ante_bonus": "Ante Bonus",
    "pair_plus": "Pair Plus",
    "six_card": "6 Card Bonus",
}
REFUSAL_WORDS = {
    "no_wager": "there is no wager to settle",
    "ante_required": "this game asks for an Ante before any other wager",
    "standard_wager_required": "the 6 Card Bonus needs an Ante or a Pair Plus wager",
    "decision_without_ante": "without an Ante there is nothing to play or to fold",
    "decision_required": "a hand with an Ante is played or folded: say which",
    "play_must_equal_ante": "the Play wager must equal the Ante",
    "play_on_folded_hand": "a folded hand has no Play wager",
}
Row = tuple[str, str, str, str, str, str, str, str]
REASON_WORDS = {
    Reason.NOT_WAGERED: "",
    Reason.FOLDED: "folded: forfeited",
    Reason.DEALER_DOES_NOT_QUALIFY: "dealer does not qualify",
    Reason.HIGHER_THAN_DEALER: "higher than the dealer's hand",
    Reason.LOWER_THAN_DEALER: "lower than the dealer's hand",
    Reason.TIE: "tie with a dealer who qualifies",
    Reason.HAND_DOES_NOT_PAY: "not in the paytable",
}


def rank_word(rank: int) -> str:
    return RANK_WORDS.get(rank, str(rank))


def shown(cards: Sequence[Card]) -> str:
    return " ".join(map(str, cards))


def hand_words(cards: Sequence[Card]) -> str:
    """Three cards as they are called at the table."""
    hand, high, kicker, _ = strength(cards)
    ranks = "-".join(RANKS[rank - 2] for rank in sorted((c.rank for c in cards), reverse=True))
    words = {
        Hand.HIGH_CARD: f"{rank_word(high)} high ({ranks})",
        Hand.PAIR: f"pair of {rank_word(high)}s, {rank_word(kicker)} kicker",
        Hand.FLUSH: f"flush, {rank_word(high)} high ({ranks})",
        Hand.STRAIGHT: f"straight, {rank_word(high)} high",
        Hand.THREE_OF_A_KIND: f"three {rank_word(high)}s",
        Hand.STRAIGHT_FLUSH: f"straight flush, {rank_word(high)} high",
        Hand.MINI_ROYAL: f"mini royal flush (A-K-Q of {SUIT_WORDS[cards[0].suit]})",
    }
    return words[hand]


def dealer_words(cards: Sequence[Card]) -> str:
    verdict = "qualifies" if qualifies(cards) else "does not qualify"
    return f"{hand_words(cards)}: {verdict} (needs queen high)"


def signed(cents: int) -> str:
    return f"+{dollars(cents)}" if cents > 0 else dollars(cents)


def columns(rows: Sequence[Sequence[str]], right: Sequence[int] = ()) -> str:
    """Lines up the rows; the columns named in `right` hold amounts."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join(
        "  ".join(
            cell.rjust(width) if at in right else cell.ljust(width)
            for at, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    )


def compare_words(a: Sequence[Card], b: Sequence[Card]) -> str:
    rows = [("a", shown(a), dealer_words(a)), ("b", shown(b), dealer_words(b))]
    first, second = strength(a), strength(b)
    verdict = "tie" if first == second else ("a" if first > second else "b") + " is higher"
    return f"{columns(rows)}\n{verdict}"


def six_words(cards: Sequence[Card]) -> str:
    return f"{shown(cards)}  {plain(best_of_six(cards).code)}"


def plain(code: str) -> str:
    return code.replace("_", " ")


def reason_words(settled: Settled, wager: str, pays: dict[str, int], hand: str) -> str:
    if settled.reason is Reason.HAND_PAYS:
        return f"{plain(hand)} pays {pays[hand]} to 1"
    if settled.reason is Reason.HAND_DOES_NOT_PAY:
        return f"{plain(hand)} is not in the paytable"
    if wager == "play" and settled.reason is Reason.DEALER_DOES_NOT_QUALIFY:
        return "dealer does not qualify: no action, returned"
    return REASON_WORDS[settled.reason]


def stake(wagers: Wagers, wager: str) -> str:
    """The Ante Bonus has no stake of its own: it rides on the Ante."""
    cents = 0 if wager == "ante_bonus" else getattr(wagers, wager)
    return dollars(cents) if cents else ""


def settle_words(asked: OneHand, settlement: Settlement) -> str:
    profile = asked.profile
    three = strength(asked.player)[0].code
    six = best_of_six((*asked.player, *asked.dealer)).code
    tables = {
        "ante_bonus": (profile.ante_bonus, three),
        "pair_plus": (profile.pair_plus, three),
        "six_card": (profile.six_card, six),
    }
    rows = [("Wager", "Stake", "Outcome", "Amount", "Why")]
    for wager, settled in settlement.lines():
        if settled.outcome is not Outcome.NONE:
            why = reason_words(settled, wager, *tables.get(wager, ({}, "")))
            staked = stake(asked.bettor.wagers, wager)
            outcome = settled.outcome.value
            rows.append((WAGER_WORDS[wager], staked, outcome, signed(settled.net), why))
    rows.append(("Total", "", "", signed(settlement.total_net), ""))
    hands = [
        ("Game", profile.name, ""),
        ("Player", shown(asked.player), hand_words(asked.player)),
        ("Dealer", shown(asked.dealer), dealer_words(asked.dealer)),
        ("Best five of six", "", plain(six)),
    ]
    return f"{columns(hands)}\n\n{columns(rows, right=(1, 3))}"


def cover_words(asked: Table, covered: Covered) -> str:
    value = button_value(asked.face_up)
    hands = [
        ("Game", asked.profile.name, ""),
        ("Player-dealer", shown(asked.dealer), dealer_words(asked.dealer)),
        ("Wagered by him", dollars(asked.wager), "the most that he can win or lose"),
        ("Action button", f"seat {covered.action_seat}", f"{asked.face_up} counts {value}"),
    ]
    rows = [("Seat", "Hand", "Wager", "Stake", "Outcome", "Due", "Gets", "Not covered")]
    seats = {seat.number: seat for seat in asked.seats}
    for number in covered.settlements:
        rows.extend(_seat_rows(covered, seats[number]))
    total = f"Player-dealer  {signed(covered.player_dealer_net)}"
    return f"{columns(hands)}\n\n{columns(rows, right=(3, 5, 6, 7))}\n\n{total}"


def _seat_rows(covered: Covered, seat: Seat) -> Iterator[Row]:
    for index, settlement in enumerate(covered.settlements[seat.number]):
        who = f"{seat.number} backline" if index else str(seat.number)
        held = hand_words(seat.cards)
        for wager, settled in settlement.lines():
            if settled.outcome is Outcome.NONE:
                continue
            staked = stake(seat.bettors[index].wagers, wager)
            gets = covered.net(seat.number, index, wager)
            missing = abs(settled.net - gets)
            amounts = signed(settled.net), signed(gets), dollars(missing) if missing else ""
            yield who, held, WAGER_WORDS[wager], staked, settled.outcome.value, *amounts
            who = held = ""  # Once for each bettor.


def refusal_words(reply: dict[str, object]) -> str:
    code = str(reply["error"])
    where = f"seat {reply['seat']}: " if "seat" in reply else ""
    return f"Not settled: {where}{REFUSAL_WORDS.get(code, reply.get('message', code))} ({code})"
