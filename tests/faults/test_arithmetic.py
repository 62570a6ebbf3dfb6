"""Arithmetic that has no result in C, on inputs: shifts of signed values, floats that do not fit an integer."""

from __future__ import annotations

from pathlib import Path

import pytest

from .finding import faults, line_of

FAULTY = {
    "int": ("shift", "if (x == 1) return y << 3; // HERE"),
    "negative": ("shift", "if (x == 1) return (y | -8) << 1; // HERE"),
    "sign": ("shift", "if (x == 1) return 1 << (y & 31); // HERE"),
    "assigned": ("shift", "if (x == 1) { y <<= 1; return y; } // HERE"),
    "long": ("shift", "if (x == 1) return (long)y << 40 > 0; // HERE"),
    "by zero bits": ("shift", "if (x == 1) return y << 0; // HERE"),
    "amount": ("shift", "if (x == 1) return 1u << y; // HERE"),
    "float": ("float-to-int", "if (x == 1) return (int)(y * 1.5e9f); // HERE"),
    "double": ("float-to-int", "if (x == 1) return (int)(y * 1.5); // HERE"),
    "unsigned": ("float-to-int", "if (x == 1) return (unsigned)(y * 1.0) != 5; // HERE"),
    "char": ("float-to-int", "if (x == 1) return (signed char)(y * 0.5); // HERE"),
    "nan": ("float-to-int", "double z = 0, q = z / z; if (x == 1) return (long)q == 1; // HERE"),
}


@pytest.mark.parametrize("name", FAULTY)
def test_it_is_found_and_confirmed(name: str, tmp_path: Path) -> None:
    kind, body = FAULTY[name]
    text = f"int f(int x, int y) {{\n{body}\nreturn 0;\n}}\n"
    assert faults(text, tmp_path) == [(kind, line_of(text))]


FINE = {
    "unsigned": "unsigned u = y; return (u << 3) + (1u << 31);",
    "small": "return (y & 7) << 2;",
    "field": "struct { int a : 5, b : 6; } s = {1, 2}; s.b = y; return s.b;",
    "bool": "return (_Bool)(y * 1e20);",
    "edge": "return (int)(y > 0 ? 2147483647.5 : -2147483648.5);",
    "fraction": "return (unsigned char)(y > 0 ? 255.9 : -0.9);",
    "wide": "return (long)(y * 1e9) > 0;",
}


@pytest.mark.parametrize("name", FINE)
def test_nothing_is_invented(name: str, tmp_path: Path) -> None:
    assert faults(f"int f(int x, int y) {{\n{FINE[name]}\n}}\n", tmp_path) == []
