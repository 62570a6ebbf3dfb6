"""An exploration of one subject that is ready to run, with any technique."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import closing, nullcontext
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from secateur.assumption import USUAL, AssumptionKind
from secateur.errors import OptionError
from secateur.exploration.criteria import DEFAULT, Criterion
from secateur.exploration.earlier import EarlierRun
from secateur.exploration.loop import Explorer
from secateur.exploration.observer import Observer
from secateur.exploration.plugins import registry
from secateur.exploration.progress import Progress
from secateur.exploration.registry import Registry
from secateur.exploration.result import Result
from secateur.exploration.setup import Setup
from secateur.exploration.technique import Technique
from secateur.exploration.technique_options import parse_options, technique_options
from secateur.exploration.work_after import WorkAfter
from secateur.frontend.cache import default_cache
from secateur.harness.subject import Subject
from secateur.ir.model import NOWHERE, Program
from secateur.ir.targets import by_target
from secateur.jobs.compiled_code import keep, keep_outlines, key_of, recall, recall_outlines
from secateur.jobs.not_compiled import left_out_of, reached
from secateur.jobs.summary_choice import ChosenSummaries
from secateur.jobs.target import accepted_kinds
from secateur.machine.fault import FaultKind
from secateur.machine.machine import Machine
from secateur.machine.path import Note
from secateur.options import Budget, Forks, Keep, Limits, Parallel, Search, Solving
from secateur.options.jobs import PathOptions
from secateur.solver import Solver, by_name, order_free_stages
from secateur.workers.part_explorer import Equipment
from secateur.workers.places import spreading
from secateur.workers.spreading import Spreading

if TYPE_CHECKING:
    from secateur.exploration.postconditions import Journal
    from secateur.exploration.timeline import Timeline
    from secateur.store.spilled import SpilledTasks

Report = Callable[[Progress], None]


@dataclass(frozen=True, slots=True)
class Plan:
    """A subject and how to explore it, apart from the technique."""

    subject: Subject
    checks: frozenset[FaultKind]
    limits: Limits
    budget: Budget
    solving: Solving
    search: Search = field(default_factory=Search)
    criterion: Criterion = DEFAULT
    summaries: ChosenSummaries = field(default_factory=ChosenSummaries)
    techniques: Registry = field(default_factory=registry)
    accepted: frozenset[AssumptionKind] = USUAL
    keep: Keep = Keep.ALL
    each: int = 1  # how many paths of the same outcome are kept
    parallel: Parallel = field(default_factory=lambda: Parallel(jobs=1))
    ending: WorkAfter | None = None  # of all that is done in the time of the budget
    is_written: bool = True  # are tests made of all paths?

    @staticmethod
    def of(
        subject: Subject,
        checks: frozenset[FaultKind],
        options: PathOptions,
        criterion: Criterion,
        search: Search | None = None,
        techniques: Registry | None = None,
        parallel: Parallel | None = None,
    ) -> Plan:
        search = search or Search()
        return Plan(
            subject,
            checks,
            options.limits,
            options.budget,
            options.solving,
            search,
            criterion,
            techniques=techniques or registry(search.plugin),
            accepted=accepted_kinds(options.acceptance),
            parallel=parallel or Parallel(jobs=1),
        )

    def run(
        self,
        technique: str,
        report: Report | None = None,
        budget: Budget | None = None,
        journal: Journal | None = None,
        timeline: Timeline | None = None,
        observer: Observer | None = None,
        earlier: EarlierRun | None = None,
    ) -> Result:
        """Explore with a machine and a solver that know nothing yet; within another budget, if one is given. `earlier`:
        an interrupted exploration to go on with."""
        chosen = self.technique(technique, journal)
        return self.explore(chosen, report, budget, timeline=timeline, observer=observer, earlier=earlier)

    def technique(self, name: str, journal: Journal | None = None) -> Technique:
        return made_technique(self.techniques.find(name), self.search, self.criterion, journal)

    def explore(
        self,
        technique: Technique,
        report: Report | None = None,
        budget: Budget | None = None,
        machine: Machine | None = None,
        timeline: Timeline | None = None,
        observer: Observer | None = None,
        earlier: EarlierRun | None = None,
    ) -> Result:
        """The same with a technique at hand, and perhaps a machine."""
        forks, store = self.forks(technique), default_cache()
        program = self.program(forks)
        kept = key_of(self.subject, technique.name, store)
        if not program.compiled:
            program.compiled.update(recall(kept, store))
        recall_outlines(program, forks, store)
        outlined = len(program.outlines)
        machine = machine or technique.machine(program, "main", self.checks, self.limits)
        machine.exact, machine.summaries = self.summaries.exact, self.summaries.approximate
        search, start, budget = self.search, first_input(self.search.start), budget or self.budget
        spilled = None if observer is not None else _spilled()
        explorer = Explorer(
            machine,
            self.solver(technique),
            technique,
            search.order,
            budget,
            search.seed,
            report,
            start,
            timeline,
            merge=search.merge,
            observer=observer or spilled,
            earlier=earlier,
            keep=self.keep,
            each=self.each,
            ending=self.ending,
            spread=None if self.summaries or (timeline is not None and self.parallel.cluster) else self._spread(),
        )
        if self.ending is not None and self.is_written:
            self.ending.follows(explorer.result)
        with closing(spilled) if spilled is not None else nullcontext():
            result = explorer.run()
        keep(machine, kept, store)
        keep_outlines(program, forks, store, outlined)
        result.accepted = self.accepted
        is_program = self.subject.driver is None and bool(result.paths)
        result.lacks_inputs = is_program and not any(path.inputs for path in result.paths)
        result.notes += [Note(text, NOWHERE, False) for text in self.subject.notes]
        left_out = left_out_of(self.subject, reached(*explorer.machines))
        result.assumptions = list(dict.fromkeys((*self.subject.assumptions, *result.assumptions, *left_out)))
        return result

    def _spread(self) -> Spreading | None:
        """Over workers, if that was asked for or once it takes long."""
        return spreading(self.parallel, lambda name: PlanTools(name, self))

    def program(self, forks: Forks) -> Program:
        """As an exploration runs it."""
        return self.subject.program if forks is Forks.LABELS else by_target(self.subject.program)

    def forks(self, technique: Technique) -> Forks:
        """Counting as in a paper is by label."""
        return Forks.LABELS if technique.forks_by_label else self.search.switch

    def machine(self, record: bool = False) -> Machine:
        return Machine(self.subject.program, "main", self.checks, self.limits, record)

    def solver(self, technique: Technique | None = None) -> Solver:
        return new_solver(self.solving, technique is not None and technique.is_order_free)


def _spilled() -> SpilledTasks:
    from secateur.store.spilled import SpilledTasks  # noqa: PLC0415 - seldom needed

    return SpilledTasks()


class PlanTools:
    """Makes what a worker needs for a plan, in any process. The subject and the registry stay at home."""

    def __init__(self, technique: str, plan: Plan) -> None:
        self._technique = technique
        self._search, self._solving, self._criterion = plan.search, plan.solving, plan.criterion
        self._keep, self._each = plan.keep, plan.each
        self._plan: Plan | None = plan

    def __getstate__(self) -> dict[str, object]:
        return {**self.__dict__, "_plan": None}

    @property
    def program(self) -> tuple[Program, Callable[[Program], Program]]:
        assert self._plan is not None
        by_label = self._plan.forks(self._plan.technique(self._technique)) is Forks.LABELS
        return self._plan.subject.program, _as_it_is if by_label else by_target

    def __call__(self) -> Equipment:
        order, seed, techniques = str(self._search.order), self._search.seed, registry(self._search.plugin)

        def technique() -> Technique:
            return made_technique(techniques.find(self._technique), self._search, self._criterion)

        def solver(technique: Technique) -> Solver:
            return new_solver(self._solving, technique.is_order_free)

        return Equipment(technique, solver, order, seed, self._keep, self._each)


def _as_it_is(program: Program) -> Program:
    return program


def made_technique(
    kind: type[Technique], search: Search, criterion: Criterion, journal: Journal | None = None
) -> Technique:
    own = {each.name for each in technique_options(kind)}
    given = {word: text for word, text in pairs("tune", search.tune).items() if word in own}
    setup = Setup(
        options=parse_options(kind, given), criterion=criterion, journal=journal, seed=search.seed, order=search.order
    )
    return kind.make(setup)


def new_solver(solving: Solving, is_order_free: bool = False) -> Solver:
    """`is_order_free`: what it answers does not depend on what it was asked before."""
    folder = default_cache().folder if solving.answer_cache else None
    stages = order_free_stages() if is_order_free else None
    return Solver(by_name(solving.solver, solving.portfolio, folder), solving.solver_timeout, stages)


def first_input(words: Sequence[str]) -> dict[str, int]:
    """`["a=-10", "x[0]=3"]` as numbers by name."""
    found = {}
    for name, text in pairs("start", words).items():
        try:
            found[name] = int(text, 0)
        except ValueError:
            raise OptionError("start", f"{name}={text}", "not a whole number") from None
    return found


def pairs(option: str, words: Sequence[str]) -> dict[str, str]:
    found = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals or not name.strip():
            raise OptionError(option, word, "give NAME=VALUE")
        found[name.strip()] = value.strip()
    return found
