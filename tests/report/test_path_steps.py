"""The way to a fault: decisions with their conditions and inputs."""

from __future__ import annotations

from pathlib import Path

import pytest

from secateur import api, expr
from secateur.expr import Expr
from secateur.report import path_steps
from secateur.report.path_steps import steps_json

LONG = """int f(int a, int b, int c, int d)
{
    return (a > 1) + (b > 2 ? 1 : 2) + (c > 3 ? 1 : 3) + (d > 4 ? 5 : 6) + (a > b ? 7 : 8);
}
"""
MIXED = """unsigned f(unsigned x, unsigned y)
{
    for (int i = 0; i < 90; i++)
        x = (x << 3 ^ x >> 5 ^ y * x) + i;
    if (x == 12)
        return 1;
    return 10 / (y & 1);
}
"""


def test_decisions_have_conditions_and_values(tmp_path: Path) -> None:
    (tmp_path / "f.c").write_text(
        "int f(int x, const char *s)\n{\n    if (s[0] == 'a' && x > 2)\n        return 1;\n    return 0;\n}\n"
    )
    run = api.explore(f"{tmp_path}/f.c:f", technique="full")
    path, test = next((p, t) for t, p in zip(run.tests, run.result.paths, strict=True) if str(t.outcome) == "return 1")
    steps = [(each["line"], each["side"], each["condition"], each["values"]) for each in steps_json(path, test)]
    assert steps == [(3, True, "s[0] == 'a'", {"s[0]": "a"}), (3, True, "x > 2", {"x": 3})]


def test_the_middle_of_a_long_path_is_left_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "f.c").write_text(LONG)
    run = api.explore(f"{tmp_path}/f.c:f", technique="full", max_paths=1)
    whole = steps_json(run.result.paths[0], run.tests[0])
    assert len(whole) == 4
    monkeypatch.setattr(path_steps, "FIRST", 1)
    monkeypatch.setattr(path_steps, "LAST", 1)
    first, gap, last = steps_json(run.result.paths[0], run.tests[0])
    assert (first, last) == (whole[0], whole[-1])
    assert gap["left_out"] == 2


def test_conditions_that_nobody_reads_are_not_printed(tmp_path: Path) -> None:
    (tmp_path / "f.c").write_text(MIXED)
    run = api.explore(f"{tmp_path}/f.c:f", technique="full", max_paths=1, confirm=False)
    (step,) = [each for each in steps_json(run.result.paths[0], run.tests[0]) if each["line"] == 5]
    assert step["condition"] == ""
    assert step["values"] == {}


def test_each_condition_is_printed_once_per_answer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Many faults share their first decisions; a run of 800 needed ten seconds to show them."""
    cases = "".join(f"    if (x == {i})\n        y += 1 / (y - {i});\n" for i in range(20))
    (tmp_path / "f.c").write_text(f"int f(int x, int y)\n{{\n{cases}    return y;\n}}\n")
    run = api.explore(f"{tmp_path}/f.c:f", technique="full", confirm=False, check_tests=False)
    assert len(run.findings) >= 20
    printed: list[Expr] = []
    to_c = expr.to_c

    def counted(condition: Expr) -> str:
        printed.append(condition)
        return to_c(condition)

    monkeypatch.setattr(expr, "to_c", counted)
    assert run.findings
    assert not printed
    _, data = run.written(tmp_path / "out")
    assert [len(each["steps"]) for each in data["faults"]] == [len(each.steps) for each in run.findings]
    shown = [id(each) for each in printed]
    assert len(set(shown)) < len(shown)  # by the steps of each fault alone
    printed.clear()
    run.written(tmp_path / "out")
    assert len(printed) == len(set(printed))
