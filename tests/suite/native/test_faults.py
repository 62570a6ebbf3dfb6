"""Every kind of fault is detected with its name and line; nothing else is reported as a fault."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from secateur.frontend.cache import Cache
from secateur.suite.native.build import build
from secateur.suite.native.run import Server
from secateur.suite.test import Recorded

from .conftest import Execute

FAULTS = {
    "null-copied-to-too-small": ("null-pointer", "char *p = malloc(n), *q = n ? 0 : p; memcpy(p, q, 4); //!"),
    "null-printed": ("null-pointer", 'char *q = n ? 0 : ""; printf("%d %s", n, q); //!'),
    "heap-read-behind": ("out-of-bounds", "char *p = malloc(5); return p[n + 4]; //!"),
    "heap-write-behind": ("out-of-bounds", "int *p = malloc(8); p[n + 1] = 1; //!"),
    "heap-read-before": ("out-of-bounds", "int *p = malloc(8); return p[n - 2]; //!"),
    "heap-far-behind": ("out-of-bounds", "int *p = malloc(8), *q = malloc(8); return p[n << 28] + *q; //!"),
    "heap-very-far": ("out-of-bounds", "int *p = malloc(8); return p[0x7ffffffe + n]; //!"),
    "heap-far-before": ("out-of-bounds", "char *p = malloc(8); return p[-100000 * n]; //!"),
    "heap-zero-size": ("out-of-bounds", "char *p = malloc(n - 1); *p = 1; //!"),
    "heap-unaligned-over-the-end": ("misaligned", "char *p = malloc(8); return *(int *)(p + n + 4); //!"),
    "heap-odd-size": ("out-of-bounds", "char *p = calloc(13, 1); return *(short *)(p + 11 + n); //!"),
    "heap-big-block": ("out-of-bounds", "char *p = malloc(3000000); p[3000000] = 1; //!"),
    "heap-after-many": (
        "out-of-bounds",
        "char *p = 0; for (int i = 0; i < 5000; i++) p = malloc(24); return p[23 + n]; //!",
    ),
    "realloc-behind": ("out-of-bounds", "char *p = realloc(malloc(4), 6); p[5 + n] = 1; //!"),
    "stack-behind": ("out-of-bounds", "int a[4] = {0}; int *p = a; return p[n + 3]; //!"),
    "stack-before": ("out-of-bounds", "int a[4] = {0}; int *p = a; return p[-n]; //!"),
    "stack-index": ("out-of-bounds", "int a[4] = {0}; return a[n + 3]; //!"),
    "stack-far": ("out-of-bounds", "int a[4] = {0}; int *p = a; return p[n * 2000]; //!"),
    "stack-one-byte": ("out-of-bounds", "char a[3]; char *p = a; p[2 + n] = 1; //!"),
    "vla-behind": ("out-of-bounds", "char a[n + 4]; char *p = a; p[n + 4] = 1; //!"),
    "alloca-behind": ("out-of-bounds", "char *p = __builtin_alloca(n + 4); p[n + 4] = 1; //!"),
    "global-behind": ("out-of-bounds", "int *p = table; return p[n + 3]; //!"),
    "global-far": ("out-of-bounds", "int *p = table; return p[n * 97]; //!"),
    "global-zero-far": ("out-of-bounds", "char *p = zeros; return p[n * 4000]; //!"),
    "global-before": ("out-of-bounds", "int *p = table; return p[-n]; //!"),
    "static-behind": ("out-of-bounds", "static short s[3]; short *p = s; p[n + 2] = 1; //!"),
    "literal-behind": ("out-of-bounds", 'const char *s = "abc"; return s[n + 3]; //!'),
    "literal-write": ("out-of-bounds", 'char *s = "abc"; s[n] = 1; //!'),
    "constant-write": ("out-of-bounds", "*(int *)&constant = n; //!"),
    "struct-behind": ("out-of-bounds", "struct pair *p = malloc(sizeof *p); return p[n].b; //!"),
    "wild": ("out-of-bounds", "int *p = (int *)(0x123456789000 * n); return *p; //!"),
    "impossible-address": ("out-of-bounds", "int *p = (int *)(0x8000123456789000 * n); return *p; //!"),
    "freed-read": ("use-after-free", "int *p = malloc(8); free(p); return p[n]; //!"),
    "freed-write": ("use-after-free", "int *p = malloc(8); free(p); p[n] = 1; //!"),
    "realloc-moved": ("use-after-free", "int *p = malloc(8), *q = realloc(p, 16); q[0] = 1; return *p; //!"),
    "freed-among-many": (
        "use-after-free",
        "char *p = malloc(24); free(p); for (int i = 0; i < 5000; i++) free(malloc(24)); return p[n]; //!",
    ),
    "returned": ("use-after-free", "int *p = escape(n); return *p; //!"),
    "left-scope": ("use-after-free", "int *p; { int local = n; p = &local; } return *p; //!"),
    "free-twice": ("invalid-free", "char *p = malloc(8); free(p); free(p); //!"),
    "free-inside": ("invalid-free", "char *p = malloc(8); free(p + n); //!"),
    "free-inside-aligned": ("invalid-free", "char *p = malloc(80); free(p + 16 * n); //!"),
    "free-local": ("invalid-free", "int a[4]; free(a); //!"),
    "free-global": ("invalid-free", "free(table); //!"),
    "free-wild": ("invalid-free", "free((void *)(0x123456789000 * n)); //!"),
    "realloc-freed": ("invalid-free", "char *p = malloc(8); free(p); p = realloc(p, 9); //!"),
    "null-read": ("null-pointer", "int *p = 0; return *p; //!"),
    "null-write": ("null-pointer", "int *p = 0; p[n - 1] = 1; //!"),
    "null-element": ("pointer-overflow", "int *p = 0; return p[n]; //!"),  # checked before the access
    "null-far": ("null-pointer", "char *p = (char *)(1L << 30); return p[n]; //!"),
    "null-before": ("pointer-overflow", "int *p = 0; return p[-n]; //!"),
    "pointer-wraps": ("pointer-overflow", "char *p = malloc(4); p = p + -(size_t)n; //!"),
    "null-member": ("null-pointer", "struct pair *p = 0; p->b = n; //!"),
    "null-call": ("null-pointer", "int (*f)(int) = 0; return f(n); //!"),
    "strlen-null": ("null-pointer", "char *p = 0; return strlen(p); //!"),
    "strcpy-null": ("null-pointer", 'char *p = 0; strcpy(p, "x"); //!'),
    "strlen-unterminated": ("out-of-bounds", "char a[3] = {1, 1, 1}; return strlen(a); //!"),
    "strcpy-too-long": ("out-of-bounds", 'char a[3]; strcpy(a, "abc"); //!'),
    "strcat-too-long": ("out-of-bounds", 'char a[4] = "ab"; strcat(a, "cd"); //!'),
    "strcmp-unterminated": ("out-of-bounds", 'char a[2] = "ab"; return strcmp(a, "abc"); //!'),
    "memcpy-too-long": ("out-of-bounds", "char a[8]; memcpy(a, zeros, 8 + n); //!"),
    "memcpy-source": ("out-of-bounds", "char a[64]; memcpy(a, zeros, 20 + n); //!"),
    "memset-too-long": ("out-of-bounds", "char *p = malloc(8); memset(p, 0, 8 + n); //!"),
    "memcmp-too-long": ("out-of-bounds", "char a[4] = {0}; return memcmp(a, zeros, 4 + n); //!"),
    "printf-unterminated": ("out-of-bounds", 'char a[2] = "ab"; printf("%d %s", n, a); //!'),
    "printf-precision": ("out-of-bounds", 'char a[2] = "ab"; printf("%.*s", 2 + n, a); //!'),
    "sprintf-too-long": ("out-of-bounds", 'char a[4]; sprintf(a, "%d", 1234 * n); //!'),
    "snprintf-wrong-size": ("out-of-bounds", 'char a[4]; snprintf(a, 10, "%d", 123456 * n); //!'),
    "puts-freed": ("use-after-free", 'char *p = strdup("x"); free(p); puts(p); //!'),
    "strtok-unterminated": ("out-of-bounds", 'char a[2] = "ab"; strtok(a, ","); //!'),
    "strstr-unterminated": ("out-of-bounds", 'char a[2] = "ab"; return strstr(a, "c") == a; //!'),
    "atoi-null": ("null-pointer", "char *p = 0; return atoi(p); //!"),
    "vla-negative": ("vla-bound", "char a[n - 2]; //!"),
    "atoi-unterminated": ("out-of-bounds", 'char a[2] = "12"; return atoi(a); //!'),
    "qsort-too-many": ("out-of-bounds", "int a[3] = {3, 2, 1}; qsort(a, 3 + n, 4, no_order); //!"),
    "trap": ("abort", "__builtin_trap(); //!"),
    "struct-copy": ("out-of-bounds", "struct pair *p = malloc(4), q; q = *p; //!"),
    "divide": ("division-by-zero", "return 7 / (n - 1); //!"),
    "remainder": ("division-by-zero", "return 7 % (n - 1); //!"),
    "divide-unsigned-long": ("division-by-zero", "return 7UL / (unsigned long)(n - 1); //!"),
    "divide-wide": ("division-by-zero", "__int128 w = n - 1; return (int)(7 / w); //!"),
    "divide-minimum": ("signed-overflow", "return INT_MIN / -n; //!"),
    "add": ("signed-overflow", "return INT_MAX + n; //!"),
    "subtract": ("signed-overflow", "return INT_MIN - n; //!"),
    "multiply": ("signed-overflow", "return INT_MAX * (n + 1); //!"),
    "multiply-long": ("signed-overflow", "long l = LONG_MAX; return (int)(l * (n + 1)); //!"),
    "negate": ("signed-overflow", "int m = INT_MIN + n - 1; return -m; //!"),
    "increment": ("signed-overflow", "int m = INT_MAX - 1 + n; m++; //!"),
    "shift-by-32": ("shift", "return 1 << (31 + n); //!"),
    "shift-by-minus-1": ("shift", "return 1 >> -n; //!"),
    "assert": ("assertion", "assert(n == 2); //!"),
    "abort": ("abort", "abort(); //!"),
    "unreachable": ("unreachable", "if (n) __builtin_unreachable(); //!"),
    "reach-error": ("assertion", "reach_error(); //!"),
    "in-callback": ("out-of-bounds", "int a[3] = {3, 2, 1}; qsort(a, 3, 4, bad_order); "),
}

PRELUDE = """
#include <assert.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct pair { int a, b; };
int table[4] = {1, 2, 3, 4};
char zeros[20];
int behind[400];
const int constant = 5;
extern void reach_error(void);
static int order(const void *x, const void *y) { return *(int *)x - *(int *)y; }
static int no_order(const void *x, const void *y) { return 1; }
static int bad_order(const void *x, const void *y) {
    return ((int *)x)[7];  //in callback
}
static int *escape(int n) { int local = n; int *p = &local; return p; }
int secateur_i32(const char *name);
"""


def _function(number: int, body: str) -> str:
    lines = re.sub(r"; (?!//)", ";\n    ", body)
    return f'static int test{number}(int n) {{\n    printf("before");\n    {lines}\n    return 0;\n}}\n'


def _program() -> str:
    """All cases in one program, so that it is built only once; the test's input chooses."""
    functions = [_function(number, body) for number, (_, body) in enumerate(FAULTS.values())]
    names = ", ".join(f"test{number}" for number in range(len(FAULTS)))
    choice = f"static int (*const tests[])(int) = {{{names}}};"
    main = 'int main(void) { volatile int one = 1; return tests[secateur_i32("which")](one) & 0; }'
    return "\n".join([PRELUDE, *functions, choice, main, ""])


