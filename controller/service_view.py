"""What a technician sees of an event in service mode. Pure: knows no money, and decides nothing.

A badge's number is not shown, only its length: whoever listens on the broker must not learn whose card it is.
"""

from controller import events as e
from controller.messages import DeviceSeen


def seen_of(event: e.Event) -> DeviceSeen | None:
    """None for what is no device's doing."""
    match event:
        case e.ChipMoved(seat=seat, present=present, bounce_us=bounce_us):
            return DeviceSeen("chip", str(seat), present, bounce_us)
        case e.KeyPressed(key=key):
            return DeviceSeen("press", key)
        case e.KeysClashed(keys=keys):
            return DeviceSeen("clash", " ".join(keys))
        case e.KeyStuck(key=key, stuck=stuck):
            return DeviceSeen("stuck", key, stuck)
        case e.KeyTurned(position=position):
            return DeviceSeen("key", position)
        case e.ServiceTurned(on=on):
            return DeviceSeen("service", "contact", on)
        case e.BadgeSwiped(badge=badge):
            return DeviceSeen("badge", f"{len(badge)} digits", bool(badge))
        case _:
            return _shuffler_seen(event)


def _shuffler_seen(event: e.Event) -> DeviceSeen | None:
    match event:
        case e.ShufflerUp(identity=identity):
            return DeviceSeen("shuffler", identity, True)
        case e.ShufflerDown():
            return DeviceSeen("shuffler", "line", False)
        case e.ShufflerFault(code=code, cleared=cleared):
            return DeviceSeen("shuffler_fault", code, not cleared)
        case e.DeckLoaded(colour=colour):
            return DeviceSeen("deck", colour)
        case _:
            return None
