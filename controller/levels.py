"""What the devices say at this moment. Lost in a power cut and read again after it: nothing here is durable."""

from dataclasses import dataclass, field

from controller import events as e

WARNINGS = ("mqtt", "shuffler_down", "shuffler_fault", "journal_copy", "key_stuck")
"""The codes that may stand in `Levels.warnings`."""


@dataclass(slots=True)
class Levels:
    chips: set[int] = field(default_factory=set)
    unlifted: set[int] = field(default_factory=set)
    """Chips whose fee was taken and that have not been seen to leave since: never a second fee."""
    key: e.KeyPosition = e.KeyPosition.RUN
    service: bool = False
    failed: dict[str, str] = field(default_factory=dict)
    """Devices the table cannot play without, and what is wrong with them."""
    warnings: dict[str, str] = field(default_factory=dict)
    """What somebody should see to while play goes on: a code and a sentence each."""
    shuffler_faults: set[str] = field(default_factory=set)
    selected: int | None = None
    """The seat that the next hand key is for."""
    warned: bool = False
    """Game Over was pressed once over an unclaimed win; the next press counts."""

    def note(self, event: e.Event) -> None:
        match event:
            case e.ChipMoved(seat=seat, present=True):
                self.chips.add(seat)
            case e.ChipMoved(seat=seat):
                self.chips.discard(seat)
                self.unlifted.discard(seat)
            case e.KeyTurned(position=position):
                self.key = position
            case e.ServiceTurned(on=on):
                self.service = on
            case e.DeviceFailed(device="mqtt", reason=reason):
                _set(self.warnings, "mqtt", reason)  # The table plays on without a broker.
            case e.DeviceFailed(device=device, reason=reason):
                _set(self.failed, device, reason)
            case _:
                self._warn(event)

    def _warn(self, event: e.Event) -> None:
        match event:
            case e.ShufflerUp():
                _set(self.warnings, "shuffler_down", "")
            case e.ShufflerDown(reason=reason):
                _set(self.warnings, "shuffler_down", f"the shuffler does not answer: {reason}")
            case e.ShufflerFault(code=code, cleared=cleared):
                (self.shuffler_faults.discard if cleared else self.shuffler_faults.add)(code)
                faults = ", ".join(sorted(self.shuffler_faults))
                _set(self.warnings, "shuffler_fault", faults and f"the shuffler reports {faults}")
            case e.CopyFailed(reason=reason):
                _set(self.warnings, "journal_copy", reason)
            case e.KeyStuck(key=key, stuck=stuck):
                _set(self.warnings, "key_stuck", f"the key {key} is held down" if stuck else "")


def _set(said: dict[str, str], code: str, text: str) -> None:
    """An empty text takes it back."""
    if text:
        said[code] = text
    else:
        said.pop(code, None)
