"""Conditions for an input to meet a requirement: at each statement of the chain, one version does something that the
other does not.

That is, at some place (an instruction with a call stack and the iterations of the enclosing loops), one version reaches
it and the other does not, or the values they store, pass, return or decide there differ. The conditions are computed by
SPA, over the same inputs. They do not require the statements to depend on each other: that is checked when the input is
tried.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from secateur import expr
from secateur.approximation.approximation import Approximation
from secateur.approximation.frames import Point
from secateur.approximation.operations import Held
from secateur.approximation.strategy import Strategy
from secateur.dependence.memory.effects import effect_of
from secateur.evolve.augmentation.acts import is_literal, numbers_differ
from secateur.evolve.augmentation.approximated import Approximated, StarPool
from secateur.evolve.augmentation.counterparts import Counterparts
from secateur.evolve.impact.chains import Chain
from secateur.evolve.impact.pair import Pair
from secateur.expr import Expr, Value
from secateur.ir.model import Call, ConditionalJump, Operand, Return, Store, Symbol
from secateur.ir.types import IntType, PointerType, Type
from secateur.machine.errors import UnsupportedCode
from secateur.machine.memory import SHIFT
from secateur.machine.widths import width_of


class Goals:
    """Conditions for requirements, from approximations of one precision."""

    def __init__(
        self,
        pair: Pair,
        counterparts: Counterparts,
        strategy: Callable[[], Strategy],
        rounds: int,
        largest: int | None = None,
        pool: StarPool | None = None,
        label: str = "",
    ) -> None:
        """`largest`: conditions with more parts are dropped; whether they hold is seen when the input is tried. `pool`
        and `label`: see `Approximated`."""
        self._counterparts = counterparts
        self._both = Approximated(pair, counterparts, strategy, rounds, pool, label)
        self._largest = largest
        self._at: dict[tuple[int, int], Value] = {}

    @property
    def assumed(self) -> Value:
        """The assumptions on all inputs."""
        old, new = self._both.versions
        return expr.and_(old.assumed, new.assumed, 1)

    def effect(self, side: int, chain: Chain) -> Value:
        """A necessary condition on inputs for this version to do something at the end of a chain that the other does
        not. True if no instruction there can be compared."""
        shared, tells = self._counterparts.shared[side], self._counterparts.tells[side]
        value: Value = False
        numbers = sorted({shared[node] for node in chain.nodes if tells[node]})
        for number in numbers:
            if (side, number) not in self._at:
                self._at[side, number] = self._difference(side, number)
            value = expr.or_(value, self._at[side, number], 1)
        return True if not numbers or is_larger(value, self._largest) else value

    @property
    def expansions(self) -> int:
        """The uses that were traced back so far."""
        return sum(version.expansions for version in self._both.versions)

    def _difference(self, side: int, number: int) -> Value:
        """At some place of an instruction, this version reaches it and the other does not, or does something else."""
        nodes = self._nodes(number)
        places = [self._both.points(n, node) if node >= 0 else {} for n, node in enumerate(nodes)]
        version, other = self._both.versions[side], self._both.versions[1 - side]
        value: Value = False
        for place, point in places[side].items():
            differ: Value = version.condition(point)
            counterpart = places[1 - side].get(place)
            if counterpart is not None:
                alike = expr.not_(_unlike(version, point, other, counterpart))
                differ = expr.and_(differ, expr.not_(expr.and_(other.condition(counterpart), alike, 1)), 1)
            value = expr.or_(value, differ, 1)
        return value

    def _nodes(self, number: int) -> tuple[int, int]:
        """The instructions of the old and the new version with a shared number; -1 if there is none."""
        if number < 0:
            return -1 - number, -1
        return self._counterparts.former.get(number, -1), number


def is_larger(value: Value, largest: int | None) -> bool:
    """Has a condition more parts than that?"""
    if largest is None or not isinstance(value, Expr):
        return False
    seen = {value}
    todo = [value]
    while todo and len(seen) <= largest:
        parts = [part for part in todo.pop().args if isinstance(part, Expr) and part not in seen]
        seen.update(parts)
        todo += parts
    return bool(todo)


def _unlike(one: Approximation, here: Point, other: Approximation, there: Point) -> Value:
    """The condition under which an instruction does different things in the two versions."""
    value: Value = False
    mine, counterpart = one.code.items[here.node], other.code.items[there.node]
    if isinstance(mine, ConditionalJump) and isinstance(counterpart, ConditionalJump):
        return expr.xor(_truth(one, here, mine), _truth(other, there, counterpart), 1)
    if _reads_more(one, mine):
        return True
    ours, theirs = list(_parts(one, here)), list(_parts(other, there))
    if len(ours) != len(theirs):
        return True
    for (x, operand), (y, operand_there) in zip(ours, theirs, strict=True):
        if isinstance(operand.type, PointerType):
            differs: Value = _place(one, x) is None or _place(one, x) != _place(other, y)
        else:
            differs = _differ(x, operand.type, y, operand_there.type)
        value = expr.or_(value, differs, 1)
    return value


def _reads_more(version: Approximation, item: object) -> bool:
    """Does a call also read memory, so that its arguments do not determine its effect?"""
    if not isinstance(item, Call) or not isinstance(item.callee, Symbol) or item.callee.name in version.code.units:
        return False
    effect = effect_of(item.callee.name)
    return bool(effect.reads or effect.copies or effect.follows or effect.rest is not None or effect.is_unknown)


def _place(version: Approximation, value: Held) -> tuple[str, int] | None:
    """What a pointer points to, under a name that both versions share; None if unknown."""
    if not isinstance(value, int):
        return None
    home = version.expansion.objects.home(value >> SHIFT)
    if value == 0 or home is None:
        return ("NULL", 0) if value == 0 else None
    name, frame = home.abstract.name, home.frame
    if frame is not None and not version.static.points_to.is_recursive(frame.name):
        return f"{frame.name}.{name}", value - home.start  # only one instance is alive at a time
    return (name, value - home.start) if home.is_numbered and not is_literal(name) else None


def _truth(version: Approximation, point: Point, branch: ConditionalJump) -> Value:
    value = version.operand(point, branch.condition)
    assert not isinstance(value, tuple)
    return expr.not_(value) if branch.inverted else value


def _parts(version: Approximation, point: Point) -> Iterator[tuple[Held, Operand]]:
    """The effect of an instruction, as values that can be compared."""
    item = version.code.items[point.node]
    match item:
        case Store(value=value, address=address):
            yield version.operand(point, value), value
            yield version.operand(point, address), address
        case Call(arguments=arguments):
            for argument in arguments:
                yield version.operand(point, argument), argument
        case Return(value=returned) if returned is not None:
            yield version.operand(point, returned), returned
        case _:
            result = getattr(item, "result", None)
            if result is not None:
                yield version.value(point), result


def _differ(x: Held, kind: Type, y: Held, other: Type) -> Value:
    if isinstance(x, tuple) or isinstance(y, tuple):
        return x is not y
    if isinstance(kind, IntType) and isinstance(other, IntType):
        return numbers_differ(x, kind.width, y, other.width)
    if kind != other:
        return True
    try:
        return expr.ne(x, y, width_of(kind))
    except UnsupportedCode:
        return True
