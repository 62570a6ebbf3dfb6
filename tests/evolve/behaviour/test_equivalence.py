"""Do two versions behave the same? What is compared, what is hidden, and the options for it."""

from __future__ import annotations

import pytest

from evolve.versions import compared, outcome
from secateur.evolve.behaviour.outcomes import Equality

DIFFERENT = {
    "a value on few inputs": ("return a & 255;", "return a == 77777 ? 1 : a & 255;"),
    "what is printed": ('printf("%d\\n", a); return 0;', 'printf("%d\\n", a | (b == 9)); return 0;'),
    "how it is printed": ('printf("%d", a & 7); return 0;', 'printf("%x", a & 15); return 0;'),
    "one letter of it": ('printf("%d a\\n", a); return 0;', 'printf("%d b\\n", a); return 0;'),
    "the exit status": ("if (a == 5) exit(b & 3); return 0;", "if (a == 5) exit(b & 7); return 0;"),
    "exit instead of return": ("if (a == 5) return 0; return 1;", "if (a == 5) exit(0); return 1;"),
    "an added fault": ("return (a & 7) + 1;", "return 8 / (a & 7) ? (a & 7) + 1 : (a & 7) + 1;"),
    "a removed fault": ("assert(a != 3); return 0;", "return 0;"),
    "another kind of fault": ("if (a == 1) abort(); return 0;", "assert(a != 1); return 0;"),
    "after a fault that both have": ("assert(a > 0); return b & 1;", "assert(a > 0); return b & 3;"),
    "before a fault that both have": (
        "if (b == 4) exit(1); assert(a > 0); return 0;",
        "if (b == 4) exit(2); assert(a > 0); return 0;",
    ),
    "no longer printed": (
        'if (a == 2) exit(0); printf("%d", b); exit(0);',
        'if (a >= 2) exit(0); printf("%d", b); exit(0);',
    ),
    "after an assumption": ("__VERIFIER_assume(a > 8); return a > 9;", "__VERIFIER_assume(a > 8); return a > 10;"),
    "through a pointer": (
        "int x = 0, y = 0; int *p = a ? &x : &y; *p = b & 3; return x;",
        "int x = 0, y = 0; int *p = a ? &x : &y; *p = b & 1; return x;",
    ),
    "through a call": (
        "static int f(int v) { return v < 3; } int main(void) { return f(INT) ? 1 : f(INT); }",
        "static int f(int v) { return v < 4; } int main(void) { return f(INT) ? 1 : f(INT); }",
    ),
}

SAME = {
    "another way to say it": ("return (a & 1) == 0;", "return !(a & 1);"),
    "a dead assignment": ("int x = a & 1; return b & 3;", "int x = a & 3; x = x | 8; return b & 3;"),
    "unreachable": ("if (a > 3 && a < 3) return 1; return 0;", "if (a > 3 && a < 3) return 2; return 0;"),
    "the same in other branches": ("int x; if (a) x = b; else x = b; return x;", "int x = b; return x;"),
    "excluded by an assumption": ("__VERIFIER_assume(a > 8); return a > 7;", "__VERIFIER_assume(a > 8); return a > 6;"),
    "excluded by an assertion": ("assert(a > 8); return a > 7;", "assert(a > 8); return a > 6;"),
    "a sum in a loop": (
        "int n = 0; for (int i = 0; i < 3; i++) n += b & 1; return n;",
        "int n = 0; for (int i = 2; i >= 0; i--) n += b & 1; return n;",
    ),
    "an early end that stays": (
        "if (a < 0) exit(3); int x = b & 1; return x ? 5 : 6;",
        "if (a < 0) exit(3); int x = b & 1; return !x ? 6 : 5;",
    ),
}


@pytest.mark.parametrize("name", list(DIFFERENT))
def test_different(name: str) -> None:
    assert outcome(*DIFFERENT[name]) == "different"
    old, new = DIFFERENT[name]
    assert outcome(new, old) == "different"


@pytest.mark.parametrize("name", list(SAME))
def test_the_same(name: str) -> None:
    assert outcome(*SAME[name]) == "same"
    old, new = SAME[name]
    assert outcome(new, old) == "same"


def test_what_was_given_up_in_one_version_is_no_proof() -> None:
    """The old version reads from a table that is too large for a symbolic index."""
    table = "static unsigned char t[100000]; int main(void) { unsigned a = INT;"
    old = f"{table} return a < 100000 && a % 7 == 3 ? t[a] : 0; }}"
    new = f"{table} return t[0]; }}"
    assert outcome(old, new) == "unknown"


def test_faults_can_be_taken_as_equal() -> None:
    versions = DIFFERENT["another kind of fault"]
    assert outcome(*versions, Equality(faults="any")) == "same"


def test_outputs_can_be_left_out() -> None:
    versions = DIFFERENT["what is printed"]
    assert outcome(*versions, Equality(ignored=("stdout",))) == "same"
    assert outcome(*versions, Equality(only=("return",))) == "same"
    assert outcome(*versions, Equality(only=("stdout",))) == "different"


def test_regions_tell_which_inputs_differ() -> None:
    verdict = compared("return a > 5;", "return a > 7;")
    assert {region.model[0] for region in verdict.different} <= {6, 7}
    assert all(region.names == ("return",) for region in verdict.different)
    assert verdict.complete
