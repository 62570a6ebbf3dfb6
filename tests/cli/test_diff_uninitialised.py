"""A removed initialisation is a difference (T5g)."""

from __future__ import annotations

from pathlib import Path

import pytest

import secateur

PAIRS = {
    "local": ("int v = 0; if (n > 3) v = n; return v;", "int v; if (n > 3) v = n; return v;"),
    "element": ("int a[2] = {0}; if (n > 3) a[1] = n; return a[1];", "int a[2]; if (n > 3) a[1] = n; return a[1];"),
    "heap": (
        "int *p = calloc(1, 4); if (n > 3) *p = n; n = *p; free(p); return n;",
        "int *p = malloc(4); if (n > 3) *p = n; n = *p; free(p); return n;",
    ),
}


@pytest.mark.parametrize("bodies", PAIRS.values(), ids=PAIRS)
def test_a_removed_initialisation_is_a_difference(
    bodies: tuple[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name, body in zip(("old.c", "new.c"), bodies, strict=True):
        Path(name).write_text(f"#include <stdlib.h>\nint f(int n) {{ {body} }}\n")
    answer = secateur.diff("old.c:f", "new.c:f")
    assert answer.found
    assert not secateur.diff("new.c:f", "new.c:f").found
