"""Faults that are decided outside of the function that they are reported in: every technique finds them."""

from __future__ import annotations

from pathlib import Path

import pytest

import secateur

PROGRAMS = {
    "result": ("int f(int x) {\nint u;\nif (x > 3) return x;\nreturn u & x;\n}\n", {("uninitialised", 4)}),
    "exit status": (
        "#include <stdlib.h>\nint __VERIFIER_nondet_int(void);\nint main(void) {\nint u, x = __VERIFIER_nondet_int();\n"
        "if (x == 3) return 1;\nif (x == 5) exit(u & x);\nreturn u & x;\n}\n",
        {("uninitialised", 6), ("uninitialised", 7)},
    ),
    "strings": (
        "#include <string.h>\nint f(int x) {\nchar b[8] = {x, x >> 8, 3};\nstrcpy(b, b + 2);\nstrcpy(b + 1, b);\n"
        "return b[0];\n}\n",
        {("overlap", 5)},
    ),
    "sums": (
        "int f(char *b, unsigned long x) {\nchar *p = b;\nif (x & 1)\np = b + x;\nif (x & 2)\np = p - x;\n"
        "return p == b;\n}\n",
        {("pointer-overflow", 4), ("pointer-overflow", 6)},
    ),
}


@pytest.mark.parametrize("technique", ["full", "dgse", "pse"])
@pytest.mark.parametrize("name", PROGRAMS)
def test_it_is_found(name: str, technique: str, tmp_path: Path) -> None:
    text, expected = PROGRAMS[name]
    source = tmp_path / "program.c"
    source.write_text(text)
    target = str(source) if "main" in text else f"{source}:f"
    run = secateur.explore(target, technique=technique, confirm=False)
    assert {(str(fault.kind), fault.line) for fault in run.faults} == expected
