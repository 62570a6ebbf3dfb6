"""A value that is the same in both versions affects nothing; one that may be read elsewhere still does."""

from __future__ import annotations

import pytest

from evolve.versions import outcome, pair_of
from secateur.exploration.loop import Explorer
from secateur.exploration.techniques.dise import Dise
from secateur.solver import Solver, by_name

#: What follows `a` does not matter once `r` is the same again.
MEETS = """int r = 0;
if (a > 5) r = 1;
if (r) { if (b > 3) r += 2; if (c > 4) r += 4; if (b + c > 9) r += 8; }
return r;"""
#: The difference is in a variable that only the other side reads.
UNREAD = """int t[2] = {0, 0}; t[1] = a;
if (b > 3) return t[1];
if (c > 3) return 2;
return 0;"""
#: A change of the condition only: what it controls is the same where both take the same side.
CONDITION = """int r = 0;
if (a > 5) { if (b > 3) r = 2; if (c > 4) r += 4; }
return r;"""
#: A call whose result is used otherwise.
CALL = """static int limit(int v) { if (v > 5) return 5; if (v < -5) return -5; return v; }
int main(void) { int a = INT, b = INT; int r = 0; if (limit(a) > 3) r = 1; if (b > 2) r += 2; return r; }"""


def counts(old: str, new: str, by_value: bool = True) -> tuple[int, int]:
    """Impacted paths, and runs that execute the change without effect."""
    pair = pair_of(old, new)
    technique = Dise(pair.new.impacted, by_value)
    result = Explorer(pair.machines[1], Solver(by_name("bitwuzla")), technique).run()
    assert result.complete
    return result.counts.completed - result.counts.faulty, len(technique.alike)


@pytest.mark.parametrize(
    ("text", "old", "new", "paths", "alike", "by_statements"),
    [
        (MEETS, "a > 5", "a >= 6", 0, 2, 8),
        (MEETS, "a > 5", "a > 6", 1, 2, 8),
        (UNREAD, "= a;", "= a + 0;", 0, 2, 3),
        (UNREAD, "= a;", "= a + 1;", 1, 1, 3),
        (CONDITION, "a > 5", "a > 6", 2, 6, 5),
        (CALL, "limit(a) > 3", "limit(a) > 4", 2, 4, 8),
    ],
)
def test_where_values_are_the_same_again_nothing_is_negated(
    text: str, old: str, new: str, paths: int, alike: int, by_statements: int
) -> None:
    assert old in text
    assert counts(text, text.replace(old, new)) == (paths, alike)
    assert counts(text, text.replace(old, new), by_value=False) == (by_statements, 0)


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        (MEETS, MEETS.replace("a > 5", "a > 6"), "different"),
        (MEETS, MEETS.replace("a > 5", "!(a < 6)"), "same"),
        (UNREAD, UNREAD.replace("= a;", "= a + 1;"), "different"),
        (UNREAD, UNREAD.replace("= a;", "= a ^ 0;"), "same"),
        (CONDITION, CONDITION.replace("a > 5", "a > 6"), "different"),
        # the sides of a branch, exchanged with its condition, and exchanged alone
        ("int r; if (a > 5) r = b; else r = c; return r;", "int r; if (a <= 5) r = c; else r = b; return r;", "same"),
        (
            "int r; if (a > 5) r = b; else r = c; return r;",
            "int r; if (a <= 5) r = b; else r = c; return r;",
            "different",
        ),
        # the same number for another object
        (
            "int x = 1, y = 2; int *p = &x, *q = &y; *p += a; return c > 3 ? *p : *q;",
            "int y = 2, x = 1; int *p = &x, *q = &y; *q += a; return c > 3 ? *p : *q;",
            "different",
        ),
        # the result of an unchanged call goes elsewhere
        (
            "static int f(int v) { return v & 3; } int main(void) { int a = INT, b = INT, y = b, z = 0;"
            " y = f(a); return y * 4 + z; }",
            "static int f(int v) { return v & 3; } int main(void) { int a = INT, b = INT, y = b, z = 0;"
            " z = f(a); return y * 4 + z; }",
            "different",
        ),
        # an exit in a function called before the change, on one side only
        (
            "static void g(int v) { if (v != 7) exit(1); } int main(void) { int a = INT, b = INT; g(a);"
            " if (b > 2) return b; return 0; }",
            "static void g(int v) { if (v != 7) exit(1); } int main(void) { int a = INT, b = INT; g(a);"
            " if (b > 2) return b + 1; return 0; }",
            "different",
        ),
        # a global in front of the others moves them
        (
            "int t[3]; int main(void) { unsigned a = INT; int b = INT; t[a % 3] = b; return t[1] > 4; }",
            "int first, t[3]; int main(void) { unsigned a = INT; int b = INT; t[a % 3] = b; first = b;"
            " return t[1] > 4; }",
            "same",
        ),
        # a function whose local variable has the same address each time is called more often in the end
        (
            "static int g(int n) { int t[2]; int *p = t; p[0] = n & 3; p[1] = 1; return p[n & 1]; }"
            " int main(void) { int a = INT, b = INT, r = g(a); if (b > 3) r += g(b); return r & 1; }",
            "static int g(int n) { int t[2]; int *p = t; p[0] = n & 3; p[1] = 1; return p[n & 1]; }"
            " int main(void) { int a = INT, b = INT, r = g(a); if (b > 3) r += g(b); r += 2 * g(a); return r & 1; }",
            "same",
        ),
        # only one version fails, and only on one side of what follows
        (
            "int r = a; if (b > 2) r = 100 / c; return r;",
            "int r = a; if (b > 2) r = 100 / (c | 1); return r;",
            "different",
        ),
    ],
)
def test_the_verdict_by_value(old: str, new: str, told: str) -> None:
    assert outcome(old, new) == told
