"""Pairs of versions for which `diff` once said *equivalent* with exit code 0 although they differ (T5), or reported a
difference that is none (T12)."""

# ruff: noqa: E501 - a program on one line is easier to compare with its finding

from __future__ import annotations

from pathlib import Path

import pytest

import secateur
from secateur import Diff

from .running import compared


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def condition(answer: Diff) -> str:
    return answer.functions[0].differences[0].condition


NODE = "struct node { int v; struct node *next; };\n"
T5_A = NODE + "int f(struct node *n) { return n->next->v; }\n"


def test_t5_a_members_can_be_null() -> None:
    new = T5_A.replace("{ return", "{ if (!n->next) return -1; return")
    answer = compared(T5_A, new)
    assert answer.status == "different"
    assert condition(answer) == "n_next_is_null"
    answer = compared(T5_A, new, accept=["not-null"])
    assert answer.status == "equivalent"
    assert "not-null" in {str(each.kind) for each in answer.assumptions}


T5_B = "static int limit;\nvoid set_limit(int l) { limit = l; }\nint clip(int v) { if (limit && v > limit) return limit; return v; }\n"


def test_t5_b_globals_are_inputs() -> None:
    new = T5_B.replace("return limit;", "return limit - 1;")
    assert compared(T5_B, new).status == "different"
    assert compared(T5_B, new, accept=["globals"]).status == "equivalent"


def test_t5_b_a_global_that_is_only_written() -> None:
    old = "static int done;\nint is_done(void) { return done; }\nvoid f(int x) { if (x > 3) done = 0; }\n"
    answer = compared(old, old.replace("{ if (x > 3) done = 0; }", "{ (void)x; }"), function="f")
    assert (answer.status, condition(answer)) == ("different", "x > 3 && done != 0")


def test_t5_b_a_new_global_is_no_input() -> None:
    new = "static int calls;\n" + T5_B.replace("{ if (limit", "{ calls++; if (calls > 0 && limit")
    answer = compared(T5_B, new)
    assert answer.status == "equivalent-under-assumptions"
    assert {(str(each.kind), each.subject) for each in answer.assumptions} == {("globals", "calls")}


def test_t5_b_static_locals_are_inputs() -> None:
    old = "int next(int step) { static int count; count ^= step; return count == 5; }\n"
    answer = compared(old, old.replace("== 5", "== 5 && step != 7"))
    assert answer.status == "different"
    shown = answer.functions[0].differences[0]
    assert (shown.new.inputs["step"], shown.new.inputs["next::count"], shown.confirmed) == (7, 2, True)
    answer = compared(old, old.replace("count ^= step", "count = step ^ count"))
    assert (answer.status, answer.complete, answer.assumptions) == ("equivalent", True, ())


STATE = "int f(int set, int v) { static int last; if (set) { last = v; return 0; } return last; }\n"


def test_t5_b_static_locals_are_outputs() -> None:
    answer = compared(STATE, STATE.replace("last = v", "last = v & 1"))
    assert answer.status == "different"
    assert all("f::last=" in outcome for outcome in answer.functions[0].differences[0].outcomes)
    assert answer.functions[0].differences[0].confirmed
    assert compared(STATE, STATE.replace("last = v", "last = v | 0")).status == "equivalent"


def test_t5_b_two_static_locals_of_one_name() -> None:
    old = "int f(int a, int b) { if (a) { static int n; n = b; return n; } else { static int n; return n++ & 7; } }\n"
    answer = compared(old, old.replace("& 7", "& 3"))
    names = {name for shown in answer.functions[0].differences for name in shown.new.inputs}
    assert answer.status == "different"
    assert names == {"a", "b", "f::n", "f::1::n"}


def test_t5_b_a_static_local_in_a_helper_and_in_main() -> None:
    old = "static int id(void) { static unsigned char next; return next++; }\nint f(int x) { return id() + (x > 3); }\nint main(void) { static int calls; return calls++; }\n"
    answer = compared(old, old.replace("x > 3", "x > 2"), function="f")
    assert answer.status == "different"
    assert set(answer.functions[0].differences[0].new.inputs) == {"x", "id::next"}


def test_t5_b_what_cannot_be_set_is_an_open_assumption() -> None:
    old = (
        STATE.replace("static int last", "static struct { int a; } last")
        .replace("last =", "last.a =")
        .replace("return last", "return last.a")
    )
    answer = compared(old, old.replace("last.a = v", "last.a = v & 1"))
    assert answer.status == "equivalent-under-assumptions"
    assert ("globals", "f.last", "unseen") in {
        (str(each.kind), each.subject, each.details) for each in answer.assumptions
    }


def test_t5_b_globals_of_other_files_are_not_compared() -> None:
    for version, value in (("old", "x"), ("new", "x & 1")):
        Path(version).mkdir()
        Path(version, "a.c").write_text(f"void put(int);\nint f(int x) {{ put({value}); return 0; }}\n")
        Path(version, "b.c").write_text(
            "static int kept;\nint get(void) { return kept; }\nvoid put(int x) { kept = x; }\n"
        )
    answer = secateur.diff("old", "new", function="f")
    assert answer.status == "equivalent-under-assumptions"
    assert [(str(each.kind), each.subject, each.details) for each in answer.assumptions] == [
        ("globals", "kept", "unseen")
    ]
    assert secateur.diff("old", "new", function="f", accept=["globals"]).status == "equivalent"


