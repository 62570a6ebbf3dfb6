"""An exploration of one subject that is ready to run, with any technique."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from secateur.assumption import USUAL, AssumptionKind
from secateur.errors import OptionError
from secateur.exploration.criteria import DEFAULT, Criterion
from secateur.exploration.earlier import EarlierRun
from secateur.exploration.loop import Explorer, Progress
from secateur.exploration.observer import Observer
from secateur.exploration.plugins import registry
from secateur.exploration.registry import Registry
from secateur.exploration.result import Result
from secateur.exploration.setup import Setup
from secateur.exploration.technique import Technique
from secateur.exploration.technique_options import parse_options, technique_options
from secateur.frontend.cache import default_cache
from secateur.harness.subject import Subject
from secateur.ir.model import NOWHERE, Program
from secateur.ir.targets import by_target
from secateur.jobs.compiled_code import keep, key_of, recall
from secateur.jobs.not_compiled import left_out_of, reached
from secateur.jobs.target import accepted_kinds
from secateur.machine.fault import FaultKind
from secateur.machine.machine import Machine
from secateur.machine.path import Note
from secateur.machine.summary import Summary
from secateur.options import Budget, Forks, Keep, Limits, Search, Solving
from secateur.options.jobs import PathOptions
from secateur.solver import Solver, by_name

if TYPE_CHECKING:
    from secateur.exploration.postconditions import Journal
    from secateur.exploration.timeline import Timeline

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
    summaries: Mapping[str, Summary] = field(default_factory=dict)
    techniques: Registry = field(default_factory=registry)
    accepted: frozenset[AssumptionKind] = USUAL
    keep: Keep = Keep.ALL
    each: int = 1  # how many paths of the same outcome are kept

    @staticmethod
    def of(
        subject: Subject,
        checks: frozenset[FaultKind],
        options: PathOptions,
        criterion: Criterion,
        search: Search | None = None,
        techniques: Registry | None = None,
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
        kind = self.techniques.find(name)
        own = {each.name for each in technique_options(kind)}
        given = {word: text for word, text in pairs("tune", self.search.tune).items() if word in own}
        setup = Setup(
            options=parse_options(kind, given),
            criterion=self.criterion,
            journal=journal,
            seed=self.search.seed,
            order=self.search.order,
        )
        return kind.make(setup)

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
        program, store = self._program(technique), default_cache()
        kept = key_of(self.subject, technique.name, store)
        if not program.compiled:
            program.compiled.update(recall(kept, store))
        if machine is None and self.summaries:
            machine = Machine(program, "main", self.checks, self.limits, summaries=self.summaries)
        machine = machine or technique.machine(program, "main", self.checks, self.limits)
        search, start = self.search, first_input(self.search.start)
        explorer = Explorer(
            machine,
            self.solver(),
            technique,
            search.order,
            budget or self.budget,
            search.seed,
            report,
            start,
            timeline,
            merge=search.merge,
            observer=observer,
            earlier=earlier,
            keep=self.keep,
            each=self.each,
        )
        result = explorer.run()
        keep(machine, kept, store)
        result.accepted = self.accepted
        is_program = self.subject.driver is None and bool(result.paths)
        result.lacks_inputs = is_program and not any(path.inputs for path in result.paths)
        result.notes += [Note(text, NOWHERE, False) for text in self.subject.notes]
        left_out = left_out_of(self.subject, reached(explorer.machine))
        result.assumptions = list(dict.fromkeys((*self.subject.assumptions, *result.assumptions, *left_out)))
        return result

    def _program(self, technique: Technique) -> Program:
        """Confirming summaries, and counting as in a paper, is by label."""
        by_label = technique.forks_by_label or bool(self.summaries) or self.search.switch is Forks.LABELS
        return self.subject.program if by_label else by_target(self.subject.program)

    def machine(self, record: bool = False) -> Machine:
        return Machine(self.subject.program, "main", self.checks, self.limits, record)

    def solver(self) -> Solver:
        return new_solver(self.solving)


def new_solver(solving: Solving) -> Solver:
    folder = default_cache().folder if solving.answer_cache else None
    return Solver(by_name(solving.solver, solving.portfolio, folder), solving.solver_timeout)


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
