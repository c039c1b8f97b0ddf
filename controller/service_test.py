"""What a technician sees of an event in service mode. Pure: knows no money, and decides nothing.

A badge's number is not shown, only its length: whoever listens on the broker must not learn whose card it is.
"""

from controller import events as e
from controller.messages import Tested


def tested(event: e.Event) -> Tested | None:
    """None for what is no device's doing."""
    match event:
        case e.ChipMoved(seat=seat, present=present, bounce_us=bounce_us):
            return Tested("chip", str(seat), present, bounce_us)
        case e.KeyPressed(key=key):
            return Tested("press", key)
        case e.KeysClashed(keys=keys):
            return Tested("clash", " ".join(keys))
        case e.KeyStuck(key=key, stuck=stuck):
            return Tested("stuck", key, stuck)
        case e.KeyTurned(position=position):
            return Tested("key", position)
        case e.ServiceTurned(on=on):
            return Tested("service", "contact", on)
        case e.BadgeSwiped(badge=badge):
            return Tested("badge", f"{len(badge)} digits", bool(badge))
        case _:
            return _tested_shuffler(event)


def _tested_shuffler(event: e.Event) -> Tested | None:
    match event:
        case e.ShufflerUp(identity=identity):
            return Tested("shuffler", identity, True)
        case e.ShufflerDown():
            return Tested("shuffler", "line", False)
        case e.ShufflerFault(code=code, cleared=cleared):
            return Tested("shuffler_fault", code, not cleared)
        case e.DeckLoaded(colour=colour):
            return Tested("deck", colour)
        case _:
            return None
