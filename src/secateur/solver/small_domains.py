"""Enumeration: a group of a few inputs with few values each is decided by looking at all of them.

Values that simple conditions on one input rule out (`'0' <= c && c <= '9'`) are never looked at, so three digits of a
number are a thousand points and not 16 million. What is computed from them does not matter: products, quotients,
floating point, tables and library functions are only evaluated.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from itertools import product

from secateur.expr import Expr
from secateur.expr.columns import Columns
from secateur.solver.answer import Answer, Model, Sat, Unsat
from secateur.solver.domains import ConditionFacts, Domain, cover, ones
from secateur.solver.effort import is_hard
from secateur.solver.query import Query
from secateur.solver.readable import unreadable

_EASY, _HARD = 40_000, 2_000_000
"""Number of values that are computed per query: a few milliseconds, or as long as a back end needs for hard queries."""

_TABLES = 32
"""Number of sets of points that are kept, with what was evaluated at them."""


class SmallDomains:
    """The stage. `large` is the same for an earlier place in the order: it passes unless a violated condition is so
    large that trying single models would cost more than looking at all points."""

    name = "small domains"

    def __init__(self) -> None:
        self._conditions = ConditionFacts()
        self._tables: OrderedDict[tuple[tuple[Expr, tuple[int, ...]], ...], Table] = OrderedDict()
        self.large = LargeOnly(self, self._conditions)

    def answer(self, query: Query) -> Answer | None:
        domains = self._conditions.domains(query)
        if domains is None:
            return None
        empty = next((domain for domain in domains if not domain.values), None)
        if empty is not None:
            return Unsat(tuple(dict.fromkeys(empty.reasons())))
        table = self._table(domains)
        answer = table.decide(query, _EASY)
        if answer is not None or not (is_hard(query.group) or self._conditions.is_wide(query.group)):
            return answer
        return table.decide(query, _HARD)

    def _table(self, domains: Sequence[Domain]) -> Table:
        key = tuple((domain.x, domain.values) for domain in domains)
        points = self._tables.pop(key, None) or Table(domains)
        points.domains = domains
        self._tables[key] = points
        if len(self._tables) > _TABLES:
            self._tables.popitem(last=False)
        return points

    def learn(self, query: Query, answer: Answer) -> None:
        """Nothing to remember: the tables have what was evaluated."""


class LargeOnly:
    """The stage that only looks at large conditions."""

    name = "small domains"

    def __init__(self, every: SmallDomains, conditions: ConditionFacts) -> None:
        self._every = every
        self._conditions = conditions

    def answer(self, query: Query) -> Answer | None:
        return self._every.answer(query) if any(map(self._conditions.is_large, query.violated)) else None

    def learn(self, query: Query, answer: Answer) -> None:
        """Nothing to remember."""


class Table:
    """Points, and which conditions hold at which of them: bit i of a mask is for point i."""

    def __init__(self, domains: Sequence[Domain]) -> None:
        self.domains = domains
        self._points = list(product(*(domain.values for domain in domains)))
        self._everywhere = (1 << len(self._points)) - 1
        by_input = zip(*self._points, strict=True)
        indices = (domain.x.args[0] for domain in domains)
        self._columns = Columns(dict(zip(indices, by_input, strict=True)), len(self._points))
        self._truth: dict[Expr, int] = {}

    def decide(self, query: Query, most: int) -> Answer | None:
        """The answer, unless more than `most` values would have to be computed."""
        truth: dict[Expr, int] = {}
        left = self._everywhere
        most += self._columns.computed
        for condition in dict.fromkeys((*query.violated, *query.group)):
            found = self._where(condition, most)
            if found is None:
                return None
            truth[condition] = found
            left &= found
            if not left:
                return Unsat(self._core(truth))
        models = (self._model(row, query.hint) for row in ones(left))
        return Sat(min(models, key=lambda model: self._distance(model, query.hint)))

    def _where(self, condition: Expr, most: int) -> int | None:
        found = self._truth.get(condition)
        if found is None:
            column = self._columns.of(condition, most)
            if column is None:
                return None
            found = self._truth[condition] = int("".join(["1" if value else "0" for value in reversed(column)]), 2)
        return found

    def _core(self, truth: dict[Expr, int]) -> tuple[Expr, ...]:
        """Conditions that rule out every point, and those that the points come from."""
        chosen = cover(truth, self._everywhere, 0)
        mask = 0
        for condition in chosen:
            mask |= condition.variables
        reasons = [reason for domain in self.domains if domain.x.variables & mask for reason in domain.reasons()]
        return tuple(dict.fromkeys((*reasons, *chosen)))

    def _model(self, row: int, hint: Model) -> Model:
        model = list(hint)
        for domain, value in zip(self.domains, self._points[row], strict=True):
            model[domain.x.args[0]] = value
        return tuple(model)

    def _distance(self, model: Model, hint: Model) -> tuple[object, ...]:
        """Sort key: few inputs changed, to readable values."""
        inputs = (domain.x for domain in self.domains)
        changed = [x for x in inputs if model[x.args[0]] != hint[x.args[0]]]
        return len(changed), *(unreadable(x, model[x.args[0]]) for x in changed)
