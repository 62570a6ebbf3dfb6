"""Conditions under which versions differ, as `diff` writes them."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest

import secateur


def condition(folder: Path, old: str, new: str) -> str:
    for version, text in (("old", old), ("new", new)):
        (folder / f"{version}.c").write_text(text)
    answer = secateur.diff(str(folder / "old.c"), str(folder / "new.c"), confirm=False, check="none")
    return answer.functions[0].differences[0].condition


def test_nothing_is_said_twice(tmp_path: Path) -> None:
    old = "int f(int a, int b) { return (a ^ b) == 5; }\n"
    assert condition(tmp_path, old, old.replace("== 5", "== 5 && a != 7")) == "a == 7 && (a ^ b) == 5"


OPERATORS = ("<", "<=", ">", ">=")


@pytest.mark.parametrize(("kind", "operator"), list(product(("int", "unsigned"), OPERATORS)))
def test_a_moved_border_is_an_interval(kind: str, operator: str, tmp_path: Path) -> None:
    old = f"int f({kind} x) {{ return x {operator} 10; }}\n"
    found = condition(tmp_path, old.replace("10", "3"), old)
    values = range(20)
    differing = [x for x in values if _holds(x, operator, 10) != _holds(x, operator, 3)]
    low, high = differing[0], differing[-1]
    assert found in (f"x >= {low} && x <= {high}", f"x > {low - 1} && x <= {high}")


def _holds(x: int, operator: str, border: int) -> bool:
    return {"<": x < border, "<=": x <= border, ">": x > border, ">=": x >= border}[operator]


def test_one_value(tmp_path: Path) -> None:
    old = "int f(int x) { static int n; n += x; return n > 3; }\n"
    assert condition(tmp_path, old, old.replace("> 3", "> 4")) == "x + f::n == 4"
