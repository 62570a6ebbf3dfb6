"""Attempts to use an object after its number was given again: each fault is found by `full` and by `pse`."""

from __future__ import annotations

from pathlib import Path

import pytest

from secateur.exploration.loop import Explorer
from secateur.exploration.technique import Technique
from secateur.exploration.techniques.full import Full
from secateur.exploration.techniques.pse import Pse
from secateur.frontend.build import build
from secateur.ir.reader import read
from secateur.machine import private_numbers
from secateur.machine.fault import FaultKind
from secateur.machine.memory import FIRST_PRIVATE, Memory
from secateur.solver import Solver, by_name

HEADER = """#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
#define INT __VERIFIER_nondet_int()
static int calls;
static char base[4];
static void show(const void *p) { calls += p != 0; }
"""

#: `f` is called a second time after `left` was set to something else, or not.
_TWICE = "int main(void) { f(1); if (INT > 3) left = 0; return f(2); }"
_LIST = "int main(void) { f(1, 10, 11, 12); if (INT > 3) calls = 0; return f(1, 20, 21, 22); }"

#: What an earlier version of the analysis took to be private.
LEFT = {
    "as a difference to a constant": "static uintptr_t left; static int f(int v) { int *p = malloc(4), r = 0; *p = v;"
    " if (left) r = *(int *)(left + 1); left = (uintptr_t)p - 1; free(p); return r; }" + _TWICE,
    "as a difference to a static variable": "static ptrdiff_t left; static int f(int v) { char *p = malloc(4);"
    " int r = 0; *p = v; if (left) r = *(char *)((uintptr_t)base + left); left = p - base; free(p); return r; }"
    + _TWICE,
    "as a difference to one of two": "static ptrdiff_t left; static int f(int v) { char *p = malloc(4); int r = 0;"
    " *p = v; if (left) r = *(char *)((uintptr_t)base + left); char *q = v > 1 ? p : base; left = p - q; free(p);"
    " return r; }" + _TWICE,
    "as a difference to what a call gives": "static char *either(char *p, int c) { return c ? p : base; }"
    " static ptrdiff_t left; static int f(int v) { char *p = malloc(4); int r = 0; *p = v;"
    " if (left) r = *(char *)((uintptr_t)base + left); left = p - either(p, v > 1); free(p); return r; }" + _TWICE,
    "with its bytes in another order": "static uintptr_t left; static int f(int v) { int *p = malloc(4), r = 0; *p = v;"
    " if (left) r = *(int *)__builtin_bswap64(left); left = __builtin_bswap64((uintptr_t)p); free(p); return r; }"
    + _TWICE,
    "bit by bit, in comparisons": "static uintptr_t left; static int f(int v) { int *p = malloc(4), r = 0; *p = v;"
    " if (left) r = *(int *)left; uintptr_t x = 0; for (int b = 62; b >= 0; b--)"
    " if ((uintptr_t)p >= (x | (uintptr_t)1 << b)) x |= (uintptr_t)1 << b; left = x; free(p); return r; }" + _TWICE,
    "a list of arguments that is copied": "static va_list left; static int f(int n, ...) { va_list l; va_start(l, n);"
    " int r = 0; if (calls++) r = va_arg(left, int); else va_copy(left, l); r += va_arg(l, int); va_end(l);"
    " return r; }" + _LIST,
    "a list that another function copies": "static va_list left; static void keep(va_list l) { va_copy(left, l); }"
    " static int f(int n, ...) { va_list l; va_start(l, n); int r = 0; if (calls++) r = va_arg(left, int);"
    " else keep(l); va_end(l); return r; }" + _LIST,
    "the bytes of a list": "static va_list left; static int f(int n, ...) { va_list l; va_start(l, n); int r = 0;"
    " if (calls++) r = va_arg(left, int); else memcpy(left, l, sizeof left); va_end(l); return r; }" + _LIST,
    "a pointer out of a list": "static int *left; static int f(int n, ...) { va_list l; va_start(l, n); int r = 0;"
    " if (left) r = *left; left = *(int **)((char *)l + 8); va_end(l); return r; }"
    "int main(void) { f(1, 10); if (INT > 3) left = 0; return f(1, 20); }",
}

