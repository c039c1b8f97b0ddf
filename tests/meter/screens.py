"""Screens of several shapes that look at one display: what one shows all must show, and show well."""

from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass

from tests.meter.rig import View


@dataclass
class Screens:
    screens: list[View]

    def shows(
        self, state: str, name: str | None = None, amount: str = "", says: Sequence[str] = ()
    ) -> None:
        """All of them do, and whatever they show is fit to be shown."""
        with ExitStack() as stills:
            for screen in self.screens:
                stills.enter_context(screen.still(state, amount))
            for screen in self.screens:
                shown = screen.text().lower()
                assert all(text.lower() in shown for text in says), shown
                screen.picture(name or state)
                assert not screen.outside()
                assert not screen.low_contrasts()
                assert not screen.axe_findings()

    def says(self, *texts: str) -> None:
        for screen in self.screens:
            shown = screen.text().lower()
            assert all(text.lower() in shown for text in texts), shown

    def wait_amount(self, text: str) -> None:
        for screen in self.screens:
            screen.wait_amount(text)
