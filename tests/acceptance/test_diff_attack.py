"""Pairs of versions written to make `diff` say something false: *equivalent* with exit code 0 although a native run
shows a difference, or a difference that no native run shows."""

# ruff: noqa: E501 - a program on one line is easier to compare with its change

from __future__ import annotations

from pathlib import Path

import pytest

import secateur
from secateur import Diff

from .running import compared

HEAP = "#include <stdlib.h>\n"
PRINT = "#include <stdio.h>\n#include <stdlib.h>\n"
NODE = HEAP + "struct node { unsigned v; struct node *next; };\n"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def changed(old: str, change: tuple[str, str]) -> Diff:
    assert change[0] in old
    return compared(old, old.replace(*change))


#: By name: the old version, and what is replaced in it.
DIFFERENT = {
    "a loop is removed": ("int f(const char *s) { while (*s == ' ') s++; return *s; }\n", ("while (*s == ' ') s++; ", "")),
    "a loop that every call executes becomes a condition": (
        "int f(int x) { int y = 0; for (; x > 0 && x < 9; x--) y++; return y; }\n",
        ("for (; x > 0 && x < 9; x--)", "if (x > 0 && x < 9)"),
    ),
    "the first round of a loop": (
        "unsigned f(unsigned x, unsigned y)\n{\n    do {\n        y++;\n        if (x == 1)\n            y ^= 2;\n"
        "        x++;\n    } while (x < 3);\n    return y;\n}\n",
        ("        y++;\n", ""),
    ),
    "the other stream": (PRINT + 'void f(int x) { if (x > 3) fprintf(stdout, "bad"); }\n', ("stdout", "stderr")),
    "text before abort": (PRINT + 'void f(int x) { if (x > 3) { fprintf(stderr, "a%d", x); abort(); } }\n', ("a%d", "b%d")),
    "errno": ("#include <errno.h>\nint f(int x) { if (x < 0) { errno = EINVAL; return -1; } return x; }\n", ("EINVAL", "ERANGE")),
    "a global with many elements": ("unsigned a[100]; void f(unsigned x) { a[80] = x; }\n", ("= x", "= x + 1")),
    "a member after many others": (
        "struct s { int h[70]; unsigned t; }; void f(struct s *s, unsigned x) { s->t = x; }\n", ("= x", "= x + 1")),
    "a node that is put in front": (
        NODE + "int f(struct node **head, unsigned v) { struct node *m = malloc(sizeof *m); if (!m) return -1; m->v = v; m->next = *head; *head = m; return 0; }\n",
        ("m->v = v", "m->v = v + 1"),
    ),
    "a list that is lost": (
        NODE + "int f(struct node **head, unsigned v) { struct node *m = malloc(sizeof *m); if (!m) return -1; m->v = v; m->next = *head; *head = m; return 0; }\n",
        ("m->next = *head", "m->next = 0"),
    ),
    "a buffer that is handed out": (
        HEAP + "int f(char **out) { char *b = malloc(4); if (!b) return -1; b[0] = 'a'; b[1] = 0; *out = b; return 0; }\n",
        ("'a'", "'b'"),
    ),
    "a text that is handed out": (
        'int f(const char **out, int v) { *out = v ? "yes" : "no"; return 0; }\n', ("yes", "yet")),
    "a block in a member": (
        HEAP + "struct s { unsigned *d; }; int f(struct s *s, unsigned v) { s->d = malloc(4); if (!s->d) return -1; *s->d = v; return 0; }\n",
        ("*s->d = v", "*s->d = v + 1"),
    ),
    "a block in a member of a global": (
        HEAP + "struct s { unsigned *d; } g; int f(unsigned v) { g.d = malloc(4); if (!g.d) return -1; *g.d = v; return 0; }\n",
        ("*g.d = v", "*g.d = v + 1"),
    ),
    "a text of which the end has no value": (
        HEAP + "char *f(void) { char *b = malloc(4); if (!b) return 0; b[0] = 'a'; b[1] = 0; return b; }\n", ("'a'", "'b'")),
    "the element that a member leads to": (
        "struct s { int *p; int a[2]; }; void f(struct s *s) { s->p = &s->a[0]; }\n", ("&s->a[0]", "&s->a[1]")),
    "text before a failed assertion that has nothing to do with it": (
        PRINT + '#include <assert.h>\nint f(int x) { printf("a"); assert(x != 1); return 0; }\n',
        ('printf("a"); assert(x != 1);', 'assert(x != 1); printf("a");'),
    ),
    "text before an exit that has nothing to do with it": (
        PRINT + 'int f(int x) { printf("a"); if (x == 1) exit(0); return 0; }\n',
        ('printf("a"); if (x == 1) exit(0);', 'if (x == 1) exit(0); printf("a");'),
    ),
    "text before an end inside another function": (
        PRINT + 'static void stop(int x) { if (x == 1) abort(); }\nint f(int x) { printf("a"); stop(x); return 0; }\n',
        ('printf("a"); stop(x);', 'stop(x); printf("a");'),
    ),
    "a pointer to a global": ("int g; int f(int *p) { g = 1; *p = 2; return g; }\n", ("return g", "return 1")),
    "a pointer to a static variable that has been given out": (
        "static int g; int *where(void) { return &g; } int f(int *p) { g = 1; *p = 2; return g; }\n", ("return g", "return 1")),
    "a pointer into a global array": ("int g[3]; int f(int *p) { g[0] = 1; *p = 2; return g[0]; }\n", ("return g[0]", "return 1")),
    "two pointers to one object": ("int f(int *p, int *q) { *p = 1; *q = 2; return *p; }\n", ("return *p", "return 1")),
    "a pointer that is NULL": ("int f(int *p) { return *p; }\n", ("{ return", "{ if (!p) return -1; return")),
    "a pointer that is compared with NULL": (
        "int f(int *p, int x) { if (x > 3) return 1; if (p && x > 2) return 2; return 3; }\n", ("p && ", "")),
    "the size of a block that is returned": (HEAP + "char *f(unsigned n) { return malloc(n & 15); }\n", ("& 15", "& 7")),
    "the size of a block without a type": (HEAP + "void *f(unsigned char n) { return malloc(n); }\n", ("(n)", "(n + 1)")),
    "a function from outside in a member": (
        HEAP + "struct s { void *(*get)(size_t); };\nvoid f(struct s *s, int x) { s->get = malloc; if (x == 3) s->get = 0; }\n", ("x == 3", "x == 4")),
}  # fmt: skip