#: What it has always seen.
SEEN = {
    "as a text": "static char left[40]; static int f(int v) { int *p = malloc(4), r = 0; void *o; *p = v;"
    ' if (left[0] && sscanf(left, "%p", &o) == 1) r = *(int *)o; sprintf(left, "%p", (void *)p); free(p); return r; }'
    "int main(void) { f(1); if (INT > 3) left[0] = 0; return f(2); }",
    "as a text in a stream": "static char *left; static size_t size; static int f(int v) { int *p = malloc(4), r = 0;"
    ' void *o; *p = v; if (left && sscanf(left, "%p", &o) == 1) r = *(int *)o; FILE *m = open_memstream(&left, &size);'
    ' if (!m) return 0; fprintf(m, "%p", (void *)p); fclose(m); free(p); return r; }' + _TWICE,
    "over a jump": "static jmp_buf b; int main(void) { int *volatile q = 0; int *p; int i = INT;"
    " for (int n = 0; n < 3; n++) { if (setjmp(b)) return *q; p = malloc(4); *p = n; free(p);"
    " if (n == 1 && i > 0) longjmp(b, 1); q = p; } return 0; }",
    "two calls in one line of a macro": "#define TWO(p, q) p = malloc(4); free(p); q = malloc(4); *q = 3\n"
    "int main(void) { int *p, *q, r = 0; if (INT > 2) { TWO(p, q); r = *p; free(q); } return r; }",
    "in the environment": 'static int f(int v) { char b[8] = "A=1"; b[2] += v; char *e = getenv("A");'
    ' int r = e ? *e : 0; putenv(b); return r; } int main(void) { f(1); if (INT > 3) unsetenv("A"); return f(2); }',
    "in strtok": 'static int f(int v) { char b[8] = "a b c"; b[2] += v; char *t = strtok(v ? b : 0, " ");'
    " return t ? *t : 0; } int main(void) { int r = f(1); if (INT > 3) r += f(0); return r; }",
    "in a stream": 'static FILE *m; static int f(int v) { char b[8] = "abc"; b[1] += v; if (m) return fgetc(m);'
    ' m = fmemopen(b, 8, "r"); return m ? fgetc(m) : 0; }'
    "int main(void) { int r = f(1); if (INT > 3) r += f(0); return r; }",
    "a line that was read": "static int f(int v) { char *l = 0; size_t n = 0;"
    ' FILE *m = fmemopen("ab\\ncd\\n", 6, "r"); if (!m) return 0; long k = getline(&l, &n, m);'
    " int r = k > 0 ? l[0] : 0; free(l); fclose(m); return v ? l[0] : r; }"
    "int main(void) { return f(0) + f(INT > 3); }",
    "by two buffers in turn": "int main(void) { int *p[2] = {0}, *o = 0, r = 0; int i = INT;"
    " for (int n = 0; n < 4; n++) { int *q = malloc(4); *q = n; p[n & 1] = q; if (o && i > n) r += *o;"
    " o = p[n + 1 & 1]; if (o) free(o); } return r; }",
    "by mutual recursion": "static int odd(int *p, int n); static int even(int *p, int n) { int *t = malloc(4); *t = n;"
    " int r = p && n < 2 ? *p : 0; free(t); return n ? odd(t, n - 1) : r; }"
    " static int odd(int *p, int n) { int *t = malloc(4); *t = n; int r = *p; free(t); return n ? even(t, n - 1) : r; }"
    " int main(void) { return even(0, INT > 1 ? 3 : 0); }",
    "an address that comes back in a parameter": "static int *same(int *p) { return p; }"
    " static int *make(int v) { int *p = malloc(4); *p = v; return same(p); }"
    " int main(void) { int *p = make(1), *q; free(p); q = make(2); int r = INT > 2 ? *p : *q; free(q); return r; }",
    "an object that was reallocated in a loop": "int main(void) { char *p = malloc(1), *o = p; int i = INT;"
    " for (int n = 2; n < 5; n++) { o = p; p = realloc(p, n * 100); p[0] = n; if (i == n) return *o; } free(p);"
    " return 0; }",
}


def _faults(text: str, folder: Path, technique: Technique) -> tuple[set[tuple[FaultKind, int]], set[int | None]]:
    source = folder / "program.c"
    source.write_text(HEADER + text)
    result = Explorer(technique.machine(read(build([source]).text)), Solver(by_name("bitwuzla")), technique).run()
    assert result.complete
    return {(fault.kind, fault.position.line) for fault, _ in result.faults()}, {path.status for path in result.paths}


