"""What is concluded when nothing more is explored: what is undefined, and which orders of evaluation were run."""

from __future__ import annotations

from collections.abc import Sequence

from secateur.assumption import Assumption, AssumptionKind
from secateur.dependence.memory.unsequenced import unsequenced
from secateur.exploration.result import Result
from secateur.exploration.technique import Technique
from secateur.exploration.undefined import undefined_uses
from secateur.machine.machine import Machine
from secateur.machine.path import OWN_FILES


def look_for_undefined(result: Result, machine: Machine, technique: Technique) -> None:
    """If a path ended because something is not defined, what else is not? A technique that leaves out code may not
    even have come across it; its answer then rests on that code."""
    leaves_out = technique.for_changes or not technique.seeks_faults
    if not leaves_out and not any(use.kind.is_undefined for use in result.unsupported):
        return
    result.undefined = undefined_uses(machine.program, machine.entry.name)
    if leaves_out:
        covered = {position for code in machine.codes() for position in code.covered}
        result.assumptions += [
            Assumption(AssumptionKind.NOT_RUN, use.name) for use in result.undefined if use.position not in covered
        ]


def evaluation_orders(machines: Sequence[Machine]) -> list[Assumption]:
    """Expressions that were run, and that other compilers evaluate in another order. `machines`: of one program."""
    run = [code for each in machines for code in each.codes() if code.covered]
    covered = {position for code in run for position in code.covered}
    functions = [code.function for code in run if not code.function.position.file.startswith(OWN_FILES)]
    kind = AssumptionKind.EVALUATION_ORDER
    found = unsequenced(machines[0].program, functions, covered.__contains__)
    return [Assumption(kind, f"{each.first}, {each.second}", str(each.position)) for each in found]
