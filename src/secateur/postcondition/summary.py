"""The postcondition of a location, Π_post: states from which everything has been explored.

See Yi et al., "Eliminating Path Redundancy via Postconditioned Symbolic Execution", sections 3.3 and 4. It is a list of
`Item`s. An item represents the states that have its needs and numbers and satisfy its conditions. Leaving states out is
always safe, so an item may be stricter than necessary, and one that grows too large is dropped.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Protocol

from secateur import expr
from secateur.expr import Expr
from secateur.postcondition.cells import CELLS, Cells, Needs, Reading, numbers_of
from secateur.postcondition.general import Followed


class CellValues(Protocol):
    """A state that provides the values of its cells."""

    @property
    def cells(self) -> Cells: ...

    def value(self, number: int) -> Expr | int | None: ...


@dataclass(frozen=True, eq=False)
class Item:
    """`needs` as in `secateur.postcondition.general`; `conditions` over cells and inputs that are requested later;
    `numbers` by cell: conditions that equate a cell with a number, which are faster to test."""

    needs: Needs = field(default_factory=dict)
    conditions: tuple[Expr, ...] = ()
    numbers: dict[int, int] = field(default_factory=dict)

    @cached_property
    def size(self) -> int:
        """The size of the conditions in nodes."""
        return expr.size(*self.conditions)

    @cached_property
    def numbered(self) -> int:
        """The cells that have a number, as a bit set."""
        return sum(1 << number for number in self.numbers)


#: Every state: nothing follows the end of a path.
ANYTHING = Item()


def precondition(followed: Followed, item: Item) -> Item | None:
    """The states that follow a stretch and are then in the item: its weakest precondition, or a subset. None if there
    are none."""
    conditions = _conditions(item, followed, followed.changed)
    needs = followed.needs(item.needs)
    if needs is None or conditions is None:
        return None
    numbers = {n: value for n, value in item.numbers.items() if not followed.changed >> n & 1}
    numbers.update(followed.state.numbers)
    return _settled(needs, numbers, dict.fromkeys([*followed.conditions, *conditions]), followed.start.reading)


def _conditions(item: Item, state: CellValues, changed: int) -> dict[Expr, None] | None:
    """The conditions of an item with the state's values for its cells, among them those on the numbers of cells that
    are `changed`; None if there is no such state. Other cells stay as they are."""
    found: dict[Expr, None] = {}
    cells = state.cells
    for number in numbers_of(item.numbered & changed):
        value = state.value(number)
        if value is None:
            return None
        same = expr.eq(value, item.numbers[number], cells.width(number))
        if same is False:
            return None
        if isinstance(same, Expr):
            found[same] = None
    replaced = expr.Substitution()
    looked_at = 0
    for condition in item.conditions:
        touched = condition.variables & changed & CELLS
        if not touched:
            found[condition] = None
            continue
        for number in numbers_of(touched & ~looked_at):
            value = state.value(number)
            if value is None:
                return None
            variable = cells.variable(number)
            if value is not variable:
                replaced.add(variable, value)
        looked_at |= touched
        there = replaced.apply(condition)
        if there is False:
            return None
        if there is condition:
            found[condition] = None
        elif isinstance(there, Expr):
            found.update(dict.fromkeys(_parts(there)))
    return found


def _settled(needs: Needs, numbers: dict[int, int], conditions: Iterable[Expr], reading: Reading) -> Item:
    """With conditions that equate a concrete cell with its value as numbers."""
    kept = []
    for condition in conditions:
        if condition.op == "eq" and isinstance(condition.args[0], Expr) and condition.args[0].op == "var":
            variable, number = condition.args
            if Cells.is_cell(variable) and reading.value(variable.args[0]) == number:
                numbers[variable.args[0]] = number
                continue
        kept.append(condition)
    return Item(needs, tuple(kept), numbers)


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


_CONNECTIVES = frozenset({"and", "or", "ite"})


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
        if condition.op not in _CONNECTIVES:
            kept[condition] = None
            continue
        bounds, rest = _split(condition, symbolic, reading)
        kept.update(bounds)
        if isinstance(rest, Expr):
            kept.update(dict.fromkeys(_parts(rest)))
    return Item(item.needs, tuple(kept), item.numbers)


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
    numbers, replaced = dict(item.numbers), expr.Substitution()
    mask = 0
    for condition in item.conditions:
        mask |= condition.variables
    for number in numbers_of(mask & CELLS):
        value = reading.value(number)
        if value is not None and not isinstance(value, Expr):
            numbers[number] = value
            replaced.add(reading.cells.variable(number), value)
    kept: dict[Expr, None] = {}
    for condition in item.conditions:
        left = replaced.apply(condition)
        assert left is not False
        if isinstance(left, Expr):
            kept.update(dict.fromkeys(_parts(left)))
    return Item(item.needs, tuple(kept), numbers)


def both_sides(condition: Expr, if_true: Item | None, if_false: Item | None, cells: Cells) -> Item | None:
    """The states of either item, each on its side of a branch."""
    if if_true is None or if_false is None:
        side, held = (if_false, expr.not_(condition)) if if_true is None else (if_true, condition)
        if side is None:
            return None
        assert isinstance(held, Expr)
        return Item(side.needs, (held, *side.conditions), side.numbers)
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
        return Item(common.needs, (*common.conditions, *_parts(rest)), common.numbers)
    return common if rest else None


def _factored(items: Sequence[Item], cells: Cells) -> tuple[Item, list[list[Expr]]]:
    """What all have in common, and the rest of each. A value that only some need becomes a condition of those."""
    conditions = set(items[0].conditions).intersection(*(i.conditions for i in items[1:]))
    needs: Needs = {}
    for item in items:
        needs.update(item.needs)
    numbers = {n: value for n, value in items[0].numbers.items() if all(i.numbers.get(n) == value for i in items[1:])}
    rests = []
    for item in items:
        rest = [c for c in item.conditions if c not in conditions]
        for number, value in item.numbers.items():
            if number not in numbers:
                variable = cells.variable(number)
                same = expr.eq(variable, value, variable.width)
                assert isinstance(same, Expr)
                rest.append(same)
        rests.append(rest)
    shared = tuple(c for c in items[0].conditions if c in conditions)
    return Item(needs, shared, numbers), rests


class LocationSummary:
    """The items of one location. Most states are in few of them, so each is indexed by one of its numbers: the one that
    was missing when it was last tested."""

    def __init__(self) -> None:
        self.items: list[Item] = []
        self.size = 0
        self._by_number: dict[int, dict[int, list[Item]]] = {}
        self._without: list[Item] = []

    def add(self, item: Item, simplify: bool, most: int) -> None:
        """Add an item unless the summary would get too large."""
        if simplify:
            for known in self.items:
                if known.numbers == item.numbers and known.needs == item.needs:
                    merged = combined(known, item)
                    if merged is not None:
                        self._remove(known)
                        self.add(merged, simplify, most)
                        return
        if self.size + item.size <= most and item not in self.items:
            self.items.append(item)
            self.size += item.size
            self._file(item, next(iter(item.numbers), None))

    def find(self, reading: Reading) -> Item | None:
        """An item that contains the state under the model that it runs with."""
        for item in self._without:
            if _has_needs(item, reading) and _fulfils(item, reading):
                return item
        for number in [*self._by_number]:
            there = reading.number(number)
            items = None if there is None else self._by_number[number].get(there)
            if items is None:
                continue
            for item in [*items]:
                lacking = _lacking(item, reading)
                if lacking is None:
                    if _has_needs(item, reading) and _fulfils(item, reading):
                        return item
                else:
                    items.remove(item)
                    self._file(item, lacking)
        return None

    def _file(self, item: Item, number: int | None) -> None:
        if number is None:
            self._without.append(item)
        else:
            self._by_number.setdefault(number, {}).setdefault(item.numbers[number], []).append(item)

    def _remove(self, item: Item) -> None:
        self.items.remove(item)
        self.size -= item.size
        if item in self._without:
            self._without.remove(item)
        for number, value in item.numbers.items():
            items = self._by_number.get(number, {}).get(value)
            if items is not None and item in items:
                items.remove(item)


def _lacking(item: Item, reading: Reading) -> int | None:
    """A cell in which the state does not have the number that it should, if any."""
    for number, wanted in item.numbers.items():
        if reading.number(number) != wanted:
            return number
    return None


def _has_needs(item: Item, reading: Reading) -> bool:
    return all(reading.need(key) == wanted for key, wanted in item.needs.items())


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
        return Item(one.needs, tuple(c for c in one.conditions if c not in left), one.numbers)
    return None


def instantiate(item: Item, reading: Reading, known: dict[Expr, bool]) -> list[Expr] | None:
    """What an input must satisfy for the state to be in the item, apart from what is known; None if no input does."""
    if not _has_needs(item, reading):
        return None
    conditions = _conditions(item, reading, CELLS)
    if conditions is None or any(known.get(c) is False for c in conditions):
        return None
    return [c for c in conditions if c not in known]
