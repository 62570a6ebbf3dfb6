"""Stand-ins for undefined functions: they return an input, both in the machine and natively."""

from __future__ import annotations

from collections.abc import Sequence

from secateur.ir.model import Program
from secateur.ir.types import (
    ArrayType,
    FloatType,
    FunctionType,
    IntType,
    PointerType,
    StructType,
    Type,
    VectorType,
    VoidType,
)

_WIDTHS = {1: "bool", 8: "i8", 16: "i16", 32: "i32", 64: "i64"}


def stand_ins(program: Program, names: Sequence[str]) -> str:
    """LLVM text that defines the functions. A result that is not a scalar is zero."""
    lines: list[str] = []
    declared: set[str] = set()
    for number, name in enumerate(names):
        kind = program.functions[name].type
        label = f"{name}()"
        lines.append(f'@secateur.name.{number} = private constant [{len(label) + 1} x i8] c"{label}\\00"')
        lines += _define(name, number, kind, declared)
    return "\n".join([*lines, *sorted(declared), ""])


def _define(name: str, number: int, kind: FunctionType, declared: set[str]) -> list[str]:
    result = kind.result
    head = f"define {_spell(result)} @{name}({_parameters(kind)}) {{"
    primitive = _primitive(result)
    if primitive is not None:
        declared.add(f"declare {_spell(result)} @secateur_havoc_{primitive}(ptr)")
        call = f"  %r = call {_spell(result)} @secateur_havoc_{primitive}(ptr @secateur.name.{number})"
        return [head, call, f"  ret {_spell(result)} %r", "}"]
    declared.add("declare void @secateur_havoc_nothing(ptr)")
    end = "  ret void" if isinstance(result, VoidType) else f"  ret {_spell(result)} zeroinitializer"
    return [head, f"  call void @secateur_havoc_nothing(ptr @secateur.name.{number})", end, "}"]


def _primitive(kind: Type) -> str | None:
    match kind:
        case IntType(width):
            return _WIDTHS.get(width)
        case FloatType("float"):
            return "f32"
        case FloatType("double"):
            return "f64"
        case _:
            return None


def _parameters(kind: FunctionType) -> str:
    return ", ".join([*(_spell(p) for p in kind.parameters), *(["..."] if kind.varargs else [])])


def _spell(kind: Type) -> str:
    match kind:
        case VoidType():
            return "void"
        case IntType(width):
            return f"i{width}"
        case FloatType(name):
            return name
        case PointerType():
            return "ptr"
        case ArrayType(element, count):
            return f"[{count} x {_spell(element)}]"
        case VectorType(element, count):
            return f"<{count} x {_spell(element)}>"
        case StructType(fields, packed):
            inner = f"{{ {', '.join(map(_spell, fields))} }}"
            return f"<{inner}>" if packed else inner
        case _:
            raise ValueError(f"a function cannot have {kind}")
