"""Techniques that look at all runs together: their workers tell each other what they need to know."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from secateur.exploration.balance import Balance, Pace
from secateur.exploration.loop import Explorer
from secateur.exploration.result import Result
from secateur.exploration.task import Task
from secateur.exploration.technique import Technique
from secateur.exploration.techniques.auto import Auto
from secateur.exploration.techniques.dgse import Dgse
from secateur.exploration.techniques.full import Full
from secateur.exploration.techniques.pse import Pse
from secateur.exploration.techniques.rsc import Rsc
from secateur.frontend.build import build
from secateur.ir.reader import read
from secateur.machine.machine import Machine
from secateur.solver import Solver, by_name
from secateur.workers import sharing
from secateur.workers.crew import Crew, PlainCrew
from secateur.workers.kept_tasks import KeptTasks
from secateur.workers.part import PartOrder, PartOrigin
from secateur.workers.part_explorer import Equipment, PartExplorer
from secateur.workers.processes import ProcessCrew
from secateur.workers.spreading import Spreading

#: What one group of tests writes, the other reads: that a run depends on it is only seen on runs of other workers.
GROUPS = """#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int flag, n, sum;
int main(void) {
    for (int i = 0; i < 4; i++) if (__VERIFIER_nondet_int() > i) n++;
    if (n == 3) flag = 1;
    for (int i = 0; i < 4; i++) if (__VERIFIER_nondet_int() == 7 * i) sum += i;
    if (flag) assert(sum != 5);
    return sum;
}
"""
#: What cannot be merged.
LEAVING = """#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int n = 0;
    for (int i = 0; i < 4; i++) {
        int v = __VERIFIER_nondet_int();
        if (v > i) n++;
        if (v == 100 + i) { assert(n != 3); return i; }
    }
    return n;
}
"""
#: Many ways lead to the same state.
COUNTING = """#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int n = 0;
    for (int i = 0; i < 4; i++) {
        int v = __VERIFIER_nondet_int();
        if (v > 0) n++;
        if (v == -5) n += 2;
        if (v == -9) n -= 1;
    }
    if (n == 7) assert(0);
    if (n > 5) return 1;
    return n == -4;
}
"""
PROGRAMS = {"merging": LEAVING, "pse": COUNTING, "auto": COUNTING}
SMALL = 300


def _dgse() -> Technique:
    technique = Dgse()
    technique.trial.end()
    return technique


def _auto() -> Technique:
    return Auto(pace=Pace(first=3000, trial=3000))


MAKERS: dict[str, Callable[[], Technique]] = {"dgse": _dgse, "rsc": Rsc, "merging": Full, "pse": Pse, "auto": _auto}


def _solver(_: object = None) -> Solver:
    return Solver(by_name("bitwuzla"))


class Killing(ProcessCrew):
    """The worker that gets a certain part is killed; or one is always late."""

    given = 0
    at = 0
    slow = 0

    def give(self, worker: int, order: PartOrder) -> None:
        if worker == self.slow:
            time.sleep(0.02)
        super().give(worker, order)
        self.given += 1
        if self.given == self.at:
            os.kill(self.processes[worker], signal.SIGKILL)


def renumbered(explorer: Explorer, number: int) -> Machine:
    """The machine of a worker that has met the variables in another order, as on another computer."""
    known = explorer.machine
    machine = explorer.technique.machine(known.program)
    machine.merges = known.merges
    for key in reversed(tuple(known.variables)[: 2 + number]):
        machine.variable(*key)
    return machine


def explored(
    folder: Path,
    name: str,
    workers: int,
    kill: int = 0,
    slow: int = 0,
    elsewhere: bool = False,
    if_it_pays: bool = False,
    work: int = 0,
    hurry: bool = False,
    here: bool = False,
) -> tuple[Result, Spreading]:
    """`hurry`: somebody always waits for a part. `here`: one worker, in this process."""
    source = folder / "groups.c"
    source.write_text(PROGRAMS.get(name, GROUPS))
    make = MAKERS[name]

    def crew(explorer: Explorer) -> Crew:
        def worker(number: int) -> PartExplorer:
            machine = renumbered(explorer, number) if elsewhere else explorer.machine
            made = PartExplorer(machine, Equipment(make, _solver), number)
            made.is_hurried = lambda: hurry
            return made

        if here or hurry:
            return PlainCrew(worker(1))
        made = Killing(worker, workers)
        made.at, made.slow = kill, slow
        return made

    technique = make()
    machine = technique.machine(read(build([source]).text))
    work = work or (SMALL if name in ("dgse", "rsc") else 3000)
    spreading = Spreading(crew, min(work, 3000), work, work, if_it_pays)
    spread = spreading if workers else None
    merge = True if name == "merging" else None
    return Explorer(machine, _solver(), technique, spread=spread, merge=merge).run(), spreading


def told(result: Result) -> list[object]:
    return [result.complete, set(result.by_fault), result.coverage]


@pytest.mark.parametrize("name", MAKERS)
def test_the_same_is_found(name: str, tmp_path: Path) -> None:
    one, _ = explored(tmp_path, name, 0)
    two, spreading = explored(tmp_path, name, 2)
    assert one.complete
    assert told(two) == told(one)
    assert spreading.tally.parts


@pytest.mark.parametrize("name", MAKERS)
def test_variables_have_other_numbers_elsewhere(name: str, tmp_path: Path) -> None:
    one, _ = explored(tmp_path, name, 0)
    two, _ = explored(tmp_path, name, 2, elsewhere=True)
    assert told(two) == told(one)
    assert not two.notes


def test_a_worker_that_is_hurried_gives_back_what_it_has_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As soon as it can be divided, however large its part is."""
    monkeypatch.setattr("secateur.workers.part_explorer.HURRIED", 0)
    one, _ = explored(tmp_path, "dgse", 0)
    _, patient = explored(tmp_path, "dgse", 1, work=10**9)
    two, hurried = explored(tmp_path, "dgse", 1, work=10**9, hurry=True)
    assert told(two) == told(one)
    assert hurried.tally.parts > patient.tally.parts + 5


