"""The postcondition of a location, Π_post: states from which everything has been explored.

See Yi et al., "Eliminating Path Redundancy via Postconditioned Symbolic Execution", sections 3.3 and 4. It is a list of
`Item`s. An item represents the states that have its needs and satisfy its conditions. Leaving states out is always
safe, so an item may be stricter than necessary, and one that grows too large is dropped.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Protocol

from secateur import expr
from secateur.expr import Expr
from secateur.postcondition.cells import CELLS, Cells, Need, Needs, Reading, numbers_of
from secateur.postcondition.general import Followed


class CellValues(Protocol):
    """A state that provides the values of its cells."""

    @property
    def cells(self) -> Cells: ...

    def value(self, number: int) -> Expr | int | None: ...


@dataclass(frozen=True, eq=False)
class Item:
    """`needs` as in `secateur.postcondition.general`; `conditions` over cells and inputs that are requested later."""

    needs: Needs = field(default_factory=dict)
    conditions: tuple[Expr, ...] = ()

    @cached_property
    def size(self) -> int:
        """The size of the conditions in nodes."""
        return len(expr.post_order(*self.conditions))


#: Every state: nothing follows the end of a path.
ANYTHING = Item()


def precondition(followed: Followed, item: Item) -> Item | None:
    """The states that follow a stretch and are then in the item: its weakest precondition, or a subset. None if there
    are none."""
    conditions = _conditions(item, followed)
    needs = followed.needs({k: v for k, v in item.needs.items() if k[0] != "cell"})
    if needs is None or conditions is None:
        return None
    return _settled(needs, dict.fromkeys([*followed.conditions, *conditions]), followed.start.reading)


def _conditions(item: Item, state: CellValues) -> dict[Expr, None] | None:
    """The conditions of an item with the state's values for its cells; None if there is no such state."""
    found: dict[Expr, None] = {}
    cells = state.cells
    for key, wanted in item.needs.items():
        if key[0] == "cell":
            number = key[1]
            assert isinstance(number, int)
            value = state.value(number)
            if value is None:
                return None
            same = expr.eq(value, wanted, cells.width(number))  # type: ignore[arg-type]
            if same is False:
                return None
            if isinstance(same, Expr):
                found[same] = None
    replaced = expr.Substitution()
    looked_at = 0
    for condition in item.conditions:
        for number in numbers_of(condition.variables & ~looked_at & CELLS):
            value = state.value(number)
            if value is None:
                return None
            variable = cells.variable(number)
            if value is not variable:
                replaced.add(variable, value)
        looked_at |= condition.variables
        there = replaced.apply(condition)
        if there is False:
            return None
        if there is condition:
            found[condition] = None
        elif isinstance(there, Expr):
            found.update(dict.fromkeys(_parts(there)))
    return found


def _settled(needs: Needs, conditions: Iterable[Expr], reading: Reading) -> Item:
    """Turn conditions that equate a concrete cell with its value into needs, which are faster to test."""
    kept = []
    for condition in conditions:
        if condition.op == "eq" and isinstance(condition.args[0], Expr) and condition.args[0].op == "var":
            variable, number = condition.args
            if Cells.is_cell(variable) and reading.value(variable.args[0]) == number:
                needs["cell", variable.args[0]] = number
                continue
        kept.append(condition)
    return Item(needs, tuple(kept))


def _parts(condition: Expr) -> list[Expr]:
    """The conjuncts."""
    found, work = [], [condition]
    while work:
        item = work.pop()
        if item.op == "and" and item.width == 1:
            work += reversed(item.args)
        else:
            found.append(item)
    return found


