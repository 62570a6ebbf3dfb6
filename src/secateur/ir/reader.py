"""Reads LLVM text into a `Program`: the entry point of this package.

The module is split into its items at once; globals, heads and bodies are read on demand.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from typing import TypeVar

from secateur.ir.body_reader import ModuleTables, read_body
from secateur.ir.ctype_reader import CTypeReader
from secateur.ir.instructions.calls import has_nonnull, skip_to_type
from secateur.ir.instructions.operand_list import read_attributes
from secateur.ir.lexer import NAME, Cursor, IRSyntaxError, name_of
from secateur.ir.metadata import Metadata
from secateur.ir.model import NOWHERE, RESULT, Body, Constant, Function, Global, Position, Program, Register
from secateur.ir.module_text import FunctionText, Line, ModuleText, split
from secateur.ir.type_reader import TypeReader, starts_type
from secateur.ir.types import POINTER, ArrayType, FunctionType, OpaqueType, StructType, Type, align_of
from secateur.ir.unwinding import Unwinding
from secateur.ir.value_reader import ValueReader

__all__ = ["IRSyntaxError", "program_of", "read"]

Item = TypeVar("Item")
Text = TypeVar("Text")

_KIND = re.compile(rf"@{NAME} = (?:[a-z_]+(?:\([a-z]*\))? )*?(alias|ifunc) ")
_INTERNAL = frozenset(("internal", "private"))
_EXTERNAL = frozenset(("external", "extern_weak"))


def read(text: str) -> Program:
    """The program that LLVM prints as `text`. Raises IRSyntaxError if the text is not valid."""
    digest = hashlib.sha256(text.encode("utf-8", "surrogateescape")).hexdigest()
    return replace(program_of(split(text)), digest=digest)


def program_of(module: ModuleText) -> Program:
    """The same for text that is split already."""
    return _ModuleReader(module).program()


class _Lazy(Mapping[str, Item]):
    """A mapping whose items are created on first access."""

    def __init__(self, texts: Mapping[str, Text], make: Callable[[Text], Item]) -> None:
        self._made: dict[str, Item] = {}
        self._makers = {name: partial(make, text) for name, text in texts.items()}

    def __getitem__(self, name: str) -> Item:
        item = self._made.get(name)
        if item is None:
            item = self._made[name] = self._makers[name]()
        return item

    def __iter__(self) -> Iterator[str]:
        return iter(self._makers)

    def __len__(self) -> int:
        return len(self._makers)

    def __contains__(self, name: object) -> bool:
        return name in self._makers


class _ModuleReader:
    def __init__(self, module: ModuleText) -> None:
        self._module = module
        self._types = TypeReader(module.types)
        self._values = ValueReader(self._types)
        self._metadata = Metadata(module.metadata)
        self._unwinding = Unwinding({name_of(token): text for token, text in module.functions.items()})
        self._tables = ModuleTables(self._types, self._metadata, CTypeReader(self._metadata))

    def program(self) -> Program:
        lines = {name_of(token): line for token, line in self._module.globals.items()}
        kinds = {name: _kind(line) for name, line in lines.items()}
        aliases = {name: line for name, line in lines.items() if kinds[name] == "alias"}
        variables = {name: line for name, line in lines.items() if kinds[name] == "variable"}
        functions = {name_of(token): text for token, text in self._module.functions.items()}
        return Program(
            _Lazy(functions, self._function),
            _Lazy(variables, self._global),
            _Lazy(aliases, self._alias),
            self._module.triple,
            any("DW_TAG_union_type" in line for line in self._module.metadata.values()),
            frozenset(_weak(functions, variables)),
            any("DW_TAG_typedef" in line and ", align: " in line for line in self._module.metadata.values()),
            replaceable=frozenset(n for n, text in functions.items() if text.head.text.startswith("define weak")),
        )

    # --- globals --------------------------------------------------------------------------------------------

    def _global(self, line: Line) -> Global:
        """`@x = internal thread_local global i32 5, section "s", align 4, !dbg !7`."""
        cursor = Cursor(line.text, line.number)
        name = cursor.name()
        cursor.expect("=")
        words: list[str] = []
        while cursor.peek not in ("global", "constant"):
            words.append(cursor.take())
            if not words[-1]:
                raise cursor.error("expected `global` or `constant`")
            cursor.skip_parentheses()
        constant = cursor.take() == "constant"
        kind = self._types.read(cursor)
        external = not _EXTERNAL.isdisjoint(words)
        initializer = None if external else self._values.constant(cursor, kind)
        align, position = 0, NOWHERE
        while cursor.accept(","):
            word = cursor.take()
            if word == "align":
                align = cursor.integer()
            elif word == "!dbg":
                position = self._global_position(cursor.take())
            elif word[0] != "!":
                cursor.skip_parentheses()
                if cursor.peek[:1] == '"':
                    cursor.take()
            else:
                cursor.take()
        return Global(
            name,
            kind,
            initializer,
            constant,
            align or _alignment(kind),
            position,
            internal=not _INTERNAL.isdisjoint(words),
            thread_local="thread_local" in words,
        )

    def _global_position(self, reference: str) -> Position:
        node = self._metadata.node(reference)
        return self._metadata.declaration(node.reference("var"))

    def _alias(self, line: Line) -> Constant:
        """`@a = alias i32, ptr @b`; a constant expression comes without its type."""
        cursor = Cursor(line.text, line.number)
        while not cursor.accept("alias"):
            cursor.take()
        self._types.read_signature(cursor)
        cursor.expect(",")
        kind = self._types.read(cursor) if starts_type(cursor.peek) else POINTER
        return self._values.constant(cursor, kind)

    # --- functions ------------------------------------------------------------------------------------------

    def _function(self, text: FunctionText) -> Function:
        """The head: `define internal i32 @f(i32 noundef %x, ...) #0 !dbg !39 {`."""
        cursor = Cursor(text.head.text, text.head.number)
        cursor.take()
        internal = cursor.peek in _INTERNAL
        skip_to_type(cursor)
        nonnull = {RESULT} if has_nonnull(cursor, 0) else set()
        result = self._types.read(cursor)
        name = cursor.name()
        parameters, by_value, varargs = self._parameters(cursor, nonnull)
        position = NOWHERE
        for index in range(cursor.index, len(cursor.tokens)):
            if cursor.tokens[index] == "!dbg":
                position = self._metadata.declaration(cursor.tokens[index + 1])
        kind = FunctionType(result, tuple(p.type for p in parameters), varargs)
        reader = None
        if text.body is not None:
            reader = partial(read_body, text, parameters, position, self._tables)
            if self._unwinding.is_needed:
                reader = partial(_lowered, reader, self._unwinding, kind)
        return Function(name, kind, parameters, position, reader, by_value, internal, frozenset(nonnull))

    def _parameters(self, cursor: Cursor, nonnull: set[int]) -> tuple[tuple[Register, ...], dict[int, Type], bool]:
        """The parameters, the types of those passed by value, whether there may be more. Adds to `nonnull`."""
        cursor.expect("(")
        parameters: list[Register] = []
        by_value: dict[int, Type] = {}
        unnamed = 0
        while not cursor.accept(")"):
            if cursor.accept("..."):
                cursor.expect(")")
                return tuple(parameters), by_value, True
            kind = self._types.read(cursor)
            begin = cursor.index
            copied = read_attributes(cursor, self._types)
            if copied is not None:
                by_value[len(parameters)] = copied
            if has_nonnull(cursor, begin):
                nonnull.add(len(parameters))
            if cursor.peek[:1] == "%":
                name = cursor.name()
            else:
                name = str(unnamed)
                unnamed += 1
            parameters.append(Register(len(parameters), kind, name))
            cursor.accept(",")
        return tuple(parameters), by_value, False


def _lowered(read_plain: Callable[[], Body], unwinding: Unwinding, kind: FunctionType) -> Body:
    return unwinding.lower(read_plain(), kind)


def _weak(functions: Mapping[str, FunctionText], variables: Mapping[str, Line]) -> Iterator[str]:
    yield from (name for name, text in functions.items() if text.head.text.startswith("declare extern_weak "))
    yield from (name for name, line in variables.items() if " extern_weak " in line.text.partition(" global ")[0] + " ")


def _kind(line: Line) -> str:
    """What a line that begins with `@` defines; an `ifunc` (chosen by the loader) is not supported."""
    found = _KIND.match(line.text)
    return found[1] if found else "variable"


def _alignment(kind: Type) -> int:
    """The alignment when none is given; 1 for a type without a layout."""
    if isinstance(kind, OpaqueType | FunctionType):
        return 1
    if isinstance(kind, StructType | ArrayType):
        try:
            return align_of(kind)
        except ValueError:
            return 1
    return align_of(kind)
