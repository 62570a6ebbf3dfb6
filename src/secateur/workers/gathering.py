"""Puts together what workers found, as one process would have found it.

Outcomes come in any order. Counts are added at once. What depends on the order is decided at the end, in the order in
which depth first comes to the parts: which paths are kept, and which of them cover something new.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import compress

from secateur.exploration.cuts import joined
from secateur.exploration.goal_inputs import GoalInput
from secateur.exploration.keeping import MANY, outcome_key
from secateur.exploration.loop import Explorer
from secateur.exploration.shared_news import NewsSharing
from secateur.ir.model import NOWHERE
from secateur.machine.limit import LimitKind
from secateur.machine.machine import Machine
from secateur.machine.path import Note, Path
from secateur.options import Keep
from secateur.workers.distant import distant_path
from secateur.workers.part import NamedCandidate, News, PartOutcome, WorkPart
from secateur.workers.transport import renumbered, renumbered_mask


@dataclass(frozen=True, slots=True)
class NamedTarget:
    """Code that is not covered, by the names that it has in every process."""

    machine: Machine
    names: tuple[str, ...]

    @property
    def is_open(self) -> bool:
        return not self.machine.covered_names().issuperset(self.names)


@dataclass(frozen=True, slots=True)
class _Gathered:
    """What is decided about at the end."""

    rank: tuple[int, ...]
    paths: Sequence[Path]
    ordinals: Sequence[int]
    covering: Sequence[bool]
    explored: int
    news: Sequence[News]


class Gathering:
    def __init__(self, explorer: Explorer) -> None:
        self._explorer = explorer
        self._own = list(explorer.result.paths)  # those of the exploration before it was spread
        self._paths_before = explorer.result.keeping.paths
        self._covered = explorer.machine.known_coverage()
        self._names = explorer.machine.covered_names()
        self._gathered: list[_Gathered] = []
        self._candidates: list[NamedCandidate] = []
        self._has_cut = False

    def paths_before(self, part: WorkPart) -> int:
        """How many paths are known that come before those of a part."""
        rank = part.rank
        return self._paths_before + sum(each.explored for each in self._gathered if each.rank < rank)

    def add(self, part: WorkPart, outcome: PartOutcome) -> PartOutcome:
        """Returns the outcome with the numbers that variables have here."""
        outcome = self._translated(outcome)
        if self._explorer.technique.shares is NewsSharing.ALL:
            outcome = self._without_repeats(outcome)
        explorer, state = self._explorer, outcome.state
        result, machine, counts = explorer.result, explorer.machine, state.counts
        result.counts.completed += counts.completed
        result.counts.faulty += counts.faulty
        result.counts.cut += counts.cut
        result.counts.limited += counts.limited
        result.counts.unknown += counts.unknown
        result.counts.infeasible += counts.infeasible
        result.counts.runs += counts.runs
        result.counts.covering += counts.covering
        result.instructions += state.instructions
        result.solver.add(state.solver)
        for limit, count in state.stopped.items():
            result.stopped[limit] = result.stopped.get(limit, 0) + count
        for fault, count in state.by_fault.items():
            result.by_fault[fault] = result.by_fault.get(fault, 0) + count
        for note in state.notes:
            result.add_note(note)
        for stage in state.used:
            if stage.technique not in {each.technique for each in result.used}:
                result.use(stage.technique)
        machine.assumptions.update(dict.fromkeys(state.assumptions))
        machine.arbitrary |= outcome.arbitrary
        explorer.elsewhere = joined(explorer.elsewhere, state.cuts)
        if counts.cut and not self._has_cut:
            self._has_cut = True
            explorer.technique.resume(has_cut=True)
        if explorer.timeline is not None:
            for moment in outcome.moments:
                explorer.timeline.write(moment)
        for path, covering in zip(outcome.paths, outcome.covering, strict=True):
            result.restore(path, covering)
        if explorer.observer is not None:
            for given in outcome.goals:
                explorer.observer.goals_left(distant_path(given))
        news = outcome.news
        self._gathered.append(
            _Gathered(part.rank, outcome.paths, outcome.ordinals, outcome.covering, outcome.explored, news)
        )
        self._candidates += outcome.candidates
        return outcome

    def _without_repeats(self, outcome: PartOutcome) -> PartOutcome:
        """Where tasks do not follow a whole path, runs of two parts may take the same one: it is one path."""
        result, state = self._explorer.result, outcome.state
        new = [covering or result.is_new(path) for path, covering in zip(outcome.paths, outcome.covering, strict=True)]
        if all(new):
            return outcome
        counts, by_fault = replace(state.counts), dict(state.by_fault)
        for path, is_new in zip(outcome.paths, new, strict=True):
            if not is_new:
                counts.completed -= 1
                counts.faulty -= path.fault is not None
                key = None if path.fault is None else (path.fault.kind, path.fault.position)
                if key in by_fault:
                    by_fault[key] -= 1
        return replace(
            outcome,
            state=replace(state, counts=counts, by_fault={key: n for key, n in by_fault.items() if n}),
            paths=list(compress(outcome.paths, new)),
            ordinals=tuple(compress(outcome.ordinals, new)),
            covering=tuple(compress(outcome.covering, new)),
        )

    def give_up(self, part: WorkPart, problem: str) -> None:
        result = self._explorer.result
        result.counts.limited += part.tasks
        result.add_note(Note(f"a part was given up: {problem}", NOWHERE, True, LimitKind.UNFINISHED))

    def _translated(self, outcome: PartOutcome) -> PartOutcome:
        machine, variables = self._explorer.machine, outcome.variables
        keys = tuple(machine.variables)
        if keys[: len(variables)] == variables:
            return outcome

        learned = outcome.learned

        def model(values: tuple[int, ...]) -> tuple[int, ...]:
            return renumbered(values, variables, machine)

        return replace(
            outcome,
            arbitrary=renumbered_mask(outcome.arbitrary, variables, machine),
            paths=[replace(path, model=model(path.model)) for path in outcome.paths],
            news=[replace(each, given=replace(each.given, model=model(each.given.model))) for each in outcome.news],
            candidates=[replace(each, model=model(each.model)) for each in outcome.candidates],
            left=tuple(
                replace(each, given=replace(each.given, model=model(each.given.model))) for each in outcome.left
            ),
            goals=[replace(each, model=model(each.model)) for each in outcome.goals],
            held=tuple(
                replace(each, given=replace(each.given, model=model(each.given.model))) for each in outcome.held
            ),
            learned=learned and replace(learned, runs=[model(each) for each in learned.runs]),
        )

    # --- at the end

    def finish(self) -> None:
        """Decide in order. What covers something is run here as well: then this machine has covered it, too."""
        explorer = self._explorer
        machine, result = explorer.machine, explorer.result
        machine.restrict_coverage(self._covered)
        chosen = list(self._own)
        before, names = self._paths_before, self._names
        seen: dict[tuple[object, ...], int] = {}
        spare: dict[tuple[object, ...], Path] = {}  # runs for coverage alone that were not needed
        for path in chosen:
            seen[outcome_key(path)] = seen.get(outcome_key(path), 0) + 1
        again = explorer.rerun_until(lambda: False)
        keep, each = result.keeping.keep, result.keeping.each
        for part in sorted(self._gathered, key=lambda part: part.rank):
            news: set[tuple[int, ...]] = set()
            for item in part.news:
                if not names.issuperset(item.names):
                    names.update(item.names)
                    news.add(item.given.model)
                    again.run(item.given, item.branches)
            for path, ordinal, covering in zip(part.paths, part.ordinals, part.covering, strict=True):
                outcome = outcome_key(path)
                is_new = path.model in news
                if covering and not is_new:  # another part has covered the same
                    spare.setdefault(outcome, path)
                    result.counts.covering -= 1
                    continue
                count = seen[outcome] = seen.get(outcome, 0) + 1
                is_early = keep is Keep.AUTO and before + ordinal <= MANY
                is_kept = keep is Keep.ALL or count <= each or is_early or (keep is not Keep.OUTCOMES and is_new)
                if is_kept:
                    chosen.append(path)
            before += part.explored
        for outcome, path in spare.items():
            if path.fault is not None and outcome not in seen:  # nobody else has found it so far
                chosen.append(path)
                result.counts.covering += 1
        machine.uncover(machine.covered_names() - names)  # runs that were made again began earlier
        result.paths = sorted(chosen, key=lambda path: path.rank)
        result.keeping.begin_after(before)
        for candidate in sorted(self._candidates, key=lambda each: tuple(-number for number in each.lineage)):
            target = NamedTarget(machine, candidate.names)
            explorer.goals.add(GoalInput(candidate.lineage, candidate.model, target))
