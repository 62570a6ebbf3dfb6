"""Faults beyond the contract: what was inferred may be too strong, so inputs that break it are explored, too.

A fault there is *within* the contract after all if its path can also be taken by inputs that keep the contract; else it
is *outside*, and needs what the parts of an unsatisfiable core exclude.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from secateur.contracts.doubts import doubted_parts
from secateur.contracts.model import Clause
from secateur.exploration.budget import Spent
from secateur.exploration.result import Result
from secateur.expr import Expr
from secateur.jobs.plan import Plan, Report
from secateur.machine.fault import Fault
from secateur.machine.machine import Machine
from secateur.machine.path import DRIVER, OWN_FILES, BranchKind, Path
from secateur.options import Budget, Keep
from secateur.solver import Sat, Solver, Unsat

FEWEST_PATHS = 64
"""Beyond the contract, as many paths are explored as within it, but at least these."""

WITHIN_SHARE = 0.8
"""Of a time limit."""


class Judgement(StrEnum):
    WITHIN = "within"
    OUTSIDE = "outside"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class BeyondFault:
    """A fault that was found beyond the contract only. `broken`: the parts that it needs to be broken, one of them."""

    fault: Fault
    path: Path
    judgement: Judgement
    broken: tuple[Clause, ...] = ()


@dataclass(frozen=True, slots=True)
class Beyond:
    """What lies beyond the contract; `complete`: everything there was explored."""

    faults: tuple[BeyondFault, ...] = ()
    complete: bool = True


def budget_within(plan: Plan) -> Budget:
    """What is left for the contract itself, if inputs beyond it are to be explored, too."""
    budget = plan.budget
    is_doubted = has_doubts(plan) or doubted_parts(plan.subject.contract)
    return budget.part(WITHIN_SHARE) if is_doubted else budget


def has_doubts(plan: Plan) -> bool:
    """Are there conditions that were only inferred?"""
    return plan.subject.driver is not None and bool(plan.subject.driver.contract.doubted)


def explore_beyond(
    plan: Plan,
    within: Result,
    technique: str,
    report: Report | None = None,
    left: Budget | None = None,
    explored: Callable[[Plan, Budget], Result | None] | None = None,
    go_on: bool = True,
) -> Beyond:
    """Faults that are found only beyond the contract. Those that turn out to be within it are added to the result of
    the contract itself. `left`: what is left of the budget. `explored`: explores in another way, such as with a
    store; None if it has nothing. If it is not to `go_on`, that is what was found before."""
    if not has_doubts(plan) or plan.summaries or (go_on and within.spent is Spent.INTERRUPTED):
        return Beyond(complete=not has_doubts(plan))
    budget = _budget(plan, within, left or plan.budget.less(within.seconds, within.cpu))
    if budget is None:
        return Beyond(complete=False)
    program = replace(plan.subject.program, is_beyond=True)
    most = _ContractJudge.MOST_PATHS + 1
    subject = replace(plan.subject, program=program)
    outer = replace(plan, subject=subject, keep=Keep.OUTCOMES, each=most, is_written=False)
    result = outer.run(technique, report, budget) if explored is None else explored(outer, budget)
    if result is None:
        return Beyond(complete=False)
    known = {(fault.kind, fault.position) for fault, _ in within.faults()}
    judge = (
        _ContractJudge(plan, preconditions(outer.machine(), outer.subject.driver_text or ""))
        if result.counts.faulty
        else None
    )
    found: list[BeyondFault] = []
    for fault, index in result.faults():
        if (fault.kind, fault.position) in known or judge is None or fault.position.file.startswith(OWN_FILES):
            continue
        judged = judge(fault, [p for p in result.paths if _same(p.fault, fault)], result.paths[index])
        if judged.judgement is Judgement.WITHIN:
            within.add(judged.path)
        else:
            found.append(judged)
    return Beyond(tuple(found), result.spent is None)


def preconditions(machine: Machine, text: str) -> Mapping[int, Expr | int | None]:
    """The conditions of the contract over the inputs: any run comes to them before it calls the function. One whose
    evaluation branches is not known. `text`: the driver."""
    path = machine.run(*machine.start(()))
    branching = {str(b.site.position) for b in path.branches if b.site.kind is BranchKind.CONDITION}
    lines = {n: _line_of(text, f"secateur_requires({n},") for n in machine.preconditions}
    return {
        n: None if f"{DRIVER}:{lines[n]}" in branching else condition for n, condition in machine.preconditions.items()
    }


def _same(one: Fault | None, other: Fault) -> bool:
    return one is not None and (one.kind, one.position) == (other.kind, other.position)


def _budget(plan: Plan, within: Result, left: Budget) -> Budget | None:
    """None if no time is left. Words about pointers are doubted later, in half of the time."""
    budget = plan.budget
    paths = max(FEWEST_PATHS, within.explored)
    if budget.max_paths is not None:
        paths = min(paths, budget.max_paths)
    left = replace(left.part(0.5 if doubted_parts(plan.subject.contract) else 1), max_paths=paths)
    return left if left.has_time else None


class _ContractJudge:
    """Judges faults by their paths. `preconditions`: the conditions of the contract over the inputs, by number."""

    MOST_PATHS = 16

    def __init__(self, plan: Plan, preconditions: Mapping[int, Expr | int | None]) -> None:
        assert plan.subject.driver is not None
        self.plan = plan
        self.solver: Solver = plan.solver()
        lines = plan.subject.driver.contract.doubted
        self.parts = [(clause, preconditions.get(number)) for number, clause in enumerate(lines)]
        self.line = _line_of(plan.subject.driver_text or "", "secateur_beyond(")

    def __call__(self, fault: Fault, paths: Sequence[Path], first: Path) -> BeyondFault:
        """A fault is within the contract if any of its paths is."""
        if any(not isinstance(condition, Expr | int) for _, condition in self.parts):
            return BeyondFault(fault, first, Judgement.UNKNOWN)
        unknown = len(paths) > self.MOST_PATHS
        for path in paths[: self.MOST_PATHS]:
            answer = self._ask(path, list(range(len(self.parts))))
            if isinstance(answer, Sat):
                made = self._remade(answer.model, fault)
                if made is not None:
                    return BeyondFault(fault, made, Judgement.WITHIN)
                unknown = True
            elif not isinstance(answer, Unsat):
                unknown = True
        broken = self._core(first)
        return BeyondFault(fault, first, Judgement.UNKNOWN if unknown and not broken else Judgement.OUTSIDE, broken)

    def _ask(self, path: Path, numbers: Sequence[int]) -> object:
        conditions = [b.condition for b in path.branches if not self._is_beyond(b.site.kind, b.site.position)]
        parts = [condition for number in numbers if (condition := self.parts[number][1]) is not None]
        return self.solver.solve([*conditions, *parts], path.model)

    def _is_beyond(self, kind: BranchKind, position: object) -> bool:
        return kind is BranchKind.ASSUMPTION and str(position) == f"{DRIVER}:{self.line}"

    def _core(self, path: Path) -> tuple[Clause, ...]:
        """Parts that cannot all hold on a path, none of which can be left out."""
        kept = list(range(len(self.parts)))
        if not isinstance(self._ask(path, kept), Unsat):
            return ()
        for number in list(kept):
            fewer = [each for each in kept if each != number]
            if isinstance(self._ask(path, fewer), Unsat):
                kept = fewer
        return tuple(dict.fromkeys(self.parts[number][0] for number in kept))

    def _remade(self, model: tuple[int, ...], fault: Fault) -> Path | None:
        """The path of inputs that keep the contract, if it shows the same fault."""
        machine = self.plan.machine()
        path = machine.run(*machine.start(model))
        return path if _same(path.fault, fault) else None


def _line_of(text: str, start: str) -> int:
    lines = text.splitlines()
    return next((number for number, line in enumerate(lines, 1) if line.strip().startswith(start)), 0)
