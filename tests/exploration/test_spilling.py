"""When too many wait or memory is short, tasks are kept in the store alone. What is explored is the same."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import NoReturn

import pytest

from secateur.exploration import spilling
from secateur.exploration.earlier import EarlierInput, LeftTask, NotTheSameRun, Rerun, ShedGroup
from secateur.exploration.frontier import ORDERS, BreadthFirst, DepthFirst, FairDepthFirst, Frontier
from secateur.exploration.loop import Explorer
from secateur.exploration.observer import Observer
from secateur.exploration.result import Result
from secateur.exploration.spilling import SpillingFrontier
from secateur.exploration.task import Flip, Task
from secateur.exploration.technique import Technique
from secateur.exploration.techniques.auto import Auto
from secateur.exploration.techniques.full import Full
from secateur.exploration.techniques.pse import Pse
from secateur.machine.path import Ending
from secateur.machine.path import Path as ProgramPath
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
    int s = 0, v[4];
    for (int i = 0; i < 4; i++) v[i] = INT;
    for (int i = 0; i < 4; i++) { if (v[i] > 3) s += i; if (v[i] == 90 + i) s += 7; }
    if (s > 8) { int (*const all[])(int) = {one, two, three}; s += all[(unsigned)v[3] % 3](v[2]); }
    if (s == 14) { int *p = malloc((s & v[0]) + 1); s += !p; }
    assert(s != 21);
    return s;
}"""


def _explorer(
    folder: Path, technique: Technique, order: str, recorder: Observer | None, memory: int | None = 100_000
) -> Explorer:
    made = explorer_for(TEXT, folder)
    budget = Budget(memory=memory)
    return Explorer(made.machine, Solver(by_name("bitwuzla")), technique, order, budget, observer=recorder)


def _recorder(folder: Path) -> tuple[RunRecorder, Database]:
    database = Database(folder / "out", create=True)
    database.clear({})
    return RunRecorder(lambda: database), database


def _shown(result: Result) -> list[tuple[object, ...]]:
    return sorted((path.labels, str(path.ending), path.status) for path in result.paths)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Result]:
    """What is explored in each order if all tasks are held."""
    folder = tmp_path_factory.mktemp("whole")
    return cache(lambda order: _explorer(folder, Full(), order, None).run())


@pytest.fixture
def scarce(monkeypatch: pytest.MonkeyPatch) -> None:
    """Memory is short again and again."""
    monkeypatch.setattr(spilling, "SHORT", 0)
    monkeypatch.setattr(spilling, "LOOKS", 8)
    monkeypatch.setattr(spilling, "FEW", 2)
    monkeypatch.setattr(spilling, "GROWN", 0)


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Few tasks may be held."""
    _hold_at_most(10, monkeypatch)


@pytest.fixture
def fewer(monkeypatch: pytest.MonkeyPatch) -> None:
    """As few as an exploration in depth would hold anyway."""
    _hold_at_most(5, monkeypatch)


def _hold_at_most(most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spilling, "MOST", most)
    monkeypatch.setattr(spilling, "LOOKS", 1)
    monkeypatch.setattr(spilling, "FEW", 2)


@pytest.mark.parametrize("why", ["scarce", "fewer"])
@pytest.mark.parametrize("order", ORDERS)
def test_the_same_paths_in_every_order(
    order: str, why: str, whole: Callable[[str], Result], tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    expected = whole(order)
    request.getfixturevalue(why)
    memory = 100_000 if why == "scarce" else None
    recorder, database = _recorder(tmp_path)
    shed = 0

    def count(tasks: Sequence[Task], inner: Callable[[Sequence[Task]], bool] = recorder.shed) -> bool:
        nonlocal shed
        shed += 1
        return inner(tasks)

    recorder.shed = count  # type: ignore[method-assign]
    result = _explorer(tmp_path, Full(), order, recorder, memory).run()
    assert shed > 3
    assert result.complete
    assert result.counts == expected.counts
    assert _shown(result) == _shown(expected)
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
    explorer.meter.budget = Budget(max_paths=40, memory=100_000)
    result = explorer.run()
    assert result.counts.limited == database.rows("SELECT count(*) FROM tasks")[0][0] > 0
    assert database.rows("SELECT count(*) FROM tasks WHERE origin NOT IN (SELECT id FROM origins)") == [(0,)]
    database.close()


@pytest.mark.usefixtures("few")
def test_a_path_that_is_another_one_now_makes_the_result_incomplete(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def other(self: Rerun, origin: EarlierInput, tasks: Sequence[LeftTask], lineage: tuple[int, ...] = ()) -> NoReturn:
        raise NotTheSameRun

    monkeypatch.setattr(Rerun, "left", other)
    recorder, database = _recorder(tmp_path)
    result = _explorer(tmp_path, Full(), "bfs", recorder, None).run()
    assert not result.complete
    assert result.counts.unknown == database.rows("SELECT count(*) FROM tasks")[0][0] > 0
    database.close()


class _InOrder:
    """Holds what is shed, in blocks of ten."""

    def __init__(self) -> None:
        self.tasks: list[Task] = []

    def shed(self, tasks: Sequence[Task]) -> bool:
        self.tasks = sorted([*self.tasks, *tasks], key=lambda task: task.index)
        return True

    @property
    def shed_count(self) -> int:
        return len(self.tasks)

    def next_shed(self, is_newest: bool) -> list[ShedGroup]:
        block = self.tasks[-10:] if is_newest else self.tasks[:10]
        return [ShedGroup(0, EarlierInput(()), [], [task.index for task in block])]

    def regained(self, group: ShedGroup, tasks: Sequence[Task]) -> None:
        assert [task.index for task in tasks] == group.numbers
        self.tasks = [task for task in self.tasks if task not in tasks]


ORIGIN = ProgramPath((), Ending.RETURNED, (), 0, None, (), (), (), (), 0)


def _spilling(make: Callable[[], Frontier], is_newest_first: bool) -> tuple[SpillingFrontier, Callable[[int], None]]:
    """A frontier, and what adds tasks to it; their numbers count up."""
    made: list[Task] = []
    store = _InOrder()
    frontier = SpillingFrontier(
        make,
        store,
        None,
        lambda task: True,
        is_newest_first,
        lambda group: [made[number] for number in group.numbers],
        lambda task: None,
    )

    def add(count: int) -> None:
        new: list[Task] = [Flip(ORIGIN, len(made) + number) for number in range(count)]
        made.extend(new)
        frontier.extend(new)
        frontier.look()

    return frontier, add


@pytest.mark.usefixtures("few")
@pytest.mark.parametrize(("order", "apart"), [(DepthFirst, 0), (BreadthFirst, 20)])
def test_the_order_is_about_the_same(order: Callable[[], Frontier], apart: int) -> None:
    frontier, add = _spilling(order, order is DepthFirst)
    plain, numbers = order(), 0
    for turn in range(300):
        count = 3 if turn < 150 else 0
        add(count)
        plain.extend([Flip(ORIGIN, numbers + number) for number in range(count)])
        numbers += count
        assert len(frontier) == len(plain)
        assert abs(frontier.pop().index - plain.pop().index) <= apart


@pytest.mark.usefixtures("few")
def test_what_was_decided_first_gets_its_turn_though_new_tasks_never_end() -> None:
    frontier, add = _spilling(lambda: FairDepthFirst(lambda: False), False)
    add(100)
    taken = set()
    for _ in range(1000):
        taken.add(frontier.pop().index)
        add(2)
    assert taken >= set(range(100))