@pytest.mark.parametrize("name", DIFFERENT)
def test_a_difference_is_found(name: str) -> None:
    answer = changed(*DIFFERENT[name])
    assert answer.status == "different"
    assert all(each.confirmed for one in answer.functions for each in one.differences)


FUNCTIONS = "static int one(int x) { return x + 1; }\nstatic int two(int x) { return x + 2; }\n"
#: Differences that no native run shows.
NOT_EQUIVALENT = {
    "the function that is returned": (FUNCTIONS + "int (*f(int x))(int) { return x ? one : two; }\n", ("one : two", "two : one")),
    "the function in a member": (
        FUNCTIONS + "struct s { int (*get)(int); };\nvoid f(struct s *s) { s->get = one; }\n", ("get = one", "get = two")),
    "the function in a global": (FUNCTIONS + "int (*op)(int);\nvoid f(int x) { op = x ? one : two; }\n", ("one : two", "two : one")),
    "places with the same content": ("static char b[4] = {5, 5, 5, 5};\nconst char *f(int x) { return x ? b : b; }\n", ("x ? b : b", "x ? b + 1 : b")),
}  # fmt: skip


@pytest.mark.parametrize("name", NOT_EQUIVALENT)
def test_where_a_pointer_leads_matters(name: str) -> None:
    answer = changed(*NOT_EQUIVALENT[name])
    assert not answer.complete or answer.found


EQUIVALENT = {
    "another static buffer": (
        "const char *f(int x) { static char b[2]; b[0] = 'a' + (x & 3); return b; }\n",
        ("static char b[2]; b[0] = 'a' + (x & 3); return b;", "static char c[2]; c[0] = 'a' + (x & 3); return c;"),
    ),
    "a function with another name": (
        "static int one(int x) { return x + 1; }\nint (*f(int x))(int) { return x ? one : 0; }\n", ("one", "uno")),
    "another name for a text": ('const char *f(int x) { const char *t = "ab"; return x ? t : "c"; }\n', ('const char *t = "ab"; return x ? t', 'return x ? "ab"')),
    "both streams in another order": (
        PRINT + 'void f(int x) { fprintf(stderr, "e%d", x); printf("o%d", x); }\n',
        ('fprintf(stderr, "e%d", x); printf("o%d", x);', 'printf("o%d", x); fprintf(stderr, "e%d", x);'),
    ),
    "a variable that nothing reads": ("static int n; int f(int x) { n = x; return x; }\n", ("n = x; ", "")),
    "a variable in a function that nothing reads": ("int f(int x) { static int n; n = x; return x; }\n", ("n = x; ", "")),
    "a pointer to a static variable that nobody else has": (
        "static int g; int f(int *p) { g = 1; *p = 2; return g; }\n", ("return g", "return 1")),
    "the size of the block that a text is in": (
        HEAP + "#include <string.h>\nchar *f(const char *s) { char *p = malloc(strlen(s) + 1); if (p) strcpy(p, s); return p; }\n", ("+ 1", "+ 9")),
}  # fmt: skip


