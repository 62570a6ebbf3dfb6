"""Model repair: most new branches need one or two inputs changed, and the condition itself shows to what.

Candidates come from inverting the violated condition, from its constants and from the values of the other inputs.
Each is checked by evaluating the whole group, so a wrong guess costs a microsecond but never gives a wrong answer.
Small, readable values are tried first.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from secateur.expr import Expr, evaluate, post_order, wrap
from secateur.solver.answer import Answer, Model, Sat
from secateur.solver.conjuncts import conjuncts
from secateur.solver.contradiction import bounds_on
from secateur.solver.goals import goals
from secateur.solver.invert import inputs_for
from secateur.solver.query import Query
from secateur.solver.readable import unreadable

_DEPTH = 3
"""Maximum number of inputs changed per repair: the first for the violated condition, others for what that breaks."""

_LARGE = 200
"""Number of nodes above which the constants of a condition are not collected."""


class Repair:
    """The stage. `effort` bounds the number of models tried per query."""

    name = "repair"

    def __init__(self, effort: int = 150) -> None:
        self._effort = effort

    def answer(self, query: Query) -> Answer | None:
        model = _Search(query, self._effort).run()
        return None if model is None else Sat(model)

    def learn(self, query: Query, answer: Answer) -> None:
        """Nothing to remember."""


class _Search:
    """Depth-first search over changes of single inputs, each aimed at the first condition that does not hold."""

    def __init__(self, query: Query, effort: int) -> None:
        self._effort = effort
        self._parts = [part for condition in query.group for part in conjuncts(condition)]
        self._hint = query.hint

    def run(self) -> Model | None:
        violated = next(part for part in self._parts if not evaluate(part, self._hint))
        return self._aim(violated, self._hint, 0, _DEPTH)

    def _aim(self, condition: Expr, model: Model, changed: int, depth: int) -> Model | None:
        """A model of the group that differs from `model` in at most `depth` inputs outside `changed`."""
        broken: list[tuple[int, Model, Expr]] = []
        for x, value in self._candidates(condition, model, depth == _DEPTH):
            index: int = x.args[0]
            if changed >> index & 1 or model[index] == value:
                continue
            if self._effort <= 0:
                return None
            self._effort -= 1
            attempt = (*model[:index], value, *model[index + 1 :])
            if not evaluate(condition, attempt):
                continue
            failing = next((c for c in self._parts if not evaluate(c, attempt)), None)
            if failing is None:
                return attempt
            broken.append((changed | 1 << index, attempt, failing))
        if depth > 1:
            for mask, attempt, failing in broken[:8]:
                found = self._aim(failing, attempt, mask, depth - 1)
                if found is not None:
                    return found
        return None

    def _candidates(self, condition: Expr, model: Model, generously: bool) -> Iterable[tuple[Expr, int]]:
        aimed: dict[tuple[Expr, int], None] = {}
        for goal in goals(condition, model):
            for pair in inputs_for(goal, model):
                aimed[pair] = None
        if not generously:
            return aimed
        nodes = post_order(condition)
        if len(nodes) <= _LARGE:
            for pair in self._guesses(nodes, model):
                aimed[pair] = None
        return sorted(aimed, key=lambda pair: unreadable(*pair))

    def _guesses(self, nodes: list[Expr], model: Model) -> Iterator[tuple[Expr, int]]:
        """Values from the constants of the condition, from other inputs, and the ends of each input's range."""
        constants = {a for n in nodes if n.op not in ("var", "extract") for a in n.args if not isinstance(a, Expr)}
        near = {value + step for value in constants for step in (-1, 0, 1)} | {-1, 0, 1}
        variables = [n for n in nodes if n.op == "var"]
        for x in variables:
            near |= {model[x.args[0]] + step for step in (-1, 0, 1)}
        for x in variables:
            width = x.width
            if width == 1:
                yield x, False
                yield x, True
                continue
            bounds = bounds_on(x, self._parts)
            half = 1 << (width - 1)
            ends = {-half, half - 1, *bounds.free_values()}
            for value in sorted({wrap(v, width) for v in near | ends}):
                if bounds.low <= value <= bounds.high and value not in bounds.excluded:
                    yield x, value