def hoisted(item: Item, reading: Reading) -> Item:
    """A smaller item with fewer states: conditions on concrete values that only some continuations need, all must
    satisfy.

    Most of these are bounds of counters that each iteration tightens a little and no state comes near.
    """
    mask = 0
    for condition in item.conditions:
        mask |= condition.variables
    symbolic = mask & ~CELLS
    for number in numbers_of(mask & CELLS):
        if isinstance(reading.value(number), Expr):
            symbolic |= 1 << number
    kept: dict[Expr, None] = {}
    for condition in item.conditions:
        bounds, rest = _split(condition, symbolic, reading)
        kept.update(bounds)
        if isinstance(rest, Expr):
            kept.update(dict.fromkeys(_parts(rest)))
    return Item(item.needs, tuple(kept))


def _split(condition: Expr, symbolic: int, reading: Reading) -> tuple[dict[Expr, None], Expr | int]:
    """Conditions on concrete values only, which hold, and a rest: together they imply the condition."""
    found: dict[Expr, tuple[dict[Expr, None], Expr | int]] = {}
    for node in expr.post_order(condition):
        if node.width != 1:
            continue
        if not node.variables & symbolic:
            holds = expr.evaluate(node, reading)
            found[node] = (dict.fromkeys(_parts(node)), True) if holds else ({}, node)
        elif node.op == "and":
            (first, left), (second, right) = (found[arg] for arg in node.args)
            found[node] = (first | second, expr.and_(left, right, 1))
        elif node.op == "or":
            numbers = [arg for arg in node.args if found[arg][0] and found[arg][1] is True]
            found[node] = found[numbers[0]] if numbers else ({}, node)
        elif node.op == "ite" and all(isinstance(arg, Expr) for arg in node.args):
            chosen, if_true, if_false = node.args
            if not chosen.variables & symbolic:
                side, held = (if_true, chosen) if expr.evaluate(chosen, reading) else (if_false, expr.not_(chosen))
                bounds, rest = found[side]
                assert isinstance(held, Expr)
                found[node] = ({held: None} | bounds, rest)
            else:
                (first, left), (second, right) = found[if_true], found[if_false]
                found[node] = (first | second, expr.ite(chosen, left, right, 1))
        else:
            found[node] = ({}, node)
    return found[condition]


def narrowed(item: Item, reading: Reading) -> Item:
    """A smaller item with fewer states: those that have the same values as this one wherever it is concrete."""
    needs, replaced = dict(item.needs), expr.Substitution()
    mask = 0
    for condition in item.conditions:
        mask |= condition.variables
    for number in numbers_of(mask & CELLS):
        value = reading.value(number)
        if value is not None and not isinstance(value, Expr):
            needs["cell", number] = value
            replaced.add(reading.cells.variable(number), value)
    kept: dict[Expr, None] = {}
    for condition in item.conditions:
        left = replaced.apply(condition)
        assert left is not False
        if isinstance(left, Expr):
            kept.update(dict.fromkeys(_parts(left)))
    return Item(needs, tuple(kept))


def both_sides(condition: Expr, if_true: Item | None, if_false: Item | None, cells: Cells) -> Item | None:
    """The states of either item, each on its side of a branch."""
    if if_true is None or if_false is None:
        side, held = (if_false, expr.not_(condition)) if if_true is None else (if_true, condition)
        if side is None:
            return None
        assert isinstance(held, Expr)
        return Item(side.needs, (held, *side.conditions))
    common, (true, false) = _factored([if_true, if_false], cells)
    rest = expr.ite(condition, expr.conj(true), expr.conj(false), 1)
    return _with(common, rest)


def either(items: Sequence[Item], cells: Cells) -> Item | None:
    """The states of all items, which start from the same state."""
    if len(items) < 2:
        return items[0] if items else None
    common, rests = _factored(items, cells)
    alternatives: Expr | int = False
    for rest in rests:
        alternatives = expr.or_(alternatives, expr.conj(rest), 1)
    return _with(common, alternatives)


def _with(common: Item, rest: Expr | int) -> Item | None:
    if isinstance(rest, Expr):
        return Item(common.needs, (*common.conditions, *_parts(rest)))
    return common if rest else None


