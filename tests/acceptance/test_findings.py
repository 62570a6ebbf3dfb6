"""Programs on which trials with other people's code showed answers that were not true. Each keeps the name of its finding:
T for answers that are not true, C for crashes, U for undefined behaviour that was not looked for."""

# ruff: noqa: E501 - a program on one line is easier to compare with its finding

from __future__ import annotations

from collections.abc import Set
from pathlib import Path
from typing import Any

import pytest

import secateur
from secateur import Run


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def explored(text: str, function: str = "f", **options: Any) -> Run:
    Path("a.c").write_text(text)
    return secateur.explore(f"a.c:{function}" if function else "a.c", **options)


def found(run: Run) -> set[tuple[str, int, bool | None]]:
    return {(fault.kind, fault.line, fault.confirmed) for fault in run.faults}


def kinds(run: Run) -> Set[str]:
    return {str(each.kind) for each in run.assumptions}


# --- T1: main as C has it

USAGE = """#include <stdio.h>
int main(int argc, char **argv)
{
    if (argc < 2) { fprintf(stderr, "usage: %s FILE\\n", argv[0]); return 1; }
    return argv[1][0] == 'x' && argv[argc] == 0;
}
"""


def test_t1_a_program_has_a_name() -> None:
    run = explored(USAGE, "")
    assert not run.faults
    assert "arguments" in kinds(run)
    assert not run.complete


def test_t1_argc_and_argv_agree() -> None:
    run = explored(USAGE, "main")
    assert not run.faults
    assert {test.outcome.observations[0][1] for test in run.tests if test.outcome.observations} == {"0", "1"}


def test_t1_argc_is_one_without_arguments() -> None:
    text = """int __VERIFIER_nondet_int(void);
int main(int argc, char *argv[])
{
    int x = __VERIFIER_nondet_int();
    if (argc == 1 && x == 5)
        return 10 / (x - 5);
    return argc;
}
"""
    assert found(explored(text, "")) == {("division-by-zero", 6, True)}


# --- T2: faults on constants


@pytest.mark.parametrize(
    ("expression", "kind"),
    [
        ("1 / 0", "division-by-zero"),
        ("7 % (x, 0)", "division-by-zero"),
        ("1 << 40", "shift"),
        ("1 >> -1", "shift"),
        ("INT_MAX + 1", "signed-overflow"),
        ("INT_MIN - 1", "signed-overflow"),
        ("INT_MIN / -1", "signed-overflow"),
        ("-(x, INT_MIN)", "signed-overflow"),
        ("100000 * 100000", "signed-overflow"),
    ],
)
def test_t2_constants(expression: str, kind: str) -> None:
    run = explored(
        f"#include <limits.h>\nint f(int x)\n{{\n    if (x == 3)\n        return {expression};\n    return 0;\n}}\n"
    )
    assert found(run) == {(kind, 5, True)}
    assert [fault.inputs["x"] for fault in run.faults] == [3]


def test_t2_constants_that_are_not_run() -> None:
    text = "int f(int x)\n{\n    if (0) return 1 / 0;\n    return x == 2 ? (int)sizeof(1 / 0) : 0 && 1 / 0;\n}\n"
    run = explored(text)
    assert not run.faults
    assert run.complete


# --- T3, T4: what runs


def test_t3_constructors_run() -> None:
    text = """static int g;
__attribute__((constructor)) static void init(void) { g = 5; }
int f(int x) { if (x == 3) return 10 / g; return g; }
"""
    run = explored(text)
    assert not run.faults
    assert {test.outcome.observations[0] for test in run.tests} == {("return", "2"), ("return", "5")}


def test_t4_one_path_ends_and_not_the_run() -> None:
    text = """#include <stdio.h>
#include <stdlib.h>
int f(int x)
{
    if (x == 7)
        abort();
    if (x == 5)
        return popen("true", "r") != 0;
    return x;
}
"""
    run = explored(text)
    assert {(kind, line) for kind, line, _ in found(run)} == {("abort", 6)}
    assert not run.complete
    assert len(run.tests) >= 2
    shown = run.to_json()["unsupported"]
    assert [(each["name"], each["line"], each["paths"]) for each in shown] == [("popen", 8, 1)]


