"""Random programs that are explored in small parts, in this process or by two others.

    python -m tests.properties.spread pse 200 0 parts processes

With full exploration everything must be as in one piece: paths, inputs, order, counts. Other techniques must end with
the faults and the coverage of full exploration, and no path may be invented.
"""

from __future__ import annotations

import sys
from functools import partial
from random import Random
from unittest.mock import patch

from secateur.exploration import told_summaries
from secateur.exploration.loop import Explorer
from secateur.exploration.result import Result
from secateur.exploration.technique import Technique
from secateur.exploration.techniques.dgse import Dgse
from secateur.exploration.techniques.rsc import Rsc
from secateur.ir.model import Program
from secateur.ir.targets import by_target
from secateur.machine.machine import Machine
from secateur.machine.path import Ending
from secateur.options import Keep
from secateur.solver import Solver, by_name, order_free_stages
from secateur.workers.crew import Crew, PlainCrew
from secateur.workers.part_explorer import Equipment, PartExplorer
from secateur.workers.processes import ProcessCrew
from secateur.workers.spreading import Spreading

from .differential import covered, explored_fully, fault_keys, named, untrue
from .resumed import survey

#: Full exploration with merged branches.
MERGED = "merged"


def _decided(name: str) -> Technique:
    """`dgse` and `rsc` leave small programs to full exploration, unless they are told not to."""
    technique = named("full" if name == MERGED else name)
    if isinstance(technique, Dgse):
        technique.trial.end()
    if isinstance(technique, Rsc):
        technique.gives_up = False
    return technique


def spread_out(program: Program, technique: str, keep: Keep, work: int, processes: int) -> tuple[Result, int]:
    """The result, and the number of parts. `work`: of each part; none: in one piece."""
    merge = True if technique == MERGED else None

    def solver(_: object) -> Solver:
        return Solver(by_name("bitwuzla"), timeout=30.0, stages=order_free_stages() if technique == "full" else None)

    def crew(explorer: Explorer) -> Crew:
        def worker(number: int) -> PartExplorer:
            tools = Equipment(lambda: _decided(technique), solver, keep=keep)
            return PartExplorer(explorer.machine, tools, number)

        return ProcessCrew(worker, processes) if processes else PlainCrew(worker(1))

    spreading = Spreading(crew, work, work, work) if work else None
    chosen = _decided(technique)
    machine = chosen.machine(by_target(program))
    with patch.object(told_summaries, "LEAST_TOLD", 0):
        result = Explorer(machine, solver(chosen), chosen, keep=keep, spread=spreading, merge=merge).run()
    return result, 0 if spreading is None else spreading.tally.parts


def told(result: Result) -> list[object]:
    """All that must be the same with full exploration."""
    counts = result.counts
    paths = [
        (path.lineage, path.ending, path.status, path.model, [(b.condition.key, b.outcome) for b in path.branches])
        for path in result.paths
    ]
    numbers = (counts.completed, counts.faulty, counts.limited, counts.unknown, counts.infeasible, counts.covering)
    return [paths, numbers, result.coverage, result.by_fault, result.stopped]


def outputs(result: Result) -> set[object]:
    """What was returned or printed, as a function of the inputs."""
    found = [(each.status, each.observations, each.output) for each in result.paths if each.ending is Ending.RETURNED]
    return {repr(each) for each in found}


def differences(text: str, technique: str, chance: Random, processes: int = 0, work: int = 0) -> tuple[list[str], int]:
    """What is different, and the number of parts."""
    program, full = explored_fully(text)
    if not full.complete:
        return [], 0
    keep = chance.choice((Keep.ALL, Keep.BRANCHES, Keep.OUTCOMES))
    keep = Keep.ALL if technique == "rsc" else keep
    work = work or chance.choice((1, 2000, 10_000))
    result, parts = spread_out(program, technique, keep, work, processes)
    found = []
    if technique == "full":
        whole, _ = spread_out(program, technique, keep, 0, 0)
        names = ("paths", "counts", "coverage", "faults", "limits")
        found += [name for name, one, other in zip(names, told(whole), told(result), strict=True) if one != other]
    if not result.complete:
        found.append("not complete")
    if technique == "rsc":  # it looks for outputs, not for faults
        whole, _ = spread_out(program, technique, keep, 0, 0)
        if outputs(whole) != outputs(result):
            found.append(f"outputs {outputs(whole) ^ outputs(result)}")
        return [*found, *(["a path was invented"] if untrue(Machine(program), result) else [])], parts
    if fault_keys(result) != fault_keys(full):
        found.append(f"faults {sorted(fault_keys(result) ^ fault_keys(full))}")
    if covered(result) != covered(full):
        found.append(f"covered {covered(result) ^ covered(full)}")
    if untrue(Machine(program), result):
        found.append("a path was invented")
    return found, parts


def main(
    technique: str = "auto", count: str = "100", start: str = "0", kind: str = "parts", where: str = "here"
) -> int:
    processes = 2 if where == "processes" else 0
    return survey(technique, int(count), start, kind, partial(differences, processes=processes))


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