@pytest.mark.parametrize("name", EQUIVALENT)
def test_no_difference_is_invented(name: str) -> None:
    assert not changed(*EQUIVALENT[name]).found


COMPLETE = {
    "a function from outside in a member": (
        HEAP + "struct s { void *(*get)(size_t); };\nvoid f(struct s *s, int x) { s->get = malloc; if (x > 3) s->get = 0; }\n", ("x > 3", "x >= 4")),
    "pointers that may be NULL": ("int f(const int *p, int x) { return x > 1 ? *p & 3 : x; }\n", ("*p & 3", "3 & *p")),
    "pointers that may be the same": (
        "void f(unsigned *p, unsigned *q) { *p += 1; *q += 2; }\n", ("*p += 1; *q += 2", "*q += 2; *p += 1")),
}  # fmt: skip


@pytest.mark.parametrize("name", COMPLETE)
def test_what_was_assumed_at_first_is_decided(name: str) -> None:
    answer = changed(*COMPLETE[name])
    assert (answer.status, answer.complete) == ("equivalent", True)
    assert not {str(each.kind) for each in answer.assumptions} & {"no-alias", "not-null"}


def test_what_cannot_be_decided_about_pointers_is_an_assumption() -> None:
    """With other names for the parameters, all pointers may be the same, but none leads to a global."""
    answer = compared(
        "int g; int f(int *p) { g = 1; *p = 2; return g; }\n", "int g; int f(int *q) { g = 1; *q = 2; return 1; }\n"
    )
    assert answer.found or (answer.status == "equivalent-under-assumptions" and not answer.complete)


def test_the_buffers_of_streams_are_lost() -> None:
    old = PRINT + 'void f(int x) { printf("a%d", x); exit(0); }\n'
    answer = changed(old, ("exit(0)", "_Exit(0)"))
    assert answer.status == "equivalent-under-assumptions"
    assert [each.subject for each in answer.ledger.open] == ["_Exit"]


def test_a_difference_does_not_include_inputs_that_end_early() -> None:
    """Where the division fails, both versions end."""
    old = "int f(int a, int b) { int z = 5 % (b - 2); return a + 1; }\n"
    answer = compared(old, old.replace("a + 1", "a + 2"), check="none")
    assert [each.condition for each in answer.functions[0].differences] == ["b != 2"]


def test_one_effect_with_several_conditions() -> None:
    old = "int f(unsigned x) { int y = 0; do { if (x == 0 || x > 2) y = 1; x |= 4; } while (y == 0 && x == 7); return y; }\n"
    answer = changed(old, ("y = 1", "y = 2"))
    (shown,) = answer.functions[0].differences
    assert all(f"{part}" in shown.condition for part in ("x == 0", "x > 2", " || "))


def test_members_in_another_order_are_the_same_members() -> None:
    old = "struct s { int width, height; };\nint f(const struct s *s) { return s->width; }\n"
    answer = changed(old, ("width, height", "height, width"))
    assert answer.status == "equivalent-under-assumptions"
    assert [(each.subject, each.details) for each in answer.assumptions if str(each.kind) == "parameters"] == [
        ("s", "reordered")
    ]


def test_a_signed_bit_field_does_not_depend_on_what_lies_beside_it() -> None:
    old = "struct s { int low : 2; unsigned a : 3; };\nint f(unsigned x) { struct s s; s.a = x; return s.a; }\n"
    answer = changed(old, ("unsigned a", "signed a"))
    assert answer.status == "different"
    assert answer.functions[0].differences[0].confirmed


def test_an_endless_loop_is_not_within_a_bound_that_nobody_gave() -> None:
    answer = changed("int f(int x) { while (x == 7) {} return x; }\n", ("while (x == 7) {} ", ""))
    assert (answer.status, answer.complete) == ("different", True)


