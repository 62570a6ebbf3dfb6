"""A function run by itself, from its entry to its return, in a scene (`secateur.machine.views`).

The numbers of the scene are the inputs. The program is reduced to what the function uses: nothing depends on the rest.
A run that returns has an outcome: the result, and the content of everything that the function could see. It has
none if it did something else that its caller could notice: printed something, asked for an input, kept a block of the
heap, looked at an address as a number.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from secateur import expr
from secateur.expr import HAS_INDETERMINATE, Expr
from secateur.ir.reduced import Reduction
from secateur.ir.types import FloatType, Type, VoidType
from secateur.machine.bounded import BoundedNull
from secateur.machine.compiler import CallSite, FunctionCode
from secateur.machine.fault import FaultKind
from secateur.machine.floats import lift, lower
from secateur.machine.frame import Frame
from secateur.machine.machine import Machine
from secateur.machine.memory import END_PRIVATE, SHIFT, Memory, Object, Region, Shape
from secateur.machine.path import Ending, Path, Value
from secateur.machine.resolve import linear
from secateur.machine.state import Code, State, Stop
from secateur.machine.views import OpenNumber, Place, PointerTarget, Scene, View
from secateur.machine.widths import width_of
from secateur.options import Limits

#: Numbers of objects are less than that. Larger numbers in 64 bits are no addresses.
_MOST = END_PRIVATE

#: What a place holds after a call; None if nothing.
Content = Expr | int | None


@dataclass(frozen=True, slots=True)
class CallOutcome:
    """What a run returned, and what it left in the places of each view that it changed, in terms of the inputs and of
    addresses: of the views, and of what the program names."""

    value: Expr | int | None
    changed: Mapping[tuple[int, Place], Content]


class LoneMachine(Machine):
    """Runs a function in a scene. `parameters` are the inputs; `bases` stand for the addresses of the views, `symbols`
    for those of functions and globals."""

    def __init__(
        self, reduction: Reduction, name: str, scene: Scene, checks: frozenset[FaultKind], limits: Limits
    ) -> None:
        alone = Limits(recursion=limits.recursion, max_instructions=limits.max_instructions)
        super().__init__(reduction.reduced(names_in(name, scene)), name, checks, alone)
        self.scene = scene
        self.deepest = 0
        self.parameters = list(self._variables())
        self._inputs = sum(1 << each.args[0] for each in self.parameters)
        self.bases = [self.variable(f"view {number}", 64, "unsigned") for number in range(len(scene.views))]
        self.symbols: dict[str, Expr] = {}
        self._globals = {self.address_of(each) >> SHIFT: each for each in self.program.globals}
        self.outcome: CallOutcome | None = None  # of the last run
        self._views: list[int] = []  # the numbers of the objects, the same in each run
        self._before: dict[tuple[int, Place], Value | None] = {}

    def _variables(self) -> Iterator[Expr]:
        for number, (parameter, given) in enumerate(zip(self.entry.parameters, self.scene.parameters, strict=True)):
            if isinstance(given, OpenNumber):
                kind = f"f{given.bits}" if isinstance(parameter.type, FloatType) else "signed"
                yield self.variable(f"parameter {number}", given.bits, "bool" if given.bits == 1 else kind)
        for number, view in enumerate(self.scene.views):
            for (offset, _), given in view.numbers:
                yield self.variable(f"{number} at {offset}", given.bits, "bool" if given.bits == 1 else "signed")

    # --- running

    def start(self, model: tuple[int, ...], concrete: bool = False) -> tuple[State, Code]:
        made = LoneState(self, self.initial.fork(), model, self.limits)
        code = self.code(self.entry.name)
        self._views = [self._placed(made.memory, view) for view in self.scene.views]
        numbers = iter(self.parameters)
        registers: list[Value] = []
        for parameter, given in zip(self.entry.parameters, self.scene.parameters, strict=True):
            if isinstance(given, PointerTarget):
                registers.append(self._address(given))
            else:
                width = width_of(parameter.type)
                bits = expr.zext(next(numbers), given.bits, width) if isinstance(given, OpenNumber) else given
                registers.append(_in_register(bits, parameter.type))
        for number, view in zip(self._views, self.scene.views, strict=True):
            self._fill(made.memory.owned(made.memory.objects[number]), view, numbers)
        made.frames.append(Frame(code, [*registers, *code.blank], None, 0))  # type: ignore[list-item]
        made.registers = made.frames[0].registers
        self._before = dict(self._contents(made.memory))
        self.outcome = None
        return made, code.entry.run

    def _placed(self, memory: Memory, view: View) -> int:
        if view.symbol:
            return self.address_of(view.symbol) >> SHIFT
        return memory.allocate(view.size, Shape(view.region, "what it was given", view.type, view.unit)).number

    def _fill(self, target: Object, view: View, numbers: Iterator[Expr]) -> None:
        if view.symbol and view.unwritten:  # a global that holds something indeterminate
            target.reset(None)
        for (offset, size), given in view.numbers:
            target.write(target.start + offset, size, expr.zext(next(numbers), given.bits, 8 * size))
        for (offset, size), value in view.fixed:
            target.write(target.start + offset, size, value)
        for offset, pointer in view.pointers:
            target.write(target.start + offset, 8, self._address(pointer))

    def _address(self, given: PointerTarget) -> int:
        if given.view is not None:
            number = self._views[given.view]
            return self._start_of(number) + given.offset
        if given.is_function:
            return self.address_of(given.name)
        return BoundedNull.of(given.name, given.offset) if given.name else given.offset

    def _start_of(self, number: int) -> int:
        found = self.initial.objects.get(number)
        return found.start if found is not None else Object(number, 0, Shape(Region.STACK, ""), None, None).start

    def _contents(self, memory: Memory) -> Iterator[tuple[tuple[int, Place], Value | None]]:
        for number, view in enumerate(self.scene.views):
            target = memory.objects[self._views[number]]
            for place in view.places:
                yield (number, place), target.read(target.start + place[0], place[1])

    @property
    def before(self) -> dict[tuple[int, Place], Content]:
        """What the places held before the last run, in the terms of an outcome."""
        return {
            key: None if value is None else self._told(lower(value, 8 * key[1][1]))
            for key, value in self._before.items()
            if not isinstance(value, BoundedNull)
        }

    # --- the outcome

    def finish(self, state: State, value: Value | None) -> Code:
        state.result = value
        self.outcome = self._outcome(state, value)
        raise Stop(Ending.RETURNED)

    def of(self, path: Path) -> CallOutcome | None:
        """The outcome of the run that has just made this path."""
        if path.notes or path.output or path.observations or path.inputs or path.unportable:
            return None
        return self.outcome if path.ending is Ending.RETURNED else None

    def _outcome(self, state: State, value: Value | None) -> CallOutcome | None:
        objects = state.memory.objects
        if any(o.shape.region is Region.HEAP and number not in self._views for number, o in objects.items()):
            return None
        for number, view in zip(self._views, self.scene.views, strict=True):
            if number not in objects or objects[number].size != view.size:
                return None
        try:
            changed = {
                key: None if now is None else self._told(lower(now, 8 * key[1][1]))
                for key, now in self._contents(state.memory)
                if self._differs(key, now)
            }
            kind = self.entry.type.result
            if isinstance(kind, VoidType) or value is None:
                return CallOutcome(None, changed)
            return CallOutcome(self._told(lower(value, width_of(kind))), changed)
        except _Untold:
            return None

    def _differs(self, key: tuple[int, Place], now: Value | None) -> bool:
        before = self._before[key]
        if now is before:
            return False
        if isinstance(now, Expr) or isinstance(before, Expr) or now is None or before is None:
            return True
        return type(now) is not type(before) or now != before

    def _told(self, value: Expr | int) -> Expr | int:
        """In terms of the inputs and of addresses that the caller knows."""
        if isinstance(value, Expr):
            if value.variables & HAS_INDETERMINATE or value.variables & ~self._inputs or self._holds_address(value):
                raise _Untold
            return value
        number = value >> SHIFT
        if isinstance(value, BoundedNull):
            raise _Untold
        if not 0 < number < _MOST:
            return value
        if number in self._views:
            return expr.add(self.bases[self._views.index(number)], value - self._start_of(number), 64)
        name = self.function_at(value) or self._globals.get(number)
        if name is None:
            raise _Untold
        if name not in self.symbols:
            self.symbols[name] = self.variable(f"symbol {name}", 64, "unsigned")
        return expr.add(self.symbols[name], value - self.address_of(name), 64)

    def _holds_address(self, value: Expr) -> bool:
        return value.width >= 64 and any(
            isinstance(a, int) and 0 < a >> SHIFT < _MOST for node in expr.post_order(value) for a in node.args
        )


class _Untold(Exception):
    """A value that means nothing to the caller."""


class LoneState(State):
    """Knows how deep the calls were. An address must be one of an object that is known."""

    def fresh(self, memory: Memory, model: tuple[int, ...]) -> State:
        return LoneState(self.machine, memory, model, self.limits)

    def enter(self, code: FunctionCode, arguments: tuple[Value, ...], call: CallSite) -> Code:
        found = super().enter(code, arguments, call)
        assert isinstance(self.machine, LoneMachine)
        self.machine.deepest = max(self.machine.deepest, len(self.frames))
        return found

    def settle(self, address: Expr) -> Expr:
        if linear(address)[0] >> SHIFT not in self.memory.objects and not _is_choice(address, self.memory):
            raise Stop(Ending.UNSUPPORTED)
        return address


def _is_choice(address: Expr, memory: Memory) -> bool:
    """Is it one of several known addresses?"""
    if address.op != "ite":
        return False
    return all(
        _is_choice(each, memory) or linear(each)[0] >> SHIFT in memory.objects
        if isinstance(each, Expr)
        else each >> SHIFT in memory.objects or not 0 < each >> SHIFT < _MOST
        for each in address.args[1:]
    )


def _in_register(bits: Expr | int, kind: Type) -> Value:
    return lift(bits, width_of(kind)) if isinstance(kind, FloatType) else bits


def names_in(name: str, scene: Scene) -> tuple[str, ...]:
    """A function, and the other functions and globals that it sees in a scene."""
    targets = [given for given in scene.parameters if isinstance(given, PointerTarget)]
    targets += [target for view in scene.views for _, target in view.pointers]
    symbols = (view.symbol for view in scene.views if view.symbol)
    return (name, *(target.name for target in targets if target.is_function), *symbols)