# --- T6: one arbitrary shape


def test_t6_shapes_are_named() -> None:
    text = """struct ops { int (*get)(void *); void *ctx; };
int f(struct ops *o) { if (!o->get) return -1; return o->get(o->ctx) > 3; }
"""
    run = explored(text)
    assert ("callee", "o->get") in {(str(each.kind), each.subject) for each in run.assumptions}


def test_t6_a_list_has_a_length() -> None:
    text = "struct node { int v; struct node *next; };\nint f(struct node *n) { return n->next->v; }\n"
    run = explored(text, infer=False)
    assert "shape" in kinds(run)
    assert ("not-null", "n->next") in {(str(each.kind), each.subject) for each in run.assumptions}
    assert run.complete
    run = explored(text, nullable=["n->next"])
    assert found(run) == {("null-pointer", 2, True)}


@pytest.mark.parametrize(
    ("call", "kind"),
    [
        ("getchar() == 'x'", "stdin"),
        ('scanf("%d", &n) == 1 && n > 3', "stdin"),
        ("fgets(b, 4, stdin) != 0", "stdin"),
        ('getenv("HOME") != 0', "environment"),
    ],
)
def test_t6_nothing_was_read(call: str, kind: str) -> None:
    text = f"#include <stdio.h>\n#include <stdlib.h>\nint f(int n) {{ char b[4]; (void)b; return {call}; }}\n"
    run = explored(text)
    assert kind in kinds(run)
    assert not run.complete


MALLOC = "#include <stdlib.h>\nint f(int x)\n{\n    int *p = malloc(sizeof *p);\n    *p = x;\n    return *p;\n}\n"


def test_t6_malloc_may_fail() -> None:
    run = explored(MALLOC)
    assert "allocation" in kinds(run)
    assert run.complete
    run = explored(MALLOC, malloc_fails="1")
    assert found(run) == {("null-pointer", 5, True)}


# --- T8, T9: pointers to the end


def test_t8_an_end_pointer_may_be_computed() -> None:
    text = """int f(int n)
{
    int a[4] = {1, 2, 3, 4}, *e = a + 4;
    if (n == 3)
        return *e;
    return e - a;
}
"""
    assert found(explored(text)) == {("out-of-bounds", 5, True)}


def test_t9_a_trailing_array_may_be_longer() -> None:
    text = """#include <stdlib.h>
struct c { struct c *next; unsigned char z[8]; };
int f(unsigned char x)
{
    struct c *c = malloc(sizeof *c + 100);
    if (!c)
        return -1;
    c->z[8] = x;
    int r = c->z[8] > 3 ? 1 : 0;
    free(c);
    return r;
}
"""
    run = explored(text, infer=False)
    assert not run.faults
    assert len(run.tests) == 2


# --- T10, C3: stand-ins


def test_t10_read_gives_at_most_what_was_asked_for() -> None:
    text = """#include <unistd.h>
int f(int fd)
{
    char b[4];
    long n = read(fd, b, 4);
    if (n > 4)
        return 1 / (int)(n - n);
    return n > 0 ? b[n - 1] : 0;
}
"""
    run = explored(text, external="havoc")
    assert not run.faults
    assert len(run.tests) >= 3
    assert "stand-in" in kinds(run)


def test_t10_a_fault_that_rests_on_a_stand_in_is_not_confirmed() -> None:
    text = "int get(void);\nint f(int x)\n{\n    return x / get();\n}\n"
    run = explored(text, external="havoc")
    assert ("division-by-zero", 4) in {(kind, line) for kind, line, _ in found(run)}
    assert not any(confirmed for _, _, confirmed in found(run))


def test_t10_pointers_are_null_or_not() -> None:
    text = "char *name(void);\nint f(void) { char *s = name(); return s ? 1 : 2; }\n"
    run = explored(text, external="havoc")
    assert {dict(test.outcome.observations)["return"] for test in run.tests} == {"1", "2"}


