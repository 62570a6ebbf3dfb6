"""Explorations beside the plain one have stores of their own: whatever ends a run, it goes on with them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import secateur
from secateur.exploration.earlier import EarlierRun
from secateur.jobs import stored_parts
from secateur.jobs.plan import Plan
from secateur.store.recorder import RunRecorder

from .interrupting import explored, write_often

#: It has to be long for the last line; calls with other sizes than inferred break; a caller gives it such sizes.
TEXT = """
static int sum(const int *a, int n)
{
    int s = 0;
    for (int i = 0; i < n; i++) s += a[i] > 3;
    return s;
}
int f(const char *s, const int *a, int n)
{
    int k = 0;
    while (s[k] && s[k] == "abcdef"[k]) k++;
    if (k == 6)
        return 100 / (n - 7);
    return sum(a, n) + k;
}
int g(int n)
{
    int a[2] = {n, 5};
    return f("ab", a, n & 3);
}
"""


class Killed(BaseException):
    """Nothing is done about it, as about SIGKILL."""


def _seen(run: secateur.Run) -> dict[str, Any]:
    both = (*run.findings, *run.longer_findings, *run.outside, *(each.fault for each in run.callers.findings))
    return {
        "faults": sorted({(each.kind, each.line) for each in both}),
        "complete": run.complete,
        "lines": run.coverage.lines,
        "longer": None if run.longer is None else run.longer.size,
        "doubts": [tuple(map(str, each.parts)) for each in run.doubts],
    }


@pytest.mark.parametrize("number", [1, 3])
def test_a_part_goes_on(number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(stored_parts, "PATIENCE", 0.0)
    write_often(monkeypatch)
    given: dict[str, Any] = {"technique": "full", "callers": 1, "max_paths": 400}
    expected = _seen(explored(TEXT, **given))
    begin, ended = RunRecorder.begin, RunRecorder.ended
    begun: list[RunRecorder] = []
    steps = [0]

    def counted(self: RunRecorder, explorer: Any) -> None:
        begun.append(self)
        begin(self, explorer)

    def killing(self: RunRecorder) -> None:
        ended(self)
        steps[0] += len(begun) > number
        if steps[0] > 1:
            raise Killed

    with monkeypatch.context() as patched:
        patched.setattr(RunRecorder, "begin", counted)
        patched.setattr(RunRecorder, "ended", killing)
        with pytest.raises(Killed):
            explored(TEXT, out=Path("out"), **given)
    taken_up: list[EarlierRun | None] = []
    run = Plan.run

    def spied(self: Plan, *words: Any, **named: Any) -> Any:
        taken_up.append(named.get("earlier") or (words[6] if len(words) > 6 else None))
        return run(self, *words, **named)

    monkeypatch.setattr(Plan, "run", spied)
    again = explored(TEXT, resume=Path("out"), **given)
    assert _seen(again) == expected
    stored = [each for each in taken_up if each is not None]
    assert len(stored) > number, "what the parts had found was explored again"
    assert stored[-1].paths


def test_a_short_part_writes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    explored("int f(const int *a) { return a[0] > 3; }", out=Path("out"))
    assert not (tmp_path / "out" / stored_parts.FOLDER).exists()
