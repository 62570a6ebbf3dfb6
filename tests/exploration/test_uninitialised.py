"""Every technique reports what is decided by memory that nothing has written: covered is covered by values only."""

from __future__ import annotations

from pathlib import Path

import pytest

from secateur.exploration.loop import Explorer
from secateur.exploration.technique import Technique
from secateur.exploration.techniques.dgse import Dgse
from secateur.exploration.techniques.full import Full
from secateur.exploration.techniques.pse import Pse
from secateur.frontend.build import build
from secateur.ir.reader import read
from secateur.solver import Solver, by_name

from .exploring import HEADER

PROGRAMS = {
    "local": "int x; if (INT == 0) x = 0; if (INT > 3) y = 1; if (x == 0) return 1;",
    "array": "int a[2]; a[1] = 1; if (INT == 0) a[0] = 0; if (INT > 3) y = 1; if (a[0] == 0) return 1;",
    "heap": "int *p = malloc(8); if (INT == 0) p[1] = 0; if (INT > 3) y = 1; if (p[1] == 0) return 1;",
    "made later": "int n = INT; if (INT > 3) y = 1; int x; if (n == 0) x = 3; if (INT > 7) y = 2; if (x) return y;",
    "each iteration": "for (int i = 0; i < 3; i++) { int x; if (INT == 0) x = 0; if (x) y++; }",
    "index": "int i, a[4] = {1, 2, 3, 4}; if (INT > 3) i = 2; if (INT > 3) return a[i & 3];",
    "output": 'int x, r = 2; if (INT != 5) x = 1; if (INT != 7) y = 1; if (y == 0) r = x; printf("%d", r);',
    "status": "int x, r = 2; if (INT != 5) x = 1; if (INT != 7) y = 1; if (y == 0) r = x; return r;",
    "by an input": "int x, n = INT; if (INT > 3) y = 1; if ((x & 1) * n == 1) return 1;",
}


def _faults(technique: Technique, text: str, folder: Path) -> set[tuple[str, int]]:
    source = folder / "program.c"
    source.write_text(f"{HEADER}int main(void) {{ int y = 0; {text} return 0; }}")
    machine = technique.machine(read(build([source]).text))
    result = Explorer(machine, Solver(by_name("bitwuzla")), technique).run()
    assert result.complete
    return {(str(fault.kind), fault.position.column) for fault, _ in result.faults()}


@pytest.mark.parametrize("text", PROGRAMS.values(), ids=PROGRAMS)
def test_no_technique_misses_it(text: str, tmp_path: Path) -> None:
    expected = _faults(Full(), text, tmp_path)
    assert {kind for kind, _ in expected} == {"uninitialised"}
    for technique in (Pse(), Dgse()):
        assert _faults(technique, text, tmp_path) == expected, technique.name