def test_c3_stand_ins_and_formatting() -> None:
    text = '#include <stdio.h>\nint get(void);\nint f(int x) { char b[16]; snprintf(b, 16, "%d", x & 1); return b[0] + get(); }\n'
    run = explored(text, external="havoc", check="none")
    assert run.tests


# --- T13


def test_t13_a_nullable_pointer_in_an_assumption() -> None:
    text = "int f(int *p) { return *p > 3; }\n"
    assert found(explored(text, nullable=["p"])) == {("null-pointer", 1, True)}
    assert not explored(text, nullable=["p"], assume=["p != 0"]).faults


# --- C1, C2, C4: crashes

C1 = """int nondet(void); void klee_assume(unsigned long);
int __VERIFIER_nondet_int(void);
int f(int x, int y)
{
    if (x > 5) x = 1;
    if (y > 20) y = 1;
    int z = __VERIFIER_nondet_int();
    klee_assume(z > 10);
    return z > 11;
}
"""

C2 = """#include <stdarg.h>
#include <stdio.h>
static void complain(const char *format, ...)
{
    va_list list;
    va_start(list, format);
    vfprintf(stderr, format, list);
    va_end(list);
}
int f(int x, int y)
{
    if (x > 3)
        y++;
    complain("%d %s\\n", y, "is bad");
    return y > 7;
}
"""


@pytest.mark.parametrize("technique", ["pse", "dgse"])
@pytest.mark.parametrize("text", [C1, C2])
def test_c1_c2_techniques_do_not_crash(text: str, technique: str) -> None:
    run = explored(text, technique=technique, assume=["y < 100"])
    assert run.complete
    assert not run.faults


C4 = [
    "typedef int v4 __attribute__((vector_size(16)));\nint f(int x) { v4 v = {x, 1, 2, 3}; v[5] = 3; return v[0]; }\n",
    "static void g(int *p) { *p = 1; }\nint f(int x) { int (*h)(int *) = (int (*)(int *))g; int y = x; return h(&y) + y; }\n",
    'void klee_make_symbolic(void *, unsigned long, const char *);\nint f(void) { int x; klee_make_symbolic(&x, sizeof x, "\\xff\\xfe"); return x > 3; }\n',
]


@pytest.mark.parametrize("text", C4)
def test_c4_no_traceback(text: str) -> None:
    run = explored(text)
    assert run.found or run.tests or not run.complete


# --- C8: linkage


def test_c8_alias_weak_and_thread_local() -> None:
    text = """int real(int x) { return x + 1; }
int other(int) __attribute__((alias("real")));
extern int absent(int) __attribute__((weak));
extern int nothing __attribute__((weak));
static _Thread_local int counter = 4;
int f(int x)
{
    counter++;
    if (absent || &nothing)
        return 0;
    return other(x & 7) + counter > 9 ? 1 : 0;
}
"""
    run = explored(text)
    assert not run.faults
    assert {dict(test.outcome.observations)["return"] for test in run.tests} == {"0", "1"}


def test_c8_ifunc() -> None:
    text = """static int one(int x) { return x > 3 ? 1 : 0; }
static int (*choose(void))(int) { return one; }
int chosen(int) __attribute__((ifunc("choose")));
int f(int x) { return chosen(x); }
"""
    run = explored(text)
    assert not run.faults
    assert len(run.tests) == 2


def test_c8_computed_goto_reaches_every_label() -> None:
    text = """int f(unsigned x)
{
    static void *const to[] = {&&a, &&b, &&c};
    goto *to[x % 3];
a:  return 1;
b:  return 2;
c:  return 3;
}
"""
    run = explored(text)
    assert not run.faults
    assert {dict(test.outcome.observations)["return"] for test in run.tests} == {"1", "2", "3"}


def test_c8_percent_n() -> None:
    text = (
        '#include <stdio.h>\nint f(int x) { int n = 0; char b[16]; snprintf(b, 16, "%d%n", x & 63, &n); return n; }\n'
    )
    run = explored(text)
    assert {dict(test.outcome.observations)["return"] for test in run.tests} == {"1", "2"}


