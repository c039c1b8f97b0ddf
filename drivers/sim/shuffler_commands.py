"""What a person or a script may tell a simulated shuffler, one line each; the table is the help."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from controller.errors import BadInput
from drivers.sim.shuffler_machine import Machine

HELP = """\
deal 3                    stacks for seats 1 to 3 and the dealer, once the host permits
deal 2,5, 5=AsKsQs        stacks for seats 2 and 5 and the dealer; seat 5 holds these cards
misdeal 2                 the next stack has 2 cards
missing                   the next deck loaded has 51 cards
swallow                   one card is not unloaded after the next deal
same-deck                 the decks are not alternated next time
jam [CODE], clear         a fault, and its end
mute, unmute              neither hears nor speaks, with the power on
garbage [N]               N random bytes
half, wrong-crc, bit, duplicate   how the next frame is spoilt
flood N                   N facts at once
pace SECONDS              from one stack to the next
restart                   power off and on
unplug, replug            the data cable
replace NAME              another machine in its place
"""


def obey(machine: Machine, line: str, now: float) -> None:
    """Raises BadInput for what is no command."""
    name, *words = line.split()
    command = _COMMANDS.get(name)
    if command is None:
        raise BadInput(f"want one of {', '.join(sorted(_COMMANDS))}, got {name!r}")
    command(machine, words, now)


def _deal(machine: Machine, words: list[str], now: float) -> None:
    wanted, hands = words[0] if words else "", dict[int, str]()
    for word in words[1:]:
        seat, _, cards = word.partition("=")
        hands[_number([seat], 0)] = cards
    if "," in wanted:
        seats = [_number([seat], 0) for seat in wanted.split(",") if seat]
    else:
        seats = list(range(1, _number([wanted], 0) + 1))
    machine.deal(seats, now, hands)


def _mute(mute: bool) -> Callable[[Machine, list[str], float], None]:
    def command(machine: Machine, _: list[str], __: float) -> None:
        machine.mouth.mute = mute

    return command


def _spoil(machine: Machine, how: str) -> None:
    machine.mouth.spoil_next(how)


def _number(words: list[str], default: int) -> int:
    if not words:
        return default
    if not words[0].isdecimal():
        raise BadInput(f"want a number, got {words[0]!r}")
    return int(words[0])


def _pace(machine: Machine, words: list[str], _: float) -> None:
    try:
        stack_s = float(" ".join(words))
    except ValueError as error:
        raise BadInput(f"want seconds, got {' '.join(words)!r}") from error
    machine.pace = replace(machine.pace, stack_s=stack_s)


_COMMANDS: Mapping[str, Callable[[Machine, list[str], float], None]] = {
    "deal": _deal,
    "misdeal": lambda machine, words, _: machine.misdeal(_number(words, 2)),
    "missing": lambda machine, _, __: machine.miss_a_card(),
    "swallow": lambda machine, _, __: machine.swallow_a_card(),
    "same-deck": lambda machine, _, __: machine.load_same_deck(),
    "jam": lambda machine, words, now: machine.jam(now, *words[:1]),
    "clear": lambda machine, _, now: machine.clear(now),
    "mute": _mute(True),
    "unmute": _mute(False),
    "garbage": lambda machine, words, _: machine.mouth.noise(_number(words, 200)),
    "half": lambda machine, _, __: _spoil(machine, "half"),
    "wrong-crc": lambda machine, _, __: _spoil(machine, "wrong-crc"),
    "bit": lambda machine, _, __: _spoil(machine, "bit"),
    "duplicate": lambda machine, _, __: _spoil(machine, "duplicate"),
    "pace": _pace,
    "flood": lambda machine, words, now: machine.flood(_number(words, 5000), now),
}
