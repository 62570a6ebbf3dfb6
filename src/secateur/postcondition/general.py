"""A stretch of a path run once more, from a state in which every cell is a variable.

This is how weakest preconditions are computed: the machine itself runs the stretch, on the model of the path, so it
goes the same way, and each decision that it meets is a condition over the cells at the start. Every instruction and
every function that the machine provides thus means what it means in an exploration. What memory holds at the end is
what to put for the cells in a condition over the state there.

Addresses are not generalised. A cell that an address is computed from, and that is concrete on this path, keeps its
number, and the number becomes a need: whoever wants to use the result must have the same one there.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass

from secateur import expr
from secateur.expr import Expr
from secateur.ir.model import Position
from secateur.machine.fault import FaultKind
from secateur.machine.limit import LimitKind
from secateur.machine.memory import SHIFT, Memory, Object, Region
from secateur.machine.path import BranchKind, Ending, Path, Site, Value
from secateur.machine.state import BranchSite, Code, Frame, Snapshot, State, Stop
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

#: Longer stretches are not generalised.
MOST_STEPS = 20_000


_ARITHMETIC = frozenset({FaultKind.SIGNED_OVERFLOW, FaultKind.DIVISION_BY_ZERO, FaultKind.SHIFT})


class Repin(Exception):
    """An address depends on these cells: run again with their numbers."""

    def __init__(self, numbers: frozenset[int]) -> None:
        super().__init__()
        self.numbers = numbers


class Reached(Exception):
    """The target branch, with its condition over the cells at the start."""

    def __init__(self, condition: Expr | int) -> None:
        super().__init__()
        self.condition = condition


class Start:
    """A state to start from: a snapshot with the model of the path that goes on from it."""

    def __init__(self, cells: Cells, snapshot: Snapshot, model: tuple[int, ...]) -> None:
        self.cells = cells
        self.snapshot = snapshot
        inputs: dict[str, int] = {}
        for given in snapshot.origin.inputs[: snapshot.counts[0]]:
            inputs[given.name] = inputs.get(given.name, 0) + 1
        self.reading = Reading(cells, snapshot.frames, snapshot.memory, snapshot.condition, model, inputs)


@dataclass(frozen=True, slots=True)
class Target:
    """A stretch that ends at a branch, known by the count of instructions at which it is met."""

    site: Site
    steps: int


@dataclass(frozen=True, slots=True)
class End:
    """A stretch that ends with its path: how, and with which fault."""

    ending: Ending
    fault: tuple[FaultKind, Position] | None

    @staticmethod
    def of(end: Path | Stop) -> End:
        return End(end.ending, None if end.fault is None else (end.fault.kind, end.fault.position))


class Followed:
    """A stretch as run in general: the conditions and needs on the state at its start, and the state at its end."""

    def __init__(self, start: Start, state: GeneralState, condition: Expr | int | None) -> None:
        self.start = start
        self.cells = start.cells
        self.state = state
        self.condition = condition
        self.conditions = dict.fromkeys(state.conditions)

    def value(self, number: int) -> Expr | int | None:
        """What a cell of the end is, over the cells of the start. None: there is no telling."""
        cells, state = self.cells, self.state
        cell = cells[number]
        if isinstance(cell, MemoryCell):
            return read_plain(state.memory.objects.get(cell.address >> SHIFT), cell.address, cell.size)
        if isinstance(cell, RegisterCell):
            if cell.depth < state.lowest:
                return state.pinned(number)
            return plain(state.frames[cell.depth].registers[cell.index], cells.width(number))
        return self.condition

    def needs(self, later: Needs) -> Needs | None:
        """The needs of the start: those of the stretch, and those of the end as they are there. None if no state that
        differs in anything could have them. To be asked for last: what the end's cells are may need something, too."""
        start, state = self.start, self.state
        found = dict(state.needs)
        snapshot = start.snapshot
        for key, value in later.items():
            match key:
                case ("object", int() as number) if number >= snapshot.memory.next:
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
                    if depth > state.lowest:  # the stretch has entered that function itself
                        continue
            found[key] = start.reading.need(key)
        if state.memory.next != snapshot.memory.next:
            found[NEXT] = snapshot.memory.next
        for name, count in state.occurrences.items():
            if count != start.reading.inputs.get(name, 0):
                found["inputs", name] = start.reading.inputs.get(name, 0)
        return found

    def _is_made(self, number: int, wanted: object) -> bool:
        """Is an object that the stretch makes the wanted one? What that takes of its size becomes a condition."""
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
    """Does it hold on whatever the cells are?"""
    if isinstance(value, tuple):
        return all(_is_fixed(part) for part in value)
    return not isinstance(value, Expr)


