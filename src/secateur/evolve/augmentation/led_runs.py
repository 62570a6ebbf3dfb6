"""Runs that are led to a change, where conditions do not find an input on which it takes effect.

Conditions of code that is far from the entry are large, or abstract; then candidates fail one after another, and each
costs the dependences of two runs. Plain runs are some hundred times cheaper. One version is explored, with the order
led to what was changed in it; on the input of each path the other version is run, too. An input is found

- if an output differs on it, or on another input that takes the same paths;
- if on another input of the path the other version decides differently where it was changed. The first of these is
  given in any case, the others if an output differs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from secateur.evolve.behaviour.outcomes import Equality, contrast, differing
from secateur.evolve.impact.pair import Pair
from secateur.exploration.led import CodePlace
from secateur.exploration.loop import Explorer
from secateur.exploration.techniques.full import Full
from secateur.expr import Expr
from secateur.machine.path import ENDED, Path
from secateur.options import Budget, Keep
from secateur.solver import Sat, Solver

Model = tuple[int, ...]


class LedRuns:
    """`solver` and `budget` are for the exploration alone."""

    def __init__(self, pair: Pair, equality: Equality, solver: Solver, budget: Budget) -> None:
        self._equality, self._solver = equality, solver
        impact = pair.impact
        self._side = int(bool(impact.new.changed))
        sides = (impact.old, pair.old.impacted), (impact.new, pair.new.impacted)
        changed, self._impacted = sides[1 - self._side]
        self._changed = changed.changed
        machines = self._machines = pair.untraced(pair.machines[1].checks)
        for machine, known in zip(machines, pair.machines, strict=True):
            machine.variables = known.variables
        self._other = machines[1 - self._side]
        self._asked: set[tuple[Expr, ...]] = set()
        self._found: Model | None = None
        self._has_effect = False
        self.paths = 0
        lead_to = list(_places(pair, self._side, sides[self._side][0].changed))
        self._explorer = Explorer(
            machines[self._side], solver, Full(), budget=budget, until=self._is_it, keep=Keep.OUTCOMES, lead_to=lead_to
        )
        self._is_left = bool(lead_to)

    def find(self, most: int, spent: Callable[[], object]) -> Model | None:
        """The next input, within at most `most` further paths. None: there may be more."""
        self._found = None
        end = self.paths + most
        if self._is_left:
            self._is_left = self._explorer.run_slice(
                lambda: self._found is not None or self.paths >= end or bool(spent())
            )
        return self._found

    @property
    def is_out_of_budget(self) -> bool:
        """Did the exploration end because its budget was spent? It notices that before its caller does."""
        return self._explorer.result.spent is not None

    def _is_it(self, path: Path) -> bool:
        self.paths += 1
        if path.ending in ENDED:
            self._found = next(self._inputs(path), None)
        return False

    def _inputs(self, path: Path) -> Iterator[Model]:
        mate = self._other.run(*self._other.start(path.model))
        pair = (mate, path) if self._side else (path, mate)
        differs = contrast(*pair, self._equality).condition
        own = list(dict.fromkeys(branch.condition for branch in path.branches))
        if differs is True:
            yield path.model
        elif isinstance(differs, Expr):
            yield from self._solved([*own, *(branch.condition for branch in mate.branches), differs], path.model)
        passed: list[Expr] = []
        for branch in mate.branches:
            if any(node in self._changed for node in self._impacted.nodes_at(branch.site)):
                yield from filter(self._is_wanted, self._solved([*own, *passed, branch.negation], path.model))
            passed.append(branch.condition)

    def _is_wanted(self, model: Model) -> bool:
        is_first, self._has_effect = not self._has_effect, True
        old, new = (machine.run(*machine.start(model, concrete=True)) for machine in self._machines)
        return is_first or bool(differing(old, new, model, self._equality))

    def _solved(self, conditions: list[Expr], near: Model) -> Iterator[Model]:
        key = tuple(dict.fromkeys(conditions))
        if key not in self._asked:
            self._asked.add(key)
            answer = self._solver.solve(conditions, near)
            if isinstance(answer, Sat):
                yield answer.model


def _places(pair: Pair, side: int, nodes: frozenset[int]) -> Iterator[CodePlace]:
    code = pair.statics[side].code
    for node in sorted(nodes):
        unit, number = code.owner[node], code.block_of(node)
        block = list(unit.function.body.blocks.values())[number]
        yield unit.function.name, block.label, max(0, node - unit.starts[number] - len(block.phis))
