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
        "double v; if (n > 3) v = n; return v > 0.5;",
        "float a[2]; if (n > 3) a[1] = n; if (a[1] != a[1]) return 1; return 0;",
    ],
    ids=["result", "condition", "heap", "output", "double", "float"],
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


def test_a_missing_return_confirms(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("f.c").write_text(MISSING)
    faults = secateur.explore("f.c:f").faults
    assert [(fault.kind, fault.line, fault.confirmed) for fault in faults] == [
        ("missing-return", 6, True),
        ("missing-return", 7, True),
        ("missing-return", 8, True),
    ]


MISSING = """static int whole(int x) { if (x > 3) return 1; }
static double real(int x) { if (x > 3) return 1; }
static char *text(int x) { if (x > 3) return "a"; }
int f(int x, int y) {
    if (y == 1) {
        if (whole(x)) return 1;
    } else if (y == 2) return real(x) > 0.5;
    else if (y == 3) return text(x) != 0;
    return 2;
}
"""


@pytest.mark.parametrize(
    "body",
    [
        'printf("%p", (void *)&g); return n;',
        'fprintf(stderr, "%p", (void *)f); return n;',
        "return (int)(long)&g;",
        "if ((unsigned long)&g % 3 == 1) return 1; return n;",
        "int *p = &g; if (p) return n; return p == &h;",
    ],
    ids=["variable", "function", "result", "decision", "comparison"],
)
def test_other_addresses_do_not_confirm(body: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("f.c").write_text(f"#include <stdio.h>\nstatic int g, h;\nint f(int n) {{\nint v[8]; v[1] = n;\n{body} }}\n")
    run = secateur.explore("f.c:f", check="none", confirm=False, check_tests=False)
    claimed = FaultRecord("uninitialised", "f.c", 2, 1, "f", "claimed")
    tests = tuple(replace(t, outcome=replace(t.outcome, kind="fault", fault=claimed)) for t in run.suite.tests)
    report = replay_suite(replace(run.suite, tests=tests))
    assert len(report.failed) == len(tests) > 0


def test_output_with_an_address_beside_it_confirms(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    body = 'int v; if (n > 3) v = n; printf("%p %d", (void *)f, v); return 0;'
    Path("f.c").write_text(f"#include <stdio.h>\nint f(int n) {{ {body} }}\n")
    faults = secateur.explore("f.c:f").faults
    assert [(fault.kind, fault.confirmed) for fault in faults] == [("uninitialised", True)]
