"""Constants that are pointers: globals, functions, and the pointers in the initializers of globals."""

from __future__ import annotations

from collections.abc import Iterable

from secateur.dependence.memory.abstract_objects import AbstractObject, ObjectKind
from secateur.dependence.memory.inclusion import NOTHING, members
from secateur.dependence.memory.stored import StoredSets
from secateur.ir.model import (
    Aggregate,
    Bytes,
    Constant,
    Float,
    Folded,
    Global,
    Int,
    Null,
    Operand,
    Program,
    Symbol,
    Undefined,
    Zero,
)
from secateur.ir.types import ArrayType, OpaqueType, StructType, Type, VectorType, field_offset, size_of, store_size_of

_PLAIN = (Int, Float, Null, Undefined, Zero, Bytes)


class GlobalObjects:
    """An object for every global and function of the program."""

    def __init__(self, program: Program, contents: StoredSets) -> None:
        self.program = program
        self.contents = contents
        self.targets = contents.targets
        self.inclusion = contents.inclusion
        self.objects: dict[str, AbstractObject] = {}
        self._sets: dict[int, int] = {}
        for item in program.globals.values():
            kind = None if isinstance(item.type, OpaqueType) else item.type
            made = contents.add(ObjectKind.GLOBAL, self._source_name(item.name), kind, kind is None)
            made.is_single = True
            made.is_blank = item.constant and len(made.layout.leaves) == 1 and _is_plain(item.initializer)
            self.objects[item.name] = made
        for name in program.functions:
            self.objects[name] = contents.add(ObjectKind.FUNCTION, name, None, False)

    def initialize(self) -> None:
        """Add the pointers in the initializers of globals. An external global may hold anything."""
        for item in self.program.globals.values():
            if item.initializer is None:
                unknown = 1 << self.targets.start(self.contents.objects.unknown)
                self.inclusion.add(self.contents.everything(self.objects[item.name])[1], unknown)
            else:
                self._initialize(item, item.initializer)

    def set_of(self, operand: Operand) -> int:
        """The set of a constant, empty if it is not a pointer."""
        if isinstance(operand, _PLAIN):
            return NOTHING
        bits = self.targets_of(operand)
        if not bits:
            return NOTHING
        found = self._sets.get(bits)
        if found is None:
            found = self._sets[bits] = self.inclusion.make(bits)
        return found

    def targets_of(self, operand: Operand) -> int:
        match operand:
            case Symbol(name=name):
                if name in self.program.aliases:
                    return self.targets_of(self.program.aliases[name])
                found = self.objects.get(name)
                return 0 if found is None else 1 << self.targets.start(found)
            case Aggregate(items=items):
                bits = 0
                for item in items:
                    bits |= self.targets_of(item)
                return bits
            case Folded():
                return self._folded(operand)
        return 0

    def function_name(self, symbol: Symbol) -> str | None:
        """The function that a symbol refers to; None if that is not evident. Intrinsics need no declaration."""
        target: Constant = symbol
        while isinstance(target, Symbol) and target.name in self.program.aliases:
            target = self.program.aliases[target.name]
        if not isinstance(target, Symbol) or target.name in self.program.globals:
            return None
        return target.name

    def _folded(self, constant: Folded) -> int:
        if constant.op == "blockaddress":
            return 0
        if constant.op == "getelementptr" and constant.source is not None:
            step = self.targets.step(constant.source, constant.operands[1:])
            base = self.targets_of(constant.operands[0])
            return _union(1 << self.targets.stepped(t, step) for t in members(base))
        bits = 0
        for operand in constant.operands:
            bits |= self.targets_of(operand)
        if constant.op in ("bitcast", "ptrtoint", "inttoptr", "addrspacecast"):
            if constant.op == "inttoptr" and not bits:
                bits = 1 << self.targets.start(self.contents.objects.unknown)
            return bits
        return _union(1 << self.targets.loosened(t) for t in members(bits))

    def _initialize(self, item: Global, initializer: Constant) -> None:
        held = self.objects[item.name]
        todo: list[tuple[Constant, Type, int]] = [(initializer, item.type, 0)]
        while todo:
            constant, kind, offset = todo.pop()
            if isinstance(constant, _PLAIN):
                continue
            if isinstance(constant, Aggregate):
                for number, part in enumerate(constant.items):
                    if not isinstance(part, _PLAIN):
                        todo.append((part, *_member(kind, number, offset)))
                continue
            bits = self.targets_of(constant)
            for location in members(held.at(offset, store_size_of(kind))):
                self.inclusion.add(self.contents.of(location), bits)

    def _source_name(self, name: str) -> str:
        """The source name of a global: a static variable `n` of a function `f` is `f.n` in LLVM."""
        owner, dot, inner = name.partition(".")
        return inner.partition(".")[0] if dot and owner in self.program.functions else name


def _is_plain(constant: Constant | None) -> bool:
    """Does it contain no pointers?"""
    if isinstance(constant, Aggregate):
        return all(_is_plain(part) for part in constant.items)
    return isinstance(constant, _PLAIN)


def _member(kind: Type, number: int, offset: int) -> tuple[Type, int]:
    if isinstance(kind, StructType):
        return kind.fields[number], offset + field_offset(kind, number)
    assert isinstance(kind, ArrayType | VectorType)
    return kind.element, offset + number * size_of(kind.element)


def _union(parts: Iterable[int]) -> int:
    bits = 0
    for part in parts:
        bits |= part
    return bits
