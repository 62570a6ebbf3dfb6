"""Exact summaries: what a function returns and writes, for every argument, or that it has to be entered.

A function is run alone in the scene of a call until all of its paths are known, or as many as are allowed. They become
one value for each place (`outcome_tree`). At a call the arguments replace the variables. If paths are left, as of a
recursive function, which is unfolded only so far, the calls that take them are entered. So nothing is approximated, and
nothing is left out: SPA's modular analysis (section 4.3) without stars, and with side effects.

At first all numbers of a scene are open, so that one summary serves many calls. If that has too many paths, those of
which few bits are known to be used are narrowed, and then those that are concrete in a call are fixed: a loop over four
elements ends after four rounds.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache

from secateur import __version__, expr
from secateur.exploration.alone import names_in
from secateur.exploration.balance import BACKEND
from secateur.exploration.facts import Facts
from secateur.exploration.kept_summaries import BadEntry, SceneSummary, from_bytes, to_bytes
from secateur.exploration.outcome_tree import NotATree, effects_of, tree_of, ways, without_gaps
from secateur.expr import Expr
from secateur.frontend.cache import Cache
from secateur.ir.reduced import Reduction
from secateur.ir.types import VoidType
from secateur.machine.fault import FaultKind
from secateur.machine.machine import Machine
from secateur.machine.path import Value
from secateur.machine.state import State
from secateur.machine.summary import CallEffects, CellWrite
from secateur.machine.views import Detail, Scene, Sight, look
from secateur.machine.widths import width_of
from secateur.options import Limits
from secateur.solver import Solver

#: Of what is kept: another number for each way to make summaries.
FORMAT = "2"
#: Maximum number of paths of a function in a scene, of questions about them, and of the work that they take; and the
#: work for all scenes of a function.
MOST_PATHS, MOST_QUESTIONS, MOST_WORK, MOST_WORK_OF_ALL = 64, 96, 200_000, 2_000_000
#: Maximum number of instructions of a path, and of calls inside each other.
LONGEST_PATH, DEEPEST = 20_000, 32
#: Maximum number of scenes for which a function has no summary, before it is always entered.
MOST_FAILURES = 6


@dataclass(slots=True)
class Workshop:
    """What the summaries of a program have in common. `cache`: where they are kept; `work`: what it took to make them,
    in instructions, at most about what is `allowed`. `made` and `recalled`: how many were made, and found in the
    cache."""

    reduction: Reduction
    solver: Solver
    checks: frozenset[FaultKind]
    limits: Limits
    cache: Cache = field(default_factory=lambda: Cache(None))
    allowed: int | None = None
    work: int = 0
    made: int = 0
    recalled: int = 0

    def allow(self, more: int) -> None:
        """From now on."""
        self.allowed = self.work + more

    def is_spent(self, more: int = 0) -> bool:
        """Is there nothing left of the work that is allowed, after some more?"""
        return self.allowed is not None and self.work + more > self.allowed


class GuardedSummary:
    """The exact summary of one function, as far as there is one."""

    def __init__(self, name: str, touches: tuple[str, ...], workshop: Workshop) -> None:
        self.name = name
        self.touches = touches
        self._workshop = workshop
        self._known: dict[Scene, SceneSummary | None] = {}
        self._unfinished: set[Scene] = set()  # the work that was allowed was spent
        self._applied: dict[tuple[object, ...], CallEffects] = {}
        self._work = self._failures = 0

    def effects_of(self, state: State, arguments: tuple[Value, ...]) -> tuple[Sight, CallEffects] | None:
        best: tuple[Sight, SceneSummary] | None = None
        seen: Scene | None = None
        for detail in Detail:
            sight = look(state, self.name, self.touches, arguments, detail)
            if sight is None or (sight.is_concrete and detail is Detail.OPEN):
                return None
            if sight.scene == seen:
                continue
            seen = sight.scene
            made = self.in_scene(seen)
            if made is not None and (best is None or made.is_whole):
                best = sight, made
            if made is not None and made.is_whole:
                break
        if best is None or (not best[1].is_whole and self.name in state.machine.summaries):
            return None  # an approximation comes next
        return best[0], self._applied_to(state, best[1], best[0])

    def in_scene(self, scene: Scene) -> SceneSummary | None:
        if scene not in self._known:
            self._known[scene] = self._recalled(scene)
            if self._workshop.is_spent():
                self._unfinished.add(scene)
        return self._known[scene]

    def forget_unfinished(self) -> None:
        """Make those summaries again for which too little work was allowed. Not within an exploration: a call that was
        entered once must be entered again."""
        if self._unfinished:
            self._known = {scene: made for scene, made in self._known.items() if scene not in self._unfinished}
            self._applied.clear()
            self._unfinished.clear()

    def _applied_to(self, state: State, made: SceneSummary, sight: Sight) -> CallEffects:
        starts = tuple(state.memory.objects[number].start for number in sight.objects)
        key = (sight.scene, sight.numbers, starts)
        found = self._applied.get(key)
        if found is None:
            into = substitution(state.machine, made, sight.numbers, starts)
            effects = made.effects
            found = self._applied[key] = CallEffects(
                None if effects.value is None else into.apply(effects.value),
                tuple(CellWrite(w.view, w.offset, w.size, into.apply(w.value)) for w in effects.writes),
                into.apply(effects.enters),
                effects.depth,
                len(made.ways),
                cache(lambda: [expr.conj(into.apply(each) for each in way) for way in made.ways]),
            )
        return found

    # --- making one

    def _recalled(self, scene: Scene) -> SceneSummary | None:
        """From the cache, or made now."""
        workshop = self._workshop
        if self._failures >= MOST_FAILURES or self._work > MOST_WORK_OF_ALL or workshop.is_spent():
            return None
        key = self._key(scene)
        hit = workshop.cache.load(key)
        if hit is not None:
            with suppress(BadEntry):
                found, work, queries = from_bytes(hit.data)
                workshop.recalled += 1
                return self._counted(found, work, queries)
        workshop.made += 1
        made, facts = self._made(scene)
        if facts.is_certain and not workshop.is_spent(_price(facts.work, facts.queries)):
            workshop.cache.save(key, to_bytes(made, facts.work, facts.queries), ())
        return self._counted(made, facts.work, facts.queries)

    def _counted(self, made: SceneSummary | None, work: int, queries: int) -> SceneSummary | None:
        self._work += work
        self._workshop.work += _price(work, queries)
        self._failures += made is None and not self._workshop.is_spent()
        return made

    def _key(self, scene: Scene) -> str:
        """By the text of the function and of all that it uses, and the scene."""
        workshop = self._workshop
        checks = " ".join(sorted(str(check) for check in workshop.checks))
        program = workshop.reduction.program
        world = (program.uninitialised, program.failing_allocations, program.has_unions, program.clock_moves)
        bounds = (MOST_PATHS, MOST_QUESTIONS, MOST_WORK, LONGEST_PATH, DEEPEST, workshop.limits)
        texts = workshop.reduction.text(names_in(self.name, scene))
        return Cache.key(
            "summary", FORMAT, __version__, self.name, repr(scene), checks, repr(world), repr(bounds), *texts
        )

    def _made(self, scene: Scene) -> tuple[SceneSummary | None, Facts]:
        workshop = self._workshop
        limits = Limits(
            recursion=min(DEEPEST, workshop.limits.recursion),
            max_instructions=min(LONGEST_PATH, workshop.limits.max_instructions),
        )
        facts = Facts(workshop.reduction, self.name, scene, workshop.checks, limits)
        facts.unfolds = True
        facts.exhaust(
            workshop.solver,
            lambda: workshop.is_spent(_price(facts.work, facts.queries)),
            MOST_PATHS,
            MOST_QUESTIONS,
            MOST_WORK,
        )
        alone, kind = facts.machine, workshop.reduction.program.functions[self.name].type.result
        try:
            root = without_gaps(tree_of([*facts.found, *facts.impossible]), scene)
            width = 0 if isinstance(kind, VoidType) else width_of(kind)
            effects = effects_of(root, alone.before, width, alone.deepest)
        except (NotATree, RecursionError):
            effects = None
        if effects is None:
            return None, facts
        known = tuple(ways(root))
        made = SceneSummary(
            effects,
            tuple(alone.parameters),
            tuple(alone.bases),
            tuple(alone.symbols.items()),
            known,
            facts.is_whole,
        )
        return made, facts


def substitution(
    machine: Machine, made: SceneSummary, numbers: Sequence[Expr | int], starts: Sequence[int]
) -> expr.Substitution:
    """From the variables of a scene to the values of a call, and the addresses of what it sees."""
    into = expr.Substitution(dict(zip(made.parameters, numbers, strict=True)))
    for base, start in zip(made.bases, starts, strict=True):
        into.add(base, start)
    for name, variable in made.symbols:
        into.add(variable, machine.address_of(name))
    return into


def _price(work: int, queries: int) -> int:
    return work + BACKEND * queries


def exact_summaries(names: Mapping[str, tuple[str, ...]], workshop: Workshop) -> dict[str, GuardedSummary]:
    """Of functions with the globals that they touch."""
    return {name: GuardedSummary(name, touches, workshop) for name, touches in names.items()}
