"""C declarations for code in bitcode: there is no source to include, but debug information gives the types."""

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
    """Replaces the inclusion of the source in a driver."""

    text: str

    def inclusion(self, source: str) -> str:
        return f"/* {source} */\n{self.text}"

    def entry(self, parameters: str) -> str:
        """The head of the program's entry function."""
        return f"int main({parameters})"


def declare(signature: Prototype, variables: Sequence[GlobalVariable]) -> Declared:
    """Declares a function and the externally visible variables.

    Raises HarnessError for a function that another module cannot call.
    """
    if signature.name == "main":
        raise HarnessError("to explore main in bitcode, give the file alone, without ':main'")
    if signature.static:
        raise HarnessError(
            f"'{signature.name}' is static, so it cannot be called from outside the bitcode; give its C source"
        )
    types = TypeDefinitions()
    parameters = [types.declare(p.type, "") for p in signature.parameters]
    result = types.declare(signature.result, f"{signature.name}({', '.join(parameters) or 'void'})")
    outside = [types.declare(v.type, v.name) for v in variables if not v.static and not v.function_local]
    return Declared("\n".join([*types.lines, *(f"extern {text};" for text in outside), f"{result};"]))


@dataclass(slots=True)
class TypeDefinitions:
    """The definitions of types in an order that C accepts."""

    lines: list[str] = field(default_factory=list)
    _done: set[str] = field(default_factory=set)

    def declare(self, kind: CType | None, name: str) -> str:
        """A declaration of `name`, after the definitions of its types; anonymous types are written out inline."""
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
    """The anonymous type that a declaration of `kind` would have to write out."""
    match kind:
        case CStruct(name="") | CEnum(name=""):
            yield kind
        case CPointer():
            yield from _anonymous(kind.to)
        case CArray(element):
            yield from _anonymous(element)
        case CFunctionPointer(result):
            yield from _anonymous(result)
