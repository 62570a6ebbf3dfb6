"""Faults of uninitialised memory are confirmed by two native runs whose fresh memory differs."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

import secateur
from secateur.suite.replay import replay_suite
from secateur.suite.test import FaultRecord


@pytest.mark.parametrize(
    "body",
    [
        "int v; if (n > 3) v = n; return v;",
        "int a[4]; a[1] = n; if (a[0] == 12345) return 1; return 0;",
        "int *p = malloc(8), r = 0; if (p && p[1] == 12345) r = 1; free(p); return r;",
        'int v; if (n > 3) v = n; printf("%d", v); return 0;',
    ],
    ids=["result", "condition", "heap", "output"],
)
def test_a_run_that_depends_on_fresh_memory_confirms(
    body: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("f.c").write_text(f"#include <stdio.h>\n#include <stdlib.h>\nint f(int n) {{ {body} }}\n")
    faults = secateur.explore("f.c:f").faults
    assert [(fault.kind, fault.confirmed) for fault in faults] == [("uninitialised", True)]


def test_a_run_that_does_not_depend_on_it_does_not_confirm(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("f.c").write_text(
        "#include <stdlib.h>\nint f(int n) { int a[4], *p = calloc(2, 4); a[0] = n;\n"
        "if (a[0] > 3) return p[1]; return 2; }\n"
    )
    run = secateur.explore("f.c:f")
    claimed = FaultRecord("uninitialised", "f.c", 2, 1, "f", "claimed")
    tests = tuple(replace(t, outcome=replace(t.outcome, kind="fault", fault=claimed)) for t in run.suite.tests)
    report = replay_suite(replace(run.suite, tests=tests))
    assert len(report.failed) == len(tests) > 1
