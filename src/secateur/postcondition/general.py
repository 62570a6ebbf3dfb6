"""Reruns a stretch of a path from a state in which every cell is a variable.

This is how weakest preconditions are computed. The machine itself runs the stretch on the model of the path, so it
takes the same branches, and each decision is a condition over the cells at the start. Every instruction and every
function that the machine provides thus has the same meaning as in an exploration. The memory at the end gives the
values to substitute for the cells in a condition over the state there.

Addresses are not generalised. A cell that an address is computed from, and that is concrete on this path, keeps its
value, and the value becomes a need: a state can use the result only if it has the same value there.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from copy import copy
from dataclasses import dataclass

from secateur import expr
from secateur.assumption import AssumptionKind
from secateur.expr import HAS_INDETERMINATE, Expr
from secateur.ir.model import Position
from secateur.machine.fault import FaultKind
from secateur.machine.frame import Frame
from secateur.machine.indeterminate import settle_condition
from secateur.machine.limit import LimitKind
from secateur.machine.memory import SHIFT, Base, Memory, Object, Region, is_private
from secateur.machine.path import BranchKind, Ending, Path, Site, Value
from secateur.machine.snapshot import Snapshot
from secateur.machine.state import BranchSite, Code, State, Stop
from secateur.machine.summary import Application
from secateur.postcondition.cells import (
    CELLS,
    NEXT,
    Cells,
    MemoryCell,
    Needs,
    Reading,
    RegisterCell,
    exact,
    numbers_of,
    plain,
    read_plain,
)

#: Maximum number of instructions of a stretch that is generalised.
MOST_STEPS = 20_000


_ARITHMETIC = frozenset(
    {
        FaultKind.SIGNED_OVERFLOW,
        FaultKind.DIVISION_BY_ZERO,
        FaultKind.SHIFT,
        FaultKind.FLOAT_TO_INT,
        FaultKind.POINTER_OVERFLOW,
    }
)


class Repin(Exception):
    """An address depends on these cells: rerun with their concrete values."""

    def __init__(self, numbers: frozenset[int]) -> None:
        super().__init__()
        self.numbers = numbers


class Reached(Exception):
    """The target branch is reached; its condition is over the cells at the start."""

    def __init__(self, condition: Expr | int) -> None:
        super().__init__()
        self.condition = condition


class Start:
    """A state to start from: a snapshot with the model of the path that continues from it."""

    def __init__(self, cells: Cells, snapshot: Snapshot, model: tuple[int, ...]) -> None:
        self.cells = cells
        self.snapshot = snapshot
        inputs: dict[str, int] = {}
        for given in snapshot.origin.inputs[: snapshot.counts[0]]:
            inputs[given.name] = inputs.get(given.name, 0) + 1
        self.reading = Reading(cells, snapshot.frames, snapshot.memory, snapshot.condition, model, inputs)

    def under(self, model: tuple[int, ...]) -> Start:
        """The same state with the model of another path."""
        made = copy(self)
        made.reading = self.reading.under(model)
        return made


@dataclass(frozen=True, slots=True)
class StretchEnd:
    """The end of a stretch at a branch, identified by the instruction count at which it is reached."""

    site: Site
    steps: int


@dataclass(frozen=True, slots=True)
class End:
    """The end of a stretch at the end of its path: how it ends, and with which fault."""

    ending: Ending
    fault: tuple[FaultKind, Position] | None

    @staticmethod
    def of(end: Path | Stop) -> End:
        return End(end.ending, None if end.fault is None else (end.fault.kind, end.fault.position))


class Followed:
    """A generalised stretch: the conditions and needs on the state at its start, and the state at its end."""

    def __init__(self, start: Start, state: GeneralState, condition: Expr | int | None) -> None:
        self.start = start
        self.cells = start.cells
        self.state = state
        self.condition = condition
        self.conditions = dict.fromkeys(state.conditions)
        self.changed = self.cells.reached(state.objects.reached, state.lowest)  # or may have: all others are as before
        self.allocates = state.memory.next != start.snapshot.memory.next
        before = start.reading.inputs
        #: By name of an input that it requests: how many there were before.
        self.requests = {n: before.get(n, 0) for n, count in state.occurrences.items() if count != before.get(n, 0)}

    def value(self, number: int) -> Expr | int | None:
        """The value of a cell at the end in terms of the cells at the start; None if it is unknown."""
        cells, state = self.cells, self.state
        cell = cells[number]
        if isinstance(cell, MemoryCell):
            return read_plain(state.memory.objects.get(cell.address >> SHIFT), cell.address, cell.size)
        if isinstance(cell, RegisterCell):
            if cell.depth < state.lowest:
                return state.pinned(number)
            return plain(state.frames[cell.depth].registers[cell.index], cells.width(number))
        return self.condition

    def needs(self, later: Needs, start: Start | None = None) -> Needs | None:
        """The needs at the start: those of the stretch, and those of the end as they are at the start. None if no other
        state could have them. Call this after the cells of the end were read, because that may add needs. `start`: of
        another run through the same stretch."""
        start, state = start or self.start, self.state
        found = dict(state.needs)
        snapshot = start.snapshot
        is_ahead = snapshot.memory.is_ahead
        for key, value in later.items():
            match key:
                case ("object", int() as number) if number in state.objects.made or is_ahead(number):
                    if is_ahead(number):
                        found[NEXT] = snapshot.memory.next
                    if not self._is_made(number, value):
                        return None
                    continue
                case ("varargs" | "register", int() as depth, *_) if depth >= state.lowest:
                    frame = state.frames[depth]
                    there = exact(frame.varargs if key[0] == "varargs" else frame.registers[key[2]])
                    if there != value or not _is_fixed(there):
                        return None
                    continue
                case ("allocas", int() as depth) if depth >= state.lowest:
                    if tuple(state.frames[depth].allocas) != value:
                        return None
                    if depth > state.lowest:  # the stretch itself entered that function
                        continue
            found[key] = start.reading.need(key)
        if self.allocates:
            found[NEXT] = snapshot.memory.next
        found.update({("inputs", name): count for name, count in self.requests.items()})
        return found

    def _is_made(self, number: int, wanted: object) -> bool:
        """Does the stretch allocate the wanted object? The condition on its size is added to the conditions."""
        made = self.state.memory.objects.get(number)
        if made is None or wanted is None:
            return made is wanted
        assert isinstance(wanted, tuple)
        size, shape = wanted
        same = expr.eq(made.size, size, 64)
        if isinstance(same, Expr):
            self.conditions[same] = None
        return made.shape == shape and same is not False


def _is_fixed(value: object) -> bool:
    """Is the value the same whatever the cells are?"""
    if isinstance(value, tuple):
        return all(_is_fixed(part) for part in value)
    return not isinstance(value, Expr)


#: Is the failure of this check already known?
IsKnown = Callable[[State, Site], bool]


class General:
    """Runs stretches. `_pins` records, by where a stretch starts, the cells that addresses depend on. Without
    `is_known`, every decision counts: that is for states which are compared by value."""

    def __init__(self, cells: Cells, is_known: IsKnown | None = None) -> None:
        self.cells = cells
        self.is_known = is_known
        self._pins: dict[object, frozenset[int]] = {}

    def follow(self, start: Start, side: bool, target: StretchEnd | End, place: object) -> Followed | None:
        """Run from one side of a branch to the target. `place` identifies the start. None if the stretch is too long or
        does not reach the target."""
        while True:
            pins = self._pins.get(place, frozenset())
            try:
                return self._follow(start, side, target, pins)
            except Repin as more:
                if more.numbers <= pins:  # a cell without a concrete value, such as an indeterminate one
                    return None
                self._pins[place] = pins | more.numbers

    def _follow(self, start: Start, side: bool, target: StretchEnd | End, pins: Collection[int]) -> Followed | None:
        state = GeneralState(start, pins, target if isinstance(target, StretchEnd) else None, self.is_known)
        site = start.snapshot.site
        segment = site.if_true if side else site.if_false
        assert segment is not None
        if site.marks is not None and site.marks.is_open:
            state.tested(side, site)
        code: Code = segment.run
        most = state.steps + MOST_STEPS
        try:
            while state.steps < most:
                code = code(state.registers, state)
        except Reached as end:
            return Followed(start, state, end.condition)
        except Stop as stop:
            return Followed(start, state, None) if End.of(stop) == target else None
        return None


class GeneralState(State):
    """A state over cells. `conditions` are the decisions made on the way, `needs` what was kept concrete. It may leave
    the path that it repeats, before that is noticed: nothing that it runs is covered."""

    is_speculative = True

    def __init__(
        self, start: Start, pins: Collection[int], target: StretchEnd | None, is_known: IsKnown | None
    ) -> None:
        snapshot = start.snapshot
        origin = snapshot.origin
        self.needs: Needs = {}
        self.numbers: dict[int, int] = {}  # by cell: the number that it keeps
        self.conditions: list[Expr] = []
        self.passed: set[Expr] = set()  # the conditions of checks of arithmetic
        self.relied_on = 0  # cells that must not be indeterminate
        self._start = start
        self._pins = pins
        self._target = target
        self._is_known = is_known
        self.objects = _Objects(self, snapshot.memory)
        memory = Memory(self.objects, snapshot.memory.next, places=snapshot.memory.places)
        super().__init__(origin.machine, memory, start.reading, origin.limits)  # type: ignore[arg-type]
        self.occurrences = dict(start.reading.inputs)
        self.serial, self.steps, self.returned = snapshot.serial, snapshot.steps, snapshot.returned
        self.frames = snapshot.frames.copy()
        self.lowest = len(self.frames) - 1  # the lowest depth of a frame that was executed
        self._generalise(self.lowest)
        self.registers = self.frames[-1].registers

    def pinned(self, number: int) -> Expr | int | None:
        """The variable of a cell, or its concrete value if that is needed."""
        if number not in self._pins:
            return self._start.cells.variable(number)
        value = self._start.reading.value(number)
        if isinstance(value, Expr):
            return self._start.cells.variable(number)
        if value is None:  # indeterminate: it cannot be pinned
            raise Repin(frozenset({number}))
        self.numbers[number] = value
        return value

    def rest_on(self, kind: AssumptionKind, subject: str, details: str = "", portable: bool = True) -> None:
        """The run that this repeats has said it."""

    # --- frames

    def _generalise(self, depth: int) -> None:
        frame = self.frames[depth]
        twin = Frame(frame.code, frame.registers.copy(), frame.call, frame.serial)
        twin.allocas = frame.allocas.copy()
        twin.varargs = frame.varargs
        registers, cells, pins = twin.registers, self._start.cells, self._pins
        for index, variable in cells.registers(depth, frame.code):
            value = registers[index]
            if value is None:
                continue
            if variable.args[0] in pins and not isinstance(value, Expr):
                kept = plain(value, variable.width)
                assert isinstance(kept, int)
                self.numbers[variable.args[0]] = kept
            else:
                registers[index] = variable
        kinds = cells.kinds(frame.code)
        for index in (*kinds.locals, *kinds.others):
            if registers[index] is not None:
                self.needs["register", depth, index] = exact(registers[index])
        if frame.varargs:
            self.needs["varargs", depth] = exact(frame.varargs)
        self.frames[depth] = twin

    def leave(self, value: Value | None) -> Code:
        above = len(self.frames) - 2
        if above + 1 == self.lowest:
            self._lose_locals(self.lowest)
        if 0 <= above < self.lowest:
            self.lowest = above
            self._generalise(above)
        return super().leave(value)

    def _lose_locals(self, depth: int) -> None:
        """A function entered before the stretch returns: the locals that die with it are a need."""
        code = self.frames[depth].code
        if code.by_value or self._start.cells.kinds(code).locals:
            self.needs["allocas", depth] = tuple(self._start.snapshot.frames[depth].allocas)

    # --- decisions

    def decide(self, condition: Expr, site: Site) -> bool:
        self._look(condition, site)
        outcome = self.known.get(condition)
        if outcome is not None:
            return outcome
        if condition.variables & HAS_INDETERMINATE:  # made by the stretch itself
            decided = settle_condition(self, condition, site)
            return self.decide(decided, site) if isinstance(decided, Expr) else bool(decided)
        outcome = bool(expr.evaluate(condition, self.model))
        opposite = expr.not_(condition)
        assert isinstance(opposite, Expr)
        held, negation = (condition, opposite) if outcome else (opposite, condition)
        self.known[held] = True
        self.known[negation] = False
        if not self._goes_without_saying(site, outcome):
            self.conditions.append(held)
            if site.kind is BranchKind.CHECK and not outcome and site.fault in _ARITHMETIC:
                self.passed.add(held)
        return outcome

    def tested(self, outcome: bool, site: BranchSite) -> None:
        """A state from which an input could take a way through joined tests that is not covered is not known."""
        marks, exit_ = site.marks, site.exits[not outcome]
        assert marks is not None
        ways = () if exit_ is None else marks.open_at(exit_)
        if not ways:
            return
        values = marks.values(self)
        for number in ways:
            condition = marks.condition(number, values)
            if isinstance(condition, Expr):
                opposite = expr.not_(condition)
                assert isinstance(opposite, Expr)
                self.conditions.append(opposite)

    def stood_in(self, application: Application) -> None:
        """A state from which an input could take a path of the function that no run has taken is not known."""
        for _, condition in application.open_paths(self.machine.taken):
            if not expr.evaluate(condition, self.model):
                opposite = expr.not_(condition)
                assert isinstance(opposite, Expr)
                self.conditions.append(opposite)

    def visit(self, condition: bool, site: BranchSite) -> None:
        self._look(condition, site)

    def _look(self, condition: Expr | bool, site: Site) -> None:
        target = self._target
        if target is not None and self.steps == target.steps and site is target.site:
            raise Reached(condition)

    def _goes_without_saying(self, site: Site, outcome: bool) -> bool:
        """Is the other side a failure that is already known, or an input that violates an assumption? Neither leads to
        anything new. Only for arithmetic: the effect of an access outside an object depends on what lies there."""
        if self._is_known is None:
            return False
        if site.kind is BranchKind.CHECK:
            return not outcome and site.fault in _ARITHMETIC and self._is_known(self, site)
        return site.kind is BranchKind.ASSUMPTION and outcome

    def settle(self, value: Expr) -> Expr:
        """Cells that determine an address keep the concrete values they have on this path."""
        reading = self._start.reading
        fixed = [
            number for number in numbers_of(value.variables & CELLS) if not isinstance(reading.value(number), Expr)
        ]
        if fixed:
            raise Repin(frozenset(fixed))
        return value

    def rely_on(self, value: Expr) -> None:
        """In another state, a cell of an output may be indeterminate, which is a fault: only concrete cells will do."""
        if self._is_known is None:
            self.relied_on |= value.variables & CELLS
        elif self.machine.has_indeterminate and value.variables & CELLS:
            raise Repin(frozenset(numbers_of(value.variables & CELLS)))

    def choose(self, value: Expr, site: Site) -> int:
        self.settle(value)
        return super().choose(value, site)

    def note(
        self,
        text: str,
        site: Site,
        incomplete: bool = False,
        kind: LimitKind = LimitKind.IGNORED,
        stand_in: str = "",
        may_write: bool = False,
    ) -> None:
        """Ignored: notes belong to the path."""


class _Objects(dict[int, Object]):
    """The objects of the start, generalised when they are accessed. Their identity is a need."""

    def __init__(self, state: GeneralState, source: Memory) -> None:
        super().__init__()
        self._state = state
        self._memory = source
        self._gone: set[int] = set()
        self.made: set[int] = set()  # by the stretch itself; an object with the same number may have existed before

    @property
    def reached(self) -> list[int]:
        """The numbers of objects that were accessed or freed."""
        return [*self, *self._gone]

    def __missing__(self, number: int) -> Object:
        found = self.get(number)
        if found is None:
            raise KeyError(number)
        return found

    def get(self, number: int, default: Object | None = None) -> Object | None:  # type: ignore[override]
        found = dict.get(self, number)
        if found is not None:
            return found
        is_ahead = self._memory.is_ahead(number)
        if is_ahead:
            self._state.needs[NEXT] = self._memory.next
        if number in self._gone or number <= 0 or is_ahead:
            return default
        item = self._memory.objects.get(number)
        if item is None:
            self._state.needs["object", number] = None
            if not is_private(number):
                self._state.needs[NEXT] = self._memory.next
            return default
        if item.shape.region in (Region.CONSTANT, Region.FUNCTION, Region.UNKNOWN):
            dict.__setitem__(self, number, item)
            return item
        self._state.needs["object", number] = (item.size, item.shape)
        made = GeneralObject(self._state, item)
        dict.__setitem__(self, number, made)
        return made

    def __contains__(self, number: object) -> bool:
        return self.get(number) is not None  # type: ignore[arg-type]

    def __delitem__(self, number: int) -> None:
        self.pop(number)

    def pop(self, number: int, default: Object | None = None) -> Object | None:  # type: ignore[override]
        found = self.get(number)
        self._gone.add(number)
        dict.pop(self, number, None)
        return default if found is None else found

    def __setitem__(self, number: int, item: Object) -> None:
        self._gone.discard(number)
        self.made.add(number)
        dict.__setitem__(self, number, item)


class GeneralObject(Object):
    """An object whose bytes are cells until they are overwritten."""

    __slots__ = ("_origin", "_state")

    def __init__(self, state: GeneralState, origin: Object) -> None:
        self._state = state
        self._origin: Object | None = origin
        super().__init__(origin.number, origin.size, origin.shape, None, state.memory.owner)

    def _initial(self, address: int, size: int) -> Value | None:
        if self._origin is None:
            return super()._initial(address, size)
        variable = self._state._start.cells.memory(self._origin, address, size)
        return self._state.pinned(variable.args[0])

    @property
    def is_sparse(self) -> bool:
        """Its base is that of the origin."""
        return self._origin is None and super().is_sparse

    def forget(self, address: int, length: Expr | int) -> bool:
        """Only as a whole: other bytes without a cell of their own are those of the origin."""
        return address == self.start and length == self.size and super().forget(address, length)

    def reset(self, base: Base) -> None:
        self._origin = None
        super().reset(base)

    def copy(self, owner: object) -> Object:
        raise AssertionError("general objects belong to one state")
