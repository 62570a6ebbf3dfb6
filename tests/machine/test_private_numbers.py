"""Private objects have numbers that do not depend on what was allocated before. No fault is hidden by that."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from secateur.expr import Expr
from secateur.machine.fault import FaultKind
from secateur.machine.memory import SHIFT, Base, Memory, Object, Region, Shape, is_private
from secateur.machine.path import Path as Run

from .running import machine_for, run

HEADER = """#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static void *kept[8];
static int calls;
/* A pointer that is compared is left nowhere. */
static void show(const void *p) { calls += p != 0; }
"""

#: What is private, and shown twice, with something else in between: the address must be the same.
PRIVATE = {
    "a local variable": "static void f(void) { int a = 1; show(&a); }",
    "an array that is passed on": "static void g(char *t) { t[0] = 1; show(t); }"
    " static void f(void) { char t[4]; g(t); }",
    "a block": "static void f(void) { char *p = malloc(4); p[0] = 1; show(p); free(p); }",
    "a block of a wrapper": "static void *x(size_t n) { void *p = malloc(n); if (!p) abort(); return p; }\n"
    "static void f(void) { char *p = x(4); show(p); free(p); }",
    "a copy of a text": 'static void f(void) { char *p = strdup("abc"); show(p); free(p); }',
    "blocks in a loop": "static void f(void) { for (int i = 0; i < 2; i++)"
    " { char *p = malloc(4); show(p); free(p); } }",
    "a struct passed by value": "struct s { int a[9]; }; static void g(struct s s) { show(&s); }\n"
    "static void f(void) { struct s s = {{1}}; g(s); }",
    "a variable whose distance to another is taken": "static void f(void) { int a[4]; show(a); int *e = a + 3;"
    " kept[0] = (void *)(e - a); }",
    "an array that is walked along": "static void f(void) { char t[4]; for (char *p = t; p < t + 4; p++) *p = 1;"
    " show(t); }",
    "a text whose length is taken": 'static void f(void) { char t[4]; strcpy(t, "ab"); calls += strlen(t) > 1; }',
    "variables of a recursion": "static void d(int n) { int a = n; show(&a); if (n) d(n - 1); }"
    " static void f(void) { d(2); }",
    "through a pointer": "static void g(int *p) { show(p); } static void f(void) { int a; (*g)(&a); }",
    "variable arguments": "static void g(int n, ...) { va_list l; va_start(l, n); show(&l); va_end(l); }"
    " static void f(void) { g(1, 2); }",
}

#: What is not: each has an address of its own.
LEFT = {
    "stored": "static void f(void) { char *p = malloc(4); kept[calls++] = p; show(p); free(p); }",
    "stored elsewhere": "static void g(void *p) { kept[calls++] = p; } static void f(void) { int a; g(&a); show(&a); }",
    "a number": "static void f(void) { char *p = malloc(4); calls += (uintptr_t)p % 7 == 9; show(p); free(p); }",
    "in a struct": "struct s { int *to; }; static void f(void) { int a; struct s s = {&a}; show(s.to); show(&a); }",
    "in bytes": "static void f(void) { int a; int *p = &a; char t[8];"
    " memcpy(t, &p, 8); show(&a); kept[t[0] & 1] = 0; }",
    "returned as a number": "static uintptr_t n(int *p) { return (uintptr_t)p; }"
    " static void f(void) { int a; calls += n(&a) > 3; show(&a); }",
    "compared by order": "static void f(void) { int a; calls += (void *)&a < kept[6]; show(&a); }",
    "subtracted from another": "static void f(void) { char a; calls += (&a - (char *)kept[6]) > 9; show(&a); }",
    "of a function that is not known": "static void g(int *p) { show(p); } static void (*to)(int *) = g;"
    " static void f(void) { int a; to = calls++ ? g : to; to(&a); }",
}


def _made(text: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The numbers of the local variables and blocks of a run, in order."""
    machine = machine_for(HEADER + text, folder)
    made: list[int] = []
    allocate = Memory.allocate

    def spied(self: Memory, size: Expr | int, shape: Shape, base: Base = None, number: int = 0) -> Object:
        found = allocate(self, size, shape, base, number)
        made.append(found.number)
        return found

    with monkeypatch.context() as patch:
        patch.setattr(Memory, "allocate", spied)
        path = machine.run(*machine.start(()))
    assert path.fault is None
    return made


