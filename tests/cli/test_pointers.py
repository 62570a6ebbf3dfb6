"""Pointers that may be NULL or the same, and globals with any value: found, written as tests, confirmed natively."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from suite.writers.examples import build_tests, compilers

from .commands import refused, secateur

NODE = "struct node { int v; struct node *next; };\n"


def explored(text: str, *options: str) -> dict[str, Any]:
    """The run as JSON; its suite replays as predicted and passes in C."""
    Path("f.c").write_text(text)
    done = secateur("explore", "f.c:f", *options, "--no-infer", "--json", "--out", "out")
    assert done.stderr == ""
    assert secateur("replay", "out").exit_code == 0
    for compiler in compilers()[:1]:
        tests = subprocess.run([build_tests(Path("out"), compiler)], capture_output=True, check=False)
        assert tests.returncode == 0, tests.stdout
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def outcomes(run: dict[str, Any]) -> list[str]:
    return [test["outcome"] for test in run["tests"]]


def faults(run: dict[str, Any]) -> list[tuple[str, int, bool]]:
    return [(fault["kind"], fault["line"], fault["confirmed"]) for fault in run["faults"]]


def test_a_member_that_may_be_null() -> None:
    run = explored(NODE + "int f(struct node *n) { return n->next->v; }\n", "--nullable", "n->next")
    assert faults(run) == [("null-pointer", 2, True)]
    assert [test["inputs"]["n_next_is_null"] for test in run["tests"]] == [False, True]


def test_every_pointer_may_be_null() -> None:
    """What a NULL pointer would lead to is not decided: three paths, not four."""
    run = explored(NODE + "int f(struct node *n) { return !n ? 1 : !n->next ? 2 : 3; }\n", "--nullable", "all")
    assert sorted(outcomes(run)) == ["return 1", "return 2", "return 3"]
    assert not any(a["kind"] == "not-null" for a in run["assumptions"])


def test_all_items_of_an_array_of_pointers() -> None:
    text = "int f(char **v) { return (v[0] != 0) + 2 * (v[1] != 0); }\n"
    run = explored(text, "--nullable", "v[]", "--buffer", "2", "--string", "1")
    assert sorted(outcomes(run)) == ["return 0", "return 1", "return 2", "return 3"]


@pytest.mark.parametrize(
    ("assumption", "expected"),
    [("p != 0", {"return 0", "return 2"}), ("!p", {"return 1"}), ("*p == 7", {"return 1", "return 2"})],
)
def test_an_assumption_speaks_of_the_pointer_that_the_function_gets(assumption: str, expected: set[str]) -> None:
    """What it leads to is something else: `*p == 7` does not mean that it is not NULL."""
    text = "int f(int *p) { if (!p) return 1; return *p == 7 ? 2 : 0; }\n"
    assert set(outcomes(explored(text, "--nullable", "p", "--assume", assumption))) == expected


def test_an_assumption_that_asks_first() -> None:
    run = explored("int f(int *p) { return p ? *p : -1; }\n", "--nullable", "p", "--assume", "p && p[0] > 3")
    assert outcomes(run) == ["return 4"]


ALIAS = "int f(int *a, int *b) { *a = 1; *b = 2; return *a; }\n"


def test_two_pointers_may_lead_to_the_same_object() -> None:
    assert outcomes(explored(ALIAS)) == ["return 1"]
    run = explored(ALIAS, "--alias", "a,b")
    assert sorted(outcomes(run)) == ["return 1", "return 2"]
    assert not any(a["kind"] == "no-alias" for a in run["assumptions"])


def test_only_the_pointers_that_were_named() -> None:
    text = "int f(int *a, int *b, int *c) { *a = 1; *b = 2; *c = 3; return *a * 10 + *b; }\n"
    run = explored(text, "--alias", "a,b")
    assert sorted(outcomes(run)) == ["return 12", "return 22"]
    pairs = [a["subject"] for a in run["assumptions"] if a["kind"] == "no-alias"]
    assert pairs == ["a, c", "b, c"]


def test_three_pointers_have_five_ways_to_be_the_same() -> None:
    text = "int f(int *a, int *b, int *c) { return (a == b) + 2 * (b == c) + 4 * (a == c); }\n"
    run = explored(text, "--alias", "all")
    assert sorted(outcomes(run)) == ["return 0", "return 1", "return 2", "return 4", "return 7"]


def test_a_list_may_be_a_ring() -> None:
    text = NODE + "int f(struct node *l) { int n = 0; for (; l && n < 5; l = l->next) n++; return n; }\n"
    run = explored(text, "--alias", "l,l->next", "--nullable", "all")
    assert sorted(outcomes(run)) == ["return 0", "return 1", "return 2", "return 5"]


def test_a_global_and_a_parameter_may_be_the_same() -> None:
    text = NODE + "struct node *head; int f(struct node *m) { return head == m ? 1 : head->next == m ? 2 : 3; }\n"
    run = explored(text, "--symbolic", "all", "--alias", "all")
    assert set(outcomes(run)) == {"return 1", "return 2", "return 3"}


GLOBALS = """\
static int limit, table[2] = {5, 6};
struct state { int level; int (*hook)(int); } state;
const int fixed = 4;
void set_limit(int l) { limit = l; }
int f(int v) {
    static int calls;
    if (limit && v > limit) return limit;
    return (state.level == 3 ? 1 : 0) + (table[0] == 5) + (fixed == 4) + (calls++ == 0);
}
"""


def test_all_globals_that_may_have_changed() -> None:
    """The table is never written; the static local and the function pointer are named, as they stay as they are."""
    run = explored(GLOBALS, "--symbolic", "all")
    assert {"limit", "state"} < set(run["tests"][0]["inputs"])
    assert {"return 3", "return 4", "return -1"} == set(outcomes(run))
    kept = {a["subject"] for a in run["assumptions"] if a["kind"] == "globals"}
    assert kept == {"f.calls", "state.hook"}


def test_a_difference_for_a_changed_global_alone() -> None:
    text = "static int limit; void set(int l) { limit = l; }\n"
    text += "int clip(int v) { if (limit && v > limit) return limit; return v; }\n"
    Path("old.c").write_text(text)
    Path("new.c").write_text(text.replace("return limit;", "return limit - 1;"))
    done = secateur("diff", "old.c", "new.c", "--function", "clip", "--symbolic", "all", "--json")
    (difference,) = json.loads(done.stdout)["functions"][0]["differences"]
    assert (done.exit_code, difference["confirmed"]) == (1, True)


def test_a_global_that_one_version_reads_is_an_input_of_both() -> None:
    text = "int mode, limit;\nint f(int v) { if (v > limit) return limit; return v; }\n"
    Path("old.c").write_text(text)
    Path("new.c").write_text(text.replace("v > limit", "v > limit && mode != 3"))
    done = secateur("diff", "old.c", "new.c", "--function", "f", "--symbolic", "all", "--json")
    (difference,) = json.loads(done.stdout)["functions"][0]["differences"]
    assert difference["input"]["mode"] == 3
    assert difference["confirmed"]


def test_a_difference_for_a_null_member_alone() -> None:
    text = NODE + "int f(struct node *n) { return n->next->v; }\n"
    Path("old.c").write_text(text)
    Path("new.c").write_text(text.replace("return", "if (!n->next) return -1; return"))
    done = secateur("diff", "old.c", "new.c", "--function", "f", "--nullable", "all", "--json")
    assert done.exit_code == 1
    assert json.loads(done.stdout)["functions"][0]["status"] == "different"


def test_wrong_names_are_answered_with_the_right_ones() -> None:
    Path("f.c").write_text(NODE + "int f(struct node *n, int *p, int x) { return n->v + *p + x; }\n")
    message = refused("explore", "f.c:f", "--no-infer", "--nullable", "x")
    assert message == "f has no pointer 'x'; pointers: n, n->next, p\n"
    message = refused("explore", "f.c:f", "--no-infer", "--alias", "n,q")
    expected = "n (struct node), n->next (struct node), p (int)\n"
    assert message == f"f has no pointer 'q'; pointers, and what they lead to: {expected}"
    assert "no two pointers of 'n,p' lead to objects of the same type" in refused(
        "explore", "f.c:f", "--no-infer", "--alias", "n,p"
    )


def test_a_pointer_may_lead_to_a_global() -> None:
    text = "int g, h[2]; int f(int *p) { g = 1; h[0] = 3; *p = 2; return g + h[0]; }\n"
    found = explored(text, "--alias", "p,g", "--alias", "p,h")
    assert sorted(test["outcome"] for test in found["tests"]) == ["return 3", "return 4", "return 5"]
    assert "no global" not in refused("explore", "f.c:f", "--alias", "p,nothing")


def test_const_members_are_inputs() -> None:
    text = (
        "typedef const int number;\n"
        "struct s { const char c; const char *const t; const int v[2]; number n; const struct { int q; } in;\n"
        "           const int b : 3; };\n"
        "int f(const struct s *s)\n"
        "{ if (s->c == 1 && s->v[1] == 2 && s->n == 3 && s->in.q == 4 && s->t[0] == 'x') return 1; return 0; }\n"
    )
    found = explored(text)
    assert {"return 0", "return 1"} <= {test["outcome"] for test in found["tests"]}
