"""Vectors, lane by lane: an instruction on vectors becomes one on numbers for each lane, so that neither the machine
nor an analysis has to know of vectors. A lane is a member of an aggregate, as in a struct."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from secateur.ir.instructions.scope import Scope, Text
from secateur.ir.model import (
    Aggregate,
    Alloca,
    Binary,
    Cast,
    Compare,
    ExtractValue,
    GetElement,
    InsertValue,
    Instruction,
    Int,
    Load,
    Null,
    Operand,
    Position,
    Register,
    Select,
    Store,
    Undefined,
    Zero,
)
from secateur.ir.types import I1, POINTER, ArrayType, FloatType, IntType, PointerType, Type, VectorType, size_of

_NO_FLAGS: frozenset[str] = frozenset()
Make = Callable[..., Instruction]


class Lanes:
    """Collects the instructions that stand for one instruction on vectors."""

    def __init__(self, scope: Scope, position: Position) -> None:
        self.scope = scope
        self.position = position
        self.made: list[Instruction] = []

    def add(self, kind: Type, make: Callable[[Register], Instruction]) -> Register:
        """One more instruction, with a register for its result."""
        register = self.scope.registers.fresh(kind)
        self.made.append(make(register))
        return register

    def split(self, value: Operand) -> list[Operand]:
        kind = value.type
        assert isinstance(kind, VectorType)
        match value:
            case Aggregate(items=items):
                return list(items)
            case Zero():
                return [_zero(kind.element)] * kind.count
            case Undefined():
                return [Undefined(kind.element)] * kind.count
            case _:
                return [self._lane(value, number, kind.element) for number in range(kind.count)]

    def _lane(self, value: Operand, number: int, kind: Type) -> Register:
        return self.add(kind, lambda r: ExtractValue(r, value, (number,), self.position))

    def join(self, result: Register, items: Sequence[Operand]) -> list[Instruction]:
        """All instructions; the last one makes the result of its lanes."""
        whole: Operand = Undefined(result.type)
        for number, item in enumerate(items):
            is_last = number == len(items) - 1
            made = result if is_last else self.scope.registers.fresh(result.type)
            self.made.append(InsertValue(made, whole, item, (number,), self.position))
            whole = made
        return self.made

    # --- bits

    def bits(self, value: Operand) -> Operand:
        """A number as an integer of the same bits."""
        width = _width(value.type)
        if isinstance(value.type, IntType):
            return value
        op = "ptrtoint" if isinstance(value.type, PointerType) else "bitcast"
        return self.add(IntType(width), lambda r: Cast(r, op, value, _NO_FLAGS, self.position))

    def number(self, bits: Operand, kind: Type, result: Register | None = None) -> Operand:
        """The opposite."""
        if isinstance(kind, IntType) and result is None:
            return bits
        op = "inttoptr" if isinstance(kind, PointerType) else "bitcast"
        made = result or self.scope.registers.fresh(kind)
        self.made.append(Cast(made, op, bits, _NO_FLAGS, self.position))
        return made

    def binary(self, op: str, left: Operand, right: Operand) -> Register:
        return self.add(left.type, lambda r: Binary(r, op, left, right, _NO_FLAGS, self.position))

    def cast(self, op: str, value: Operand, width: int) -> Operand:
        if _width(value.type) == width:
            return value
        return self.add(IntType(width), lambda r: Cast(r, op, value, _NO_FLAGS, self.position))

    def choose(self, condition: Operand, if_true: Operand, if_false: Operand) -> Operand:
        """One of two numbers, without a branch."""
        kind = if_true.type
        if isinstance(kind, PointerType):
            return self.add(kind, lambda r: Select(r, condition, if_true, if_false, self.position))
        width = _width(kind)
        mask = self.cast("sext", condition, width)
        first, second = self.bits(if_true), self.bits(if_false)
        differs = self.binary("xor", first, second)
        return self.number(self.binary("xor", second, self.binary("and", differs, mask)), kind)


def lanewise(
    scope: Scope, text: Text, result: Register, operands: Sequence[Operand], make: Callable[..., Instruction]
) -> list[Instruction]:
    """`make(register, *lanes)` for each lane. Operands that are no vectors are the same for all lanes."""
    lanes = Lanes(scope, text.position)
    kind = result.type
    assert isinstance(kind, VectorType)
    parts = [lanes.split(o) if isinstance(o.type, VectorType) else [o] * kind.count for o in operands]
    rows = list(zip(*parts, strict=True))
    return lanes.join(result, [lanes.add(kind.element, lambda r, row=row: make(r, *row)) for row in rows])  # type: ignore[misc]


def select(scope: Scope, text: Text, result: Register, operands: tuple[Operand, ...]) -> list[Instruction]:
    """A `select` by a vector of conditions."""
    lanes = Lanes(scope, text.position)
    rows = zip(*map(lanes.split, operands), strict=True)
    return lanes.join(result, [lanes.choose(*row) for row in rows])


def shuffle(scope: Scope, text: Text) -> list[Instruction]:
    """`shufflevector <4 x i32> %a, <4 x i32> %b, <2 x i32> <i32 5, i32 0>`."""
    cursor = text.cursor
    left = scope.operand(cursor)
    cursor.expect(",")
    right = scope.operand(cursor)
    cursor.expect(",")
    mask = scope.operand(cursor)
    assert isinstance(left.type, VectorType)
    assert isinstance(mask.type, VectorType)
    lanes = Lanes(scope, text.position)
    every = [*lanes.split(left), *lanes.split(right)]
    element = left.type.element
    items = [
        every[each.value] if isinstance(each, Int) else _chosen(each, every, element) for each in lanes.split(mask)
    ]
    return lanes.join(scope.define(text, VectorType(element, mask.type.count)), items)


def _chosen(lane: Operand, every: Sequence[Operand], element: Type) -> Operand:
    return every[0] if isinstance(lane, Zero) else Undefined(element)


def extract(scope: Scope, text: Text, vector: Operand, index: Operand) -> list[Instruction]:
    """`extractelement` with an index that is no constant: the vector is an array in memory."""
    kind = vector.type
    assert isinstance(kind, VectorType)
    lanes = Lanes(scope, text.position)
    _, element = _in_memory(lanes, vector, index)
    result = scope.define(text, kind.element)
    lanes.made.append(Load(result, element, text.position, _align(kind.element)))
    return lanes.made


def insert(scope: Scope, text: Text, vector: Operand, value: Operand, index: Operand) -> list[Instruction]:
    kind = vector.type
    assert isinstance(kind, VectorType)
    lanes = Lanes(scope, text.position)
    place, element = _in_memory(lanes, vector, index)
    lanes.made.append(Store(value, element, text.position, _align(kind.element)))
    lanes.made.append(Load(scope.define(text, kind), place, text.position, size_of(kind)))
    return lanes.made


def _in_memory(lanes: Lanes, vector: Operand, index: Operand) -> tuple[Operand, Operand]:
    kind, position = vector.type, lanes.position
    assert isinstance(kind, VectorType)
    array = ArrayType(kind.element, kind.count)
    place = lanes.scope.registers.fresh(POINTER)
    lanes.scope.hidden.append(Alloca(place, kind, Int(IntType(32), 1), size_of(kind), position))
    lanes.made.append(Store(vector, place, position, size_of(kind)))
    wide = lanes.cast("zext", index, 64)
    zero = Int(IntType(64), 0)
    element = lanes.add(POINTER, lambda r: GetElement(r, array, place, (zero, wide), frozenset(["inbounds"]), position))
    return place, element


def bitcast(scope: Scope, text: Text, value: Operand, kind: Type) -> list[Instruction]:
    """The same bits as another type: one of the two types is a vector."""
    lanes = Lanes(scope, text.position)
    source = value.type
    width = _bits(source)
    whole: Operand = lanes.bits(value) if not isinstance(source, VectorType) else _packed(lanes, value, width)
    result = scope.define(text, kind)
    if not isinstance(kind, VectorType):
        lanes.number(whole, kind, result)
        return lanes.made
    step = _width(kind.element)
    items = []
    for number in range(kind.count):
        moved = lanes.binary("lshr", whole, Int(whole.type, number * step)) if number else whole
        items.append(lanes.number(lanes.cast("trunc", moved, step), kind.element))
    return lanes.join(result, items)


def _packed(lanes: Lanes, value: Operand, width: int) -> Operand:
    assert isinstance(value.type, VectorType)
    step = _width(value.type.element)
    whole: Operand = Int(IntType(width), 0)
    for number, item in enumerate(lanes.split(value)):
        part = lanes.cast("zext", lanes.bits(item), width)
        moved = lanes.binary("shl", part, Int(part.type, number * step)) if number else part
        whole = lanes.binary("or", whole, moved) if number else moved
    return whole


def compared(kind: Type) -> Type:
    """The type of a comparison."""
    return VectorType(I1, kind.count) if isinstance(kind, VectorType) else I1


def compare(scope: Scope, text: Text, predicate: str, left: Operand, right: Operand) -> list[Instruction]:
    result = scope.define(text, compared(left.type))
    return lanewise(scope, text, result, (left, right), lambda r, a, b: Compare(r, predicate, a, b, text.position))


def has_vector(kinds: Iterable[Type]) -> bool:
    return any(isinstance(kind, VectorType) for kind in kinds)


def _zero(kind: Type) -> Operand:
    match kind:
        case IntType():
            return Int(kind, 0)
        case PointerType():
            return Null(kind)
        case _:
            return Zero(kind)


def _width(kind: Type) -> int:
    if isinstance(kind, IntType):
        return kind.width
    return 80 if kind == FloatType("x86_fp80") else size_of(kind) * 8


def _bits(kind: Type) -> int:
    return _width(kind.element) * kind.count if isinstance(kind, VectorType) else _width(kind)


def _align(kind: Type) -> int:
    return size_of(kind)
