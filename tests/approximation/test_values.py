"""Guarded values of function results and of variables at lines."""

from __future__ import annotations

from pathlib import Path

import pytest

from .studying import returned, study, told


@pytest.mark.parametrize(
    ("body", "cases"),
    [
        ("return x + y;", [("", "x + y")]),
        ("if (x > 0) y = 1; return y;", [("x > 0", "1"), ("x <= 0", "y")]),
        (
            "int z = 1; if (x > 0) { if (y > 0) z = 2; } return z;",
            [("y > 0 && x > 0", "2"), ("y <= 0 && x > 0", "1"), ("x <= 0", "1")],
        ),
        ("int a[3] = {1, 2, 3}; a[1] = x; return a[1] + a[2];", [("", "x + 3")]),
        ("int *p = x > 0 ? &x : &y; *p = 7; return y;", [("x > 0", "y"), ("x <= 0", "7")]),
        ("int *p = x > 0 ? &x : &y; return *p;", [("x > 0", "x"), ("x <= 0", "y")]),
        ("char *p = (char *)&x; p[0] = 1; return x & 255;", [("", "1")]),
        ("static const int t[] = {4, 4, 4}; return t[x & 1];", [("", "4")]),
    ],
)
def test_what_is_returned(tmp_path: Path, body: str, cases: list[tuple[str, str]]) -> None:
    assert returned(f"int f(int x, int y) {{ {body} }}", tmp_path) == cases


def test_what_two_branches_write_to_memory(tmp_path: Path) -> None:
    text = "int g = 3; static void set(int v) { g = v; } int f(int x) { if (x) set(5); else set(x); return g; }"
    assert sorted(returned(text, tmp_path)) == [("x != 0", "5"), ("x == 0", "x")]


def test_structs_go_by_value_and_come_back(tmp_path: Path) -> None:
    text = """
        struct s { int a; long b; int c[3]; };
        static struct s turned(struct s s) { s.a++; s.c[2] = s.a; return s; }
        int f(int x) { struct s s = {x, 2, {0}}; struct s t = turned(s); return t.c[2] - s.a; }"""
    assert returned(text, tmp_path) == [("", "1")]


def test_memory_that_is_allocated(tmp_path: Path) -> None:
    text = """
        #include <stdlib.h>
        struct list { int value; struct list *next; };
        static struct list *push(struct list *l, int v)
        { struct list *n = malloc(sizeof *n); n->value = v; n->next = l; return n; }
        int f(int x, int y) { struct list *l = push(push(0, x), y); return l->next->value; }"""
    assert returned(text, tmp_path) == [("", "x")]


def test_calls_through_pointers(tmp_path: Path) -> None:
    text = """
        static int one(int v) { return v + 1; }
        static int two(int v) { return v + 2; }
        int f(int x, int y) { int (*p)(int) = x > 0 ? one : two; return p(y); }"""
    assert returned(text, tmp_path) == [("x > 0", "y + 1"), ("x <= 0", "y + 2")]


LOOP = """int f(int n)
{
    int s = 0;
    for (int i = 0; i < n; i++)
        s += 2;
    return s;
}
"""


def test_a_loop_has_some_rounds_and_then_any_value(tmp_path: Path) -> None:
    found = returned(LOOP, tmp_path, rounds=2)
    assert [value for _, value in found] == ["*1", "2", "0"]
    assert (found[2][0], set(found[1][0].split(" && "))) == ("n <= 0", {"n > 0", "n <= 1"})
    assert returned(LOOP, tmp_path, rounds=0) == [("", "*1")]


def test_what_a_loop_does_not_change_is_known_behind_it(tmp_path: Path) -> None:
    text = "int g; int f(int n) { g = n; while (n-- > 3) if (n == 7) break; return g; }"
    assert returned(text, tmp_path, rounds=0) == [("", "n")]


def test_a_variable_in_a_loop_is_told_by_its_round(tmp_path: Path) -> None:
    found = study(LOOP, tmp_path)
    values = found.values("s", found.to(5).points)["s"]
    assert [(g.where, g.value) for g in values] == [("round 1", "0"), ("round 2", "2"), ("round 3 or later", "*1")]


def test_recursion_ends_in_any_value(tmp_path: Path) -> None:
    text = "static int down(int n) { return n <= 0 ? 0 : 1 + down(n - 1); } int f(int n) { return down(n); }"
    values = {value for _, value in returned(text, tmp_path, rounds=1)}
    assert {"0", "1", "*1 + 2"} == values


def test_parts_of_a_struct(tmp_path: Path) -> None:
    text = "struct p { int x; short y[2]; } q;\nint f(int a)\n{\n    q.x = a;\n    q.y[1] = 3;\n    return 0;\n}\n"
    found = study(text, tmp_path)
    values = found.values("q", found.to(6).points)
    assert {name: told(cases) for name, cases in values.items()} == {
        "q.0": [("", "a")],
        "q.1[0]": [("", "0")],
        "q.1[1]": [("", "3")],
    }


def test_a_start_in_the_middle_knows_variables_by_name(tmp_path: Path) -> None:
    text = "int f(int x)\n{\n    int y = x * 2;\n    if (x > 7)\n        y++;\n    return y;\n}\n"
    found = study(text, tmp_path, line=4)
    assert told(found.values("y", found.to(6).points)["y"]) == [("x > 7", "y + 1"), ("x <= 7", "y")]