def test_c8_klee() -> None:
    text = """#include <klee/klee.h>
int f(int x)
{
    int y = klee_get_value_i32(4);
    klee_prefer_cex(&x, x > 100);
    klee_check_memory_access(&y, sizeof y);
    if (x == 1)
        klee_silent_exit(0);
    klee_assert(x != 2);
    return y;
}
"""
    assert {(kind, line) for kind, line, _ in found(explored(text))} == {("assertion", 9)}


# --- U: undefined behaviour that the sanitizers report

UNDEFINED = {
    "uninitialised branch": ("int f(int x)\n{\n    int u;\n    if (x > 3) u = 1;\n    if (u) return 1;\n    return 2;\n}\n", "uninitialised", 5),
    "uninitialised result": ("int f(int x)\n{\n    int u;\n    if (x > 3) u = 1;\n    return u;\n}\n", "uninitialised", 5),
    "uninitialised element": ("int f(unsigned x)\n{\n    int a[4];\n    a[0] = 1;\n    return a[x & 1] ? 1 : 2;\n}\n", "uninitialised", 5),
    "misaligned": ("int f(unsigned char *b, int x)\n{\n    if (x == 3)\n        return *(int *)(b + 1);\n    return 0;\n}\n", "misaligned", 4),
    "bad _Bool": ("#include <string.h>\nint f(unsigned char x)\n{\n    _Bool b;\n    memcpy(&b, &x, 1);\n    return b ? 1 : 2;\n}\n", "invalid-bool", 6),
    "ctz(0)": ("int f(unsigned x)\n{\n    return __builtin_ctz(x);\n}\n", "invalid-builtin", 3),
    "clz(0)": ("int f(unsigned x)\n{\n    return __builtin_clz(x);\n}\n", "invalid-builtin", 3),
    "float to int": ("int f(double x)\n{\n    return (int)x > 3;\n}\n", "float-to-int", 3),
    "overlap": ("#include <string.h>\nint f(unsigned x)\n{\n    char b[8] = \"abcdefg\";\n    memcpy(b + (x & 3), b, 3);\n    return b[0];\n}\n", "overlap", 5),
    "pointer overflow": ("int f(char *b, unsigned long x)\n{\n    char *p;\n    p = b + x;\n    return p != 0;\n}\n", "pointer-overflow", 4),
    "missing return": ("static int g(int x)\n{\n    if (x > 3) return 1;\n}\nint f(int x)\n{\n    if (g(x)) return 1;\n    return 2;\n}\n", "missing-return", 7),
    "negative shift": ("int f(int x)\n{\n    return x << 2 > 4;\n}\n", "shift", 3),
    "wrong type": ("static int g(int x) { return x; }\nint f(int x)\n{\n    double (*h)(double) = (double (*)(double))(void *)g;\n    return x == 3 ? h(1.0) > 2 : 0;\n}\n", "wrong-call", 5),
    "returns_nonnull": ("__attribute__((returns_nonnull)) static int *g(int *p) { return p; }\nint f(int x)\n{\n    int y = x;\n    return g(x == 3 ? 0 : &y) != 0;\n}\n", "nonnull", 1),
}  # fmt: skip


@pytest.mark.parametrize("name", UNDEFINED)
def test_u(name: str) -> None:
    text, kind, line = UNDEFINED[name]
    run = explored(text, buffer=8)
    assert found(run) == {(kind, line, True)}


def test_u_leaks_on_request() -> None:
    text = "#include <stdlib.h>\nint f(int x)\n{\n    char *p = malloc(4);\n    if (x > 3) free(p);\n    return x > 3;\n}\n"
    assert not explored(text).faults
    assert {(kind, line) for kind, line, _ in found(explored(text, check="all"))} == {("leak", 4)}


def test_u_copies_of_uninitialised_memory_are_no_faults() -> None:
    text = """#include <string.h>
struct s { char c; int i; };
int f(int x)
{
    struct s a, b;
    int t[3];
    a.c = 1;
    a.i = x;
    memcpy(&b, &a, sizeof b);
    t[1] = b.i;
    int u = t[0];
    (void)u;
    return t[1] > 3;
}
"""
    run = explored(text)
    assert not run.faults
    assert run.complete
