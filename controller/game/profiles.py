"""The games as data: what one document allows, pays and collects, read from config/games/ or an operator's file.

Knows the shape of a profile and what makes one impossible. Knows no rule: settling and covering read it.
"""

import dataclasses
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from functools import lru_cache
from pathlib import Path

from controller import tomlfile
from controller.errors import BadInput
from controller.game.hands import Hand
from controller.game.six import SixHand
from controller.shipped import config_folder

WAGERS = ("ante", "play", "pair_plus", "six_card")
"""In the order each seat's bets receive action."""


class Banker(StrEnum):
    HOUSE = "house"
    PLAYER_DEALER = "player_dealer"


class Needs(StrEnum):
    """What a player must have wagered before the 6 Card Bonus is open to him."""

    NOTHING = "nothing"
    ANTE = "ante"
    ANTE_OR_PAIR_PLUS = "ante_or_pair_plus"


class OnFold(StrEnum):
    FORFEIT = "forfeit"
    ALIVE = "alive"


class CoverOrder(StrEnum):
    SEAT_BY_SEAT = "seat_by_seat"
    """Every bet of a seat before the next seat."""
    BET_BY_BET = "bet_by_bet"
    """Every seat's Ante before the first Play; winning bonus bets of one kind share what is left."""


class Damaged(StrEnum):
    UNREADABLE = "unreadable"
    """The document cannot be read here. The operator sets it; nobody guesses."""


@dataclass(frozen=True, slots=True)
class Printed:
    """Figures as the document prints them, "6.74%"; empty where it prints none. Never used to settle."""

    house_edge: str = ""
    hit_frequency: str = ""


@dataclass(frozen=True, slots=True)
class SixCardTable:
    """One of several 6 Card Bonus tables that a document offers."""

    pays: dict[str, int]
    printed: Printed = Printed()

    def problems(self) -> Iterator[tuple[str, str]]:
        return _paytable_problems("pays", self.pays, SixHand)


@dataclass(frozen=True, slots=True)
class Limit:
    """The smallest and largest wager, both allowed."""

    minimum_cents: int
    maximum_cents: int

    def problems(self) -> Iterator[tuple[str, str]]:
        if not 0 < self.minimum_cents <= self.maximum_cents:
            found = f"{self.minimum_cents} and {self.maximum_cents}"
            yield "minimum_cents", f"want more than 0 and at most maximum_cents, got {found}"


@dataclass(frozen=True, slots=True)
class LimitRanges:
    """Between what a table's own minimum, and its own maximum, may be set."""

    minimum: Limit
    maximum: Limit


@dataclass(frozen=True, slots=True)
class Rotation:
    """How the player-dealer position moves."""

    rounds_per_player_dealer: int
    must_have_played: bool

    def problems(self) -> Iterator[tuple[str, str]]:
        if self.rounds_per_player_dealer < 1:
            yield "rounds_per_player_dealer", f"want 1 or more, got {self.rounds_per_player_dealer}"


@dataclass(frozen=True, slots=True)
class Collection:
    """One schedule option: what the house drops for a round, by the table's action before the deal."""

    player_cents: int | Damaged
    player_dealer_cents: dict[str, int | Damaged]
    """The band's lowest action in cents -> the collection in cents."""

    def problems(self) -> Iterator[tuple[str, str]]:
        if not self.player_dealer_cents:
            yield "player_dealer_cents", "want at least one band"
        for start, cents in self.player_dealer_cents.items():
            if not (start.isascii() and start.isdigit()):
                yield f"player_dealer_cents.{start}", "want a band's lowest action in cents as key"
            if isinstance(cents, int) and cents < 0:
                yield f"player_dealer_cents.{start}", f"want 0 or more, got {cents}"
        if isinstance(self.player_cents, int) and self.player_cents < 0:
            yield "player_cents", f"want 0 or more, got {self.player_cents}"


