"""What nothing has written can be anything: no proof rests on its being 0."""

from __future__ import annotations

from pathlib import Path

import pytest

import secateur

OPEN = {
    "scalar": "int u; if (x > 3) u = 1; return u == 7 ? 5 : 1;",
    "two": "int u, v; return u != v ? 5 : 1;",
    "array": "int a[4]; a[0] = x; return a[1] == 7 ? 5 : 1;",
    "struct": "struct { char c; int i; } s; s.c = 1; return s.i == 7 ? 5 : 1;",
    "address taken": "int u, *p = &u; if (x > 3) *p = 1; return u == 7 ? 5 : 1;",
    "heap": "int *p = malloc(8); p[0] = x; int r = p[1] == 7 ? 5 : 1; free(p); return r;",
    "missing return": "return none(x) == 7 ? 5 : 1;",
    "length": "int n = 3, a[n]; a[0] = x; return a[2] == 7 ? 5 : 1;",
    "again": "int r = 1; for (int i = 0; i < 2; i++) { int u; if (i == 0) u = 1; if (u == 7) r = 5; } return r;",
}

PROVED = {
    "written": "int u; if (x > 3) u = 1; else u = 2; return u == 7 ? 5 : 1;",
    "static": "static int u; return u == 7 ? 5 : 1;",
    "calloc": "int *p = calloc(2, 4); int r = p[1] == 7 ? 5 : 1; free(p); return r;",
    "initialised": "int a[4] = {x}; return a[1] == 7 ? 5 : 1;",
    "same": "int u; return (u ^ u) == 7 ? 5 : 1;",
    "masked": "int u; return (u & 3) == 7 ? 5 : 1;",
}


def _verdict(body: str, folder: Path) -> str:
    source = folder / "f.c"
    source.write_text(
        "#include <stdlib.h>\nstatic int none(int x) { if (x > 3) return 1; }\n"
        f"int f(int x) {{\n{body}\n}}\nint use(int x) {{ return none(x); }}\n"
    )
    return str(secateur.approximate(f"{source}:f", prove=["result != 5"]).proofs[0].status)


@pytest.mark.parametrize("body", OPEN.values(), ids=OPEN)
def test_nothing_is_proved_by_what_it_may_hold(body: str, tmp_path: Path) -> None:
    assert _verdict(body, tmp_path) != "proved"


@pytest.mark.parametrize("body", PROVED.values(), ids=PROVED)
def test_what_does_not_depend_on_it_is_proved(body: str, tmp_path: Path) -> None:
    assert _verdict(body, tmp_path) == "proved"
