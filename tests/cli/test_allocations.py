"""Allocations that may fail: an input decides, the native replay follows it, and no answer forgets that they could."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from .commands import refused, secateur

HEAD = "#include <stdlib.h>\n#include <string.h>\n"
UNCHECKED = HEAD + "int f(int x) { int *p = malloc(sizeof *p); *p = x; return *p; }\n"


def explored(text: str, *options: str) -> dict[str, Any]:
    """The run as JSON; its suite replays as predicted."""
    Path("f.c").write_text(text)
    done = secateur("explore", "f.c:f", *options, "--json", "--out", "out")
    assert done.stderr == ""
    assert secateur("replay", "out").exit_code == 0
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def outcomes(run: dict[str, Any]) -> list[str]:
    return sorted(test["outcome"] for test in run["tests"])


def test_by_default_no_allocation_fails_and_the_answer_says_so() -> None:
    run = explored(UNCHECKED)
    assert (run["faults"], run["complete"]) == ([], True)
    (assumption,) = run["assumptions"]
    assert (assumption["kind"], assumption["text"]) == ("allocation", "malloc never fails")
    assert assumption["lift"] == "--malloc-fails all"


def test_memory_that_is_used_unchecked() -> None:
    run = explored(UNCHECKED, "--malloc-fails", "1")
    assert [(f["kind"], f["line"], f["confirmed"]) for f in run["faults"]] == [("null-pointer", 3, True)]
    assert [test["inputs"]["malloc#1 fails"] for test in run["tests"]] == [False, True]
    assert run["assumptions"] == []


def test_what_a_plain_build_cannot_bring_about_is_not_in_the_c_file() -> None:
    explored(UNCHECKED, "--malloc-fails", "1")
    text = Path("out/tests.c").read_text()
    assert "static void test000001" in text
    assert "static void test000002" not in text
    assert "test000002: depends on malloc failing" in text


@pytest.mark.parametrize(
    ("call", "release"),
    [
        ("malloc(4)", "free(p)"),
        ("calloc(1, 4)", "free(p)"),
        ("realloc(NULL, 4)", "free(p)"),
        ("reallocarray(NULL, 1, 4)", "free(p)"),
        ("aligned_alloc(16, 16)", "free(p)"),
        ('strdup("ab")', "free(p)"),
        ('strndup("ab", 1)', "free(p)"),
    ],
)
def test_everything_that_allocates_may_fail(call: str, release: str) -> None:
    text = f"#define _GNU_SOURCE\n{HEAD}int f(void) {{ void *p = {call}; if (!p) return 7; {release}; return 8; }}\n"
    assert outcomes(explored(text, "--malloc-fails", "all")) == ["return 7", "return 8"]


def test_a_block_that_cannot_grow_stays() -> None:
    text = HEAD + "int f(void) { char *p = malloc(2); if (!p) return 1; p[0] = 5; char *q = realloc(p, 9);\n"
    text += "    if (!q) { int r = p[0]; free(p); return r; }\n    free(q); return 2; }\n"
    assert outcomes(explored(text, "--malloc-fails", "all")) == ["return 1", "return 2", "return 5"]


BOTH = HEAD + "int f(void) { char *a = malloc(1), *b = malloc(1); int r = !a + 2 * !b; free(a); free(b); return r; }\n"


def test_only_the_first_ones_may_fail() -> None:
    assert outcomes(explored(BOTH, "--malloc-fails", "all")) == ["return 0", "return 1", "return 2", "return 3"]
    run = explored(BOTH, "--malloc-fails", "1")
    assert outcomes(run) == ["return 0", "return 1"]
    assert [a["text"] for a in run["assumptions"]] == ["malloc never fails after the first allocation"]


def test_memory_that_sorting_needs_is_not_the_program_s() -> None:
    text = HEAD + "static int by(const void *a, const void *b) { return *(char *)a - *(char *)b; }\n"
    text += 'int f(void) { char t[] = "cab"; qsort(t, 3, 1, by); return t[0]; }\n'
    assert outcomes(explored(text, "--malloc-fails", "all")) == ["return 97"]


def test_a_constructor_that_allocates_before_the_inputs() -> None:
    text = HEAD + "static char *early; __attribute__((constructor)) static void start(void) { early = malloc(1); }\n"
    text += "int f(int x) { return early ? (x > 3 ? 1 : 2) : 3; }\n"
    run = explored(text, "--malloc-fails", "all")
    assert {"return 1", "return 2", "return 3"} <= set(outcomes(run))
    assert {"x", "malloc#1 fails"} == set(run["tests"][0]["inputs"])


COMBINED = (
    HEAD
    + """\
int f(int x, int y) {
    int s = 0, t = 0;
    char *a = malloc(4);
    if (x > 2) s += 1;
    if (!a) s += 2;
    char *b = calloc(1, 4);
    if (y > 1) t = 1;
    if (b) t += 2;
    if (s == 3 && t == 1) return 1 / (s - 3);
    return s;
}
"""
)


@pytest.mark.parametrize("technique", ["full", "dgse", "pse"])
def test_every_technique_finds_what_needs_two_failures(technique: str) -> None:
    run = explored(COMBINED, "--malloc-fails", "all", "--technique", technique)
    assert [(f["kind"], f["line"], f["confirmed"]) for f in run["faults"]] == [("division-by-zero", 11, True)]


def test_a_difference_for_a_failed_allocation_alone() -> None:
    Path("old.c").write_text(UNCHECKED)
    Path("new.c").write_text(UNCHECKED.replace("*p = x;", "if (!p) return -1; *p = x;"))
    words = ("diff", "old.c", "new.c", "--function", "f", "--malloc-fails", "1", "--json")
    done = secateur(*words)
    (difference,) = json.loads(done.stdout)["functions"][0]["differences"]
    assert (done.exit_code, difference["confirmed"]) == (1, True)


def test_a_suite_with_failures_can_be_reduced() -> None:
    explored(BOTH, "--malloc-fails", "all")
    assert secateur("reduce", "out", "--out", "small").exit_code == 0
    assert secateur("replay", "small").exit_code == 0


@pytest.mark.parametrize("value", ["0", "-1", "some"])
def test_a_wrong_number_is_refused(value: str) -> None:
    Path("f.c").write_text(UNCHECKED)
    message = refused("explore", "f.c:f", f"--malloc-fails={value}")
    assert message == f"--malloc-fails {value}: is neither all nor a number of at least 1\n"