class General:
    """Runs stretches. `pins` remembers, by where a stretch starts, which cells addresses depend on."""

    def __init__(self, cells: Cells, is_known: Callable[[State, Site], bool]) -> None:
        self.cells = cells
        self.is_known = is_known  # is the failure of this check known already?
        self._pins: dict[object, frozenset[int]] = {}

    def follow(self, start: Start, side: bool, target: Target | End, place: object) -> Followed | None:
        """From a branch, on one side of it, to the target. `place` names where it starts. None if it is too long, or
        does not come to the target."""
        while True:
            pins = self._pins.get(place, frozenset())
            try:
                return self._follow(start, side, target, pins)
            except Repin as more:
                self._pins[place] = pins | more.numbers

    def _follow(self, start: Start, side: bool, target: Target | End, pins: Collection[int]) -> Followed | None:
        state = GeneralState(start, pins, target if isinstance(target, Target) else None, self.is_known)
        site = start.snapshot.site
        segment = site.if_true if side else site.if_false
        assert segment is not None
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
    """A state over cells. `conditions` are the decisions made on the way, `needs` what was taken as it is."""

    def __init__(
        self, start: Start, pins: Collection[int], target: Target | None, is_known: Callable[[State, Site], bool]
    ) -> None:
        snapshot = start.snapshot
        origin = snapshot.origin
        self.needs: Needs = {}
        self.conditions: list[Expr] = []
        self._start = start
        self._pins = pins
        self._target = target
        self._is_known = is_known
        memory = Memory(_Objects(self, snapshot.memory), snapshot.memory.next)
        super().__init__(origin.machine, memory, start.reading, origin.limits)  # type: ignore[arg-type]
        self.occurrences = dict(start.reading.inputs)
        self.serial, self.steps, self.returned = snapshot.serial, snapshot.steps, snapshot.returned
        self.frames = snapshot.frames.copy()
        self.lowest = len(self.frames) - 1  # the frame of least depth that was run in
        self._generalise(self.lowest)
        self.registers = self.frames[-1].registers

    def pinned(self, number: int) -> Expr | int | None:
        """The variable of a cell, or its number if that is needed."""
        if number not in self._pins:
            return self._start.cells.variable(number)
        value = self._start.reading.value(number)
        if isinstance(value, Expr):
            return self._start.cells.variable(number)
        self.needs["cell", number] = value
        return value

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
                self.needs["cell", variable.args[0]] = plain(value, variable.width)
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
        """A function ends that was entered before the stretch: what dies with it is a need."""
        code = self.frames[depth].code
        if code.by_value or self._start.cells.kinds(code).locals:
            self.needs["allocas", depth] = tuple(self._start.snapshot.frames[depth].allocas)

    # --- decisions

    def decide(self, condition: Expr, site: Site) -> bool:
        self._look(condition, site)
        outcome = self.known.get(condition)
        if outcome is not None:
            return outcome
        outcome = bool(expr.evaluate(condition, self.model))
        opposite = expr.not_(condition)
        assert isinstance(opposite, Expr)
        held, negation = (condition, opposite) if outcome else (opposite, condition)
        self.known[held] = True
        self.known[negation] = False
        if not self._goes_without_saying(site, outcome):
            self.conditions.append(held)
        return outcome

    def visit(self, condition: bool, site: BranchSite) -> None:
        self._look(condition, site)

    def _look(self, condition: Expr | bool, site: Site) -> None:
        target = self._target
        if target is not None and self.steps == target.steps and site is target.site:
            raise Reached(condition)

    def _goes_without_saying(self, site: Site, outcome: bool) -> bool:
        """A failure that is known already, or an input that is not allowed: nothing new can come of them. Only of
        arithmetic: what an access outside of one object is depends on what lies there."""
        if site.kind is BranchKind.CHECK:
            return not outcome and site.fault in _ARITHMETIC and self._is_known(self, site)
        return site.kind is BranchKind.ASSUMPTION and outcome

    def settle(self, value: Expr) -> Expr:
        """What decides where memory is accessed keeps the numbers that it has on this path."""
        reading = self._start.reading
        fixed = [
            number for number in numbers_of(value.variables & CELLS) if not isinstance(reading.value(number), Expr)
        ]
        if fixed:
            raise Repin(frozenset(fixed))
        return value

    def choose(self, value: Expr, site: Site) -> int:
        self.settle(value)
        return super().choose(value, site)

    def note(self, text: str, site: Site, incomplete: bool = False, kind: LimitKind = LimitKind.IGNORED) -> None:
        """Notes are the path's own matter."""


class _Objects(dict[int, Object]):
    """The objects of the start, generalised when they are touched. Which these are is a need."""

    def __init__(self, state: GeneralState, source: Memory) -> None:
        super().__init__()
        self._state = state
        self._source = source.objects
        self._limit = source.next
        self._gone: set[int] = set()

    def __missing__(self, number: int) -> Object:
        found = self.get(number)
        if found is None:
            raise KeyError(number)
        return found

    def get(self, number: int, default: Object | None = None) -> Object | None:  # type: ignore[override]
        found = dict.get(self, number)
        if found is not None:
            return found
        if number >= self._limit:
            self._state.needs[NEXT] = self._limit
        if number in self._gone or not 0 < number < self._limit:
            return default
        item = self._source.get(number)
        if item is None:
            self._state.needs["object", number] = None
            self._state.needs[NEXT] = self._limit
            return default
        if item.shape.region in (Region.CONSTANT, Region.FUNCTION):
            self[number] = item
            return item
        self._state.needs["object", number] = (item.size, item.shape)
        made = self[number] = GeneralObject(self._state, item)
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
        dict.__setitem__(self, number, item)


class GeneralObject(Object):
    """An object whose bytes are cells until they are written."""

    __slots__ = ("_origin", "_state")

    def __init__(self, state: GeneralState, origin: Object) -> None:
        self._state = state
        self._origin: Object | None = origin
        super().__init__(origin.number, origin.size, origin.shape, None, state.memory.owner)

    def _initial(self, address: int, size: int) -> Expr | int | None:  # type: ignore[override]
        if self._origin is None:
            return super()._initial(address, size)
        variable = self._state._start.cells.memory(self._origin, address, size)
        return self._state.pinned(variable.args[0])

    def reset(self, base: bytes | int | None) -> None:
        self._origin = None
        super().reset(base)

    def copy(self, owner: object) -> Object:
        raise AssertionError("general objects belong to one state")
