"""Declarations in C of what lies in bitcode: there is no source to include, but debug information tells the types."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from secateur.harness.errors import HarnessError
from secateur.ir.debuginfo import (
    CArray,
    CEnum,
    CFunctionPointer,
    CPointer,
    CStruct,
    CType,
    CTypedef,
    GlobalVariable,
    Prototype,
    declaration,
    spelling,
)


@dataclass(frozen=True, slots=True)
class Declared:
    """Stands where a driver would include the source."""

    text: str

    def inclusion(self, source: str) -> str:
        return f"/* {source} */\n{self.text}"

    def entry(self, parameters: str) -> str:
        """The head of the function that the process begins with."""
        return f"int main({parameters})"


def declare(signature: Prototype, variables: Sequence[GlobalVariable]) -> Declared:
    """A function and the variables that are visible from outside.

    Raises HarnessError for a function that another module cannot call.
    """
    if signature.name == "main":
        raise HarnessError("the main of bitcode is explored by giving the file alone, without ':main'")
    if signature.static:
        raise HarnessError(
            f"'{signature.name}' is static, and bitcode has no way to call it from outside: give its C source"
        )
    types = _Types()
    parameters = [types.declare(p.type, "") for p in signature.parameters]
    result = types.declare(signature.result, f"{signature.name}({', '.join(parameters) or 'void'})")
    outside = [types.declare(v.type, v.name) for v in variables if not v.static and not v.function_local]
    return Declared("\n".join([*types.lines, *(f"extern {text};" for text in outside), f"{result};"]))


@dataclass(slots=True)
class _Types:
    """The definitions of types in an order that C accepts."""

    lines: list[str] = field(default_factory=list)
    _done: set[str] = field(default_factory=set)

    def declare(self, kind: CType | None, name: str) -> str:
        """A declaration of `name`, whose types are defined before; bodies of types without a name stand in it."""
        if kind is not None:
            self._define(kind)
        text = declaration(kind, name)
        for anonymous in _anonymous(kind):
            text = text.replace(f"{_keyword(anonymous)} (anonymous)", self._body(anonymous), 1)
        return text

    def _define(self, kind: CType) -> None:
        match kind:
            case CPointer(to=to) if to is not None:
                self._define(to)
            case CArray(element):
                self._define(element)
            case CFunctionPointer(result, parameters):
                for each in (result, *parameters):
                    if each is not None:
                        self._define(each)
            case CTypedef(name, to):
                if self._is_new(name):
                    self.lines.append(f"typedef {self.declare(to, name)};")
            case CStruct(name) | CEnum(name) if name and self._is_new(spelling(kind)):
                if isinstance(kind, CStruct):
                    self.lines.append(f"{spelling(kind)};")
                if isinstance(kind, CEnum) or kind.complete:
                    self.lines.append(f"{self._body(kind)};")

    def _is_new(self, name: str) -> bool:
        is_new = name not in self._done
        self._done.add(name)
        return is_new

    def _body(self, kind: CStruct | CEnum) -> str:
        head = f"{_keyword(kind)} {kind.name}".rstrip()
        if isinstance(kind, CEnum):
            return f"{head} {{ {', '.join(f'{name} = {value}' for name, value in kind.values)} }}"
        members = []
        for member in kind.fields:
            width = "" if member.bit_width is None else f" : {member.bit_width}"
            members.append(f"{self.declare(member.type, member.name)}{width};")
        return f"{head} {{ {' '.join(members)} }}"


def _keyword(kind: CStruct | CEnum) -> str:
    return kind.tag if isinstance(kind, CStruct) else "enum"


def _anonymous(kind: CType | None) -> Iterator[CStruct | CEnum]:
    """The type without a name that a declaration of `kind` would have to spell out."""
    match kind:
        case CStruct(name="") | CEnum(name=""):
            yield kind
        case CPointer():
            yield from _anonymous(kind.to)
        case CArray(element):
            yield from _anonymous(element)
        case CFunctionPointer(result):
            yield from _anonymous(result)