@dataclass(frozen=True, slots=True)
class Profile:
    """One document's game. A hand that a paytable leaves out, or gives 0, is not paid."""

    name: str
    banked_by: Banker
    seats: int
    """Places on the felt, numbered from 1; the player-dealer, if any, takes one of them."""
    players: int
    """The most that may bet in one round."""
    ante_mandatory: bool
    six_card_needs: Needs
    pair_plus_on_fold: OnFold
    six_card_on_fold: OnFold
    dealer_card_shown: bool
    """Whether one of the dealer's cards is seen before the decision."""
    pair_plus: dict[str, int]
    """Hand code -> odds to 1, as are the other paytables."""
    ante_bonus: dict[str, int] = field(default_factory=dict)
    six_card: dict[str, int] = field(default_factory=dict)
    """The table in force, also where it was chosen from six_card_tables."""
    six_card_table: str = ""
    six_card_tables: dict[str, SixCardTable] = field(default_factory=dict)
    printed: dict[str, Printed] = field(default_factory=dict)
    """By wager."""
    limits: dict[str, Limit] = field(default_factory=dict)
    """By wager; a wager left out has no limit in the document."""
    limit_ranges: LimitRanges | None = None
    cover_order: CoverOrder | None = None
    rotation: Rotation | None = None
    collections: dict[str, Collection] = field(default_factory=dict)
    """By the schedule option's number."""

    def problems(self) -> Iterator[tuple[str, str]]:
        if not 1 <= self.players <= self.seats:
            yield "players", f"want 1 to seats ({self.seats}), got {self.players}"
        yield from _paytable_problems("pair_plus", self.pair_plus, Hand)
        yield from _paytable_problems("ante_bonus", self.ante_bonus, Hand)
        yield from _paytable_problems("six_card", self.six_card, SixHand)
        yield from self._six_card_choice_problems()
        yield from self._limit_problems()
        if self.banked_by is Banker.PLAYER_DEALER:
            for key in ("cover_order", "rotation"):
                if getattr(self, key) is None:
                    yield key, "is missing; a game banked by a player-dealer needs it"
        for option in self.collections:
            if not (option.isascii() and option.isdigit()):
                yield f"collections.{option}", "want the schedule option's number as key"

    def _six_card_choice_problems(self) -> Iterator[tuple[str, str]]:
        known = ", ".join(self.six_card_tables) or "none"
        if self.six_card_table and self.six_card:
            yield "six_card", 'want either this table or six_card_table = "name", not both'
        elif self.six_card_table and self.six_card_table not in self.six_card_tables:
            found = f'got "{self.six_card_table}"'
            yield "six_card_table", f"want one of the six_card_tables ({known}), {found}"
        elif not self.six_card_table and not self.six_card:
            yield "six_card", "is missing; give the paytable, or name one with six_card_table"

    def _limit_problems(self) -> Iterator[tuple[str, str]]:
        for wager, limit in self.limits.items():
            if wager not in WAGERS:
                yield f"limits.{wager}", f"no such wager{tomlfile.did_you_mean(wager, WAGERS)}"
            if self.limit_ranges is None:
                continue
            for end in ("minimum", "maximum"):
                allowed: Limit = getattr(self.limit_ranges, end)
                cents: int = getattr(limit, f"{end}_cents")
                if not allowed.minimum_cents <= cents <= allowed.maximum_cents:
                    wanted = f"{allowed.minimum_cents} to {allowed.maximum_cents}"
                    yield f"limits.{wager}.{end}_cents", f"want {wanted}, got {cents}"


def _paytable_problems(
    name: str, pays: dict[str, int], hands: type[Hand] | type[SixHand]
) -> Iterator[tuple[str, str]]:
    codes = [hand.code for hand in hands]
    for code, odds in pays.items():
        if code not in codes:
            yield f"{name}.{code}", f"no such hand{tomlfile.did_you_mean(code, codes)}"
        elif odds < 0:
            yield f"{name}.{code}", f"want odds to 1, 0 or more, got {odds}"
    # It is a straight flush as well: unpaid only if somebody says so.
    if "straight_flush" in pays and codes[-1] not in pays:
        yield (
            f"{name}.{codes[-1]}",
            "is missing; without a line of its own, pay it as straight_flush",
        )


def known() -> list[str]:
    """The profiles that come with the product."""
    return sorted(path.stem for path in _folder().glob("*.toml"))


@lru_cache(maxsize=64)
def load(name: str) -> Profile:
    """A shipped profile by its name, or an operator's file by its path."""
    if "/" in name or name.endswith(".toml"):
        return _read(Path(name))
    if name not in known():
        raise BadInput(f'want a profile ({", ".join(known())}) or a path to one, got "{name}"')
    return _read(_shipped(name))


def _folder() -> Path:
    return config_folder().joinpath("games")


def _shipped(name: str) -> Path:
    return _folder().joinpath(f"{name}.toml")


def _read(path: Path) -> Profile:
    """The file, over the one that it extends if it says so."""
    own = tomlfile.Layer.read(path)
    layers = [own]
    if "extends" in own.data:
        below = tomlfile.choice(own, "extends", known())
        layers.insert(0, tomlfile.Layer.read(_shipped(below)))
    merged = tomlfile.merged(layers)
    merged.pop("extends", None)
    merged["name"] = own.data.get("name", path.stem)
    return _with_chosen_table(tomlfile.build(merged, Profile, layers))


def _with_chosen_table(profile: Profile) -> Profile:
    if not profile.six_card_table:
        return profile
    table = profile.six_card_tables[profile.six_card_table]
    printed = {**profile.printed, "six_card": table.printed}
    return dataclasses.replace(profile, six_card=table.pays, printed=printed)
