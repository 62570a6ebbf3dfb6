"""Jumps out of functions: every technique finds the same faults, and misses no line."""

from __future__ import annotations

from pathlib import Path

import pytest

import secateur

THROWING = """
#include <assert.h>
#include <setjmp.h>
static jmp_buf outer, inner;
static int g, h;
static void deep(int v) { g++; if (v > 4) longjmp(inner, 1); if (v == 2) longjmp(outer, v); h++; }
static void middle(int a, int b) { deep(a); if (b > 1) deep(b); }
int f(int a, int b, int c) {
    g = h = 0;
    switch (setjmp(outer)) {
    case 0: break;
    case 2: if (c > 3) assert(g == 1); return 1;
    }
    if (setjmp(inner) == 0) middle(a, b);
    else if (c == 7) g += 5;
    if (g == 6 && h == 0) assert(0);
    return 10 / (h - g + 3);
}
"""


@pytest.mark.parametrize(
    "settings", [{"technique": name} for name in ("dgse", "pse", "auto")] + [{"merge": True}], ids=str
)
def test_the_same_faults_and_lines_as_full(tmp_path: Path, settings: dict[str, object]) -> None:
    source = tmp_path / "throwing.c"
    source.write_text(THROWING)
    full = secateur.explore(f"{source}:f", technique="full", confirm=False)
    other = secateur.explore(f"{source}:f", confirm=False, **{"technique": "full", **settings})  # type: ignore[arg-type]
    assert {(fault.kind, fault.line) for fault in full.faults} == {(fault.kind, fault.line) for fault in other.faults}
    assert len(full.faults) >= 2
    assert full.coverage.lines == other.coverage.lines
    assert full.coverage.branches == other.coverage.branches
