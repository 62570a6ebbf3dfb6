"""Objects that overlap only in part: *equivalent* with exit code 0 must not rest on that they do not."""

from __future__ import annotations

from pathlib import Path

import pytest

from secateur.assumption import AssumptionKind
from secateur.evolve.behaviour.equivalence import ChangeVerdict

from .running import compared

PAIR = "struct pair { int a; int n; };\n"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


#: By name: the old version, what is replaced in it, and the objects that may overlap.
NAMED = {
    "a later element": (
        "int f(int *p, int *q) { p[1] = 1; q[0] = 2; return p[1]; }\n",
        ("return p[1]", "return 1"),
        "p, q",
    ),
    "a copy in the other direction": (
        "void f(int *p, int *q) { for (int i = 0; i < 2; i++) p[i] = q[i]; }\n",
        ("int i = 0; i < 2; i++", "int i = 1; i >= 0; i--"),
        "p, q",
    ),
    "a member": (
        PAIR + "int f(struct pair *p, int *n) { p->n = 1; *n = 2; return p->n; }\n",
        ("return p->n", "return 1"),
        "p, n",
    ),
    "a member of a global": (
        PAIR + "struct pair g; int f(int *n) { g.n = 1; *n = 2; return g.n; }\n",
        ("return g.n", "return 1"),
        "n, g",
    ),
    "an element of a global": (
        "int g[4]; int f(int *n) { g[2] = 1; *n = 2; return g[2]; }\n",
        ("return g[2]", "return 1"),
        "n, g",
    ),
    "the structure around a pointer": (
        "struct s { int a; int *p; }; int f(struct s *s) { s->a = 1; *s->p = 2; return s->a; }\n",
        ("return s->a", "return 1"),
        "s, s->p",
    ),
    "characters": ("int f(int *p, char *c) { *p = 1; *c = 2; return *p; }\n", ("return *p", "return 1"), "p, c"),
    "another sign": ("int f(int *p, unsigned *q) { *p = 1; *q = 2; return *p; }\n", ("return *p", "return 1"), "p, q"),
}


@pytest.mark.parametrize("name", NAMED)
def test_what_may_overlap_is_named(name: str) -> None:
    old, change, pair = NAMED[name]
    assert change[0] in old
    answer = compared(old, old.replace(*change), function="f")
    assert (answer.status, answer.complete) == (ChangeVerdict.EQUIVALENT_UNDER, False)
    assert [each.subject for each in answer.functions[0].ledger.open] == [pair]


def test_it_can_be_accepted() -> None:
    old, change, _ = NAMED["a later element"]
    answer = compared(old, old.replace(*change), accept=["no-alias"])
    assert (answer.status, answer.complete) == (ChangeVerdict.EQUIVALENT, True)
    assert AssumptionKind.NO_ALIAS in {each.kind for each in answer.functions[0].assumptions}


#: C excludes it, or both versions do the same with overlapping objects.
EQUIVALENT = {
    "restrict": (
        "int f(int *restrict p, int *restrict q) { p[1] = 1; q[0] = 2; return p[1]; }\n",
        ("return p[1]", "return 1"),
    ),
    "unrelated types": ("int f(int *p, float *q) { *p = 1; *q = 2; return *p; }\n", ("return *p", "return 1")),
    "only first elements": ("int f(int *p, int *q) { int a = *p; *q = a; return a; }\n", ("return a", "return *q")),
}


@pytest.mark.parametrize("name", EQUIVALENT)
def test_what_cannot_overlap_is_not(name: str) -> None:
    old, change = EQUIVALENT[name]
    answer = compared(old, old.replace(*change))
    assert (answer.status, answer.complete) == (ChangeVerdict.EQUIVALENT, True)


def test_two_members_may_lead_to_the_same_object() -> None:
    text = "struct s { int *p; int *q; }; int f(struct s *s) { *s->p = 1; *s->q = 2; return *s->p; }\n"
    answer = compared(text, text.replace("return *s->p", "return 1"))
    assert answer.status is ChangeVerdict.DIFFERENT
    assert answer.functions[0].differences[0].confirmed
