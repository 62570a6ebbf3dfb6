"""Pointer arithmetic that wraps, or that moves NULL: reported where clang's UBSan reports it, and no other."""

from __future__ import annotations

from pathlib import Path

import pytest

from .finding import faults, line_of

HEADER = """#include <stddef.h>
#include <string.h>
struct pair { int a, b; };
static char text[8] = "abcdefg";
static int numbers[4] = {1, 2, 3, 4};
"""

FAULTY = {
    "unsigned": ("pointer-overflow", "char *p = text;\np = p + x; // HERE\nreturn p == text;"),
    "scaled": ("pointer-overflow", "int *p = numbers;\np += x; // HERE\nreturn p == numbers;"),
    "signed": ("pointer-overflow", "char *p = text;\np = p + (long)x; // HERE\nreturn p == text;"),
    "minus": (
        "pointer-overflow",
        "int *p = numbers; if (x < 1ul << 63) return 0;\np -= x; // HERE\nreturn p == numbers;",
    ),
    "up": ("pointer-overflow", "int *p = numbers; if (x < ~0ul) return 0;\np = p - x; // HERE\nreturn p == numbers;"),
    "up in an array": (
        "pointer-overflow",
        "if (x < ~0ul) return 0;\nint *p = numbers - x; // HERE\nreturn p == numbers;",
    ),
    "constant": ("pointer-overflow", "char *p = text + 4;\nif (x == 3) p = p + -1ul; // HERE\nreturn p == text;"),
    "constant element": ("out-of-bounds", "char *p = text + 4;\nif (x == 3) return p[-1ul]; // HERE"),
    "null": ("pointer-overflow", "char *p = x == 3 ? NULL : text;\np++; // HERE\nreturn p == text;"),
    "null by a variable": ("pointer-overflow", "char *p = NULL;\np += x & 1; // HERE\nreturn p == NULL;"),
    "number": ("pointer-overflow", "if (!x) return 0; char *p = (char *)x;\np += 2; // HERE\nreturn p == text;"),
    "element": ("out-of-bounds", "int *p = numbers;\nreturn p[x]; // HERE"),
    "sum": ("out-of-bounds", "int *p = numbers;\nreturn *(p + x); // HERE"),
    "back into the object": ("out-of-bounds", "char *p = text + 4; if (x < -4ul) return 0;\nreturn p[x]; // HERE"),
    "a multiple of the space": (
        "out-of-bounds",
        "if (x != 1ul << 62) return 0;\nint *p = numbers; return p[x]; // HERE",
    ),
    "null and element": ("null-pointer", "int *p = x == 3 ? NULL : numbers;\nreturn p[2]; // HERE"),
    "member": ("null-pointer", "struct pair s = {1, 2}, *p = x == 3 ? NULL : &s;\nreturn p->b; // HERE"),
}


@pytest.mark.parametrize("name", FAULTY)
def test_it_is_found_and_confirmed(name: str, tmp_path: Path) -> None:
    kind, body = FAULTY[name]
    text = f"{HEADER}int f(unsigned long x) {{\n{body}\nreturn 0;\n}}\n"
    assert faults(text, tmp_path) == [(kind, line_of(text))]


FINE = {
    "end": "char *e = text + sizeof text; return e - text;",
    "beyond": "char *p = text; p = p + (x & 0xffffffff); return p == text;",
    "before": "int *p = numbers; p = p - (x & 0xffff); return p == numbers;",
    "narrow": "int *p = numbers; p += (int)x; return p == numbers;",
    "up": "int *p = numbers; long n = -(long)(x & 3); p = p - n; return *p;",
    "null": "char *p = NULL; p += x & 0; return p + 0 == NULL;",
    "offset": "return (size_t)&((struct pair *)0)->b + (x & 1);",
    "half": "char *p = text; if (x != 1ul << 63) return 0; p = p + x; return p == text;",
    "back": "char *p = text + 4; long n = -(long)(x & 3); return p[n];",
}


@pytest.mark.parametrize("name", FINE)
def test_nothing_is_invented(name: str, tmp_path: Path) -> None:
    assert faults(f"{HEADER}int f(unsigned long x) {{\n{FINE[name]}\n}}\n", tmp_path) == []


def test_it_can_be_left_out(tmp_path: Path) -> None:
    text = f"{HEADER}int f(unsigned long x) {{ char *p = x == 3 ? NULL : text; p = p + 1; return p == text; }}\n"
    assert faults(text, tmp_path, "-pointer-overflow") == []
