"""Code in a canonical form, without irrelevant details: positions, names of registers and labels, numbers of string
constants.

The *identity* of a function is its full text in this form. Two functions with the same identity do the same, whatever
was done to comments, formatting and the names of local variables.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from secateur.ir.model import (
    Aggregate,
    Alloca,
    Binary,
    Block,
    Bytes,
    Call,
    Cast,
    Compare,
    ConditionalJump,
    Constant,
    ExtractValue,
    Float,
    Folded,
    Function,
    GetElement,
    Global,
    IndirectJump,
    InsertValue,
    Instruction,
    Int,
    Jump,
    Load,
    Operand,
    Phi,
    Program,
    Register,
    Return,
    Select,
    Store,
    Symbol,
    Terminator,
    Unsupported,
)
from secateur.ir.operands import operands_of
from secateur.ir.types import Type
from secateur.provided import facts_of

_CONTINUED = "\x00"


class Symbols:
    """Writes constants of a program. `renamed` maps functions and globals to their names in the other version."""

    def __init__(self, program: Program, renamed: Mapping[str, str] | None = None) -> None:
        self._program = program
        self._renamed = dict(renamed or {})
        self._literals: dict[str, str] = {}

    def constant(self, value: Constant) -> str:
        match value:
            case Int(kind, number):
                return f"{type_text(kind)} {number}"
            case Float(kind, bits):
                return f"{type_text(kind)} {bits:#x}"
            case Symbol(name=name):
                return self.symbol(name)
            case Folded(_, op, operands, source):
                inner = ", ".join(self.constant(o) for o in operands)
                return f"{op}<{'' if source is None else type_text(source)}>({inner})"
            case Aggregate(kind, items):
                return f"{type_text(kind)} {{{', '.join(self.constant(i) for i in items)}}}"
            case Bytes(_, data):
                return repr(data)
        return f"{type(value).__name__} {type_text(value.type)}"

    def symbol(self, name: str) -> str:
        """A string literal is written as its content, anything else as its name."""
        found = self._literals.get(name)
        if found is None:
            item = self._program.globals.get(name)
            if item is not None and is_literal(item) and item.initializer is not None:
                self._literals[name] = _CONTINUED  # in case it contains itself
                found = f"literal {self.constant(item.initializer)}"
            else:
                found = f"@{self._renamed.get(name, name)}"
            self._literals[name] = found
        return found


def is_literal(item: Global) -> bool:
    """Is it a constant created and named by the compiler?"""
    return item.constant and item.internal and item.name.startswith((".str", "__const.", "switch.table", "__func__"))


def type_text(kind: Type) -> str:
    return repr(kind)


def operation(item: Instruction | Terminator | Phi) -> str:
    """What an instruction does, without its operands, results and targets."""
    match item:
        case Binary(op=op, flags=flags):
            return " ".join([op, *sorted(flags)])
        case Compare(predicate=predicate):
            return f"compare {predicate}"
        case Cast(result=result, op=op, flags=flags):
            return " ".join([op, *sorted(flags), type_text(result.type)])
        case Alloca(type=kind, align=align):
            return f"alloca {type_text(kind)} {align}"
        case Load(result=result):
            return f"load {type_text(result.type)}"
        case GetElement(source=source, flags=flags):
            return " ".join(["element", type_text(source), *sorted(flags)])
        case ExtractValue(indices=indices) | InsertValue(indices=indices):
            return f"{type(item).__name__} {indices}"
        case Call(type=kind, by_value=by_value):
            copied = ", ".join(f"{n}: {type_text(t)}" for n, t in sorted(by_value.items()))
            return f"call {type_text(kind)} [{copied}]"
        case Unsupported(text=text):
            return f"unsupported {text}"
        case Select() | Store() | Return() | ConditionalJump() | Jump() | IndirectJump():
            return type(item).__name__.lower()
    made = getattr(item, "result", None)
    return f"{type(item).__name__} {'' if made is None else type_text(made.type)}"


def said(item: Instruction | Terminator | Phi) -> Sequence[Operand]:
    """The operands that matter. Labels do not: the line in a failed assertion changes with every comment above it, and
    the driver's inputs and observations are identified by their place, not by their names."""
    operands = list(operands_of(item))
    if not isinstance(item, Call) or not isinstance(item.callee, Symbol):
        return operands
    labels = facts_of(item.callee.name).labels
    return [operand for number, operand in enumerate(operands, -1) if number not in labels] if labels else operands


def identity(function: Function, symbols: Symbols) -> str:
    """The full text of a function. Registers and blocks are numbered in the order of the text."""
    numbers = {label: str(number) for number, label in enumerate(function.body.blocks)}

    def written(operand: Operand) -> str:
        return f"r{operand.index}" if isinstance(operand, Register) else symbols.constant(operand)

    lines = [f"{type_text(function.type)} {sorted((n, type_text(t)) for n, t in function.by_value.items())}"]
    for block in function.body.blocks.values():
        lines.append(f"{numbers[block.label]}:")
        lines += _block(block, written, numbers)
    return "\n".join(lines)


def _block(block: Block, written: Callable[[Operand], str], numbers: Mapping[str, str]) -> Iterator[str]:
    for item in (*block.phis, *block.instructions, block.terminator):
        operands = [written(o) for o in said(item)]
        labels: Sequence[str] = ()
        match item:
            case Phi(incoming=incoming):
                labels = [numbers[label] for label in incoming]
            case Jump(target=target):
                labels = [numbers[target]]
            case ConditionalJump(if_true=if_true, if_false=if_false):
                labels = [numbers[if_true], numbers[if_false]]
            case IndirectJump(targets=targets):
                labels = [numbers[t] for t in targets]
        yield f"{operation(item)} ({', '.join(operands)}) {' '.join(labels)}"


def changed_globals(old: Program, new: Program, old_symbols: Symbols, new_symbols: Symbols) -> list[str]:
    """Variables of both versions whose type or initial value differs, and those whose initial value refers to them."""
    found: dict[str, None] = {}
    common = [name for name in new.globals if name in old.globals and not is_literal(new.globals[name])]
    for name in common:
        if initial(old.globals[name], old_symbols) != initial(new.globals[name], new_symbols):
            found[name] = None
    grown = True
    while grown:
        grown = False
        for name in common:
            value = new.globals[name].initializer
            if name not in found and value is not None and any(s in found for s in referred(value)):
                found[name] = None
                grown = True
    return list(found)


def initial(item: Global, symbols: Symbols) -> str:
    """The type and initial value of a variable."""
    value = "" if item.initializer is None else symbols.constant(item.initializer)
    return f"{type_text(item.type)} {item.constant} {value}"


def referred(value: Constant) -> Iterator[str]:
    """The names in a constant."""
    todo: list[Constant] = [value]
    while todo:
        match todo.pop():
            case Symbol(name=name):
                yield name
            case Aggregate(items=items):
                todo += items
            case Folded(operands=operands):
                todo += operands
