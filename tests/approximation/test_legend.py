"""Stars are numbered in the order in which an answer mentions them, and say what they stand for."""

from __future__ import annotations

from pathlib import Path

from secateur.approximation.strategy import Calls

from .studying import study

TEXT = """int one(int v) { return v * 3; }
int two(int v) { return v * 5; }
int f(int x)
{
    int a = two(x);
    int b = one(x);
    if (b > a)
        x = b;
    return x - a;
}
"""


def test_numbers_follow_the_text(tmp_path: Path) -> None:
    asked = study(TEXT, tmp_path, Calls(["one", "two"]))
    family = asked.to(8)
    assert asked.legend.text(family.condition) == "*1 > *2"
    assert [star.why for star in asked.stars().values()] == ["the result of one", "the result of two"]
    assert asked.legend.text(family.condition) == "*1 > *2"


def test_what_only_chooses_is_listed_apart(tmp_path: Path) -> None:
    asked = study(TEXT.replace("x - a", "x > 3"), tmp_path, Calls(["one", "two"]))
    asked.observed(["return"])
    listed = {*asked.stars().values(), *asked.legend.choosing}
    assert {star.why for star in listed} == {"the result of one", "the result of two"}
