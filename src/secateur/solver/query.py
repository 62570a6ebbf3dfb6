"""One question to the solver, cut down to what it depends on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from secateur.expr import Expr, evaluate
from secateur.solver.answer import Model


@dataclass(frozen=True, slots=True)
class Query:
    """The conditions that share variables, directly or through others, with one that the hint violates.

    All others hold under the hint and stay true whatever happens to this group's variables.
    """

    group: tuple[Expr, ...]
    """In the order in which they were given."""
    members: frozenset[Expr]
    violated: tuple[Expr, ...]
    variables: int
    """The mask of the group's variables."""
    hint: Model
    """Long enough for every variable of the group."""

    def adopt(self, model: Sequence[int]) -> Model:
        """The hint, with the group's variables taken from `model` (0 where it is too short)."""
        merged = list(self.hint)
        mask = self.variables
        index = 0
        known = len(model)
        while mask:
            if mask & 1:
                merged[index] = model[index] if index < known else 0
            mask >>= 1
            index += 1
        return tuple(merged)

    def holds(self, model: Sequence[int]) -> bool:
        """Does the model satisfy the whole group? The violated ones are asked first: they decide soonest."""
        for condition in self.violated:
            if not evaluate(condition, model):
                return False
        return all(evaluate(condition, model) for condition in self.group)


def make_query(conditions: Sequence[Expr], violated: Sequence[Expr], hint: Model) -> Query:
    """The query for `conditions`, of which `violated` (at least one) do not hold under the hint."""
    mask = 0
    for condition in violated:
        mask |= condition.variables
    rest: list[Expr] = list(conditions)
    while True:
        before = mask
        apart = []
        for condition in rest:
            if condition.variables & mask:
                mask |= condition.variables
            else:
                apart.append(condition)
        if mask == before or not apart:
            break
        rest = apart
    group = tuple([condition for condition in conditions if condition.variables & mask])
    length = mask.bit_length()
    if length > len(hint):
        hint = hint + (0,) * (length - len(hint))
    return Query(group, frozenset(group), tuple(violated), mask, hint)
