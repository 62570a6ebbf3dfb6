"""One query to the solver, reduced to the relevant conditions."""

from __future__ import annotations

from collections.abc import Sequence

from secateur.expr import Expr, evaluate
from secateur.solver.answer import Model


class Query:
    """Conditions, some of which the hint violates; the other attributes are computed on demand.

    `group` are the conditions that share variables, directly or through others, with a violated one, in the given
    order, `members` the same as a set, `variables` the mask of their variables. All other conditions hold under the
    hint, and stay true whatever values these variables take. `hint` is extended to cover the group's variables.
    """

    __slots__ = ("_group", "_members", "conditions", "hint", "variables", "violated")

    def __init__(self, conditions: Sequence[Expr], violated: Sequence[Expr], hint: Model) -> None:
        self.conditions = conditions
        self.violated = violated
        self.hint = hint
        self.variables = 0
        self._group: tuple[Expr, ...] | None = None
        self._members: frozenset[Expr] | None = None

    @property
    def group(self) -> tuple[Expr, ...]:
        if self._group is None:
            self._find_group()
        assert self._group is not None
        return self._group

    @property
    def members(self) -> frozenset[Expr]:
        if self._members is None:
            self._members = frozenset(self.group)
        return self._members

    def _find_group(self) -> None:
        mask = 0
        for condition in self.violated:
            mask |= condition.variables
        rest = self.conditions
        while True:
            before = mask
            apart = []
            for condition in rest:
                variables = condition.variables
                if variables & mask:
                    mask |= variables
                else:
                    apart.append(condition)
            if mask == before or not apart:
                break
            rest = apart
        self.variables = mask
        self._group = tuple([condition for condition in self.conditions if condition.variables & mask])
        missing = mask.bit_length() - len(self.hint)
        if missing > 0:
            self.hint += (0,) * missing

    @property
    def given(self) -> Model:
        """What the hint says about the group's variables."""
        _, mask, hint, found = self.group, self.variables, self.hint, []
        while mask:
            lowest = mask & -mask
            found.append(hint[lowest.bit_length() - 1])
            mask ^= lowest
        return tuple(found)

    def adopt(self, model: Sequence[int]) -> Model:
        """The hint, with the group's variables taken from `model` (0 where it is too short)."""
        merged = list(self.hint)
        mask = self.variables
        known = len(model)
        while mask:
            lowest = mask & -mask
            index = lowest.bit_length() - 1
            merged[index] = model[index] if index < known else 0
            mask ^= lowest
        return tuple(merged)

    def holds(self, model: Sequence[int]) -> bool:
        """Whether the model satisfies the whole group. Violated conditions come first: they decide fastest."""
        for condition in self.violated:
            if not evaluate(condition, model):
                return False
        return all(evaluate(condition, model) for condition in self.group)