@pytest.mark.parametrize("text", [*LEFT.values(), *SEEN.values()], ids=[*LEFT, *SEEN])
def test_a_pointer_that_is_left_is_seen(text: str, tmp_path: Path) -> None:
    full, _ = _faults(text, tmp_path, Full())
    assert {kind for kind, _ in full} == {FaultKind.USE_AFTER_FREE}
    assert _faults(text, tmp_path, Pse())[0] == full


#: Two places of these lead to the same number when there are few of them.
COLLIDING = {
    "blocks of one function": "int main(void) { "
    + "".join(f"int *p{n} = malloc(4); *p{n} = {n}; free(p{n}); " for n in range(12))
    + "int *q = malloc(4); *q = 1; int r = 0; switch (INT) { "
    + "".join(f"case {n}: r = *p{n}; break; " for n in range(12))
    + "} free(q); return r; }",
    "a block of the caller": "static int f(int *p, int n) { int *t = malloc(4); *t = n;"
    " int r = n ? f(p, n - 1) : INT > 0 ? *p : 0; free(t); return r; }"
    " int main(void) { int *p = malloc(4); free(p); return f(p, 9); }",
    "variables of the caller": "static int f(int *p, int n) { int a = n; show(&a);"
    " int r = n ? f(p, n - 1) : INT > 0 ? *p : 0; return r + a; }"
    " int main(void) { int *p; { int b = 3; p = &b; show(p); } return f(p, 9); }",
    "a struct passed by value": "struct s { int a[9]; }; static int f(struct s s, int *p, int n) {"
    " s.a[n] = 1; show(&s); return n ? f(s, p, n - 1) : INT > 0 ? *p : 0; }"
    " int main(void) { struct s s = {{0}}; int *p; { int b = 3; p = &b; show(p); } return f(s, p, 8); }",
}


@pytest.mark.parametrize("text", COLLIDING.values(), ids=COLLIDING)
def test_no_two_places_share_a_number(text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """However few there are."""
    expected, _ = _faults(text, tmp_path, Full())
    assert {kind for kind, _ in expected} == {FaultKind.USE_AFTER_FREE}
    for most in (1, 2, 16, 32):
        monkeypatch.setattr(private_numbers, "_HALF", most)
        assert _faults(text, tmp_path, Full())[0] == expected
        assert _faults(text, tmp_path, Pse())[0] == expected


def test_a_pointer_that_was_never_given_is_not_one_after_its_end(tmp_path: Path) -> None:
    """Its number is one that a private object could have."""
    text = "int main(void) { int a = INT; show(&a); return *(int *)0x0c0c0c0c0c0c0c0c; }"
    assert {kind for kind, _ in _faults(text, tmp_path, Full())[0]} == {FaultKind.OUT_OF_BOUNDS}


def test_merged_sides_may_have_given_a_number_to_two_places() -> None:
    memory = Memory({}, 1)
    one, other = memory.fork(), memory.fork()
    assert one.takes(FIRST_PRIVATE, (1, 2))
    assert other.takes(FIRST_PRIVATE, (1, 3))
    assert other.takes(FIRST_PRIVATE + 1, (1, 3))
    memory.join_places(one, other)
    assert not memory.takes(FIRST_PRIVATE, (1, 2))
    assert not memory.takes(FIRST_PRIVATE, (1, 3))
    assert memory.takes(FIRST_PRIVATE + 1, (1, 3))
    assert not memory.takes(FIRST_PRIVATE + 1, (1, 2))


def test_arguments_that_are_only_read_are_private(tmp_path: Path) -> None:
    """Also those that another function of the program reads, and structs."""
    text = (
        "struct big { long a[6]; };"
        " static int each(int n, va_list l) { int r = 0; for (int i = 0; i < n; i++) r += va_arg(l, int); return r; }"
        " static int f(int n, ...) { va_list l; va_start(l, n); int r = each(n, l);"
        " struct big b = va_arg(l, struct big); va_end(l); show(&b); return r + (int)b.a[0]; }"
        " int main(void) { struct big b = {{7}}; return f(1, 2, b) + f(1, 3, b); }"
    )
    assert _faults(text, tmp_path, Full()) == (set(), {19})