def test_workers_that_have_nothing_to_do_get_something(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The parts end by themselves only when nothing is left of them: then one worker would do nearly everything."""
    monkeypatch.setattr("secateur.workers.part_explorer.HURRIED", 0)
    one, _ = explored(tmp_path, "dgse", 0)
    two, spreading = explored(tmp_path, "dgse", 2, work=10**9)
    assert told(two) == told(one)
    assert len(spreading.tally.cpu) == 2


def test_a_worker_goes_on_from_the_states_that_it_has(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What it gets back is not run again."""
    made = []
    with_states = KeptTasks.take

    def noted(kept: KeptTasks, origin: PartOrigin) -> list[Task] | None:
        found = with_states(kept, origin)
        made.append(found is not None)
        return found

    monkeypatch.setattr(KeptTasks, "take", noted)
    plain, _ = explored(tmp_path, "dgse", 0)
    one, _ = explored(tmp_path, "dgse", 1, here=True)
    assert told(one) == told(plain)
    assert made.count(True) > made.count(False) > 0


def test_summaries_of_other_workers_are_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shared, _ = explored(tmp_path, "pse", 2)
    monkeypatch.setattr(Pse, "news", lambda technique: None)
    alone, _ = explored(tmp_path, "pse", 2)
    assert told(shared) == told(alone)
    assert shared.explored < alone.explored


def test_a_run_is_made_again_as_far_as_its_tasks_repeat_it() -> None:
    """What is repeated can come after the branch of a task, which may be the only one that is left of its path."""
    decisions = 0b1000010
    assert Dgse().length_for(3, (decisions, (), 1, frozenset())) == 7
    assert Dgse().length_for(9, (decisions, (), 1, frozenset())) == 10
    assert Full().length_for(3, None) == 4


def test_no_more_is_told_than_workers_can_keep(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    one, _ = explored(tmp_path, "pse", 0)
    monkeypatch.setattr(sharing, "MOST_TOLD", 5)
    two, _ = explored(tmp_path, "pse", 2)
    assert told(two) == told(one)


def test_addresses_of_labels_are_not_told(tmp_path: Path) -> None:
    """Each process numbers labels in the order in which it meets them."""
    source = tmp_path / "labels.c"
    source.write_text(
        """extern int __VERIFIER_nondet_int(void);
int main(void) {
    int n = 0;
    for (int i = 0; i < 3; i++) { if (__VERIFIER_nondet_int() > i) n++; if (__VERIFIER_nondet_int() == i) n--; }
    void *to = n > 1 ? &&many : &&few;
    goto *to;
many:
    return 1;
few:
    return __VERIFIER_nondet_int() > 3;
}
"""
    )
    technique = Pse()
    machine = technique.machine(read(build([source]).text))
    Explorer(machine, _solver(), technique).run()
    assert machine.has_labels
    assert technique.news() is None


@pytest.mark.parametrize("name", ["pse", "auto"])
@pytest.mark.parametrize("slow", [1, 2])
def test_which_paths_are_cut_does_not_depend_on_time(name: str, slow: int, tmp_path: Path) -> None:
    first, _ = explored(tmp_path, name, 2)
    second, _ = explored(tmp_path, name, 2, slow=slow)
    assert first.counts.cut
    assert [(path.lineage, path.model) for path in second.paths] == [(path.lineage, path.model) for path in first.paths]
    assert second.counts == first.counts


@pytest.mark.parametrize("name", ["pse", "auto"])
@pytest.mark.parametrize("kill", [1, 3, 6])
def test_a_lost_worker_of_pse(name: str, kill: int, tmp_path: Path) -> None:
    one, _ = explored(tmp_path, name, 0)
    two, spreading = explored(tmp_path, name, 2, kill)
    assert told(two) == told(one)
    assert spreading.tally.lost == 1


@pytest.mark.parametrize("kill", [1, 3])
def test_what_a_lost_worker_knew_is_not_lost(kill: int, tmp_path: Path) -> None:
    one, _ = explored(tmp_path, "dgse", 0)
    two, spreading = explored(tmp_path, "dgse", 2, kill)
    assert told(two) == told(one)
    assert spreading.tally.lost == 1


@pytest.mark.parametrize("saves_much", [True, False])
def test_one_process_goes_on_where_cuts_save_much(
    saves_much: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Several workers would explore much twice."""
    one, _ = explored(tmp_path, "pse", 0)
    monkeypatch.setattr(Balance, "saves_much", saves_much)
    two, spreading = explored(tmp_path, "pse", 2, if_it_pays=True)
    assert told(two) == told(one)
    assert (spreading.tally.parts == 0) == saves_much
