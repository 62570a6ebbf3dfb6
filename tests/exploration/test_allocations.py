"""What was allocated before, and can no longer be used, does not prevent a cut."""

from __future__ import annotations

from pathlib import Path

import pytest

from secateur.exploration.loop import Explorer
from secateur.exploration.result import Result
from secateur.exploration.technique import Technique
from secateur.exploration.techniques.full import Full
from secateur.exploration.techniques.pse import Pse
from secateur.frontend.build import build
from secateur.ir.model import Program
from secateur.ir.reader import read
from secateur.solver import Solver, by_name

from .exploring import HEADER

PROGRAMS = Path(__file__).parents[2] / "benchmarks" / "programs" / "allocations"

#: The runs of full exploration and of `pse`. Before private objects had numbers of their own, `pse` needed 22, 37, 132,
#: 344, 77 and 261 for the first six, and as many as now for the others, in which everything stays alive.
RUNS = {
    "temporaries": (64, 7),
    "options": (256, 12),
    "buffers": (729, 38),
    "wrapper": (3125, 181),
    "parser": (1263, 46),
    "array": (4096, 62),
    "strings": (729, 78),
    "items": (729, 43),
    "kept": (128, 24),
    "list": (64, 22),
    "words": (4096, 139),
    "tree": (361, 361),
}


def _explored(program: Program, technique: Technique) -> Result:
    return Explorer(technique.machine(program), Solver(by_name("bitwuzla")), technique).run()


@pytest.mark.parametrize("name", RUNS)
def test_runs_of_programs_that_allocate(name: str) -> None:
    program = read(build([PROGRAMS / f"{name}.c"]).text)
    full, reduced = _explored(program, Full()), _explored(program, Pse())
    assert (full.explored, reduced.explored) == RUNS[name]
    assert full.complete
    assert reduced.complete
    assert not full.faults()
    assert not reduced.faults()
    assert full.coverage == reduced.coverage


#: Whether a block is used after its end depends on the bytes. Some states agree in all but that.
FAULTS = {
    "freed in one of two ways": """int main(void) { int *p = malloc(4), n = 0; *p = 1;
        for (int i = 0; i < 3; i++) if (INT > 0) { int *t = malloc(4); *t = i; free(t); }
        if (INT > 0) free(p); else n = 1;
        for (int i = 0; i < 3; i++) if (INT > 0) { int *t = malloc(4); *t = 7; n += *t; free(t); }
        n += *p; return n & 1; }""",
    "the block of the last round": """int main(void) { int *old = 0, n = 0;
        for (int i = 0; i < 4; i++) { int *t = malloc(4); *t = i; if (INT > 0 && old) n += *old; free(t);
            if (INT > 0) old = t; else old = 0; }
        return n > 2; }""",
    "a local variable that was left": """static int *last; static int h(int n) { int a = n; last = &a; return a; }
        static int g(int n) { int b[4] = {n}; return b[n & 3]; }
        int main(void) { int n = 0; for (int i = 0; i < 3; i++) if (INT > 0) n += g(i);
            if (INT > 0) n += h(1); for (int i = 0; i < 3; i++) if (INT > 0) n += g(i);
            if (INT > 0 && last) n += *last; return n & 1; }""",
    "the remainder of an address": """#include <stdint.h>
        static void *kept[4];
        int main(void) { int n = 0; for (int i = 0; i < 3; i++) if (INT > 0) { int *t = malloc(4); *t = i; free(t); }
            for (int i = 0; i < 4; i++) if (INT > 0) kept[i] = malloc(4);
            char *p = malloc(4); n = (int)((uintptr_t)p % 5); free(p); return 10 / (n - 2); }""",
    "the order of addresses": """static void *kept;
        int main(void) { int n = 0; if (INT > 0) kept = malloc(4);
            for (int i = 0; i < 2; i++) if (INT > 0) { int *t = malloc(4); *t = i; free(t); }
            char *p = malloc(4); if (!kept) kept = malloc(4); n = (char *)kept < p; free(p); return 3 / (1 - n); }""",
    "the bytes of an address": """static void *kept[4];
        int main(void) { for (int i = 0; i < 4; i++) if (INT > 0) kept[i] = malloc(4);
            unsigned char b[8]; void *p = malloc(4); memcpy(b, &p, 8); free(p); return 9 / (b[4] % 6); }""",
    "recursion": """static int f(int *p, int n) { int *t = malloc(4); *t = n; int r = p && INT > 0 ? *p : 0;
            if (INT > 0) { free(t); r += n ? f(t, n - 1) : 0; } else { r += n ? f(t, n - 1) : 0; free(t); }
            return r; }
        int main(void) { return f(0, 2) & 1; }""",
}


@pytest.mark.parametrize("text", FAULTS.values(), ids=FAULTS)
def test_what_full_exploration_finds_is_found(text: str, tmp_path: Path) -> None:
    source = tmp_path / "program.c"
    source.write_text(HEADER + text)
    program = read(build([source]).text)
    full, reduced = _explored(program, Full()), _explored(program, Pse())
    assert full.complete
    assert reduced.complete
    assert reduced.explored <= full.explored
    found = {(fault.kind, fault.position) for fault, _ in full.faults()}
    assert found
    assert {(fault.kind, fault.position) for fault, _ in reduced.faults()} == found
    assert full.coverage == reduced.coverage
