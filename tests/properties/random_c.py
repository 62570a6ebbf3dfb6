"""Random C functions: nested ifs, bounded loops, arrays, structs, pointers, calls, mixed widths and signedness.

The programs read nothing uninitialised and always terminate. Overflow, division by zero, bad shifts and indices are
allowed: the machine and the sanitizers must find the same ones at the same lines.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from hypothesis import strategies as st

Item = TypeVar("Item")

TYPES = {
    "signed char": (8, True),
    "unsigned char": (8, False),
    "short": (16, True),
    "unsigned short": (16, False),
    "int": (32, True),
    "unsigned": (32, False),
    "long": (64, True),
    "unsigned long": (64, False),
}
#: Weighted towards the types that C programs use most.
COMMON = (*TYPES, "int", "int", "int", "unsigned", "unsigned")

PREAMBLE = """#include <stdio.h>
struct pair { short first; unsigned char flags; int second; long wide; };
static int shared = 3;
static unsigned table[4] = {7u, 0x80000000u, 1u, 255u};
"""


@dataclass(frozen=True)
class RandomProgram:
    """`parameters` are (name, C type); the function is `f`."""

    text: str
    parameters: tuple[tuple[str, str], ...]

    def __repr__(self) -> str:
        return self.text


@dataclass
class _Scope:
    readable: list[str]
    writable: list[tuple[str, str]]
    depth: int
    loops: int = 0
    lines: list[str] = field(default_factory=list)
    indent: int = 1

    def line(self, text: str) -> None:
        self.lines.append("    " * self.indent + text)


class _Writer:
    def __init__(self, draw: Callable[[st.SearchStrategy[Item]], Item]) -> None:
        self._draw = draw
        self.counter = 0

    def number(self, low: int, high: int) -> int:
        return self._draw(st.integers(low, high))  # type: ignore[arg-type,return-value]

    def pick(self, items: Sequence[Item]) -> Item:
        return items[self.number(0, len(items) - 1)]

    # --- expressions

    def constant(self) -> str:
        value = self.pick((0, 1, 2, 3, 5, 7, 8, 16, 31, 63, 100, 127, 128, 255, 256, 32767, 65535, 2147483647))
        suffix = self.pick(("", "", "", "u", "L"))
        return f"{'-' if self.number(0, 4) == 0 else ''}{value}{suffix}"

    def expression(self, scope: _Scope, depth: int, constant: bool = True) -> str:
        """Without `constant` it depends on a variable: clang folds overflow of constants at compile time."""
        choice = self.number(0 if constant else 1, 11 if depth > 0 else 3)
        if choice == 0:
            return self.constant()
        if choice <= 3:
            return self.pick(scope.readable)
        left = self.expression(scope, depth - 1, constant=False)
        if choice <= 7:
            op = self.pick(("+", "-", "*", "&", "|", "^", "+", "-"))
            return f"({left} {op} {self.expression(scope, depth - 1)})"
        if choice == 8:
            op, mask = self.pick(("<<", ">>")), self.pick((3, 7, 15, 31, 63))
            kind = self.pick(("unsigned", "int", "long", "unsigned long"))
            return f"(({kind}){left} {op} ({self.expression(scope, depth - 1)} & {mask}))"
        if choice == 9:
            return f"({left} {self.pick(('/', '%'))} {self.expression(scope, depth - 1)})"
        if choice == 10:
            return f"(({self.pick(tuple(TYPES))}){left})"
        return f"({self.pick(('-', '~', '!'))}{left})"

    def condition(self, scope: _Scope, depth: int) -> str:
        choice = self.number(0, 9)
        if choice <= 6 or depth == 0:
            op = self.pick(("<", "<=", ">", ">=", "==", "!="))
            return f"{self.expression(scope, 1)} {op} {self.expression(scope, 1)}"
        if choice <= 8:
            op = self.pick(("&&", "||"))
            return f"({self.condition(scope, depth - 1)}) {op} ({self.condition(scope, depth - 1)})"
        return f"!({self.condition(scope, depth - 1)})"

    # --- statements

    def statements(self, scope: _Scope) -> None:
        for _ in range(self.number(1, 4)):
            self.statement(scope)

    def statement(self, scope: _Scope) -> None:
        choice = self.number(0, 13)
        if scope.depth == 0 and choice in (5, 6, 7, 8, 9):
            choice = 0
        if choice <= 3:
            kind, target = self.pick(scope.writable)
            op = self.pick(("=", "=", "+=", "-=", "^=", "|=", "*="))
            del kind
            scope.line(f"{target} {op} {self.expression(scope, 2)};")
        elif choice == 4:
            scope.line(f"array[{self.expression(scope, 1)} & {self.pick((3, 3, 3, 7))}] = {self.expression(scope, 2)};")
        elif choice <= 7:
            self.branch(scope)
        elif choice == 8:
            self.loop(scope)
        elif choice == 9:
            self.switch(scope)
        elif choice == 10:
            scope.line(f"*pointer = {self.expression(scope, 2)};")
        elif choice == 11:
            scope.line(f"pointer = &{self.pick(('array[1]', 'array[3]', 'other', 'local.second'))};")
        elif choice == 12:
            scope.line(f"local.{self.pick(('first', 'flags', 'second', 'wide'))} = {self.expression(scope, 2)};")
        else:
            form = self.pick((("%d", "int"), ("%u", "unsigned"), ("%ld", "long"), ("%x", "unsigned"), ("%5d|", "int")))
            scope.line(f'printf("{form[0]}\\n", ({form[1]}){self.expression(scope, 1)});')

    def block(self, scope: _Scope) -> None:
        scope.depth -= 1
        scope.indent += 1
        self.statements(scope)
        scope.indent -= 1
        scope.depth += 1

    def branch(self, scope: _Scope) -> None:
        scope.line(f"if ({self.condition(scope, 1)}) {{")
        self.block(scope)
        if self.number(0, 1):
            scope.line("} else {")
            self.block(scope)
        scope.line("}")

    def loop(self, scope: _Scope) -> None:
        name = f"i{self.counter}"
        self.counter += 1
        limit = self.pick(("2", "3", "5", f"(int)({self.expression(scope, 1)} & 7)"))
        scope.line(f"for (int {name} = 0; {name} < {limit}; {name}++) {{")
        scope.readable.append(name)
        self.block(scope)
        scope.readable.remove(name)
        if self.number(0, 3) == 0:
            scope.line(f"    if ({self.condition(scope, 0)}) {self.pick(('break', 'continue'))};")
        scope.line("}")

    def switch(self, scope: _Scope) -> None:
        scope.line(f"switch ({self.expression(scope, 1)} & 7) {{")
        for value in range(self.number(1, 3)):
            scope.line(f"case {value * 2}:")
            self.block(scope)
            if self.number(0, 2):
                scope.line("    break;")
        if self.number(0, 1):
            scope.line("default:")
            self.block(scope)
        scope.line("}")


@st.composite
def programs(draw: Callable[[st.SearchStrategy[Item]], Item], depth: int = 2) -> RandomProgram:
    """A function `f` with two to four scalar parameters."""
    writer = _Writer(draw)
    parameters = [(name, writer.pick(COMMON)) for name in ("a", "b", "c", "d")[: writer.number(2, 4)]]
    readable = [name for name, _ in parameters]
    readable += ["x", "y", "shared", "*pointer", "array[2]", "local.first", "local.flags", "local.wide"]
    readable += ["table[a & 3]", "array[b & 3]", "helper(x, (int)a)", "(a < b)", "(x ? y : 3)"]
    kind_x, kind_y = writer.pick(COMMON), writer.pick(COMMON)
    writable = [(kind_x, "x"), (kind_y, "y"), ("int", "shared"), *((kind, name) for name, kind in parameters)]
    scope = _Scope(readable, writable, depth)
    writer.statements(scope)
    writer.statements(scope)
    helper = _Scope(["p", "q", "shared"], [("int", "p"), ("int", "shared")], 0)
    helper_result = writer.expression(helper, 2)
    arguments = ", ".join(f"{kind} {name}" for name, kind in parameters)
    result = writer.pick(("int", "unsigned", "long", "short", "unsigned char"))
    text = "\n".join(
        [
            PREAMBLE,
            "static int helper(int p, int q)",
            "{",
            f"    if (p > q) return {helper_result};",
            "    return p;",
            "}",
            "",
            f"{result} f({arguments})",
            "{",
            f"    {kind_x} x = 1; {kind_y} y = 2;",
            "    int other = 5, array[4] = {1, -2, 3, 0};",
            "    int *pointer = &other;",
            "    struct pair local = {4, 200, -1, 9};",
            *scope.lines,
            f"    return ({result}){writer.expression(scope, 2)};",
            "}",
            "",
        ]
    )
    return RandomProgram(text, tuple(parameters))
