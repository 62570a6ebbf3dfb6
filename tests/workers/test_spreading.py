"""An exploration that is spread over workers ends as one that is not, whatever happens to the workers."""

from __future__ import annotations

import os
import signal
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from secateur.exploration.budget import Spent
from secateur.exploration.earlier import Rerun
from secateur.exploration.loop import Explorer
from secateur.exploration.result import Result
from secateur.exploration.task import Task
from secateur.exploration.techniques.full import Full
from secateur.frontend.build import build
from secateur.ir.reader import read
from secateur.machine.limit import LimitKind
from secateur.machine.machine import Machine
from secateur.options import Budget
from secateur.solver import Solver, by_name, order_free_stages
from secateur.store.database import FILE_NAME
from secateur.store.identity import RunIdentity
from secateur.store.run_store import RunStore
from secateur.workers.crew import Crew, Delivery
from secateur.workers.part import PartOrder
from secateur.workers.part_explorer import Equipment, PartExplorer
from secateur.workers.processes import ProcessCrew
from secateur.workers.spreading import Spreading

TREE = """#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int n = 0;
    for (int i = 0; i < 6; i++) if (__VERIFIER_nondet_int() > i) n++;
    assert(n != 5);
    return n;
}
"""
#: The work of a part: about three runs.
SMALL = 3000


def _solver(_: object = None) -> Solver:
    return Solver(by_name("bitwuzla"), stages=order_free_stages())


def machine_in(folder: Path, text: str = TREE) -> Machine:
    source = folder / "tree.c"
    source.write_text(text)
    return Machine(read(build([source]).text))


class Watched(ProcessCrew):
    """Calls `then` with the number of parts that were given."""

    then: Callable[[Watched, int], None] = staticmethod(lambda crew, given: None)
    given = 0
    used: tuple[int, ...] = ()  # MiB of the first worker, each time somebody asks

    def memory(self) -> dict[int, int]:
        now, *self.used = self.used or (0,)  # type: ignore[assignment]
        return {1: now, 2: 1}

    def give(self, worker: int, order: PartOrder) -> None:
        super().give(worker, order)
        self.given += 1
        self.then(self, self.given)


def explored(
    folder: Path,
    then: Callable[[Watched, int], None] | None = None,
    budget: Budget | None = None,
    store: RunStore | None = None,
    is_spread: bool = True,
    after: int = SMALL,
    text: str = TREE,
) -> tuple[Result, Spreading]:
    def crew(explorer: Explorer) -> Crew:
        tools = Equipment(Full, _solver)
        made = Watched(lambda number: PartExplorer(explorer.machine, tools, number), 2)
        made.then = then or Watched.then
        return made

    spreading = Spreading(crew, after, SMALL, SMALL)
    machine = machine_in(folder, text)
    earlier = None if store is None or store.identity is None else store.earlier()
    recorder = None
    if store is not None:
        recorder = store.recorder(RunIdentity((), {})) if earlier is None else store.resumed(earlier)
    explorer = Explorer(
        machine,
        _solver(),
        Full(),
        budget=budget,
        spread=spreading if is_spread else None,
        observer=recorder,
        earlier=earlier,
    )
    return explorer.run(), spreading


def told(result: Result) -> list[object]:
    paths = [(path.lineage, path.ending, path.status, path.model, path.labels) for path in result.paths]
    return [paths, result.counts, result.coverage, result.by_fault]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("tree")


@pytest.fixture(scope="module")
def whole(folder: Path) -> Result:
    return explored(folder, is_spread=False)[0]


def test_it_is_the_same(whole: Result, folder: Path) -> None:
    result, spreading = explored(folder)
    assert result.complete
    assert told(result) == told(whole)
    assert spreading.tally.parts > 5


def test_a_worker_that_dies_is_replaced(whole: Result, folder: Path) -> None:
    def kill(crew: Watched, given: int) -> None:
        if given in (2, 6):
            os.kill(crew.processes[1 + given % 2], signal.SIGKILL)

    result, spreading = explored(folder, kill)
    assert result.complete
    assert told(result) == told(whole)
    assert spreading.tally.lost


def test_a_part_that_kills_every_worker_is_given_up(folder: Path) -> None:
    victims: set[tuple[int, ...]] = set()

    class Deadly(Watched):
        def give(self, worker: int, order: PartOrder) -> None:
            super().give(worker, order)
            victims.add(order.part.rank)
            if order.part.rank == min(victims):
                os.kill(self.processes[worker], signal.SIGKILL)

        def wait(self, seconds: float) -> list[Delivery]:
            return [each for each in super().wait(seconds) if each.outcome is None]

    def crew(explorer: Explorer) -> Crew:
        return Deadly(lambda number: PartExplorer(explorer.machine, Equipment(Full, _solver), number), 1)

    explorer = Explorer(machine_in(folder), _solver(), Full(), spread=Spreading(crew, SMALL, SMALL, SMALL))
    result = explorer.run()
    assert not result.complete
    assert any(limit.kind is LimitKind.UNFINISHED for limit in result.limits)


def test_no_more_paths_than_wanted(folder: Path) -> None:
    result, _ = explored(folder, budget=Budget(max_paths=20))
    assert result.spent is Spent.PATHS
    assert len(result.paths) == result.explored == 20