def test_a_condition_that_became_unconditional(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A branch of one version is matched with a jump of the other, which has no second side."""
    program = """extern void __assert_fail(const char *, const char *, unsigned, const char *);
#define assert(c) ((c) ? (void)0 : __assert_fail(#c, __FILE__, __LINE__, __func__))
struct s { int v; int w[2]; struct s *n; };
static int g, h, t[3], u[3];
int main(void)
{
    int a = 0, b = 0, c = 0, *p = &a, *q = &t[1]; struct s m = {0}, k = {0}, *x = &m; m.n = &k; k.n = &m;
    assert(u[0] != 2);
    assert(*q != 2);
    CHANGED
    if (t[0] == 1 && a == 1) assert(0);
}
"""
    monkeypatch.chdir(tmp_path)
    Path("old.c").write_text(program.replace("CHANGED", "if (x->v == 2 && a == 1) assert(0);"))
    Path("new.c").write_text(program.replace("CHANGED", "assert(0);"))
    answer = secateur.diff("old.c", "new.c", function="main")
    assert answer.found


def test_errno_that_only_the_library_sets() -> None:
    old = "#include <stdlib.h>\nlong f(const char *s) { long n = strtol(s, 0, 10); return n; }\n"
    twice = 'if (s[0] == 57) strtol("99999999999999999999", 0, 10); return n'
    answer = compared(old, old.replace("return n", twice), string=1)
    assert [each.outcomes for each in answer.functions[0].differences] == [("errno=0", "errno=34")]
    assert answer.functions[0].differences[0].confirmed


def test_the_same_functions_are_passed_to_both_versions() -> None:
    """A contract of the old version that says what a pointer calls holds for the new one, too."""
    old = "int f(int (*get)(int), int x) { int n = get(x); return n & 3; }\n"
    answer = compared(old, old.replace("n & 3", "3 & n"), requires="calls(get, any)")
    assert not answer.found


def test_regions_by_statements_leave_no_gap() -> None:
    """The region of a path is made of the decisions by which its inputs were told apart, not of others."""
    subject = Path(__file__).parents[2] / "benchmarks" / "subjects" / "scheduler.c"
    old = subject.read_text()
    change = "        if (processes[i].state == FREE)", "        if (processes[i].state != FREE)"
    assert change[0] in old
    answer = compared(
        old,
        old.replace(*change, 1),
        function="schedule",
        include=str(subject.parent),
        define="COMMANDS=3",
        accept="globals,not-null",
        tune="by_value=off",
    )
    assert answer.found


def test_an_address_in_a_union_is_not_compared_as_a_number() -> None:
    """The union is seen through its widest member without pointers. That holds an address, which no run can predict."""
    text = HEAP + (
        "struct v { int type; union { char *text; double number; } u; };\n"
        "struct v *f(int x) { if (x != 7) return 0; struct v *v = malloc(sizeof *v); if (!v) return 0; v->type = 1; "
        "v->u.text = malloc(2); return v; }\n"
    )
    answer = changed(text, ("x != 7", "x != 7 && x != 8"))
    (one,) = answer.functions[0].differences
    assert (one.confirmed, one.outcomes) == (True, ("return null", "return non-null"))


#: By name: what a function makes, and a change further behind its result than the comparison looks.
LINKED = {
    "a second node": (
        NODE + "struct node *f(unsigned x) { struct node *a = malloc(sizeof *a), *b = malloc(sizeof *b); if (!a || !b) return 0; a->v = 1; a->next = b; b->v = x; b->next = 0; return a; }\n",
        ("b->v = x", "b->v = x + 1"),
    ),
    "a text in a structure": (
        HEAP + "#include <string.h>\nstruct s { char *name; }; struct s *f(int x) { struct s *s = malloc(sizeof *s); if (!s) return 0; s->name = malloc(4); if (s->name) strcpy(s->name, x > 3 ? \"ab\" : \"cd\"); return s; }\n",
        ("cd", "ce"),
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", LINKED)
def test_linked_data_that_is_not_compared_is_an_assumption(name: str) -> None:
    one = changed(*LINKED[name]).functions[0]
    assert not one.complete
    assert "return->*" in {each.subject for each in one.ledger.open}


def test_linked_data_that_is_gone_is_none() -> None:
    text = NODE + (
        "unsigned f(unsigned x) { struct node *a = malloc(sizeof *a); if (!a) return 0; struct node *b = malloc(sizeof *b); "
        "if (!b) { free(a); return 0; } a->next = b; b->v = x + 2; unsigned r = a->next->v; free(b); free(a); return r; }\n"
    )
    assert changed(text, ("x + 2", "2 + x")).complete