@pytest.fixture(scope="module")
def faulty(store: Cache, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, str, list[str]]]:
    path = tmp_path_factory.mktemp("faults") / "program.c"
    path.write_text(_program())
    with Server(build(None, [path], store=store)) as server:
        yield server, str(path), _program().splitlines()


@pytest.mark.parametrize("name", FAULTS)
def test_fault_has_kind_and_line(name: str, faulty: tuple[Server, str, list[str]]) -> None:
    server, path, lines = faulty
    number = list(FAULTS).index(name)
    outcome = server.run([Recorded("which", "i32", number.to_bytes(4, "little"))], timeout=10)
    assert outcome.kind == "fault", outcome
    assert outcome.fault is not None
    assert (outcome.fault.kind, outcome.fault.file) == (FAULTS[name][0], path), outcome.fault
    if name == "in-callback":
        assert outcome.fault.function == "bad_order"
        assert "//in callback" in lines[outcome.fault.line - 1], outcome.fault
    else:
        assert outcome.fault.function == f"test{number}"
        assert "//!" in lines[outcome.fault.line - 1], outcome.fault
    assert outcome.output == b"before"


def test_endless_recursion_exhausts_the_stack(execute: Execute) -> None:
    outcome = execute("int f(int n) {\n    return n ? f(n + 1) + 1 : 0;\n}\nint main(void) { return f(1); }\n")
    assert outcome.fault is not None
    assert (outcome.fault.kind, outcome.fault.function) == ("stack-overflow", "f")
    assert outcome.fault.line == 0, "which call it was depends on the size of the stack"


def test_endless_recursion_with_arrays_exhausts_the_stack(execute: Execute) -> None:
    text = """
#include <string.h>
int f(int n) { char a[1000]; memset(a, n, sizeof a); return n ? f(n + 1 & 0xffff | 1) + a[n & 7] : 0; }
int main(void) { return f(1); }
"""
    outcome = execute(text)
    assert outcome.fault is not None
    assert (outcome.fault.kind, outcome.fault.function) == ("stack-overflow", "f")
