"""Calls by name whose declaration has wider integers than the definition: the low bits arrive."""

from __future__ import annotations

from pathlib import Path

import pytest

import secateur


def test_the_function_takes_the_low_bits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a.c").write_text("int g();\nint f(int x) { return g(x, 300); }\n")
    Path("b.c").write_text("int g(int x, unsigned char c) { return x > c ? 1 : 0; }\n")
    run = secateur.explore("a.c:f", "b.c")
    assert run.complete
    assert sorted((test.inputs["x"], test.outcome.observations) for test in run.tests) == [
        (0, (("return", "0"),)),
        (45, (("return", "1"),)),
    ]
    assert secateur.replay(run.write("out")).complete