def test_it_ends_when_the_time_is_over(folder: Path) -> None:
    def sleep(crew: Watched, given: int) -> None:
        if given == 2:
            os.kill(crew.processes[1], signal.SIGSTOP)

    result, _ = explored(folder, sleep, Budget(timeout=1.0))
    assert result.spent is Spent.TIME
    assert result.counts.limited
    assert result.paths


def test_it_can_be_interrupted_and_taken_up(whole: Result, folder: Path, tmp_path: Path) -> None:
    def interrupt(crew: Watched, given: int) -> None:
        if given == 5:
            raise KeyboardInterrupt

    store = RunStore(tmp_path / "out")
    first, _ = explored(folder, interrupt, store=store)
    assert first.spent is Spent.INTERRUPTED
    store.close()
    store = RunStore(tmp_path / "out")
    second, _ = explored(folder, store=store)
    store.close()
    assert second.complete
    assert {path.model for path in second.paths} == {path.model for path in whole.paths}
    assert second.counts.completed == whole.counts.completed
    assert second.coverage == whole.coverage


@pytest.fixture
def left(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> RunStore:
    """A store with some paths and many tasks, in blocks of four."""
    monkeypatch.setattr("secateur.store.shed_tasks.MANY", 4)
    store = RunStore(tmp_path / "out")
    explored(folder, budget=Budget(max_paths=5), store=store, is_spread=False)
    store.close()
    store = RunStore(tmp_path / "out")
    earlier = store.earlier()
    assert earlier is not None
    assert earlier.waiting > 4
    return store


def test_stored_tasks_are_made_by_workers(
    whole: Result, folder: Path, left: RunStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each costs a run. Whoever shares them out takes some of them at a time."""
    here, made = os.getpid(), Rerun.left

    def elsewhere(rerun: Rerun, *given: Any) -> list[Task]:
        assert os.getpid() != here
        return made(rerun, *given)

    monkeypatch.setattr(Rerun, "left", elsewhere)
    result, spreading = explored(folder, store=left, after=0)
    left.close()
    assert result.complete
    assert spreading.tally.parts > 2
    assert {path.model for path in result.paths} == {path.model for path in whole.paths}
    assert result.counts.completed == whole.counts.completed
    assert result.coverage == whole.coverage


def test_stored_tasks_can_be_left_again(whole: Result, folder: Path, left: RunStore) -> None:
    def interrupt(crew: Watched, given: int) -> None:
        if given == 2:
            raise KeyboardInterrupt

    part, _ = explored(folder, interrupt, store=left, after=0)
    assert part.spent is Spent.INTERRUPTED
    assert part.counts.limited
    left.close()
    again = RunStore(left.folder)
    result, _ = explored(folder, store=again, after=0)
    again.close()
    assert result.complete
    assert {path.model for path in result.paths} == {path.model for path in whole.paths}
    assert result.counts.completed == whole.counts.completed


def test_tasks_of_another_run_begin_again(whole: Result, folder: Path, left: RunStore) -> None:
    """What was stored does not fit the runs of workers."""
    left.close()
    with closing(sqlite3.connect(left.folder / FILE_NAME)) as database, database:
        database.execute("UPDATE tasks SET place = 'elsewhere'")
    again = RunStore(left.folder)
    result, _ = explored(folder, store=again, after=0)
    again.close()
    assert result.complete
    assert told(result)[2:] == told(whole)[2:]
    assert result.counts.completed == whole.counts.completed
    assert {path.model for path in result.paths} == {path.model for path in whole.paths}


@pytest.mark.parametrize("times", [1, 1000])
def test_memory_is_for_all_together(times: int, whole: Result, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The largest worker begins its part again. If that does not help, the exploration ends."""
    monkeypatch.setattr("secateur.workers.spreading.LOOK", 0.0)

    def use(crew: Watched, given: int) -> None:
        if given == 1:
            os.kill(crew.processes[1], signal.SIGSTOP)
            crew.used = (100_000,) * times

    result, spreading = explored(folder, use, Budget(memory=50_000))
    assert spreading.tally.lost == 1
    if times == 1:
        assert told(result) == told(whole)
    else:
        assert result.spent is Spent.MEMORY
        assert not result.complete


def test_a_part_that_needs_too_much_memory(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever explores it, and whatever workers deliver meanwhile."""
    monkeypatch.setattr("secateur.workers.spreading.LOOK", 0.0)
    held: dict[int, int] = {}
    tried: list[int] = []
    give, replace = Watched.give, Watched.replace

    def giving(crew: Watched, worker: int, order: PartOrder) -> None:
        held[worker] = order.part.number
        if order.part.number == 2:
            os.kill(crew.processes[worker], signal.SIGSTOP)  # before it can be done
            tried.append(worker)
        give(crew, worker, order)

    def replacing(crew: Watched, worker: int) -> None:
        held.pop(worker, None)
        replace(crew, worker)

    def memory(crew: Watched) -> dict[int, int]:
        return {worker: 100_000 if held.get(worker) == 2 else 1 for worker in crew.processes}

    monkeypatch.setattr(Watched, "give", giving)
    monkeypatch.setattr(Watched, "replace", replacing)
    monkeypatch.setattr(Watched, "memory", memory)
    result, spreading = explored(folder, budget=Budget(memory=50_000))
    assert result.spent is Spent.MEMORY
    assert not result.complete
    assert len(tried) == 2
    assert spreading.tally.lost == 1
