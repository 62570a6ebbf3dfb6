"""Options that a technique declares are read from text, and what is wrong with a text is said."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum

import pytest

from secateur.exploration.plugins import registry
from secateur.exploration.setup import Setup
from secateur.exploration.task import Task
from secateur.exploration.technique import Technique
from secateur.exploration.technique_options import TechniqueOption, parse_options, technique_options
from secateur.exploration.techniques.full import Full
from secateur.machine.path import Path as Run


class Colour(StrEnum):
    RED = "red"
    GREEN = "green"


@dataclass(frozen=True, slots=True)
class PaintOptions:
    """Options of every type."""

    colour: Colour = field(default=Colour.RED, metadata={"help": "colour of the paint"})
    coats: int = field(default=2, metadata={"help": "number of coats"})
    glossy: bool = field(default=False, metadata={"help": "paint that shines"})
    brand: str = field(default="", metadata={"help": "who makes it"})


class Paint(Technique):
    name = "paint"
    options = PaintOptions

    def tasks(self, path: Run, task: Task | None) -> Iterator[Task]:
        return iter(())


def test_every_type_is_read() -> None:
    settings = {"colour": "green", "coats": "3", "glossy": "on", "brand": "best"}
    assert parse_options(Paint, settings) == PaintOptions(Colour.GREEN, 3, True, "best")
    assert parse_options(Paint, {"glossy": "off"}) == PaintOptions()
    assert parse_options(Paint, {}) == PaintOptions()


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("coat", "3", "tune=coat: unknown; did you mean coats? Choose from colour, coats, glossy, brand"),
        ("xyz", "3", "tune=xyz: unknown; choose from colour, coats, glossy, brand"),
        ("coats", "some", "tune=coats=some: give a number"),
        ("coats", "-1", "tune=coats=-1: give a number"),
        ("glossy", "yes", "tune=glossy=yes: give on or off"),
        ("colour", "blue", "tune=colour=blue: give red or green"),
        ("colour", "gren", "tune=colour=gren: give red or green; did you mean green?"),
    ],
)
def test_what_is_wrong_is_said(name: str, text: str, message: str) -> None:
    with pytest.raises(ValueError, match=r".") as caught:
        parse_options(Paint, {name: text})
    assert str(caught.value) == message


def test_a_technique_without_options() -> None:
    assert parse_options(Full, {}) is None
    assert technique_options(Full) == ()
    with pytest.raises(ValueError, match="size: full has no options"):
        parse_options(Full, {"size": "3"})


def test_options_are_listed_as_users_see_them() -> None:
    assert technique_options(Paint) == (
        TechniqueOption("colour", "red", "colour of the paint", ("red", "green")),
        TechniqueOption("coats", "2", "number of coats"),
        TechniqueOption("glossy", "off", "paint that shines", ("on", "off")),
        TechniqueOption("brand", "", "who makes it"),
    )


@pytest.mark.parametrize("for_changes", [False, True])
def test_every_option_of_a_built_in_technique_has_help(for_changes: bool) -> None:
    known = registry()
    options = [each for n in known.names(for_changes) for each in technique_options(known.find(n, for_changes))]
    assert options
    assert all(each.help for each in options)


def test_a_technique_gets_options_of_its_own_class() -> None:
    assert Setup().chosen(PaintOptions) == PaintOptions()
    assert Setup(options=PaintOptions(coats=1)).chosen(PaintOptions).coats == 1
    with pytest.raises(TypeError, match="options of type str, where PaintOptions is needed"):
        Setup(options="red").chosen(PaintOptions)
