"""Explorations beside the plain one have stores of their own: whatever ends a run, it goes on with them."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

import secateur
from secateur.exploration.earlier import EarlierRun
from secateur.exploration.loop import Explorer
from secateur.jobs import stored_parts
from secateur.jobs.explore import prepare, run_prepared
from secateur.jobs.plan import Plan
from secateur.options.jobs import ExploreOptions
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


GIVEN: dict[str, Any] = {"technique": "full", "callers": 1, "max_paths": 400}


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def _killed_in(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Explore to `out` until the second step of an exploration after this many."""
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

    monkeypatch.setattr(stored_parts, "PATIENCE", 0.0)
    write_often(monkeypatch)
    with monkeypatch.context() as patched:
        patched.setattr(RunRecorder, "begin", counted)
        patched.setattr(RunRecorder, "ended", killing)
        with pytest.raises(Killed):
            explored(TEXT, out=Path("out"), **GIVEN)


@pytest.mark.parametrize("number", [1, 3])
def test_a_part_goes_on(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    expected = _seen(explored(TEXT, **GIVEN))
    _killed_in(number, monkeypatch)
    taken_up: list[EarlierRun | None] = []
    run = Plan.run

    def spied(self: Plan, *words: Any, **named: Any) -> Any:
        taken_up.append(named.get("earlier") or (words[6] if len(words) > 6 else None))
        return run(self, *words, **named)

    monkeypatch.setattr(Plan, "run", spied)
    again = explored(TEXT, resume=Path("out"), **GIVEN)
    assert _seen(again) == expected
    stored = [each for each in taken_up if each is not None]
    assert len(stored) > number, "what the parts had found was explored again"
    assert stored[-1].paths


@pytest.mark.parametrize("number", [1, 2, 3])
def test_a_report_has_what_parts_found(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """However far the run came, whatever a part has stored is listed, and nothing is explored."""
    whole = explored(TEXT, **GIVEN)
    expected = {*_seen(whole)["faults"], *((each.kind, each.line) for each in whole.callers.dropped)}
    _killed_in(number, monkeypatch)
    found = {line for file in Path("out").rglob("run.sqlite") for line in _stored_lines(file)}
    asked: list[object] = []
    monkeypatch.setattr(Explorer, "_input", lambda self, task: asked.append(task))
    with prepare([], ExploreOptions(resume=Path("out"))) as prepared:
        told = _seen(run_prepared(prepared, go_on=False))
    assert not asked
    assert set(told["faults"]) <= expected
    assert found == {line for _, line in told["faults"]}
    assert number == 1 or found


def _stored_lines(file: Path) -> set[int]:
    """The lines of faults in a store."""
    with closing(sqlite3.connect(file)) as database:
        rows = database.execute("SELECT fault FROM paths WHERE fault IS NOT NULL").fetchall()
    return {int(fault.rpartition("f.c:")[2].split(":")[0]) for (fault,) in rows}


def test_a_short_part_that_found_a_fault_is_stored() -> None:
    """Its run was not complete: a report of it must not list less than the run did."""
    text = "int f(const int *a, int n) { int s = 0; for (int i = 0; i < n; i++) s += a[i] > 3; return s; }"
    run = explored(text, out=Path("out"), max_paths=4)
    assert run.outside
    with prepare([], ExploreOptions(resume=Path("out"))) as prepared:
        assert _seen(run_prepared(prepared, go_on=False))["faults"] == _seen(run)["faults"]


def test_a_short_part_writes_nothing() -> None:
    explored("int f(const int *a) { return a[0] > 3; }", out=Path("out"))
    assert not (Path("out") / stored_parts.FOLDER).exists()
