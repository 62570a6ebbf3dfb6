"""Do two versions behave the same? Both are run on the same symbolic inputs, one impacted path at a time.

`dise` partitions the inputs of the new version: all inputs of a region execute the same impacted statements, which
compute the same expressions. Within each region the old version is explored in the same way. This yields pairs of runs
on the same input, each standing for a region in which no impacted branch remains undecided; the solver is asked whether
their outputs can differ there. Outputs that are not impacted are the same in both versions; comparing them anyway costs
nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum

from secateur import expr
from secateur.dependence.trace.graphs import Graphs
from secateur.dependence.trace.relevance import numbers
from secateur.evolve.behaviour.effects import ChangeEffect, effect_of
from secateur.evolve.behaviour.outcomes import ENDS_IN_ORDER, Equality, contrast, differing
from secateur.evolve.behaviour.places import Places, pointers
from secateur.evolve.behaviour.trials import trials
from secateur.exploration.hidden import end_decisions, ended_early
from secateur.exploration.impacted import Impacted
from secateur.exploration.sides import has_other_side
from secateur.expr import Expr
from secateur.ir.model import Position
from secateur.machine.fault import Fault
from secateur.machine.limit import Limit, LimitKind
from secateur.machine.machine import Machine
from secateur.machine.path import LIMITED, Ending, Path
from secateur.solver import Sat, Solver, Unsat

Model = tuple[int, ...]

#: Inputs that are run in both versions where the solver gives up.
MOST_TRIED = 100


@dataclass(frozen=True, slots=True, eq=False)
class Version:
    """A version that can be run; its machine records traces. The machines of both versions share their variables."""

    machine: Machine
    impacted: Impacted

    def run(self, model: Model, stop: Callable[[], object] | None = None) -> Path:
        return self.machine.run(*self.machine.start(model), stop)

    def conditions(self, path: Path) -> list[Expr]:
        """The conditions for an input to execute the same impacted statements."""
        return list(dict.fromkeys(path.branches[n].condition for n in self.impacted.decisions(path)))


@dataclass(frozen=True, slots=True, eq=False)
class InputRegion:
    """Inputs that take the same impacted path in each version; `names` are the outputs that differ on all of them,
    empty if the versions are equal there. `model` is one such input. `fault`: both fail there, alike; nothing else was
    compared."""

    conditions: tuple[Expr, ...]
    model: Model
    names: tuple[str, ...] = ()
    fault: Fault | None = None
    effect: ChangeEffect = ChangeEffect()  # noqa: RUF009  (frozen)


class ChangeVerdict(StrEnum):
    """What a change does to a function."""

    UNAFFECTED = "unaffected"
    EQUIVALENT = "equivalent"
    EQUIVALENT_UNDER = "equivalent-under-assumptions"  # that nobody has accepted
    DIFFERENT = "different"
    UNKNOWN = "unknown"
    NOT_COMPARED = "not-compared"  # both versions fail before anything can be compared


@dataclass(slots=True)
class EquivalenceVerdict:
    """`limits` keep it from being complete: regions that could not be decided, and runs that were stopped. `runs` is
    the number of pairs of runs."""

    different: list[InputRegion] = field(default_factory=list)
    equal: list[InputRegion] = field(default_factory=list)
    runs: int = 0
    limits: list[Limit] = field(default_factory=list)

    @property
    def complete(self) -> bool:
        return not self.limits

    @property
    def compared(self) -> list[InputRegion]:
        """Where more than a fault that both versions have was compared."""
        return [*self.different, *(region for region in self.equal if region.fault is None)]

    @property
    def shared_faults(self) -> list[Fault]:
        """The faults that both versions have alike."""
        return list(dict.fromkeys(region.fault for region in self.equal if region.fault is not None))

    def give_up(self, kind: LimitKind, place: Position | None = None, details: tuple[str, ...] = ()) -> None:
        self.add(Limit(kind, place, details=details))

    def add(self, limit: Limit) -> None:
        """The same limit once more is counted, not listed again."""
        for number, known in enumerate(self.limits):
            if replace(known, count=limit.count) == limit:
                self.limits[number] = replace(known, count=known.count + limit.count)
                return
        self.limits.append(limit)


@dataclass(slots=True, eq=False)
class _Job:
    """A part of a region, with an input in it."""

    conditions: list[Expr]
    model: Model


class Equivalence:
    """Compares two versions. `spent` is polled to check whether the budget is spent. `is_enough` is asked about each
    region in which they differ: with `found`, the first that is enough, the comparison ends."""

    def __init__(
        self,
        old: Version,
        new: Version,
        solver: Solver,
        equality: Equality,
        spent: Callable[[], object] = lambda: None,
        functions: Mapping[str, str] | None = None,
        is_enough: Callable[[InputRegion], bool] | None = None,
    ) -> None:
        """`functions`: names of the old version with those in the new one; without them, pointers are compared only
        for being null."""
        self.old = old
        self.new = new
        self.solver = solver
        self.equality = equality
        self.spent = spent
        self.is_enough = is_enough
        self.found: InputRegion | None = None
        self.verdict = EquivalenceVerdict()
        self.most_after: int | None = None  # comparisons after which a known difference ends it
        self._steps = 0
        self._places = None if functions is None else Places(old.machine, new.machine, dict(functions))
        self._compared: set[int] = set()
        self._graphs: dict[int, Graphs] = {}
        self._outside: dict[int, Expr] = {}

    def compare(self, paths: Sequence[Path], whole: bool = False, undecided: bool = False) -> EquivalenceVerdict:
        """Compare on the regions of these runs of the new version. `whole`: the runs were not explored by impacted
        branches, so each stands only for its own path. `undecided`: there may be further runs that the solver could not
        find. Runs that were compared before are passed over. Ctrl-C interrupts it; what was found so far is kept."""
        try:
            self._compare(paths, whole, undecided)
        except KeyboardInterrupt:
            self.verdict.give_up(LimitKind.INTERRUPTED)
        return self.verdict

    def ends_with(self, path: Path, whole: bool) -> bool:
        """Compare on the region of one more run: is that enough, or was it interrupted?"""
        if path.ending not in LIMITED:
            self.compare([path], whole)
        return self.found is not None or any(limit.kind is LimitKind.INTERRUPTED for limit in self.verdict.limits)

    def _compare(self, paths: Sequence[Path], whole: bool, undecided: bool) -> None:
        for path in paths:
            if id(path) in self._compared:
                continue
            self._compared.add(id(path))
            if not self._work([_Job(self.region(path, whole), path.model)]):
                return
        models = [*(path.model for path in paths), *(region.model for region in self.verdict.equal)]
        if undecided and models and not self.verdict.different:
            self._work(list(self._tried(_Job([], models[0]))))

    def _work(self, todo: list[_Job]) -> bool:
        """Are they all done? If not, the budget is spent, or enough was found."""
        while todo:
            if self.spent():
                self.verdict.give_up(LimitKind.UNCOMPARED)
                return False
            if self.verdict.different and self.most_after is not None and self._steps >= self.most_after:
                self.verdict.give_up(LimitKind.STAGE)
                return False
            self._steps += 1
            known = len(self.verdict.different)
            todo += self._step(todo.pop())
            if self.is_enough is not None:
                self.found = next(filter(self.is_enough, self.verdict.different[known:]), None)
                if self.found is not None:
                    return False
        return True

    def region(self, path: Path, whole: bool) -> list[Expr]:
        """The conditions of all inputs that a run stands for; if it ended early, of those that end the same way."""
        if whole:
            return list(dict.fromkeys(path.conditions))
        paired = self.new.impacted.paired(path)
        if paired is None:
            conditions = [*self.new.conditions(path), *self._ends_of(self.new, self.new.run(path.model))]
            return list(dict.fromkeys(conditions))
        ends = self._ends_of(self.new, self.new.run(path.model)) if paired.hides else []
        return list(dict.fromkeys([*paired.conditions, *ends, *([] if paired.has_effect else paired.ends)]))

    def alike(self, paths: Sequence[Path]) -> None:
        """Adds the regions of runs on which nothing differs between the versions (`Technique.alike`)."""
        for path in paths:
            self.verdict.runs += 1
            self.verdict.equal.append(InputRegion(tuple(self.region(path, False)), path.model, fault=_shared(path)))

    def _ends_of(self, version: Version, path: Path) -> list[Expr]:
        """The conditions of an early end; empty if there is none."""
        if not ended_early(path):
            return []
        graphs = self._graphs.get(id(version))
        if graphs is None:
            graphs = self._graphs[id(version)] = Graphs(version.machine, version.impacted.static)
        return [path.branches[n].condition for n in numbers(end_decisions(path, graphs.relevance(path)))]

    def _both_ends(self, old: Path, new: Path) -> list[Expr]:
        return [*self._ends_of(self.old, old), *self._ends_of(self.new, new)]

    def _step(self, job: _Job) -> Iterator[_Job]:
        """Run both versions on one input of a region; yields the remaining parts of the region."""
        old, new = self.old.run(job.model, self.spent), self.new.run(job.model, self.spent)
        self.verdict.runs += 1
        for note in (*old.notes, *new.notes):
            if note.incomplete:
                self.verdict.give_up(note.kind, note.position, (note.text,))
        if old.ending in LIMITED or new.ending in LIMITED:
            stopped = old.limit or new.limit
            if stopped is None or stopped.kind is LimitKind.UNFINISHED:
                stopped = Limit(LimitKind.UNCOMPARED)
            self.verdict.add(stopped)
        yield from self._others(job, [(self.old, old), (self.new, new)])
        if Ending.UNSUPPORTED in (old.ending, new.ending):  # the other inputs of the region may get past it
            yield from self._behind(job, self._both_ends(old, new))
        if old.ending not in LIMITED and new.ending not in LIMITED:
            leaf = dict.fromkeys([*job.conditions, *self.old.conditions(old), *self.new.conditions(new)])
            yield from self._decide(_Job(list(leaf), job.model), old, new)

    def _others(self, job: _Job, runs: Sequence[tuple[Version, Path]]) -> Iterator[_Job]:
        """The parts of a region in which a version takes another branch; for the new one there are hardly any left."""
        held = list(job.conditions)
        known = set(held)
        for branch in (path.branches[n] for version, path in runs for n in version.impacted.decisions(path)):
            if branch.condition in known:
                continue
            if has_other_side(branch):
                part = [*held, branch.negation]
                answer = self.solver.solve(part, job.model)
                if isinstance(answer, Sat):
                    yield _Job(part, answer.model)
                elif not isinstance(answer, Unsat):
                    model = self._satisfying(_Job(part, job.model))
                    if model is None:
                        self.verdict.give_up(LimitKind.UNDECIDED)
                    else:
                        yield _Job(part, model)
            held.append(branch.condition)
            known.add(branch.condition)

    def _decide(self, job: _Job, old: Path, new: Path) -> Iterator[_Job]:
        """Compare two runs on one input and on all inputs of the region that they stand for; if runs ended early, only
        on those that end the same way. The other inputs of the region may get further."""
        ends = self._both_ends(old, new)
        here = _Job(list(dict.fromkeys([*job.conditions, *ends])), job.model)
        names = differing(old, new, job.model, self.equality)
        found = contrast(old, new, self.equality)
        if not names:
            self._compare_pointers(here, old, new)
        if names:
            self._different(here, names, found.condition, effect_of(old, new, names))
        elif found.condition is False:
            self.verdict.equal.append(InputRegion(tuple(here.conditions), job.model, fault=_shared(new)))
        elif isinstance(found.condition, Expr) and found.condition not in job.conditions:
            yield from self._solve(here, found.condition)
        else:
            yield from self._probe(here)
        if ends:
            yield from self._behind(job, ends)

    def _compare_pointers(self, job: _Job, old: Path, new: Path) -> None:
        """A native run cannot show where a pointer leads, so this is not reported as a difference."""
        if self._places is None:
            return
        for pair in pointers(old, new, self.equality):
            apart = self._places.condition(pair, job.model)
            if isinstance(apart, Expr):
                apart = not isinstance(self.solver.solve([*job.conditions, apart], job.model), Unsat)
            if apart:
                self.verdict.give_up(LimitKind.UNCOMPARED_POINTER, details=(pair.name,))

    def _different(
        self, job: _Job, names: tuple[str, ...], condition: Expr | bool | None, effect: ChangeEffect
    ) -> None:
        """The versions differ on the given input. If not on the whole region, they are equal on the rest."""
        if not isinstance(condition, Expr):
            self.verdict.different.append(InputRegion(tuple(job.conditions), job.model, names, None, effect))
            if condition is None:
                self.verdict.give_up(LimitKind.UNCOMPARED_TEXT)
            return
        self.verdict.different.append(InputRegion((*job.conditions, condition), job.model, names, None, effect))
        equal = expr.not_(condition)
        if isinstance(equal, Expr):
            answer = self.solver.solve([*job.conditions, equal], job.model)
            if isinstance(answer, Sat):
                self.verdict.equal.append(InputRegion((*job.conditions, equal), answer.model))

    def _solve(self, job: _Job, condition: Expr) -> Iterator[_Job]:
        """The versions are equal on the given input: do they differ on another one?"""
        answer = self.solver.solve([*job.conditions, condition, *self._outside.values()], job.model)
        if isinstance(answer, Unsat) and self._outside:
            answer = self.solver.solve([*job.conditions, condition], job.model)
        equal = expr.not_(condition)
        rest = (*job.conditions, equal) if isinstance(equal, Expr) else tuple(job.conditions)
        if isinstance(answer, Sat):
            yield _Job([*job.conditions, condition], answer.model)
            self.verdict.equal.append(InputRegion(rest, job.model))
        elif isinstance(answer, Unsat):
            self.verdict.equal.append(InputRegion(tuple(job.conditions), job.model))
        else:
            yield from self._undecided(job, condition)

    def _undecided(self, job: _Job, condition: Expr) -> Iterator[_Job]:
        """The solver gave up on whether outputs can differ. An input that shows it leaves open where else they do."""
        model = self._satisfying(_Job([*job.conditions, condition], job.model))
        found = list(self._tried(job)) if model is None else [_Job([*job.conditions, condition], model)]
        yield from found
        self.verdict.give_up(LimitKind.UNDECIDED_OUTPUT)

    def _trials(self, job: _Job) -> Iterator[Model]:
        variables = self.new.machine.variables.values()
        return trials(job.model, [v for v in variables if v.args[0] != expr.INDETERMINATE])

    def _satisfying(self, job: _Job) -> Model | None:
        """An input that satisfies the conditions of a job, by trying some: the solver did not find one."""
        return next((m for m in self._trials(job) if all(expr.evaluate(c, m) for c in job.conditions)), None)

    def _tried(self, job: _Job) -> Iterator[_Job]:
        """Runs both versions on other inputs of a region."""
        inside = [m for m in self._trials(job) if all(expr.evaluate(c, m) for c in job.conditions)]
        for model in inside[:MOST_TRIED]:
            if self.spent():
                return
            old, new = self.old.run(model, self.spent), self.new.run(model, self.spent)
            if differing(old, new, model, self.equality):
                yield _Job([*job.conditions, *self.old.conditions(old), *self.new.conditions(new)], model)
                return

    def _probe(self, job: _Job) -> Iterator[_Job]:
        """No condition describes when they differ (values are printed in different formats): try some inputs."""
        found = list(self._tried(job))
        yield from found
        if not found:
            self.verdict.give_up(LimitKind.UNCOMPARED_TEXT)

    def _behind(self, job: _Job, ends: list[Expr]) -> Iterator[_Job]:
        """The part of a region that does not end early like that."""
        outside = expr.not_(expr.conj(dict.fromkeys(ends)))
        if not isinstance(outside, Expr):
            return
        self._outside[outside.key] = outside
        answer = self.solver.solve([*job.conditions, *self._outside.values()], job.model)
        if isinstance(answer, Unsat):
            answer = self.solver.solve([*job.conditions, outside], job.model)
        if isinstance(answer, Sat):
            yield _Job([*job.conditions, outside], answer.model)
        elif not isinstance(answer, Unsat):
            self.verdict.give_up(LimitKind.UNDECIDED_END)


def _shared(path: Path) -> Fault | None:
    """The fault of a run that is alike in both versions, unless it is how the program ends itself."""
    return path.fault if path.fault is not None and path.fault.kind not in ENDS_IN_ORDER else None
