"""Cuts a journal's story at every touch, reboots what is left, checks, plays on, checks."""

import random
from pathlib import Path
from shutil import rmtree

from controller.errors import JournalError
from tests.fuse import Cut, Fuse
from tests.journal_story import Table, World, check


def story_of(seed: int) -> list[str]:
    """All that can happen, in an order of its own for each seed."""
    chance = random.Random(seed)
    story = [
        "seed",
        "coin_in",
        "game_over",
        "coin_in",
        "win",
        "game_over",
        "coin_in",
        "void",
        "adjust",
    ]
    return story + chance.choices(["coin_in", "adjust", "game_over", "win"], k=3)


def cut_everywhere(story: list[str], folder: Path, table: type[Table] = Table) -> int:
    """Cut at touch 1, 2, 3 and so on until the story survives; the number of cuts it took."""
    for limit in range(1, 100_000):
        world = World(folder / str(limit))
        left = cut_at(limit, world, story, table)
        if left is None:
            check(world, story, finished=True)
            return limit - 1
        finish(left, story, table)
        rmtree(world.folder)
        rmtree(left.folder)
    raise AssertionError("the story never ends")


def cut_at(limit: int, world: World, story: list[str], table: type[Table] = Table) -> World | None:
    """What a cut at this touch leaves of the world; None if the story ended before."""
    world.folder.mkdir(exist_ok=True)
    left = World(world.folder.with_name(f"{world.folder.name}-left"), world.told)
    fuse = Fuse(limit, at_cut=lambda: world.keep(left.folder))
    try:
        world.tell_story(story, fuse, table)
    except Cut:
        return left
    assert not fuse.blown, "the story swallowed its cut"
    return None


def finish(world: World, story: list[str], table: type[Table] = Table) -> None:
    """Reboot; all must be safe, and the dealer must get to the end."""
    if (world.folder / "journal.db").exists():
        check(world, story, finished=False)
    try:
        world.tell_story(story, Fuse(), table)
    except JournalError as error:
        raise AssertionError(f"the dealer is stuck: {error}") from error
    check(world, story, finished=True)
