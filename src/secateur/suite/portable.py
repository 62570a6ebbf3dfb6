"""Which tests hold in every build of the program: those whose outcome does not rest on anything that C leaves open."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from secateur.assumption import AssumptionKind
from secateur.ir.model import Program
from secateur.machine.fault import FaultKind
from secateur.machine.machine import Machine
from secateur.machine.path import Ending
from secateur.options import Limits
from secateur.suite.models import model_of
from secateur.suite.record import outcome_of
from secateur.suite.test import Test

#: Tests that are run a second time; any further ones keep what they rest on.
MOST_MIRRORED = 256
#: The length of such a run.
MOST_INSTRUCTIONS = 1_000_000


def settled(tests: Sequence[Test], program: Program, checks: Iterable[FaultKind]) -> tuple[Test, ...]:
    """The tests, each resting only on what its outcome needs.

    A test that compared the addresses of two objects is run again with all objects in the opposite order. If nothing
    else happens, as in a `memmove` that copies forwards or backwards, the order does not matter to it.
    """
    open_tests = [test for test in tests if _rests_on_order(test)][:MOST_MIRRORED]
    if not open_tests:
        return tuple(tests)
    machine = Machine(program, checks=frozenset(checks), limits=Limits(max_instructions=MOST_INSTRUCTIONS))
    same = {test.name for test in open_tests if _is_mirrored(machine, test)}
    return tuple(replace(test, rests_on=()) if test.name in same else test for test in tests)


def _rests_on_order(test: Test) -> bool:
    kinds = {assumption.kind for assumption in test.rests_on}
    return test.outcome.fault is None and kinds == {AssumptionKind.ADDRESS_ORDER}


def _is_mirrored(machine: Machine, test: Test) -> bool:
    state, code = machine.start(model_of(machine, test.recorded))
    state.mirrored = True
    path = machine.run(state, code)
    return path.ending in (Ending.RETURNED, Ending.EXITED) and outcome_of(path) == test.outcome
