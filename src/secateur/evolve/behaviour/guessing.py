"""Looks for inputs on which two versions differ: some are guessed, and from there each side of each branch is taken
once, with the solver's help. That proves nothing, but it needs few runs, also where inputs are long."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import islice
from random import Random

from secateur.evolve.behaviour.effects import effect_of
from secateur.evolve.behaviour.equivalence import InputRegion
from secateur.evolve.behaviour.guesses import Guesses, Vocabulary
from secateur.evolve.behaviour.outcomes import Equality, contrast, differing
from secateur.exploration.sides import can_flip
from secateur.expr import Expr
from secateur.machine.machine import Machine
from secateur.machine.path import DRIVER, OWN_FILES, Branch, BranchKind, Path
from secateur.solver import Sat, Solver

Model = tuple[int, ...]

#: Pairs of runs, and how long one may be, in steps of the machine's loop.
MOST_RUNS, LONGEST_RUN = 240, 1_000
#: Guesses: all are run without the solver; those that execute something new are gone on with. The first ones are made
#: anew, and later every so many. In between, a side of a branch is taken.
MOST_GUESSES, ANEW, FRESH, TURNS = 500, 30, 12, 1
#: Samples that are tried, and the number of texts that each may be.
MOST_SAMPLES, MOST_PLACES = 120, 3
#: How often a side of a branch is tried, from different paths; how often outputs are compared for all inputs of a path.
MOST_TRIES, MOST_CONTRASTS = 4, 60

#: How much of a condition tells sides of the same branch apart.
MOST_CONSTANTS, MOST_NODES = 8, 40

#: A side of a branch: the version, the site, the outcome, what is compared there, and in the C library what was
#: compared there before. The same line of `strchr` looks for different characters, and that of `memcmp` for `V` after
#: `IN`.
Side = tuple[int, int, bool, tuple[int, ...], tuple[int, ...]]


@dataclass(frozen=True, slots=True, eq=False)
class _Open:
    """A side that no run has taken when this was noted."""

    side: Side
    conditions: list[Expr]
    model: Model


class Guessing:
    """`machines` run the old version and the new one; they share their variables. `focus`: the functions that
    changed. `samples`: texts that are tried before others."""

    def __init__(
        self,
        machines: tuple[Machine, Machine],
        equality: Equality,
        solver: Solver,
        focus: Collection[str],
        samples: Sequence[bytes] = (),
    ) -> None:
        self._machines = machines
        self._equality = equality
        self._solver = solver
        self._focus = focus
        self._samples = samples
        self._taken: set[Side] = set()
        self._tried: Counter[Side] = Counter()
        self._open: list[tuple[int, int, _Open]] = []
        self._contrasts: set[int] = set()
        self._kept: list[tuple[Model, int]] = []
        self._chance = Random(0)
        self._covered = 0
        self._noted = 0
        self.runs = 0

    def differing(self, spent: Callable[[], object], few: int = 1) -> Iterator[InputRegion]:
        """Inputs on which they differ; each with those that take the same paths. Sides of branches and guesses take
        turns: what one finds, the other goes on with."""
        yield from self._visited((), spent)
        old, new = self._machines
        guesses = Guesses(new.variables.values(), Vocabulary.of(new.program, old.program))
        for sample in self._samples[: MOST_SAMPLES // few]:
            for model in islice(guesses.with_sample(sample), MOST_PLACES):
                if spent():
                    return
                yield from self._guessed(model, guesses, spent)
        for number in range(MOST_GUESSES // few):
            if spent() or self.runs >= MOST_RUNS // few:
                return
            if number >= ANEW and number % TURNS == 0:
                yield from self._flipped(spent)
            is_anew = number < ANEW or number % FRESH == 0 or not self._kept
            model = guesses.fresh() if is_anew else guesses.changed(*self._chance.choice(self._kept))
            yield from self._guessed(model, guesses, spent)

    def _guessed(self, model: Model, guesses: Guesses, spent: Callable[[], object]) -> Iterator[InputRegion]:
        """Runs both versions without the solver; with it, if they differ there or execute something new."""
        runs = [self._run(machine, model, spent, concrete=True) for machine in self._machines]
        names = differing(runs[0], runs[1], model, self._equality)
        if names:
            yield from self._visited(self._reduced(model, names, guesses, spent), spent)
        elif self._is_further():
            yield from self._visited(model, spent)

    def _reduced(self, model: Model, names: tuple[str, ...], guesses: Guesses, spent: Callable[[], object]) -> Model:
        """An input that differs in the same outputs, with zeros where other values make no difference."""
        for part in guesses.parts():
            made = tuple(0 if place in part else value for place, value in enumerate(model))
            if made != model and not spent():
                runs = [self._run(machine, made, spent, concrete=True) for machine in self._machines]
                if differing(runs[0], runs[1], made, self._equality) == names:
                    model = made
        return model

    def _flipped(self, spent: Callable[[], object]) -> Iterator[InputRegion]:
        """Takes a side that no run has taken."""
        while self._open and not spent():
            _, _, wanted = heappop(self._open)
            if wanted.side in self._taken or self._tried[wanted.side] >= MOST_TRIES:
                continue
            self._tried[wanted.side] += 1
            answer = self._solver.solve(wanted.conditions, wanted.model)
            if isinstance(answer, Sat):
                yield from self._visited(answer.model, spent)
            return

    def _is_further(self) -> bool:
        """Has the last run executed any line of the user's code for the first time?"""
        codes = (code for machine in self._machines for code in machine.codes())
        own = (code for code in codes if not code.function.position.file.startswith(OWN_FILES))
        before, self._covered = self._covered, sum(len(code.covered) for code in own)
        return self._covered > before

    def _visited(self, model: Model, spent: Callable[[], object]) -> Iterator[InputRegion]:
        """Runs both versions on an input, compares them, and notes the sides that are open."""
        self.runs += 1
        old, new = (self._run(machine, model, spent) for machine in self._machines)
        found = region_of(old, new, self._equality) or self._elsewhere(old, new, spent)
        known = len(self._taken)
        for version, path in ((1, new), (0, old)):
            self._note(version, path)
        if len(self._taken) > known:
            decided = 0
            for branch in (*old.branches, *new.branches):
                decided |= branch.condition.variables
            self._kept.append((model, decided))
        if found is not None:
            yield found

    def _elsewhere(self, old: Path, new: Path, spent: Callable[[], object]) -> InputRegion | None:
        """Do they differ on another input that takes the same paths?"""
        condition = contrast(old, new, self._equality).condition
        if not isinstance(condition, Expr) or condition.key in self._contrasts:
            return None
        if len(self._contrasts) >= MOST_CONTRASTS:
            return None
        self._contrasts.add(condition.key)
        answer = self._solver.solve([*old.conditions, *new.conditions, condition], new.model)
        if not isinstance(answer, Sat):
            return None
        runs = [self._run(machine, answer.model, spent) for machine in self._machines]
        return region_of(runs[0], runs[1], self._equality)

    def _note(self, version: int, path: Path) -> None:
        before: list[Expr] = []
        last: dict[int, tuple[int, ...]] = {}
        for branch in path.branches:
            site, constants = branch.site, _constants(branch.condition)
            known = last.get(site.number, ()) if site.position.file.startswith(OWN_FILES) else ()
            last[site.number] = constants
            side = version, site.number, branch.outcome, constants, known
            other = version, site.number, not branch.outcome, constants, known
            self._taken.add(side)
            is_open = other not in self._taken and self._tried[other] < MOST_TRIES
            if is_open and can_flip(branch) and branch.site.position.file != DRIVER:
                wanted = _Open(other, [*before, branch.negation], path.model)
                self._noted += 1
                heappush(self._open, (self._rank(branch), -self._noted, wanted))
            before.append(branch.condition)

    def _rank(self, branch: Branch) -> int:
        """Those of changed functions first, then those of the user; failing checks last."""
        is_own = not branch.site.position.file.startswith(OWN_FILES)
        place = 0 if branch.site.function in self._focus else 1 if is_own else 2
        return place + 3 * (branch.site.kind is BranchKind.CHECK)

    def _run(self, machine: Machine, model: Model, spent: Callable[[], object], concrete: bool = False) -> Path:
        polls = 0

        def is_long() -> bool:
            nonlocal polls
            polls += 1
            return polls > LONGEST_RUN or bool(spent())

        return machine.run(*machine.start(model, concrete), is_long)


def region_of(old: Path, new: Path, equality: Equality) -> InputRegion | None:
    """The inputs that take the same paths as this one in both versions, and differ; None if this one does not."""
    names = differing(old, new, new.model, equality)
    if not names:
        return None
    condition = contrast(old, new, equality).condition
    if condition is None:  # only this input is known to differ
        return None
    shown = [condition] if isinstance(condition, Expr) else []
    conditions = dict.fromkeys((*old.conditions, *new.conditions, *shown))
    return InputRegion(tuple(conditions), new.model, names, None, effect_of(old, new, names))


def _constants(condition: Expr) -> tuple[int, ...]:
    """The first numbers in a condition, whatever the inputs beside them are."""
    found: list[int] = []
    todo: list[object] = [condition]
    for _ in range(MOST_NODES):
        if not todo or len(found) >= MOST_CONSTANTS:
            break
        node = todo.pop()
        if isinstance(node, Expr):
            todo += () if node.op == "var" else reversed(node.args)
        elif isinstance(node, int):
            found.append(node)
    return tuple(found)
