"""Undefined behaviour of memory and builtins, found where clang's sanitizers report it, and confirmed natively."""

from __future__ import annotations

from pathlib import Path

import pytest

from .finding import faults, line_of

HEADER = """#include <string.h>
#include <stdlib.h>
struct __attribute__((packed)) tight { char c; int i; };
struct pair { int a; char b; };
struct __attribute__((packed)) holds { char c; struct pair part; };
static char shared[64] = "shared";
__attribute__((assume_aligned(16))) static char *part(unsigned n) { return shared + n; }
__attribute__((alloc_align(1))) static char *aligned_part(unsigned long align, unsigned n) { return shared + n; }
"""

FAULTY = {
    "load": ("misaligned", "long m[2] = {1}; char *p = (char *)m; if (x == 1) return *(int *)(p + 1); // HERE"),
    "store": ("misaligned", "long m[2] = {1}; char *p = (char *)m; if (x == 1) *(short *)(p + 3) = 2; // HERE"),
    "index": ("misaligned", "long m[2] = {1}; char *p = (char *)m; return *(int *)(p + (x & 7)); // HERE"),
    "float": ("misaligned", "long m[2] = {1}; char *p = (char *)m; if (x == 1) return *(double *)(p + 4) > 0; // HERE"),
    "struct": (
        "misaligned",
        "struct s { char c; long l; } m[2] = {{1}}; struct s *p = (void *)((char *)m + 4);\n"
        "if (x == 1) return p->c; // HERE",
    ),
    "later member": (
        "misaligned",
        "struct s { char c, d; long l; } m[2] = {{1}}; struct s *p = (void *)((char *)m + (x & 4));\n"
        "return p->d; // HERE",
    ),
    "address of a member": (
        "misaligned",
        "struct s { char c, d; long l; } m[2] = {{1}}; struct s *p = (void *)((char *)m + (x & 4));\n"
        "return &p->d == 0; // HERE",
    ),
    "promise": ("misaligned", "char *p = __builtin_assume_aligned(shared + (x & 31), 16); // HERE\nreturn *p;"),
    "promise with an offset": (
        "misaligned",
        "return *(char *)__builtin_assume_aligned(shared + (x & 3), 16, x & 1); // HERE",
    ),
    "promised result": ("misaligned", "return part(x & 24) == 0; // HERE"),
    "promised by an argument": ("misaligned", "return aligned_part(1ul << (x & 7), 8) == 0; // HERE"),
    "bool": ("invalid-bool", "_Bool b; memset(&b, x & 3, 1);\nreturn b; // HERE"),
    "member": (
        "invalid-bool",
        "struct { int i; _Bool b; } s; memset(&s, 7, sizeof s);\nif (x == 1) return s.b; // HERE",
    ),
    "ctz": ("invalid-builtin", "return __builtin_ctz(x); // HERE"),
    "clz": ("invalid-builtin", "return __builtin_clzl(x & 8L); // HERE"),
    "constant": ("invalid-builtin", "if (x == 1) return __builtin_ctz(0); // HERE"),
    "memcpy": ("overlap", "char a[8] = {1}; if (x == 1) memcpy(a + 1, a, 4); // HERE"),
    "before bounds": ("overlap", "char a[8] = {1}; if (x == 1) memcpy(a + 5, a + 4, 4); // HERE"),
    "length": ("overlap", "char a[8] = {1}; memcpy(a + 2, a, x & 3); // HERE\nreturn a[2];"),
    "next to a freed block": (
        "use-after-free",
        "char *m = malloc(6); memset(m, 1, 6); free(m);\nreturn m[(x & 3) - 1]; // HERE",
    ),
    "memcmp": ("out-of-bounds", 'char a[4] = "abc"; return memcmp(a, "xyz12", 4 + (x & 1)); // HERE'),
    "memcmp of a part": ("out-of-bounds", 'char a[8] = "abc"; return memcmp("abc", a + (x & 7), 4) > 0; // HERE'),
    "array": ("vla-bound", "if (x < 3 && x > -3) {\nint a[x]; // HERE\na[0] = 1; return a[0]; }"),
}


@pytest.mark.parametrize("name", FAULTY)
def test_it_is_found_and_confirmed(name: str, tmp_path: Path) -> None:
    kind, body = FAULTY[name]
    text = f"{HEADER}int f(int x) {{\n{body}\nreturn 0;\n}}\n"
    assert faults(text, tmp_path) == [(kind, line_of(text))]


FINE = {
    "packed": "struct tight t[2] = {{1, 2}, {3, 4}}; return t[x & 1].i;",
    "part of a packed struct": "struct holds h = {1, {2, 3}}, *p = &h; return p->part.b + (x & 1);",
    "promise": "char *p = __builtin_assume_aligned(shared + (x & 16), 16); return *p;",
    "promised result": "return part(x & 16) == 0;",
    "promised by the library": "char *p = aligned_alloc(64, 64); char *q = __builtin_assume_aligned(malloc(3), 16);"
    " x = p && q; free(p); free(q); return x;",
    "copied": "long m[2] = {1}; int i; memcpy(&i, (char *)m + 1, sizeof i); return i;",
    "aligned": "long m[2] = {1}; return ((int *)m)[x & 3];",
    "heap": "int *p = malloc(16); p[x & 3] = 1; x = p[x & 3]; free(p); return x;",
    "bool": "_Bool b = x; struct { char c; _Bool b; } s = {1, b}; return s.b + b;",
    "ctz": "return x ? __builtin_ctz(x) : 32;",
    "same": "struct { int a[4]; } s = {{1}}, *p = &s; *p = s; memcpy(p, &s, sizeof s); return p->a[0];",
    "moved": "char a[8] = {1}; memmove(a + 1, a, 4); return a[x & 7];",
    "touching": "char a[8] = {1}; memcpy(a + 4, a, 4); return a[x & 7];",
    "memcmp": 'char a[4] = "abc"; return memcmp(a, "xyz", x & 3) > memcmp(a + 4, a, x & 0);',
    "length": "int a[(~x & 3) | 1]; a[0] = 1; return a[0];",
    "array": "if (x < 1 || x > 3) return 0; int a[x]; a[x - 1] = 1; return a[x - 1];",
}


@pytest.mark.parametrize("name", FINE)
def test_nothing_is_invented(name: str, tmp_path: Path) -> None:
    assert faults(f"{HEADER}int f(int x) {{\n{FINE[name]}\n}}\n", tmp_path) == []


def test_kinds_that_are_not_looked_for_are_passed_by_natively_too(tmp_path: Path) -> None:
    text = f"""{HEADER}int f(int x) {{
        long m[2] = {{1}};
        char *p = (char *)m;
        _Bool b;
        memset(&b, 2, 1);
        memcpy(p + 1, p, 4);
        return *(int *)(p + 3) + (b == 7) + (x == 1);
    }}
    """
    assert faults(text, tmp_path, "none") == []


def test_a_name_may_have_another_alignment_than_its_struct(tmp_path: Path) -> None:
    text = """struct s { char c, d; long l; };
    typedef struct s unaligned __attribute__((aligned(1)));
    static char m[64];
    int f(int x) { unaligned *p = (void *)(m + (x & 3)); return p->d; }
    """
    assert faults(text, tmp_path) == []