def test_t5_b_large_globals_are_named() -> None:
    old = (
        "static char t[900];\nint get(int i) { return t[i]; }\nvoid f(unsigned i, char v) { if (i < 900) t[i] = v; }\n"
    )
    answer = compared(old, old.replace("= v", "= i == 800 ? 1 : v"), function="f", accept=["globals"])
    assert answer.status == "equivalent"
    assert ("size", "t", "elements:512") in {
        (str(each.kind), each.subject, each.details) for each in answer.assumptions
    }


def test_t5_b_errno_is_compared() -> None:
    old = "#include <errno.h>\nint f(int x) { if (x < 0) { errno = EINVAL; return -1; } return x; }\n"
    answer = compared(old, old.replace("EINVAL", "EDOM"))
    assert answer.status == "different"
    assert [each.difference.names for each in answer.functions[0].differences] == [("errno",)]


def test_t5_b_a_test_that_sets_a_static_local_is_only_replayed() -> None:
    Path("mine.json").write_text('[{"set": 0}]')
    compared(STATE, STATE.replace("if (set)", "if (set > 3)"), tests=Path("mine.json"), out=Path("suite"))
    assert "depends on what f::last holds before the call" in Path("suite", "tests.c").read_text()
    assert secateur.replay("suite").complete


def test_t5_b_another_initial_value_is_a_change() -> None:
    old = "int mode = 1;\nint f(int x) { return x == mode; }\n"
    answer = compared(old, old.replace("= 1", "= 2"))
    assert answer.status == "different"


def test_t5_c_failing_alike_is_not_equal() -> None:
    old = "int f(const char *s) { return s[-1] == 1 ? 10 : 20; }\n"
    answer = compared(old, old.replace("10", "11"))
    assert (answer.status, answer.complete) == ("not-compared", False)
    shown = answer.to_json()["functions"][0]
    assert shown["behind"] == [{"kind": "out-of-bounds", "file": "new.c", "line": 1}]
    assert {(each["file"], each["line"]) for each in shown["unreached"]} == {("old.c", 1), ("new.c", 1)}


T5_C = """int f(int m)
{
    int t[4] = {1, 2, 3, 4}, s = 0;
    if (m < 0)
        return 0;
    for (int i = 0; i <= 4; i++)
        s += t[i];
    return s + m;
}
"""


def test_t5_c_the_changed_line_lies_behind_the_fault() -> None:
    answer = compared(T5_C, T5_C.replace("s + m", "s - m"))
    assert answer.status == "not-compared"
    assert [place.line for place in answer.functions[0].unreached] == [8, 8]
    assert "before old.c:8, new.c:8 (out-of-bounds at new.c:7)" in answer.functions[0].summary


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("int f(int x) { int y = (x | 1) + 2147483647; if (x < 0) return 0; return y > 0 ? 1 : 2; }\n", "1 : 3"),
        ("struct s { int t[2], k; };\nint f(struct s *p) { int i = p->k | 2; return i == 2 && p->t[i] ? 1 : 2; }\n", "3 : 2"),
    ],
)  # fmt: skip
def test_t5_c_where_c_gives_a_value_the_comparison_goes_on(old: str, new: str) -> None:
    answer = compared(old, old.replace("1 : 2", new))
    assert answer.status == "different"
    assert answer.functions[0].behind
    assert answer.functions[0].differences[0].confirmed


T5_D = "#include <stdlib.h>\nint f(int x) { int *p = malloc(4); *p = x; int r = *p; free(p); return r; }\n"


def test_t5_d_allocations_can_fail() -> None:
    new = T5_D.replace("*p = x", "if (!p) return -1; *p = x")
    assert compared(T5_D, new).status == "different"
    assert compared(T5_D, new, accept=["allocation"]).status == "equivalent"


T5_E = "#define TWICE(x) ((x) + (x))\nstatic inline int half(int x) { return x / 2; }\n"


def test_t5_e_headers_are_sources() -> None:
    Path("old.h").write_text(T5_E)
    Path("new.h").write_text(T5_E.replace("x / 2", "x >> 1"))
    assert secateur.diff("old.h", "new.h").status == "different"
    Path("new.h").write_text(T5_E.replace("(x) + (x)", "(x) * 3"))
    answer = secateur.diff("old.h", "new.h")
    assert (answer.status, answer.complete) == ("equivalent-under-assumptions", False)
    assert [(str(each.kind), each.subject) for each in answer.assumptions] == [("not-compiled", "TWICE")]


