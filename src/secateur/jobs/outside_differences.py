"""Differences that only invalid calls show: they are listed apart, with what they need.

Two versions are compared on all inputs, valid or not. Which calls are valid is inferred from the old version, as its
callers know that one, and only for functions that differ. A difference of which some valid call is a part stays one,
and its example becomes such a call.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from secateur import expr
from secateur.contracts.errors import ContractError
from secateur.contracts.model import Clause
from secateur.errors import SecateurError
from secateur.expr import Expr
from secateur.harness.contract_sources import likely
from secateur.harness.subject import Subject, load
from secateur.jobs.beyond import preconditions
from secateur.jobs.compared_pair import Compared
from secateur.jobs.diff_answer import FunctionDiff, OutsideDifference, ShownDifference
from secateur.jobs.plan import new_solver
from secateur.machine.machine import Machine
from secateur.report.change_text import both_outcomes
from secateur.report.contract_text import needs_text
from secateur.solver import Sat, Solver, Unsat


def apart(compared: Compared, answer: FunctionDiff) -> FunctionDiff:
    """The same answer, with the differences outside of the contract apart."""
    if not answer.differences or compared.old.driver is None:
        return answer
    parts = _parts(compared)
    if not parts:
        return answer
    judge = _DifferenceJudge(compared, parts, new_solver(compared.plan.solving))
    judged = [judge(each) for each in answer.differences]
    within = tuple(each for each in judged if isinstance(each, ShownDifference))
    if not within and answer.further:  # nobody has looked at the others
        return answer
    outside = tuple(each for each in judged if isinstance(each, OutsideDifference))
    return replace(answer, differences=within, outside=outside)


def _parts(compared: Compared) -> list[tuple[Clause, Expr | int]]:
    """The inferred conditions of a valid call, over the inputs of the comparison."""
    subject = _judging(compared.old)
    if subject is None or subject.driver is None:
        return []
    machine = Machine(replace(subject.program, is_beyond=True), "main", compared.plan.checks, compared.plan.limits)
    machine.variables = compared.pair.machines[0].variables
    found: Mapping[int, Expr | int | None] = preconditions(machine, subject.driver_text or "")
    doubted = enumerate(subject.driver.contract.doubted)
    return [(clause, part) for number, clause in doubted if (part := found.get(number)) is not None]


def _judging(old: Subject) -> Subject | None:
    """The old version with a driver that evaluates these conditions; None if there are none, or if they cannot be."""
    if old.included is None or old.inputs is None:
        return None
    others = [str(each) for each in old.sources if each not in (old.included, old.externals)]
    specs = [f"{old.included}:{old.function}", *others]
    inputs = replace(old.inputs, nullable=(), symbolic=(), assume=(), requires=(), ensures=(), contents=0)
    try:
        contract = likely(old.contract, specs, old.options)
        if all(each.is_certain for each in contract.clauses):
            return None
        return load(specs, old.options, inputs, contract=contract)
    except (ContractError, SecateurError):
        return None


@dataclass(frozen=True, slots=True)
class _DifferenceJudge:
    compared: Compared
    parts: Sequence[tuple[Clause, Expr | int]]
    solver: Solver

    def __call__(self, shown: ShownDifference) -> ShownDifference | OutsideDifference:
        model = shown.difference.model
        if all(_holds(part, model) for _, part in self.parts):
            return shown
        answer = self._ask(shown, range(len(self.parts)))
        if isinstance(answer, Sat):
            return self._valid(shown, answer.model)
        if not isinstance(answer, Unsat):
            return shown
        return OutsideDifference(shown, needs_text(self._core(shown)))

    def _ask(self, shown: ShownDifference, numbers: Sequence[int]) -> object:
        parts = [self.parts[number][1] for number in numbers]
        if any(isinstance(part, int) and not part for part in parts):
            return Unsat(())
        wanted = [part for part in parts if isinstance(part, Expr)]
        return self.solver.solve([*shown.difference.conditions, *wanted], shown.difference.model)

    def _core(self, shown: ShownDifference) -> list[Clause]:
        kept = list(range(len(self.parts)))
        for number in list(kept):
            fewer = [each for each in kept if each != number]
            if isinstance(self._ask(shown, fewer), Unsat):
                kept = fewer
        return list(dict.fromkeys(self.parts[number][0] for number in kept))

    def _valid(self, shown: ShownDifference, model: tuple[int, ...]) -> ShownDifference:
        """The difference with a valid call as its example, if that differs, too: conditions can be wider than what is
        known to differ."""
        (other,) = self.compared.shown([replace(shown.difference, model=model)])
        old, new = both_outcomes(other)
        return other if old != new and other.confirmed is shown.confirmed else shown


def _holds(part: Expr | int, model: tuple[int, ...]) -> bool:
    return bool(expr.evaluate(part, model) if isinstance(part, Expr) else part)
