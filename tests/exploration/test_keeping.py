"""Which paths are kept: fewer tests, with the same coverage and the same faults."""

from __future__ import annotations

from pathlib import Path

import pytest

import secateur

#: `X` runs only if both sides were taken on one path, each of which was taken before.
TOGETHER = """
int f(int a, int b, int c)
{
    int k = 0;
    if (a > 0) k++;
    if (b > 0) k++;
    if (c > 0) k += 4;
    if (k == 6)
        return 10 / (a - 7);
    return k;
}
"""
#: One jump tests several labels.
LABELS = """
int f(int x)
{
    switch (x) {
    case 1: case 2: case 3: return 1;
    case 9: return 2;
    default: return 0;
    }
}
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def _explored(text: str, keep: str, technique: str = "full") -> secateur.Run:
    Path("f.c").write_text(text)
    return secateur.explore("f.c:f", technique=technique, keep=keep, confirm=False)


@pytest.mark.parametrize("technique", ["full", "auto", "pse", "dgse"])
@pytest.mark.parametrize("text", [TOGETHER, LABELS], ids=["together", "labels"])
def test_tests_of_branches_cover_what_all_cover(text: str, technique: str) -> None:
    every, kept = (_explored(text, keep, technique) for keep in ("all", "branches"))
    assert (kept.counts, kept.coverage) == (every.counts, every.coverage)
    assert {str(fault) for fault in kept.faults} == {str(fault) for fault in every.faults}
    assert {test.outcome.kind for test in kept.tests} == {test.outcome.kind for test in every.tests}
    together = set()
    for test in kept.tests:
        start = [f"{name}={value}" for name, value in test.inputs.items()]
        one = secateur.explore("f.c:f", technique="full", confirm=False, max_paths=1, start=start)
        together |= {place for place, is_run in one.coverage.lines.items() if is_run}
    assert together == {place for place, is_run in every.coverage.lines.items() if is_run}


def test_there_are_fewer() -> None:
    every, kept, outcomes = (_explored(TOGETHER, keep) for keep in ("all", "branches", "outcomes"))
    assert len(every.tests) == every.counts.completed
    assert len(kept.tests) < len(every.tests)
    assert [str(test.outcome.kind) for test in outcomes.tests] == ["return", "fault"]


def test_the_names_of_tests_are_consecutive() -> None:
    kept = _explored(TOGETHER, "branches")
    assert [test.name for test in kept.tests] == [f"test{n:06d}" for n in range(1, len(kept.tests) + 1)]
