"""What a function finds as it is at the start of a program, what the C library always does, and what compilers choose:
an assumption only where a run depends on it."""

from __future__ import annotations

from pathlib import Path

import pytest

import secateur
from secateur.assumption import AssumptionKind

SOURCE = r"""
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int n, last;
int shared;
static int up(void) { return ++n; }
static int minus(int a, int b) { return a - b; }
static int next(const char **s) { return *(*s)++; }
static int say(int c) { return putchar(c), c; }
__attribute__((weak)) int hook(int x) { return x; }
extern int plugin(int) __attribute__((weak));

int written_first(int x) { last = x; return last > 3; }
int on_one_path(int x) { if (x > 3) last = x; return last; }
int not_read(int x) { if (x > 3) last = x; return x; }
int set_last(int x) { last = x; return x; }
int part(int x) { struct { int a, b; } copy; memcpy(&copy, &shared, sizeof shared); return copy.a + x % 2; }

int parsed(const char *s) { long v = strtol(s, 0, 10); return errno == ERANGE ? -1 : v > 0; }
int parsed_well(const char *s) { errno = 0; long v = strtol(s, 0, 10); return errno == ERANGE ? -1 : v > 0; }
int dice(int x) { return rand() % 6 == x; }
int seeded(int x) { srand(x & 1); return rand() & 1; }
int token(char *s, int again) { return again == 2 && strtok(0, ",") ? 1 : strtok(s, ",") != 0; }
int at_end(int x) { return x && feof(stdin); }

int shown(int x) { printf("%d\n", x); return 0; }
int kept(int x) { int count = printf("%d\n", x & 1); (void)count; return 0; }
int looked_at(int x) { return printf("%d\n", x & 1) < 0; }
int flushed(void) { return fflush(stdout) ? 1 : 0; }
int checked(void) { puts("a"); return ferror(stdout); }

int replaced(int x) { return hook(x & 1); }
int extended(int x) { return plugin ? plugin(x) : x; }

int reused(void) { char *p = malloc(4); free(p); char *q = malloc(4); int same = p == q; free(q); return same; }
int apart(int x) { int a, b; int *p = &a, *q = x ? &a : &b; return p == q; }

int nested(void) { return minus(up(), up()); }
int operator(void) { return up() - up(); }
int variable(void) { return n - up(); }
int stored(int *t) { t[up() & 1] = up(); return 0; }
int walked(const char *s) { return minus(next(&s), next(&s)); }
int printed(void) { return minus(say('a'), say('b')); }
int one_by_one(void) { int a = up(); int b = up(); return minus(a, b); }
int two_walks(const char *s, const char *t) { return minus(next(&s), next(&t)); }
int pure(const char *s, const char *t) { return minus(atoi(s), atoi(t)); }
int letter(int c) { return isalpha(c & 127) && !isdigit(c & 127); }
"""

#: By function, what its exploration rests on, beside the inputs.
FOUND = {
    "written_first": [],
    "on_one_path": [("globals", "last")],
    "not_read": [],
    "part": [("globals", "shared")],
    "parsed": [("globals", "errno")],
    "parsed_well": [],
    "dice": [("globals", "rand")],
    "seeded": [],
    "token": [("globals", "strtok")],
    "at_end": [("stdin", "feof")],
    "shown": [],
    "kept": [],
    "looked_at": [("output", "printf")],
    "flushed": [("output", "fflush")],
    "checked": [("output", "ferror")],
    "replaced": [("weak", "hook")],
    "extended": [("weak", "plugin")],
    "reused": [("allocation", "malloc"), ("address", "an object that no longer exists")],
    "apart": [],
    "nested": [("globals", "n"), ("evaluation-order", "up, up")],
    "operator": [("globals", "n"), ("evaluation-order", "up, up")],
    "variable": [("globals", "n"), ("evaluation-order", "n, up")],
    "stored": [("globals", "n"), ("evaluation-order", "up, up")],
    "walked": [("evaluation-order", "next, next")],
    "printed": [("evaluation-order", "say, say")],
    "one_by_one": [("globals", "n")],
    "two_walks": [],
    "pure": [],
    "letter": [],
}
INPUTS = {AssumptionKind.SIZE, AssumptionKind.NOT_NULL, AssumptionKind.NO_ALIAS}


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("world") / "world.c"
    made.write_text(SOURCE)
    return made


def _rests_on(source: Path, function: str, **options: object) -> list[tuple[str, str]]:
    given = {"string": 1, "buffer": 2, "check": "none", "confirm": False, "infer": False, **options}
    run = secateur.explore(f"{source}:{function}", **given)  # type: ignore[arg-type]
    return [(str(each.kind), each.subject) for each in run.assumptions if each.kind not in INPUTS]


@pytest.mark.parametrize("function", FOUND)
def test_what_an_exploration_rests_on(function: str, source: Path) -> None:
    assert _rests_on(source, function, check_tests=False) == FOUND[function]


@pytest.mark.parametrize("technique", ["dgse", "pse"])
@pytest.mark.parametrize("function", ["written_first", "on_one_path", "not_read", "parsed", "nested"])
def test_every_technique_finds_the_same(function: str, technique: str, source: Path) -> None:
    assert _rests_on(source, function, technique=technique, check_tests=False) == FOUND[function]


def test_errno_can_be_an_input(source: Path) -> None:
    assert _rests_on(source, "parsed", symbolic=["errno"], check_tests=False) == []
    run = secateur.explore(f"{source}:parsed", string=0, symbolic=["all"], check_tests=True)
    assert {test.inputs["errno"] for test in run.tests} == {0, 34}
    assert run.suite_check is None or not run.suite_check.failures


def test_a_program_starts_in_its_initial_state(source: Path, tmp_path: Path) -> None:
    program = tmp_path / "program.c"
    program.write_text(f'#include "{source}"\nint main(void) {{ return errno + rand() % 2 + last; }}\n')
    assert secateur.explore(str(program), check_tests=False).assumptions == ()


def test_the_locale_counts_only_where_one_is_chosen(source: Path, tmp_path: Path) -> None:
    other = tmp_path / "start.c"
    other.write_text('#include <locale.h>\nvoid start(void) { setlocale(LC_ALL, ""); }\n')
    run = secateur.explore(f"{source}:letter", str(other), check_tests=False)
    assert [(str(each.kind), each.subject) for each in run.assumptions] == [("locale", "isalpha")]


def test_a_proof_rests_on_the_same_choices(source: Path) -> None:
    for function in ("looked_at", "replaced", "nested"):
        answer = secateur.approximate(f"{source}:{function}", at="exit")
        assert [(str(each.kind), each.subject) for each in answer.assumptions] == FOUND[function]


def test_a_comparison_rests_only_on_what_the_change_reaches(source: Path, tmp_path: Path) -> None:
    before, after = tmp_path / "old.c", tmp_path / "new.c"
    text = f'#include "{source}"\nint f(int x) {{ looked_at(x); nested(); return x + x; }}\n'
    before.write_text(text)
    after.write_text(text.replace("x + x", "2 * x"))
    (found,) = secateur.diff(str(before), str(after), function="f", check="none").functions
    assert found.assumptions == ()
    after.write_text(text.replace("nested();", "nested() - 1;").replace("x + x", "nested()"))
    (found,) = secateur.diff(str(before), str(after), function="f", check="none").functions
    assert {str(each.kind) for each in found.assumptions} == {"evaluation-order"}