def _twice(text: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[list[int], list[int]]:
    """What is made by one call of `f`, and by another one after a block that stays."""
    made = _made(text + "\nint main(void) { f(); kept[7] = malloc(4); f(); return 0; }", folder, monkeypatch)
    half = len(made) // 2
    assert len(made) == 2 * half + 1
    assert half
    return made[:half], made[half + 1 :]


@pytest.mark.parametrize("text", PRIVATE.values(), ids=PRIVATE)
def test_what_is_private_has_the_same_number_again(text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = _twice(text, tmp_path, monkeypatch)
    assert first == second
    assert all(is_private(each) for each in first)


def test_a_frame_may_be_left_by_longjmp(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The mark of `setjmp` itself is known to `longjmp`, so it has a number of its own."""
    text = (
        "static jmp_buf b; static void g(void) { int a = 1; show(&a); longjmp(b, 1); }"
        " static void f(void) { if (!setjmp(b)) g(); }"
    )
    (mark, a), (mark_again, a_again) = _twice(text, tmp_path, monkeypatch)
    assert a == a_again
    assert is_private(a)
    assert mark != mark_again


@pytest.mark.parametrize("text", LEFT.values(), ids=LEFT)
def test_what_may_be_left_somewhere_has_a_number_of_its_own(
    text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = _twice(text, tmp_path, monkeypatch)
    own = [each for each in first if not is_private(each)]
    assert len(own) == 1
    assert not {*own} & {*second}


#: Where an object is used after its end although it is private: in the call itself.
FAULTS = {
    "in the same call": ("int main(void) { int *p = malloc(4); *p = 1; free(p); return *p; }", "use-after-free"),
    "freed twice": ("int main(void) { int *p = malloc(4); free(p); free(p); return 0; }", "invalid-free"),
    "the block of the last round": (
        "int main(void) { int *o = 0, s = 0; for (int i = 0; i < 3; i++) { int *p = malloc(4); *p = i;"
        " if (o) s += *o; free(p); o = p; } return s; }",
        "use-after-free",
    ),
    "of the last but one": (
        "int main(void) { int *o = 0, *q = 0, s = 0; for (int i = 0; i < 4; i++) { int *p = malloc(4); *p = i;"
        " if (q) s += *q; free(p); q = o; o = p; } return s; }",
        "use-after-free",
    ),
    "the block of the caller, in a recursion": (
        "static int f(int *p, int n) { int *t = malloc(4); *t = n; int r = p ? *p : 0; free(t);"
        " return n ? r + f(t, n - 1) : r; } int main(void) { return f(0, 2); }",
        "use-after-free",
    ),
    "another block of the same wrapper": (
        "static void *x(size_t n) { void *p = malloc(n); if (!p) abort(); return p; }\n"
        "int main(void) { int *p = x(4); free(p); int *q = x(4); *q = 1; int r = *p; free(q); return r; }",
        "use-after-free",
    ),
    "the local variable of a call that is over": (
        "static int *f(void) { int a = 1; int *p = &a; return p; } static int g(void)"
        " { int b = 2; show(&b); return b; }\n"
        "int main(void) { int *p = f(); g(); return *p; }",
        "use-after-free",
    ),
    "the same, left in a global": (
        "static void f(int n) { int a = n; if (kept[0]) calls += *(int *)kept[0]; kept[0] = &a; }\n"
        "int main(void) { f(1); f(2); return calls; }",
        "use-after-free",
    ),
    "reallocated": (
        "int main(void) { char *p = malloc(4), *q = p; p = realloc(p, 400); if (!p) return 0;"
        " *q = 1; free(p); return 0; }",
        "use-after-free",
    ),
    "a variable of a block that was left": (
        "int main(void) { int *p = 0, s = 0; { int a = 4; p = &a; s += *p; } { int b = 5; show(&b); } return s + *p; }",
        "use-after-free",
    ),
    "in a union": (
        "union u { int *to; uintptr_t n; }; int main(void) { union u u; u.to = malloc(4); free(u.to);"
        " int *q = malloc(4); *q = 2; u.n += 0; int r = *u.to; free(q); return r; }",
        "use-after-free",
    ),
    "hidden in a number": (
        "int main(void) { int *p = malloc(4); uintptr_t n = (uintptr_t)p ^ 77; free(p); int *q = malloc(4); *q = 1;"
        " int r = *(int *)(n ^ 77); free(q); return r; }",
        "use-after-free",
    ),
    "hidden in a list of exclusive ors": (
        "struct n { uintptr_t link; int v; };"
        " int main(void) { struct n *a = malloc(sizeof *a), *b = malloc(sizeof *b);"
        " a->link = (uintptr_t)b; b->link = (uintptr_t)a; free(b); struct n *c = malloc(sizeof *c); c->v = 3;"
        " int r = ((struct n *)a->link)->v; free(a); free(c); return r; }",
        "use-after-free",
    ),
    "kept by code that sorts": (
        "static int *seen; static int by(const void *a, const void *b)"
        " { seen = (int *)a; return *(int *)a - *(int *)b; }\n"
        "static void f(void) { int t[2] = {2, 1}; qsort(t, 2, sizeof *t, by); } static int g(void) { int u[2] = {5, 6};"
        " show(u); return u[0]; }\nint main(void) { f(); g(); return *seen; }",
        "use-after-free",
    ),
    "an argument passed by value": (
        "struct s { int a[9]; }; static void f(struct s s) { kept[0] = &s; }"
        " static int g(struct s s) { return s.a[0]; }\n"
        "int main(void) { struct s s = {{3}}; f(s); g(s); return *(int *)kept[0]; }",
        "use-after-free",
    ),
    "a frame left by longjmp": (
        "static jmp_buf b; static void f(void) { int a = 3; kept[0] = &a; longjmp(b, 1); }"
        " static int g(void) { int c = 1; show(&c); return c; }\n"
        "int main(void) { if (!setjmp(b)) f(); g(); return *(int *)kept[0]; }",
        "use-after-free",
    ),
}


@pytest.mark.parametrize(("text", "kind"), FAULTS.values(), ids=FAULTS)
def test_what_is_used_after_its_end_is_found(text: str, kind: str, tmp_path: Path) -> None:
    path = run(HEADER + text, tmp_path)
    assert path.fault is not None
    assert path.fault.kind == FaultKind(kind)


def test_a_leaked_block_keeps_its_number(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """And there are only so many numbers for a place: then blocks are numbered as others are."""
    text = "int main(void) { for (int i = 0; i < 40; i++) { char *p = malloc(4); *p = 1; } return 0; }"
    numbers = _made(text, tmp_path, monkeypatch)
    assert len(set(numbers)) == len(numbers) == 40
    assert {is_private(each) for each in numbers} == {True, False}


#: Two functions with private objects. `$` is the order in which they are called.
ORDER = """static void *x(size_t n) { void *p = malloc(n); if (!p) abort(); return p; }
static void f(void) { char *p = x(4); show(p); free(p); }
static void h(void) { int a; show(&a); }
int main(void) { $ return 0; }
"""

SCRIPT = """import sys
from pathlib import Path
from secateur.frontend.build import build
from secateur.ir.reader import read
from secateur.machine.machine import Machine
from secateur.machine.memory import Memory
machine = Machine(read(build([Path(sys.argv[1])]).text))
allocate = Memory.allocate
def spied(self, *given, **named):
    found = allocate(self, *given, **named)
    print(found.number)
    return found
Memory.allocate = spied
machine.run(*machine.start(()))
"""


def test_numbers_are_the_same_in_every_process(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """They do not depend on the order in which code was met, nor on the hashes of Python."""
    one = _made(ORDER.replace("$", "f(); h();"), tmp_path, monkeypatch)
    assert len(one) == 2
    assert _made(ORDER.replace("$", "h(); f();"), tmp_path, monkeypatch) == one[::-1]
    source = tmp_path / "program.c"
    source.write_text(HEADER + ORDER.replace("$", "f(); h();"))
    for seed in ("1", "2"):
        done = subprocess.run(
            [sys.executable, "-c", SCRIPT, str(source)],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        )
        assert [int(each) for each in done.stdout.split()] == one


def test_addresses_stay_in_their_range(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Below the sign bit, and apart from all other objects."""
    text = PRIVATE["variables of a recursion"] + "int main(void) { f(); return 0; }"
    numbers = _made(text, tmp_path, monkeypatch)
    machine = machine_for(HEADER + text, tmp_path)
    assert all(is_private(each) and each < 1 << 63 - SHIFT for each in numbers)
    assert len(set(numbers)) == 3
    assert not any(is_private(each) for each in machine.initial.objects)


def test_the_sequence_leaves_out_private_numbers() -> None:
    memory = Memory({}, (1 << 23) - 1)
    shape = Shape(Region.HEAP, "block")
    made = [memory.allocate(4, shape).number for _ in range(2)]
    assert made == [(1 << 23) - 1, 1 << 24]
    assert memory.made_since(0) == tuple(made)
    assert memory.made_since(1) == (1 << 24,)
    twin = memory.fork()
    assert twin.takes((1 << 23) + 5, (1, 1))
    assert twin.allocate(4, shape, number=(1 << 23) + 5).number == (1 << 23) + 5
    assert (twin.next, memory.next, twin.made, memory.made) == ((1 << 24) + 1, (1 << 24) + 1, 3, 2)
    assert twin.was_made((1 << 23) + 5)
    assert not memory.was_made((1 << 24) + 1)


def test_a_private_variable_begins_again_without_its_content(tmp_path: Path) -> None:
    text = "static int f(int n) { int a[2]; if (n) a[0] = n; return a[0]; } int main(void) { return f(1) + f(0); }"
    path: Run = run(HEADER + text, tmp_path)
    assert path.fault is not None
    assert path.fault.kind is FaultKind.UNINITIALISED
