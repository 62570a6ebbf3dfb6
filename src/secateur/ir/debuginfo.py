"""Functions, parameters and global variables as the user wrote them, from a module's debug information."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from secateur.errors import SecateurError
from secateur.ir.ctype import (
    CArray,
    CEnum,
    CField,
    CFloat,
    CFunctionPointer,
    CInt,
    CPointer,
    CStruct,
    CType,
    CTypedef,
    CUnknown,
    CVoid,
    declaration,
    resolved,
    size_of,
    spelling,
)
from secateur.ir.ctype_reader import CTypeReader
from secateur.ir.lexer import name_of, token_of
from secateur.ir.metadata import Metadata, Node
from secateur.ir.module_text import ModuleText, split

__all__ = [
    "CArray",
    "CEnum",
    "CField",
    "CFloat",
    "CFunctionPointer",
    "CInt",
    "CPointer",
    "CStruct",
    "CType",
    "CTypedef",
    "CUnknown",
    "CVoid",
    "DebugInfo",
    "DefinedFunction",
    "GlobalVariable",
    "NoDebugInfoError",
    "NoSuchFunctionError",
    "Parameter",
    "Prototype",
    "declaration",
    "resolved",
    "size_of",
    "spelling",
]

_DBG = re.compile(r"!dbg (!\d+)")
_SCOPES = ("DISubprogram", "DILexicalBlock", "DILexicalBlockFile")
"""Of what is declared inside a function."""


@dataclass(frozen=True, slots=True)
class Parameter:
    """`name` is empty for an unnamed parameter."""

    name: str
    type: CType


@dataclass(frozen=True, slots=True)
class Prototype:
    """A defined function; `result` is None for void."""

    name: str
    file: str
    line: int
    result: CType | None
    parameters: tuple[Parameter, ...]
    variadic: bool
    static: bool


@dataclass(frozen=True, slots=True)
class GlobalVariable:
    """A defined variable with static storage; `name` is the user's, `symbol` is LLVM's (`f.calls`). `is_own_type`: its
    type is defined in its function."""

    name: str
    type: CType
    file: str
    line: int
    constant: bool
    static: bool
    function_local: bool
    symbol: str
    is_own_type: bool = False
    is_thread_local: bool = False


@dataclass(frozen=True, slots=True)
class DefinedFunction:
    name: str
    file: str
    line: int
    static: bool


class NoSuchFunctionError(SecateurError):
    """No function of that name is defined; `known` are the defined functions, without those that headers of the system
    define under reserved names, unless there are no others."""

    def __init__(self, name: str, known: Iterable[str]) -> None:
        defined = tuple(known)
        self.name, self.known = name, tuple(each for each in defined if not each.startswith("__")) or defined
        super().__init__(
            f"no function `{name}` is defined", advice=f"defined functions: {', '.join(self.known) or 'none'}"
        )


class NoDebugInfoError(SecateurError):
    def __init__(self, name: str) -> None:
        self.name = name
        super().__init__(f"function `{name}` has no debug information", advice="compile it with -g")


class DebugInfo:
    """The debug information of a module in LLVM's text."""

    def __init__(self, text: str) -> None:
        self.module: ModuleText = split(text)
        self._metadata = Metadata(self.module.metadata)
        self._types = CTypeReader(self._metadata)
        self._arguments: dict[str, dict[int, Node]] | None = None

    def functions(self) -> tuple[DefinedFunction, ...]:
        """The defined functions, in source order; without debug information they have line 0."""
        found = []
        for name, reference in self._subprograms().items():
            position = self._metadata.declaration(reference)
            found.append(DefinedFunction(name, position.file, position.line, self._is_static(reference)))
        return tuple(sorted(found, key=lambda f: (f.file, f.line)))

    def signature(self, name: str) -> Prototype:
        """Raises NoSuchFunctionError, or NoDebugInfoError when the function was compiled without `-g`."""
        subprograms = self._subprograms()
        if name not in subprograms:
            raise NoSuchFunctionError(name, subprograms)
        reference = subprograms[name]
        if reference is None or not self._metadata.node(reference).kind:
            raise NoDebugInfoError(name)
        return self._prototype(name, reference)

    def locals_of(self, name: str) -> list[tuple[str, CType]]:
        """The local variables of a function that are no parameters, in the order of the text."""
        wanted, found = self._subprograms().get(name), []
        for reference, text in self.module.metadata.items():
            if text.startswith("!DILocalVariable(") and ", arg: " not in text:
                node = self._metadata.node(reference)
                scope = node.reference("scope")
                while scope and self._metadata.node(scope).kind != "DISubprogram":
                    scope = self._metadata.node(scope).reference("scope")
                kind = self._types.read(node.reference("type")) if scope == wanted else None
                if kind is not None:
                    found.append((node.text("name"), kind))
        return found

    def _prototype(self, name: str, reference: str) -> Prototype:
        node = self._metadata.node(reference)
        prototype = self._types.function(node.reference("type"))
        position = self._metadata.declaration(reference)
        prototyped = "DIFlagPrototyped" in node.fields.get("flags", "")
        return Prototype(
            name,
            position.file,
            position.line,
            prototype.result,
            self._parameters(reference, prototype.parameters),
            prototype.variadic and prototyped,
            self._is_static(reference),
        )

    def declared(self) -> dict[str, Prototype]:
        """The functions that are called but not defined, as far as the compiler describes them (see `declarations` in
        `secateur.frontend.build`)."""
        found = {}
        for token, text in self.module.functions.items():
            dbg = _DBG.search(text.head.text)
            if text.body is None and dbg is not None:
                found[name_of(token)] = self._prototype(name_of(token), dbg[1])
        return found

    def globals(self) -> tuple[GlobalVariable, ...]:
        """Variables with static storage, in source order, without string literals."""
        found = []
        for token, line in self.module.globals.items():
            for reference in _DBG.findall(line.text):
                variable = self._metadata.node(reference).reference("var")
                node = self._metadata.node(variable)
                if node.text("name"):
                    found.append(self._global(name_of(token), variable, node))
                    break
        return tuple(sorted(found, key=lambda g: (g.file, g.line)))

    def _global(self, symbol: str, reference: str | None, node: Node) -> GlobalVariable:
        position = self._metadata.declaration(reference)
        kind = node.reference("type")
        scope = self._metadata.node(node.reference("scope"))
        return GlobalVariable(
            node.text("name"),
            self._types.read(kind) or CVoid(),
            position.file,
            position.line,
            constant=self._types.is_constant(kind),
            static=node.fields.get("isLocal") == "true",
            function_local=scope.kind in _SCOPES,
            symbol=symbol,
            is_own_type=self._is_own_type(kind),
            is_thread_local=" thread_local" in self.module.globals[token_of(symbol, "@")].text,
        )

    def _is_own_type(self, reference: str | None) -> bool:
        """Does a type, or one that it points to or consists of, belong to a function?"""
        while reference is not None:
            node = self._metadata.node(reference)
            if self._metadata.node(node.reference("scope")).kind in _SCOPES:
                return True
            reference = node.reference("baseType")
        return False

    def _subprograms(self) -> dict[str, str | None]:
        """The defined functions, with the node of each (None: compiled without `-g`)."""
        found: dict[str, str | None] = {}
        for token, text in self.module.functions.items():
            if text.body is not None:
                dbg = _DBG.search(text.head.text)
                found[name_of(token)] = dbg[1] if dbg else None
        return found

    def _is_static(self, reference: str | None) -> bool:
        return "DISPFlagLocalToUnit" in self._metadata.node(reference).fields.get("spFlags", "")

    def _parameters(self, subprogram: str, types: tuple[CType, ...]) -> tuple[Parameter, ...]:
        """Names and types come from the local variables, which keep what the user wrote."""
        if self._arguments is None:
            self._arguments = self._find_arguments()
        named = self._arguments.get(subprogram, {})
        parameters = []
        for number in range(1, max(len(types), max(named, default=0)) + 1):
            node = named.get(number)
            kind = self._types.read(node.reference("type")) if node else None
            if kind is None:
                kind = types[number - 1] if number <= len(types) else CUnknown("?")
            parameters.append(Parameter(node.text("name") if node else "", kind))
        return tuple(parameters)

    def _find_arguments(self) -> dict[str, dict[int, Node]]:
        """The parameters among the local variables, by function and number: clang emits no other list."""
        found: dict[str, dict[int, Node]] = {}
        for reference, text in self.module.metadata.items():
            if text.startswith("!DILocalVariable(") and ", arg: " in text:
                node = self._metadata.node(reference)
                found.setdefault(node.reference("scope") or "", {})[node.number("arg")] = node
        return found
