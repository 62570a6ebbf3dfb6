"""What counts as a change, and what does not."""

from __future__ import annotations

import pytest

from evolve.versions import matched, outcome, statuses
from secateur.evolve.matching.matching import ChangeStatus

#: Pairs of texts that do the same and must not count as changed.
SAME = {
    "a comment": ("return a;", "/* says nothing */\n\n\nreturn a;"),
    "formatting": ("if (a > b) return 1; else return 2;", "if (a > b)\n{\n  return 1;\n}\nelse\n  return 2;"),
    "a renamed local": ("int x = a & 1; int y = x ^ b; return y;", "int p = a & 1; int q = p ^ b; return q;"),
    "swapped names": ("int x = a; int y = b; return x & ~y;", "int y = a; int x = b; return y & ~x;"),
    "the line of an assertion": ("assert(a != 3); return b;", "\n\nassert(a != 3);\nreturn b;"),
    "independent statements": (
        "int x = a & 1; int y = b & 2; return x | y;",
        "int y = b & 2; int x = a & 1; return x | y;",
    ),
    "a moved function": (
        "static int f(int v) { return v & 1; } static int g(int v) { return v & 2; }"
        "int main(void) { return f(INT) | g(INT); }",
        "static int g(int v) { return v & 2; } static int f(int v) { return v & 1; }"
        "int main(void) { return f(INT) | g(INT); }",
    ),
    "a renamed function": (
        "static int f(int v) { return v & 1; } int main(void) { return f(INT); }",
        "static int low(int v) { return v & 1; } int main(void) { return low(INT); }",
    ),
    "an array by another name": ("int t[2] = {1, 2}; return t[a & 1];", "int u[2] = {1, 2}; return u[a & 1];"),
}

#: Pairs that must count as changed, although their statements are the same.
REWIRED = {
    "the last assignment wins": ("int x = 1; x = 2; return x;", "int x = 2; x = 1; return x;"),
    "the order of two conditional assignments": (
        "int x = 0; if (a) x = 1; if (b) x = 2; return x;",
        "int x = 0; if (b) x = 2; if (a) x = 1; return x;",
    ),
    "the other side": ("int x = 0; if (a) x = 1; return x;", "int x = 0; if (a) ; else x = 1; return x;"),
    "used before it is set": ("int x = a, y; x = b; y = x; return y;", "int x = a, y; y = x; x = b; return y;"),
    "printed in another order": (
        'printf("one"); printf("two"); return 0;',
        'printf("two"); printf("one"); return 0;',
    ),
    "out of the loop": (
        "int n = 0; for (int i = 0; i < 3; i++) { if (a == i) break; n++; } return n;",
        "int n = 0; for (int i = 0; i < 3; i++) { if (a == i) continue; n++; } return n;",
    ),
    "the sides of a choice": ("return a ? 1 : 2;", "return !a ? 1 : 2;"),
    "operands in another order": ("int x = a, y = b; return x < y;", "int x = a, y = b; return y < x;"),
    "another variable of the same type": ("int x = a, y = b; return x ^ c;", "int x = a, y = b; return y ^ c;"),
}


@pytest.mark.parametrize("name", list(SAME))
def test_what_is_no_change(name: str) -> None:
    assert matched(*SAME[name]).is_same
    assert outcome(*SAME[name]) == "same"


@pytest.mark.parametrize("name", list(REWIRED))
def test_a_change_that_is_only_in_the_order(name: str) -> None:
    assert not matched(*REWIRED[name]).is_same
    assert outcome(*REWIRED[name]) == "different"


def test_a_changed_condition_keeps_what_it_decides_about() -> None:
    old = "int x; if (a == 0) x = b & 1; else x = b & 2; return x;"
    assert statuses(old, old.replace("a == 0", "a <= 0")) == ["changed"]


def test_an_added_and_a_removed_statement() -> None:
    old = "int x = a; x = x & 3; return x;"
    new = "int x = a; x = x & 3; x = x | 1; return x;"
    assert statuses(old, new) == ["added"]
    assert statuses(new, old) == ["removed"]


def test_code_below_a_new_branch_is_still_known() -> None:
    found = matched("int x = 0; x = a ^ b; return x;", "int x = 0; if (c) x = a ^ b; return x;")
    assert [c.status for c in found.changes] == [ChangeStatus.ADDED, ChangeStatus.REWIRED]


def test_a_function_that_only_one_version_has() -> None:
    old = "int main(void) { return INT & 1; }"
    new = "static int low(int v) { return v & 1; } int main(void) { return low(INT); }"
    found = matched(old, new)
    assert (found.only_old, found.only_new) == ([], ["low"])
    assert outcome(old, new) == "same"


def test_an_initial_value_is_a_change_for_those_that_read_it() -> None:
    old = "static int g = 1, *p = &g; int main(void) { return INT ? *p : 7; }"
    found = matched(old, old.replace("g = 1", "g = 2"))
    assert found.globals == ["g", "p"]
    assert outcome(old, old.replace("g = 1", "g = 2")) == "different"


@pytest.mark.parametrize(
    ("old", "new", "changes"), [("g = 2; g = 0;", "g = 0; g = 2;", 2), ("g = 2; h = 0;", "h = 0; g = 2;", 0)]
)
def test_stores_that_another_function_reads_in_another_order(old: str, new: str, changes: int) -> None:
    text = "int g, h; static void f(int a) { if (a > 3) g = 5; %s } int main(void) { f(INT); return g + h; }"
    assert len(statuses(text % old, text % new)) == changes