def _factored(items: Sequence[Item], cells: Cells) -> tuple[Item, list[list[Expr]]]:
    """What all have in common, and the rest of each. A value that only some need becomes a condition of those."""
    conditions = set(items[0].conditions).intersection(*(i.conditions for i in items[1:]))
    needs: Needs = {}
    for item in items:
        for key, value in item.needs.items():
            if key[0] != "cell" or all(other.needs.get(key) == value for other in items):
                needs[key] = value
    rests = []
    for item in items:
        rest = [c for c in item.conditions if c not in conditions]
        for key, value in item.needs.items():
            if key[0] == "cell" and key not in needs:
                variable = cells.variable(key[1])
                same = expr.eq(variable, value, variable.width)  # type: ignore[arg-type]
                assert isinstance(same, Expr)
                rest.append(same)
        rests.append(rest)
    shared = tuple(c for c in items[0].conditions if c in conditions)
    return Item(needs, shared), rests


class LocationSummary:
    """The items of one location. Most states are in few of them, so each is indexed by one of its needs: the one that
    was missing when it was last tested."""

    def __init__(self) -> None:
        self.items: list[Item] = []
        self.size = 0
        self._by_need: dict[Need, dict[object, list[Item]]] = {}
        self._without: list[Item] = []

    def add(self, item: Item, simplify: bool, most: int) -> None:
        """Add an item unless the summary would get too large."""
        if simplify:
            for known in self.items:
                if known.needs == item.needs:
                    merged = combined(known, item)
                    if merged is not None:
                        self._remove(known)
                        self.add(merged, simplify, most)
                        return
        if self.size + item.size <= most and item not in self.items:
            self.items.append(item)
            self.size += item.size
            self._file(item, next((key for key in item.needs if key[0] == "cell"), None))

    def find(self, reading: Reading) -> Item | None:
        """An item that contains the state under the model that it runs with."""
        need = reading.need
        for item in self._without:
            if _has_needs(item, reading) is None and _fulfils(item, reading):
                return item
        for key in [*self._by_need]:
            items = self._by_need[key].get(need(key))
            if items is None:
                continue
            for item in [*items]:
                lacking = _has_needs(item, reading)
                if lacking is None:
                    if _fulfils(item, reading):
                        return item
                elif lacking[0] == "cell":
                    items.remove(item)
                    self._file(item, lacking)
        return None

    def _file(self, item: Item, key: Need | None) -> None:
        if key is None:
            self._without.append(item)
        else:
            self._by_need.setdefault(key, {}).setdefault(item.needs[key], []).append(item)

    def _remove(self, item: Item) -> None:
        self.items.remove(item)
        self.size -= item.size
        if item in self._without:
            self._without.remove(item)
        for key, value in item.needs.items():
            items = self._by_need.get(key, {}).get(value)
            if items is not None and item in items:
                items.remove(item)


def _has_needs(item: Item, reading: Reading) -> Need | None:
    """A need that the state does not satisfy, if any."""
    for key, wanted in item.needs.items():
        if reading.need(key) != wanted:
            return key
    return None


def _fulfils(item: Item, reading: Reading) -> bool:
    return all(expr.evaluate(c, reading) for c in item.conditions)


def combined(one: Item, other: Item) -> Item | None:
    """Algorithm 4: two items that differ only in one condition, negated in one of them, become one."""
    first, second = set(one.conditions), set(other.conditions)
    if first <= second:
        return one
    if second <= first:
        return other
    left, right = first - second, second - first
    if len(left) == len(right) == 1 and expr.not_(next(iter(left))) is next(iter(right)):
        return Item(one.needs, tuple(c for c in one.conditions if c not in left))
    return None


def instantiate(item: Item, reading: Reading, known: dict[Expr, bool]) -> list[Expr] | None:
    """What an input must satisfy for the state to be in the item, apart from what is known; None if no input does."""
    for key, wanted in item.needs.items():
        if key[0] != "cell" and reading.need(key) != wanted:
            return None
    conditions = _conditions(item, reading)
    if conditions is None or any(known.get(c) is False for c in conditions):
        return None
    return [c for c in conditions if c not in known]
