"""The stories that are cut at every touch: each thing that can happen at a table at least once."""

from controller.style import Keypad
from tests.table_cuts import Story

_WIN_ON_THE_METER = """
chip 2 on | chip 5 on | tick | press coin-in | chip 2 off | chip 5 off | tick
claim 2 akq-spades | key jph | tick | press j-pot | tick | key run | press game-over
chip 2 on | press coin-in | tick | press game-over
"""
_FIXED_WIN_WITH_ENVY = """
chip 1 on | chip 2 on | chip 3 on | press coin-in | claim 2 akq-suited | key jph | press j-pot | key run
claim 3 straight | tick | key jph | press j-pot | key run | press game-over | tick
"""
_VOID = """
chip 4 on | press coin-in | tick | key jph | press game-over | key run | tick
chip 4 off | chip 4 on | press coin-in | press game-over
"""
_CORRECTED_BY_COMMAND = """
chip 2 on | press coin-in | claim 2 akq-spades | key jph | press j-pot | key run | press game-over
order adjust figure=meter change_cents=2500 why=null checker=Bob | tick
order back_out seq=last-win checker=Bob
order adjust figure=meter change_cents=-1 why=correct_malfunction checker=Bob
chip 2 off | chip 2 on | press coin-in | press game-over | tick
"""
_CLAIMS_TOGGLED = """
chip 2 on | chip 6 on | press coin-in | claim 2 straight | claim 2 straight | claim 6 straight-flush
claim 2 three-of-a-kind | claim 6 straight-flush | press game-over | tick | key jph | press j-pot | key run
press game-over
"""
_OUT_OF_SERVICE = """
chip 3 on | press coin-in | fails pucks | press game-over | tick | works pucks | claim 3 straight
order out_of_service | tick | press game-over | order back_in_service | key jph | press j-pot | key run
fails driver | press game-over | works driver | order out_of_service | press game-over | service on | service off
press game-over | service on | press coin-in | service off | chip 3 off | chip 3 on | press coin-in
press game-over
"""
_BROKER_GONE = """
broker down | chip 2 on | press coin-in | tick | claim 2 straight | key jph | press j-pot | broker up | tick
broker down | key run | broker up | press game-over | tick | order replay from_seq=2 | tick
"""
_SEATS_AND_NPN = """
order block_seat seat=5 | chip 5 on | chip 2 on | press coin-in | press game-over | order npn on=true
chip 2 off | chip 2 on | press coin-in | claim 2 straight-flush | key jph | press j-pot | key run
press game-over | order npn on=false | order unblock_seat seat=5 | press coin-in | press game-over
"""
_TOUCH = """
chip 2 on | press coin-in | claim 2 akq-spades | press j-pot | press j-pot | press j-pot | tick
swipe 000 | swipe 999 | press game-over | chip 2 off | chip 2 on | press coin-in | tick | press game-over
"""


def _story(text: str, *wins: str, style: Keypad = Keypad.KEY, progressive: str = "ca-003") -> Story:
    lines = text.replace("\n", "|").split("|")
    return Story(tuple(line.strip() for line in lines if line.strip()), style, progressive, wins)


STORIES = {
    "win_on_the_meter": _story(_WIN_ON_THE_METER, "2 akq-spades"),
    "win_on_the_meter_in_washington": _story(
        _WIN_ON_THE_METER, "2 akq-spades", progressive="wa-paytable-1"
    ),
    "fixed_win_with_envy": _story(_FIXED_WIN_WITH_ENVY, "2 akq-other", "3 straight"),
    "void": _story(_VOID),
    "corrected_by_command": _story(_CORRECTED_BY_COMMAND, "2 akq-spades"),
    "claims_toggled": _story(_CLAIMS_TOGGLED, "2 three-of-a-kind"),
    "out_of_service": _story(_OUT_OF_SERVICE, "3 straight"),
    "broker_gone": _story(_BROKER_GONE, "2 straight"),
    "seats_and_npn": _story(_SEATS_AND_NPN, "2 straight-flush"),
    "touch": _story(_TOUCH, "2 akq-spades", style=Keypad.TOUCH),
}
