"""Symbols that are not what they seem: aliases, weak ones that nothing defines, thread-local ones, labels."""

from __future__ import annotations

from pathlib import Path

import pytest

from .running import explored, results

ALIAS = """static int impl(int x) { return x + 1; }
int twin(int) __attribute__((alias("impl")));
int again(int) __attribute__((weak, alias("twin")));
int value = 3;
extern int other __attribute__((alias("value")));
const char text[] = "an @other one";
int f(char c) { other = 7; int (*p)(int) = again; return c == 4 ? twin(c) + p(c) + (twin == impl) + text[3] : value; }
"""
GOTO = """int f(int x)
{
    static void *const labels[] = {&&one, &&two, &&three};
    if (x < 0 || x > 2) return 0;
    goto *labels[x];
one: return 1;
two: return 2;
three: return 3;
}
"""


def test_an_alias_is_what_it_stands_for(tmp_path: Path) -> None:
    assert results(explored(tmp_path, ALIAS, "f")) == {"7", str(5 + 5 + 1 + ord("@"))}


def test_undefined_weak_symbols_are_null(tmp_path: Path) -> None:
    text = """extern int maybe(int) __attribute__((weak));
    extern int data __attribute__((weak));
    int f(int x) { if (maybe || &data) return 1; if (x == 2) return maybe(x); if (x == 3) return data; return 0; }
    """
    run = explored(tmp_path, text, "f")
    assert results(run) == {"0"}
    assert [fault.kind for fault in run.faults] == ["null-pointer", "null-pointer"]


def test_a_weak_symbol_of_the_library_is_there(tmp_path: Path) -> None:
    text = """extern unsigned long strlen(const char *) __attribute__((weak));
    int f(int x) { return strlen ? (int)strlen("abc") : x; }
    """
    assert results(explored(tmp_path, text, "f")) == {"3"}


def test_thread_local_variables(tmp_path: Path) -> None:
    text = """_Thread_local int count = 4; static _Thread_local char buffer[3];
    int f(int x) { buffer[1] = 2; count++; return x == count ? buffer[1] : count; }
    """
    assert results(explored(tmp_path, text, "f")) == {"2", "5"}


@pytest.mark.parametrize("technique", ["full", "dgse", "pse", "rsc"])
def test_a_computed_goto_reaches_every_label(tmp_path: Path, technique: str) -> None:
    assert results(explored(tmp_path, GOTO, "f", technique=technique)) == {"0", "1", "2", "3"}


@pytest.mark.parametrize("technique", ["full", "dgse", "pse"])
def test_the_count_of_printed_characters(tmp_path: Path, technique: str) -> None:
    text = """#include <stdio.h>
    int f(signed char x) { int n; short s; printf("a%d%n", x, &n);
    fprintf(stdout, "%s%hn%%n", "abc", &s); return n * 10 + s; }
    """
    assert results(explored(tmp_path, text, "f", technique=technique)) == {"23", "33", "43", "53"}


def test_an_address_in_a_union_is_not_predicted(tmp_path: Path) -> None:
    """The union is seen through `number`; what that is, if it holds an address, is another number in each run."""
    text = (
        "static char text[4];\nstruct v { int type; union { char *text; double number; } u; };\n"
        "struct v f(int x) { struct v v = {x, {text}}; if (x < 3) v.u.number = 1.5; return v; }\n"
    )
    run = explored(tmp_path, text, "f")
    seen = {value for test in run.tests for name, value in test.outcome.observations if name.endswith("number")}
    assert seen == {"0x1.8p+0", "non-null"}
    assert "holds an address" in (tmp_path / "out" / "tests.c").read_text()
