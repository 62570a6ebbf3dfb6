"""When memory is short, tasks that wait are kept in the store alone. What is explored is the same."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from secateur.exploration import spilling
from secateur.exploration.frontier import ORDERS
from secateur.exploration.loop import Explorer
from secateur.exploration.observer import Observer
from secateur.exploration.result import Result
from secateur.exploration.task import Task
from secateur.exploration.technique import Technique
from secateur.exploration.techniques.auto import Auto
from secateur.exploration.techniques.full import Full
from secateur.exploration.techniques.pse import Pse
from secateur.options import Budget
from secateur.solver import Solver, by_name
from secateur.store.database import Database
from secateur.store.recorder import RunRecorder

from .exploring import explorer_for

TEXT = """
static int one(int x) { return x > 9; }
static int two(int x) { return x > 8; }
static int three(int x) { return x > 7; }
int main(void) {
    int s = 0, v[6];
    for (int i = 0; i < 6; i++) v[i] = INT;
    for (int i = 0; i < 6; i++) { if (v[i] > 3) s += i; if (v[i] == 90 + i) s += 7; }
    if (s > 8) { int (*const all[])(int) = {one, two, three}; s += all[(unsigned)v[5] % 3](v[4]); }
    if (s == 14) { int *p = malloc((s & v[0]) + 1); s += !p; }
    assert(s != 21);
    return s;
}"""


def _explorer(folder: Path, technique: Technique, order: str, recorder: Observer | None) -> Explorer:
    made = explorer_for(TEXT, folder)
    budget = Budget(memory=100_000)
    return Explorer(made.machine, Solver(by_name("bitwuzla")), technique, order, budget, observer=recorder)


def _recorder(folder: Path) -> tuple[RunRecorder, Database]:
    database = Database(folder / "out", create=True)
    database.clear({})
    return RunRecorder(lambda: database), database


def _shown(result: Result) -> list[tuple[object, ...]]:
    return sorted((path.labels, str(path.ending), path.status) for path in result.paths)


@pytest.fixture
def scarce(monkeypatch: pytest.MonkeyPatch) -> None:
    """Memory is short again and again."""
    monkeypatch.setattr(spilling, "SHORT", 0)
    monkeypatch.setattr(spilling, "LOOKS", 8)
    monkeypatch.setattr(spilling, "FEW", 2)
    monkeypatch.setattr(spilling, "GROWN", 0)


@pytest.mark.usefixtures("scarce")
@pytest.mark.parametrize("order", ORDERS)
def test_the_same_paths_in_every_order(order: str, tmp_path: Path) -> None:
    recorder, database = _recorder(tmp_path)
    shed = 0

    def count(tasks: Sequence[Task], inner: Callable[[Sequence[Task]], bool] = recorder.shed) -> bool:
        nonlocal shed
        shed += 1
        return inner(tasks)

    recorder.shed = count  # type: ignore[method-assign]
    result = _explorer(tmp_path, Full(), order, recorder).run()
    whole = _explorer(tmp_path, Full(), order, None).run()
    assert shed > 3
    assert result.complete
    assert result.counts == whole.counts
    assert _shown(result) == _shown(whole)
    assert database.rows("SELECT count(*) FROM tasks") == [(0,)]
    assert database.rows("SELECT count(*) FROM origins") == [(0,)]
    database.close()


@pytest.mark.usefixtures("scarce")
@pytest.mark.parametrize("technique", [Pse, Auto])
def test_techniques_that_cut_find_the_same(technique: type[Technique], tmp_path: Path) -> None:
    recorder, database = _recorder(tmp_path)
    result = _explorer(tmp_path, technique(), "dfs", recorder).run()
    whole = _explorer(tmp_path, technique(), "dfs", None).run()
    assert result.complete
    assert result.coverage == whole.coverage
    assert [fault for fault, _ in result.faults()] == [fault for fault, _ in whole.faults()]
    database.close()


@pytest.mark.usefixtures("scarce")
def test_what_is_not_held_is_still_left_to_do(tmp_path: Path) -> None:
    recorder, database = _recorder(tmp_path)
    explorer = _explorer(tmp_path, Full(), "bfs", recorder)
    explorer.meter.budget = Budget(max_paths=200, memory=100_000)
    result = explorer.run()
    assert result.counts.limited == database.rows("SELECT count(*) FROM tasks")[0][0] > 0
    assert database.rows("SELECT count(*) FROM tasks WHERE origin NOT IN (SELECT id FROM origins)") == [(0,)]
    database.close()
