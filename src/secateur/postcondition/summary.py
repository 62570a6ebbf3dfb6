"""The postcondition of a location, Π_post: states from which everything was explored (paper 001, sections 3.3 and 4).

It is a list of `Item`s. An item stands for states: those that have its needs and fulfil its conditions. Leaving states
out is always safe, so an item may ask for more than it must, and one that grows too large is dropped.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from secateur import expr
from secateur.expr import Expr
from secateur.postcondition.cells import Cells, Reading
from secateur.postcondition.general import Followed, Needs, need


@dataclass(frozen=True, slots=True)
class Item:
    """`needs` as in `secateur.postcondition.general`; `conditions` over cells, and inputs that are asked for later."""

    needs: Needs = field(default_factory=dict)
    conditions: tuple[Expr, ...] = ()

    @property
    def size(self) -> int:
        return sum(expr.size(c) for c in self.conditions)


#: Every state: behind the end of a path there is nothing.
ANYTHING = Item()


def precondition(followed: Followed, item: Item) -> Item | None:
    """The states that go along a stretch and are then in the item: its weakest precondition, or less. None: no state."""
    needs = followed.needs({k: v for k, v in item.needs.items() if k[0] != "cell"})
    if needs is None:
        return None
    conditions: dict[Expr, None] = dict.fromkeys(followed.conditions)
    cells = followed.start.cells
    mapping: dict[Expr, Expr | int] = {}
    for key, wanted in item.needs.items():
        if key[0] == "cell":
            number = key[1]
            assert isinstance(number, int)
            value = followed.value(number)
            if value is None:
                return None
            same = expr.eq(value, wanted, cells.width(number))  # type: ignore[arg-type]
            if same is False:
                return None
            if isinstance(same, Expr):
                conditions[same] = None
    for condition in item.conditions:
        for variable in expr.variables_of(condition):
            if variable not in mapping and Cells.is_cell(variable):
                value = followed.value(variable.args[0])
                if value is None:
                    return None
                mapping[variable] = value
        there = expr.substitute(condition, mapping)
        if there is False:
            return None
        if isinstance(there, Expr):
            for part in _parts(there):
                conditions[part] = None
    return _settled(needs, conditions)


def _settled(needs: Needs, conditions: Iterable[Expr]) -> Item:
    """A condition that gives a cell its number is a need: that is tested faster."""
    kept = []
    for condition in conditions:
        if condition.op == "eq" and isinstance(condition.args[0], Expr) and condition.args[0].op == "var":
            variable, number = condition.args
            if Cells.is_cell(variable) and not isinstance(number, Expr):
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


def both_sides(condition: Expr, if_true: Item | None, if_false: Item | None) -> Item | None:
    """The states of either item, each on its side of a branch."""
    if if_true is None or if_false is None:
        side, held = (if_false, expr.not_(condition)) if if_true is None else (if_true, condition)
        if side is None:
            return None
        assert isinstance(held, Expr)
        return Item(side.needs, (held, *side.conditions))
    common, (true, false) = _factored([if_true, if_false])
    parts: list[Expr] = list(common)
    rest = expr.ite(condition, expr.conj(true), expr.conj(false), 1)
    if isinstance(rest, Expr):
        parts += _parts(rest)
    return Item(if_true.needs | if_false.needs, tuple(parts)) if rest is not False else None


def either(items: Sequence[Item]) -> Item | None:
    """The states of all items, which start from one and the same state."""
    if len(items) < 2:
        return items[0] if items else None
    common, rests = _factored(items)
    needs: Needs = {}
    alternatives: Expr | int = False
    for item, rest in zip(items, rests, strict=True):
        needs |= item.needs
        alternatives = expr.or_(alternatives, expr.conj(rest), 1)
    return Item(needs, (*common, alternatives) if isinstance(alternatives, Expr) else tuple(common))


def _factored(items: Sequence[Item]) -> tuple[list[Expr], list[list[Expr]]]:
    """The conditions that all have, and what else each has."""
    common = set(items[0].conditions).intersection(*(i.conditions for i in items[1:]))
    return [c for c in items[0].conditions if c in common], [
        [c for c in item.conditions if c not in common] for item in items
    ]


class Summary:
    """The items of one location."""

    def __init__(self) -> None:
        self.items: list[Item] = []
        self.size = 0
        self.refuted = 0  # how often in a row the solver found a state outside

    def add(self, item: Item, simplify: bool, most: int) -> None:
        """One more item, unless the summary gets too large."""
        if simplify:
            for known in self.items:
                if known.needs == item.needs:
                    merged = combined(known, item)
                    if merged is not None:
                        self.items.remove(known)
                        self.size -= known.size
                        self.add(merged, simplify, most)
                        return
        size = item.size
        if self.size + size <= most and item not in self.items:
            self.items.append(item)
            self.size += size
            self.refuted = 0


def combined(one: Item, other: Item) -> Item | None:
    """Algorithm 4: two items that differ in one condition only, which one has and the other has not, become one."""
    first, second = set(one.conditions), set(other.conditions)
    if first <= second:
        return one
    if second <= first:
        return other
    left, right = first - second, second - first
    if len(left) == len(right) == 1 and expr.not_(next(iter(left))) is next(iter(right)):
        return Item(one.needs, tuple(c for c in one.conditions if c not in left))
    return None


def applies(item: Item, reading: Reading) -> bool:
    """Is the state, under the model that it runs with, one of the item's?"""
    return has_needs(item, reading) and all(expr.evaluate(c, reading) for c in item.conditions)


def has_needs(item: Item, reading: Reading) -> bool:
    for key, wanted in item.needs.items():
        if key[0] == "cell":
            if reading.value(key[1]) is None or reading[key[1]] != wanted:  # type: ignore[arg-type, index]
                return False
        elif need(reading, key) != wanted:
            return False
    return True


def instantiate(item: Item, reading: Reading, known: dict[Expr, bool]) -> list[Expr] | None:
    """What an input must fulfil for the state to be one of the item's, without what is known of it; None: no input."""
    cells = reading.cells
    found: dict[Expr, None] = {}
    for key, wanted in item.needs.items():
        if key[0] != "cell":
            if need(reading, key) != wanted:
                return None
            continue
        number = key[1]
        assert isinstance(number, int)
        value = reading.value(number)
        if value is None:
            return None
        same = expr.eq(value, wanted, cells.width(number))  # type: ignore[arg-type]
        if same is False:
            return None
        if isinstance(same, Expr):
            found[same] = None
    mapping: dict[Expr, Expr | int] = {}
    for condition in item.conditions:
        for variable in expr.variables_of(condition):
            if variable not in mapping and Cells.is_cell(variable):
                there = reading.value(variable.args[0])
                if there is None:
                    return None
                mapping[variable] = there
        holds = expr.substitute(condition, mapping)
        if holds is False:
            return None
        if isinstance(holds, Expr):
            found.update(dict.fromkeys(_parts(holds)))
    left = []
    for condition in found:
        outcome = known.get(condition)
        if outcome is False:
            return None
        if outcome is None:
            left.append(condition)
    return left
