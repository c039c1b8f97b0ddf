"""Reading TOML strictly: every mistake at once, each with its file, its line and what was wanted."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path

import pytest

from controller import tomlfile
from controller.errors import ConfigError


class Colour(StrEnum):
    RED = "red"
    BLUE = "blue"


class Lost(StrEnum):
    UNREADABLE = "unreadable"


@dataclass(frozen=True)
class Lamp:
    pin: int
    colour: Colour = Colour.RED


@dataclass(frozen=True)
class Table:
    name: str
    seats: int
    lit: bool = False
    lamps: tuple[Lamp, ...] = ()
    pays: dict[str, int] = field(default_factory=dict)
    named: dict[str, Lamp] = field(default_factory=dict)
    fee: int | Lost = 0
    spare: Lamp | None = None

    def problems(self) -> Iterator[tuple[str, str]]:
        if self.seats > 8:
            yield "seats", f"want at most 8, got {self.seats}"
        if self.pays.get("pair", 0) < 0:
            yield "pays.pair", "want 0 or more"
        if self.name == "nobody":
            yield "", "a table has a name"


GOOD = 'name = "t1"\nseats = 7\n'


def written(folder: Path, text: str, name: str = "table.toml") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def mistakes(folder: Path, *texts: str) -> list[str]:
    paths = [written(folder, text, f"{number}.toml") for number, text in enumerate(texts, 1)]
    with pytest.raises(ConfigError) as caught:
        tomlfile.read(paths, Table)
    return [line.removeprefix(f"{folder}/") for line in str(caught.value).splitlines()]


def test_a_whole_file_becomes_the_value_it_describes(tmp_path: Path) -> None:
    text = GOOD + (
        'lit = true\nfee = "unreadable"\nlamps = [{ pin = 4 }, { pin = 5, colour = "blue" }]\n'
        "[pays]\npair = 1\n[named.left]\npin = 9\n[spare]\npin = 3\n"
    )
    found = tomlfile.read([written(tmp_path, text)], Table)
    assert found == Table(
        name="t1",
        seats=7,
        lit=True,
        lamps=(Lamp(4), Lamp(5, Colour.BLUE)),
        pays={"pair": 1},
        named={"left": Lamp(9)},
        fee=Lost.UNREADABLE,
        spare=Lamp(3),
    )


def test_a_later_file_overrides_key_by_key(tmp_path: Path) -> None:
    below = written(tmp_path, GOOD + "[pays]\npair = 1\nflush = 3\n", "below.toml")
    above = written(tmp_path, "seats = 5\n[pays]\nflush = 4\n", "above.toml")
    found = tomlfile.read([below, above], Table)
    assert (found.name, found.seats, found.pays) == ("t1", 5, {"pair": 1, "flush": 4})


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("name = 5\nseats = 7\n", "1.toml:1: name: want text in quotes, got 5"),
        ('name = "t1"\nseats = "7"\n', '1.toml:2: seats: want a whole number, got "7"'),
        ('name = "t1"\nseats = 7.0\n', "1.toml:2: seats: want a whole number, got 7.0"),
        ('name = "t1"\nseats = true\n', "1.toml:2: seats: want a whole number, got true"),
        ('name = "t1"\nseats = [7]\n', "1.toml:2: seats: want a whole number, got a list"),
        (GOOD + "lit = 1\n", "1.toml:3: lit: want true or false, got 1"),
        (GOOD + 'lit = "yes"\n', '1.toml:3: lit: want true or false, got "yes"'),
        (GOOD + "lamps = 4\n", "1.toml:3: lamps: want a list, got 4"),
        (GOOD + "pays = 4\n", "1.toml:3: pays: want a table, got 4"),
        (GOOD + "spare = 4\n", "1.toml:3: spare: want a table, got 4"),
        (GOOD + "[pays]\npair = 1.5\n", "1.toml:4: pays.pair: want a whole number, got 1.5"),
        (GOOD + 'fee = "lost"\n', '1.toml:3: fee: want one of unreadable, got "lost"'),
        (GOOD + "fee = true\n", "1.toml:3: fee: want a whole number, got true"),
        (
            GOOD + '[spare]\npin = 1\ncolour = "green"\n',
            '1.toml:5: spare.colour: want one of red, blue, got "green"',
        ),
        (GOOD + "set = 1\n", '1.toml:3: set: no such key; did you mean "seats"?'),
        (
            GOOD + "[spare]\npin = 1\nxyzzy = 2\n",
            "1.toml:5: spare.xyzzy: no such key; known are pin, colour",
        ),
        ('name = "t1"\n', "1.toml: seats: is missing"),
        (GOOD + '[spare]\ncolour = "red"\n', "1.toml:3: spare.pin: is missing"),
        ('name = "t1"\nseats = 9\n', "1.toml:2: seats: want at most 8, got 9"),
        (GOOD + "[pays]\nflush = 1\npair = -1\n", "1.toml:5: pays.pair: want 0 or more"),
    ],
)
def test_each_kind_of_mistake_has_its_line_its_key_and_what_was_wanted(
    tmp_path: Path, text: str, wanted: str
) -> None:
    assert mistakes(tmp_path, text) == [wanted]


def test_all_mistakes_are_told_at_once(tmp_path: Path) -> None:
    text = 'name = 1\nlit = 2\ncolor = 3\nfoo = 4\n[named.left]\ncolour = "pink"\n'
    assert mistakes(tmp_path, text) == [
        "1.toml:3: color: no such key; known are name, seats, lit, lamps, pays, named, fee, spare",
        "1.toml:4: foo: no such key; known are name, seats, lit, lamps, pays, named, fee, spare",
        "1.toml:1: name: want text in quotes, got 1",
        "1.toml:2: lit: want true or false, got 2",
        '1.toml:6: named.left.colour: want one of red, blue, got "pink"',
        "1.toml:5: named.left.pin: is missing",
        "1.toml: seats: is missing",
    ]


def test_a_mistake_is_found_in_the_file_that_made_it(tmp_path: Path) -> None:
    assert mistakes(tmp_path, GOOD, "\nseats = 9\n") == ["2.toml:2: seats: want at most 8, got 9"]
    assert mistakes(tmp_path, 'name = "t1"\nseats = 9\n', "lit = true\n") == [
        "1.toml:2: seats: want at most 8, got 9"
    ]


def test_a_mistake_in_a_list_of_tables_stands_at_its_own_entry(tmp_path: Path) -> None:
    text = GOOD + '[[lamps]]\npin = 1\n\n[[lamps]]\npin = "2"\n'
    assert mistakes(tmp_path, text) == ['1.toml:7: lamps.1.pin: want a whole number, got "2"']


def test_a_mistake_in_an_inline_table_stands_at_the_line_that_holds_it(tmp_path: Path) -> None:
    text = GOOD + 'lamps = [{ pin = 1 }, { pin = "2" }]\n'
    assert mistakes(tmp_path, text) == ['1.toml:3: lamps.1.pin: want a whole number, got "2"']


def test_quoted_and_dotted_keys_keep_their_lines(tmp_path: Path) -> None:
    text = GOOD + 'pays."a.b" = "x"\nspare.pin = "y"\n'
    assert mistakes(tmp_path, text) == [
        '1.toml:3: pays.a.b: want a whole number, got "x"',
        '1.toml:4: spare.pin: want a whole number, got "y"',
    ]


def test_what_looks_like_a_key_inside_a_long_text_is_none(tmp_path: Path) -> None:
    text = 'seats = "x"\nname = """\nseats = 1\n"""\n'
    assert mistakes(tmp_path, text) == ['1.toml:1: seats: want a whole number, got "x"']


def test_a_problem_of_the_whole_table_names_the_file(tmp_path: Path) -> None:
    assert mistakes(tmp_path, 'name = "nobody"\nseats = 1\n') == ["1.toml: a table has a name"]


def test_text_that_is_not_toml_is_told_with_its_place(tmp_path: Path) -> None:
    path = written(tmp_path, 'name = "t1\n')
    with pytest.raises(ConfigError, match=r"table\.toml: not TOML: .*line 1"):
        tomlfile.read([path], Table)


def test_the_same_key_twice_is_not_toml(tmp_path: Path) -> None:
    path = written(tmp_path, "seats = 1\nseats = 2\n")
    with pytest.raises(ConfigError, match="not TOML"):
        tomlfile.read([path], Table)


def test_a_file_that_cannot_be_read_says_why(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"none\.toml: cannot be read: No such file"):
        tomlfile.read([tmp_path / "none.toml"], Table)
    (tmp_path / "bytes.toml").write_bytes(b"name = '\xff'\n")
    with pytest.raises(ConfigError, match=r"bytes\.toml: not UTF-8 text"):
        tomlfile.read([tmp_path / "bytes.toml"], Table)


def test_a_list_below_a_list_counts_from_its_newest_parent(tmp_path: Path) -> None:
    text = "[[a]]\nx = 1\n[[a]]\n[a.b]\ny = 2\n[[a.c]]\nz = 3\n"
    lines = tomlfile.Layer.read(written(tmp_path, text)).lines
    assert lines["a", 1, "b", "y"] == 5
    assert lines["a", 1, "c", 0, "z"] == 7
