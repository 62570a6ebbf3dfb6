"""The places of a state, as variables of conditions over states.

A condition over the state at a location refers to registers, memory and the condition that the location branches on.
Each such *cell* has its own variable, the same one for a whole exploration. Their numbers follow those of the inputs,
so that one condition can contain both: inputs that the rest of a path asks for are not part of the state.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from secateur import expr
from secateur.expr import Expr
from secateur.ir.model import Alloca, Register
from secateur.ir.types import FloatType, IntType, PointerType, Type
from secateur.ir.value_reader import is_plain
from secateur.machine.compiler import FunctionCode
from secateur.machine.floats import bits_of
from secateur.machine.frame import Frame
from secateur.machine.indeterminate import is_indeterminate
from secateur.machine.memory import SHIFT, Memory, Object
from secateur.machine.path import Value
from secateur.machine.widths import width_of

#: Variables with lower numbers are inputs.
FIRST = 1024
CELLS = ~((1 << FIRST) - 1)

#: What another state must have in common besides numbers and conditions: the kind of need and its subject, with the
#: value.
Need = tuple[Any, ...]
Needs = dict[Need, object]

#: The number of the next object.
NEXT: Need = ("next",)


@dataclass(frozen=True, slots=True)
class RegisterCell:
    """A register of the function at some depth of the call stack."""

    depth: int
    function: str
    index: int


@dataclass(frozen=True, slots=True)
class MemoryCell:
    address: int
    size: int


@dataclass(frozen=True, slots=True)
class ConditionCell:
    """The condition that the location branches on."""

    location: object


Cell = RegisterCell | MemoryCell | ConditionCell

_IN_REGISTER, _IN_MEMORY, _CONDITION = range(3)


@dataclass(frozen=True, slots=True)
class Kinds:
    """The registers of a function: those that are cells, the addresses of locals, and whole structs."""

    scalars: tuple[Register, ...]
    locals: tuple[int, ...]
    others: tuple[int, ...]


class Cells:
    """All cells that conditions refer to, by number and by place."""

    def __init__(self) -> None:
        self._cells: list[Cell] = []
        self._variables: dict[Cell, Expr] = {}
        self._by_number: list[Expr] = []
        self.places: list[tuple[int, int, int, int]] = []  # by cell: what `Reading` needs to read it
        self._frames: dict[tuple[int, str], list[tuple[int, Expr]]] = {}
        self._kinds: dict[str, Kinds] = {}
        self._in_objects: dict[int, int] = {}  # by object: its cells, as a bit set
        self._at_depths: dict[int, int] = {}  # by depth: the registers of functions there
        self._conditions = 0

    def __len__(self) -> int:
        return len(self._cells)

    def __getitem__(self, number: int) -> Cell:
        return self._cells[number - FIRST]

    @staticmethod
    def is_cell(variable: Expr) -> bool:
        number: int = variable.args[0]
        return number >= FIRST

    def width(self, number: int) -> int:
        return self.variable(number).width

    def variable(self, number: int) -> Expr:
        return self._by_number[number - FIRST]

    def reached(self, objects: Iterable[int], lowest: int) -> int:
        """The cells in some objects, in frames from a depth on, and the conditions of locations, as a bit set."""
        found = self._conditions
        for number in objects:
            found |= self._in_objects.get(number, 0)
        for depth, registers in self._at_depths.items():
            if depth >= lowest:
                found |= registers
        return found

    def condition(self, location: object) -> Expr:
        return self._variable(ConditionCell(location), "condition", 1, "bool")

    def memory(self, target: Object, address: int, size: int) -> Expr:
        cell = MemoryCell(address, size)
        found = self._variables.get(cell)
        return found if found is not None else self._variable(cell, _name(target, address, size), size * 8, "signed")

    def registers(self, depth: int, code: FunctionCode) -> list[tuple[int, Expr]]:
        """Index and variable of every scalar register of a frame, except the addresses of its locals."""
        key = (depth, code.function.name)
        found = self._frames.get(key)
        if found is None:
            found = self._frames[key] = []
            kinds = self.kinds(code)
            for register in kinds.scalars:
                cell = RegisterCell(depth, code.function.name, register.index)
                name = code.names.get(register.index, register.name or f"v{register.index}")
                made = self._variable(cell, name, width_of(register.type), _kind(register.type))
                found.append((register.index, made))
        return found

    def add(self, cell: Cell, name: str, width: int, kind: str) -> int:
        """The number of a cell that another process has told."""
        number: int = self._variable(cell, name, width, kind).args[0]
        return number

    def kinds(self, code: FunctionCode) -> Kinds:
        found = self._kinds.get(code.function.name)
        if found is None:
            found = self._kinds[code.function.name] = _kinds(code)
        return found

    def _variable(self, cell: Cell, name: str, width: int, kind: str) -> Expr:
        found = self._variables.get(cell)
        if found is None:
            found = self._variables[cell] = expr.variable(name, width, FIRST + len(self._cells), kind)
            self._cells.append(cell)
            self._by_number.append(found)
            match cell:
                case MemoryCell(address, size):
                    number = address >> SHIFT
                    self._in_objects[number] = self._in_objects.get(number, 0) | found.variables
                    self.places.append((_IN_MEMORY, number, address, size))
                case RegisterCell(depth, _, index):
                    self._at_depths[depth] = self._at_depths.get(depth, 0) | found.variables
                    self.places.append((_IN_REGISTER, depth, index, width))
                case ConditionCell():
                    self._conditions |= found.variables
                    self.places.append((_CONDITION, 0, 0, 1))
        return found


class Reading(Sequence[int]):
    """The cells of one state, and their concrete values under the model that it runs with.

    It also serves as a model: indexed by the number of the variable of a cell or an input.
    """

    def __init__(
        self,
        cells: Cells,
        frames: Sequence[Frame],
        memory: Memory,
        condition: Expr | bool,
        model: tuple[int, ...],
        inputs: dict[str, int],
    ) -> None:
        self.cells = cells
        self.frames = frames
        self.memory = memory
        self.condition = condition
        self.model = model
        self.inputs = inputs  # how many of each name were requested
        self._numbers: dict[int, int] = {}
        self._values: dict[int, Expr | int | None] = {}
        self._needs: Needs = {}

    def __len__(self) -> int:
        return 1 << 62

    def __getitem__(self, number: int) -> int:  # type: ignore[override]
        if number < FIRST:
            return self.model[number] if number < len(self.model) else 0
        found = self._numbers.get(number)
        if found is None:
            value = self.value(number)
            found = self._numbers[number] = int(expr.evaluate(value, self.model)) if value is not None else 0
        return found

    def number(self, number: int) -> int | None:
        """The number in a cell under the model; None if there is no such place."""
        return None if self.value(number) is None else self[number]

    def need(self, key: Need) -> object:
        """The value that the state has for a need."""
        try:
            return self._needs[key]
        except KeyError:
            found = self._needs[key] = self._need(key)
            return found

    def _need(self, key: Need) -> object:
        match key:
            case ("next",):
                return self.memory.next
            case ("object", number):
                found = self.memory.objects.get(number)
                return None if found is None else (found.size, found.shape)
            case ("inputs", name):
                return self.inputs.get(name, 0)
            case ("varargs", depth):
                return exact(self.frames[depth].varargs)
            case ("register", depth, index):
                return exact(self.frames[depth].registers[index])
            case ("allocas", depth):
                return tuple(self.frames[depth].allocas)
        raise ValueError(key)

    def value(self, number: int) -> Expr | int | None:
        """The content of the cell; None if there is no such place."""
        try:
            return self._values[number]
        except KeyError:
            found = self._values[number] = self._value(number)
            return found

    def _value(self, number: int) -> Expr | int | None:
        kind, where, index, size = self.cells.places[number - FIRST]
        if kind == _IN_REGISTER:
            return plain(self.frames[where].registers[index], size)
        if kind == _IN_MEMORY:
            return read_plain(self.memory.objects.get(where), index, size)
        return self.condition

    def under(self, model: tuple[int, ...]) -> Reading:
        """The same state under another model."""
        made = Reading(self.cells, self.frames, self.memory, self.condition, model, self.inputs)
        made._values, made._needs = self._values, self._needs
        return made


def exact(value: Any) -> Any:
    """A value that compares exactly: in Python, -0.0 equals 0.0, and a NaN does not equal itself."""
    if isinstance(value, tuple):
        return tuple(exact(part) for part in value)
    return ("float", bits_of(value, 64)) if isinstance(value, float) else value


def numbers_of(mask: int) -> Iterator[int]:
    """The positions of the bits that are set."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def plain(value: Value | None, width: int) -> Expr | int | None:
    """The value of a register, floats as bit patterns; None if it is indeterminate: conditions are over values."""
    if type(value) is int:
        return value
    if is_indeterminate(value):
        return None
    return bits_of(value, width) if isinstance(value, float) else value