def test_t5_e_lines_that_are_not_compiled_of_both_versions() -> None:
    old = "int f(int x)\n{\n#ifdef FAST\n    return x;\n#endif\n    return 1;\n}\n"
    answer = compared(old, old.replace("return x", "return x + 1"))
    assert (answer.status, answer.complete) == ("equivalent-under-assumptions", False)
    assert [each.subject for each in answer.assumptions] == ["old.c:4", "new.c:4"]


def test_t5_e_data() -> None:
    answer = compared("int x;\n", "int x = 5;\n")
    assert (answer.status, answer.initial_values) == ("different", ("x",))


T5_F = """#include <stdlib.h>
char *f(int n)
{
    char *s = malloc(4);
    if (!s)
        return 0;
    s[0] = 'H', s[1] = '0' + (n & 7), s[2] = 0, s[3] = 1;
    return s;
}
"""


def test_t5_f_what_a_returned_pointer_leads_to_is_compared() -> None:
    answer = compared(T5_F, T5_F.replace("'H'", "'J'"))
    assert answer.status == "different"
    assert answer.functions[0].differences[0].outcomes == ("return[0]=72", "return[0]=74")
    assert answer.functions[0].differences[0].confirmed
    answer = compared(T5_F, T5_F.replace("s[3] = 1", "s[3] = 2"))
    assert (answer.status, answer.complete) == ("equivalent", True)
    assert ("size", "*return") in {(str(each.kind), each.subject) for each in answer.assumptions}


def test_t5_f_what_a_global_leads_to() -> None:
    old = "struct s { int a, b; };\nstatic struct s one, *last;\nvoid f(int x) { one.a = x / 2; last = &one; }\n"
    answer = compared(old, old.replace("x / 2", "x / 2 + (x == 7)"))
    assert (answer.status, condition(answer)) == ("different", "x == 7")


def test_t5_g_a_removed_initialisation() -> None:
    old = "int f(int n) { int v = 0; if (n > 3) v = n; return v; }\n"
    answer = compared(old, old.replace("v = 0", "v"))
    assert (answer.status, condition(answer)) == ("different", "n <= 3")


def test_t5_g_an_output_without_a_value() -> None:
    old = """static unsigned help(unsigned x) { if (x == 1) return x + 1; return x; }
void f(unsigned a, unsigned *out) { out[0] = help(a); }
"""
    answer = compared(old, old.replace(" return x; }", " }"))
    assert answer.status == "different"
    old = "struct s { int a, b; };\nvoid f(struct s *p, int x) { struct s t = {0, 0}; t.a = x; *p = t; }\n"
    answer = compared(old, old.replace("t = {0, 0}", "t"))
    assert (answer.status, answer.functions[0].differences[0].names) == ("different", ("p[0].b",))


def test_t5_h_the_bound_is_the_one_that_was_used() -> None:
    old = "int f(const char *s) { return s[0] == 'a' ? 2 : 1; }\n"
    answer = compared(old, "int f(const char *s) { if (s[0] != 'a') return 1; return 2; }\n", string=1)
    assert answer.functions[0].summary == "equivalent on all 3 compared paths, for: strings up to 1 character"


# --- T12: signatures that change


def kinds(answer: Diff) -> set[tuple[str, str, str]]:
    return {(str(each.kind), each.subject, each.details) for each in answer.assumptions}


def test_t12_a_result_that_has_become_signed() -> None:
    answer = compared("unsigned f(int x) { return x; }\n", "int f(int x) { return x + 0; }\n")
    assert (answer.status, answer.complete) == ("equivalent", True)


def test_t12_an_added_parameter_is_no_difference() -> None:
    old = "int f(int x) { return x / 2; }\n"
    answer = compared(old, "int f(int x, int y) { return y ? x : x / 2; }\n")
    assert (answer.status, answer.complete) == ("equivalent-under-assumptions", False)
    assert kinds(answer) == {("parameters", "y", "added")}
    assert answer.to_json()["functions"][0]["matched"]["added"] == ["y"]
    answer = compared(old, "int f(int x, int y) { return y ? x / 3 : x / 4; }\n")
    assert answer.status == "different"
    answer = compared(old, "int f(int x, int y) { (void)y; return x >= 0 ? x / 2 : x / 2; }\n")
    assert (answer.status, answer.complete) == ("equivalent", True)


def test_t12_a_removed_parameter() -> None:
    old = "int f(int x, int y) { return y == 7 ? 0 : x / 2; }\n"
    assert kinds(compared(old, "int f(int x) { return x / 2; }\n")) == {("parameters", "y", "removed")}


@pytest.mark.parametrize(("old", "new"), [("int", "long"), ("long", "int"), ("unsigned char", "int")])
def test_t12_a_parameter_of_another_type(old: str, new: str) -> None:
    text = "int f({} x) {{ return x > 100 ? 1 : {}; }}\n"
    answer = compared(text.format(old, 2), text.format(new, "1 + 1"))
    assert answer.status == "equivalent-under-assumptions"
    assert {kind for kind, _, _ in kinds(answer)} == {"parameters"}
    answer = compared(text.format(old, 2), text.format(new, 3))
    assert answer.status == "different"
    assert answer.functions[0].differences[0].confirmed
