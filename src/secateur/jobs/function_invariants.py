"""What one function returns and changes, and when."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from secateur.assumption import Assumption, Ledger
from secateur.conjectures.atoms import atoms_of, constants_in
from secateur.conjectures.discovery import Discovery
from secateur.conjectures.ends import ApproximatedEnd, ExploredEnds, Variables, approximated_end, explored_end
from secateur.conjectures.failures import EndedPath, failure_lines
from secateur.conjectures.line import InvariantLine, lines_of
from secateur.conjectures.quantity import RESULT, Quantities, pointer_parameters, vocabulary
from secateur.conjectures.runs import MOST_INSTRUCTIONS, Runs
from secateur.conjectures.selection import telling, with_fewer_olds
from secateur.contracts.model import Contract
from secateur.exploration.alarm import OutOfBudget, alarm, before_the_answer
from secateur.exploration.budget import Meter, Spent
from secateur.exploration.criteria import DEFAULT
from secateur.exploration.result import Result
from secateur.expr import Value
from secateur.harness.errors import HarnessError
from secateur.harness.plan import Pointer
from secateur.harness.subject import Subject
from secateur.ir.targets import by_target
from secateur.jobs.plan import Plan, Report, new_solver
from secateur.jobs.target import accepted_kinds, compiled, wanted_checks
from secateur.jobs.versions import Workspace
from secateur.machine.fault import FaultKind
from secateur.machine.machine import Machine
from secateur.machine.path import Path as MachinePath
from secateur.options import Budget, Order, Search
from secateur.options.jobs import InvariantsOptions

#: Of the time of a function, for exploring; and the paths, if nobody says how many.
EXPLORING, MOST_PATHS = 0.4, 400
#: Of the time of a function, for leaving out what follows from other lines.
SELECTING = 0.15
#: The share that is kept for doubting lines that are not proved.
DOUBTING = 0.2
#: Further random runs for lines that are not proved.
DOUBTS = 4_000
#: Lines that a person reads.
MOST_LINES = 10


@dataclass(frozen=True, slots=True)
class FunctionInvariants:
    """`lines`: the most telling first. `paths` were explored, `is_complete`: these are all. `problem`: why there is
    nothing. `spent`: what ended the search before all proposals were looked at."""

    source: str
    name: str
    lines: tuple[InvariantLine, ...] = ()
    paths: int = 0
    is_complete: bool = False
    refuted: int = 0
    undecided: int = 0
    spent: Spent | None = None
    ledger: Ledger = field(default_factory=Ledger)
    contract: Contract = field(default_factory=Contract)
    problem: str = ""
    seconds: float = 0.0

    @property
    def title(self) -> str:
        return f"{self.source}:{self.name}"

    @property
    def is_settled(self) -> bool:
        """Is every line proved, and was every proposal looked at?"""
        return not self.problem and self.spent is None and all(line.status.is_proof for line in self.lines)

    def shown(self, every: bool) -> tuple[InvariantLine, ...]:
        return self.lines if every else self.lines[:MOST_LINES]


def function_invariants(
    source: str, name: str, specs: Sequence[str], options: InvariantsOptions, report: Report | None = None
) -> FunctionInvariants:
    """Within the budget of the options, which is for this function alone."""
    meter = Meter(options.budget)
    workspace = Workspace()
    checks = wanted_checks(options.checks, specs)
    with before_the_answer(options.budget):
        subject, words = subject_and_words(specs, options, workspace.path)
    variables: Variables = {}
    result = _explored(subject, checks, options, variables, meter, report)
    search = _LineSearch(subject, words, checks, options, variables, meter, result)
    search.run()
    lines = search.lines()
    spent = search.spent or (Spent.INTERRUPTED if result.spent is Spent.INTERRUPTED else None)
    return FunctionInvariants(
        source,
        name,
        tuple(lines),
        len(result.paths),
        result.complete,
        search.discovery.refuted,
        search.discovery.undecided,
        spent,
        Ledger.of(_assumptions(subject, result), accepted_kinds(options.acceptance)),
        subject.contract,
        seconds=meter.elapsed,
    )


def _assumptions(subject: Subject, result: Result) -> list[Assumption]:
    return list(dict.fromkeys((*subject.assumptions, *result.ledger.assumptions)))


def subject_and_words(specs: Sequence[str], options: InvariantsOptions, folder: Path) -> tuple[Subject, Quantities]:
    """A function that returns a pointer is compiled once more, with comparisons of that pointer with its parameters."""
    subject = compiled(specs, options, folder)
    driver = subject.driver
    if driver is None:
        raise HarnessError(f"name a function: {specs[0]}")
    same: dict[str, str] = {}
    if driver.result is not None and isinstance(driver.result.node, Pointer):
        parameters = [name for name in pointer_parameters(driver) if name != RESULT]
        texts = tuple(f"(const void *)result == (const void *){each}" for each in parameters)
        if texts:
            subject = compiled(specs, replace(options, inputs=replace(options.inputs, checks=texts)), folder)
            same = {f"check {number}": each for number, each in enumerate(parameters, 1)}
    assert subject.driver is not None
    return subject, vocabulary(subject.driver, same, tuple(subject.contract.requires))


def _explored(
    subject: Subject,
    checks: frozenset[FaultKind],
    options: InvariantsOptions,
    variables: Variables,
    meter: Meter,
    report: Report | None,
) -> Result:
    plan = Plan.of(subject, checks, options, DEFAULT, Search(order=Order.MIXED))
    budget = meter.left_of(options.budget).part(EXPLORING)
    budget = replace(budget, max_paths=options.budget.max_paths or MOST_PATHS)
    machine = Machine(by_target(subject.program), "main", checks, options.limits)
    machine.variables = variables
    return plan.explore(plan.technique("full"), report, budget, machine=machine)


class _LineSearch:
    """Proposing and proving, with what an exploration has found."""

    def __init__(
        self,
        subject: Subject,
        words: Quantities,
        checks: frozenset[FaultKind],
        options: InvariantsOptions,
        variables: Variables,
        meter: Meter,
        result: Result,
    ) -> None:
        self.subject, self.words, self.options, self.meter = subject, words, options, meter
        self.result, self.variables = result, variables
        self.solver = new_solver(options.solving)
        self.spent: Spent | None = None
        self._budget = meter.left_of(options.budget)
        self._end = Meter(self._budget.part(1 - SELECTING - DOUBTING))
        limits = replace(options.limits, max_instructions=min(options.limits.max_instructions, MOST_INSTRUCTIONS))
        self.runs = Runs(subject.program, variables, words, checks, limits)
        self.paths = [path for path in result.paths if path.fault is None]
        ends = [end for path in self.paths if (end := explored_end(path, words)) is not None]
        self.discovery = Discovery(
            words,
            self.runs,
            ExploredEnds(ends, self.solver),
            result.complete,
            self._approximated,
            (options.rounds, 3 * options.rounds),
            self._is_over,
        )
        self.atoms = atoms_of(result.paths, words)

    def run(self) -> None:
        if self.result.spent is Spent.INTERRUPTED:
            return
        self.solver.stop_at(self._end.deadline, self._end.cpu_deadline)
        try:
            with alarm(self._end):
                self.runs.add(path.model for path in self.result.paths)
                known = constants_in(_values(self.result.paths))
                self.runs.add(self.runs.random_models(self.options.seed, self.options.runs, known))
                self.discovery.run(self.atoms, known)
        except OutOfBudget as reason:
            self.spent = reason.spent
        except KeyboardInterrupt:
            self.spent = Spent.INTERRUPTED
            return
        self._doubt()

    def _doubt(self) -> None:
        """In its own share of the time, which is kept for it: what is not proved must not be shown untried."""
        known = constants_in(_values(self.result.paths))
        models = self.runs.random_models(self.options.seed + 1, DOUBTS, known)
        self._end = Meter(self._budget.part(DOUBTING))
        try:
            with alarm(self._end):
                self.discovery.doubt(models, lambda: self._end.spent_inside() is not None)
        except OutOfBudget:
            pass
        except KeyboardInterrupt:
            self.spent = Spent.INTERRUPTED

    def lines(self) -> list[InvariantLine]:
        """What is left of the time is for choosing; without it, all that was found is shown."""
        solver = new_solver(self.options.solving)
        rest = Meter(self.meter.left_of(self.options.budget).within(0.5, None))
        solver.stop_at(rest.deadline, rest.cpu_deadline)
        found = self.discovery.found
        requires = [each.term for each in self.subject.contract.requires]
        ended = [each for path in self.result.paths if (each := EndedPath.of(path, self.words)) is not None]
        lines: list[InvariantLine] = []
        try:
            with alarm(rest):
                found = with_fewer_olds(telling(found, self.words, requires, solver))
                self.solver.stop_at(rest.deadline, rest.cpu_deadline)
                lines = failure_lines(ended, self.runs, self.atoms, self.result.complete, self.solver)
        except OutOfBudget as reason:
            self.spent = self.spent or reason.spent
        except KeyboardInterrupt:
            self.spent = Spent.INTERRUPTED
        return sorted([*lines, *lines_of(found)], key=lambda line: line.rank)

    def _is_over(self) -> bool:
        self.spent = self.spent or self._end.spent_inside()
        return self.spent is not None

    def _approximated(self, rounds: int) -> ApproximatedEnd | None:
        """Building it may take half of what is left."""
        budget = self._end.left_of(self._end.budget).part(0.5) if self._end.budget.is_timed else Budget()
        try:
            with alarm(Meter(budget)):
                return approximated_end(self.subject.program, self.variables, self.words, self.solver, rounds, None)
        except OutOfBudget:
            return None


def _values(paths: Sequence[MachinePath]) -> list[Value]:
    """The expressions of conditions and results in which numbers of the program are."""
    found: list[Value] = []
    for path in paths:
        found += path.conditions
        found += [each.value for each in path.observations if not isinstance(each.value, float)]
    return found