def read_plain(target: Object | None, address: int, size: int) -> Expr | int | None:
    """The content of memory, floats as bit patterns; None if outside the object, or if a part is indeterminate."""
    if target is None:
        return None
    offset = address - target.start
    if offset < 0 or (isinstance(target.size, int) and offset + size > target.size):
        return None
    return plain(target.read(address, size), size * 8)


def _kinds(code: FunctionCode) -> Kinds:
    local: list[int] = []
    values = [*code.function.parameters]
    for block in code.body.blocks.values():
        for item in (*block.phis, *block.instructions):
            result: Register | None = getattr(item, "result", None)
            if result is not None and isinstance(item, Alloca):
                local.append(result.index)
            elif result is not None:
                values.append(result)
    scalars = [r for r in values if isinstance(r.type, IntType | FloatType | PointerType) and is_plain(r.type)]
    others = [r.index for r in values if r not in scalars]
    return Kinds(tuple(scalars), tuple(local), tuple(others))


def _kind(kind: Type) -> str:
    match kind:
        case FloatType("float"):
            return "f32"
        case FloatType():
            return "f64"
        case PointerType():
            return "pointer"
        case IntType(1):
            return "bool"
        case _:
            return "signed"


def _name(target: Object, address: int, size: int) -> str:
    shape = target.shape
    offset = address - target.start
    name = shape.name or str(shape.region)
    if offset == 0 and size == target.size:
        return name
    if size == shape.unit:
        return f"{name}[{offset // size}]"
    return f"{name}+{offset}"
