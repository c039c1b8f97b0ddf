"""What a person types is understood as it is meant, kept as it is written, or asked about."""

import io
import os
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from hil.bench import FailedByPerson
from hil.person import Person


@contextmanager
def typing(words: str) -> Iterator[tuple[Person, io.StringIO]]:
    """A person who has typed this already, and the screen."""
    hands, keys = os.pipe()
    os.write(keys, words.encode())
    screen = io.StringIO()
    try:
        yield Person(hands, screen), screen
    finally:
        os.close(hands)
        os.close(keys)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [("y", True), ("Y", True), ("yes", True), ("Yes", True), ("n", False), ("NO", False)],
)
def test_yes_and_no_are_understood_in_full_and_in_capitals(typed: str, meant: bool) -> None:
    with typing(f"{typed}\n") as (person, _):
        assert person.ask("Is it lit?") is meant


def test_an_answer_that_is_not_understood_says_what_is_wanted() -> None:
    with typing("Maybe\n\nyes\n") as (person, screen):
        assert person.ask("Is it lit?")
    assert '"Maybe" is not understood: answer y or n.' in screen.getvalue()
    assert "Nothing was typed: answer y or n." in screen.getvalue()


def test_who_types_instead_of_doing_is_told_to_do_it() -> None:
    looks = iter([False, False, True])
    with typing("done\n") as (person, screen):
        person.show("Place a chip on SEAT 3 now.", lambda: next(looks))
    assert '"done" is not understood: just do it' in screen.getvalue()


def test_a_note_keeps_its_capitals() -> None:
    with typing("F Seat 3: LED is Dark\n") as (person, _):
        with pytest.raises(FailedByPerson, match="Seat 3: LED is Dark"):
            person.ask("Is it lit?")
        assert person.prompts()[0]["answer"] == "failed: Seat 3: LED is Dark"
