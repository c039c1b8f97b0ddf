"""The progressive paytables that the documents print, with their printed figures, read from config/odds/.

Only counted from, to be compared. What a table pays is set in config/progressives/.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

from controller import tomlfile
from controller.game.odds_progressive import HANDS, Award
from controller.shipped import config_folder

MEASURES = ("hit_frequency", "hold", "mean_jackpot")
"""That a document may print."""


@dataclass(frozen=True, slots=True)
class Paytable:
    """One progressive's prizes per fee and how its fee is split, as far as the odds depend on it."""

    fee_cents: int
    meter_ppm: int
    seed_cents: int
    others: int
    """Other players with a fee at the table: they make envy cost what it does."""
    awards: tuple[Award, ...]
    reserve_ppm: int = 0
    """0 where there is no reserve: the house pays from the tray."""
    printed: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """By measure."""

    def problems(self) -> Iterator[tuple[str, str]]:
        for award in self.awards:
            if award.hand not in HANDS:
                yield (
                    "awards",
                    f'no such hand "{award.hand}"; known are {", ".join(HANDS)}',
                )
        for measure in self.printed.keys() - MEASURES:
            yield f"printed.{measure}", f"no such figure; known are {', '.join(MEASURES)}"


def paytables() -> dict[str, Paytable]:
    files = sorted(config_folder().joinpath("odds").glob("*.toml"))
    return {path.stem: tomlfile.read([path], Paytable) for path in files}
