"""Random C functions over floats: arithmetic, conversions, comparisons, exact functions of math.h, some control flow.

Conversions to integers are guarded, because their result outside the range is undefined. The sign and payload of a NaN
are ignored.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from hypothesis import strategies as st

from .random_text import LineWriter, RandomText

PREAMBLE = """#include <math.h>
#include <stdio.h>
struct point { float x; double y; int n; };
static double scale = 0.5;
static int to_int(double v) { return v > -2147483649.0 && v < 2147483648.0 ? (int)v : -7; }
static int to_char(float v) { return v > -128.5f && v < 127.0f ? (signed char)v : 3; }
static unsigned to_unsigned(double v) { return v > -1.0 && v < 4294967296.0 ? (unsigned)v : 9u; }
static long to_long(double v) { return v >= -9223372036854775808.0 && v < 9223372036854775808.0 ? (long)v : -1L; }
static unsigned long to_ulong(float v) { return v > -1.0f && v < 18446744073709551616.0f ? (unsigned long)v : 5ul; }
"""
FLOATS = ("float", "double")
INTS = ("int", "char", "short", "unsigned", "long", "unsigned long", "unsigned char")
CONSTANTS = ("0.0", "-0.0", "1.0", "0.5", "-1.5f", "0.1", "0.1f", "3", "1e10", "1e-3f", "16777217.0", "1e38f", "1e300",
             "2.0f")  # fmt: skip


class RandomFloatProgram(RandomText):
    """The function is `f`."""


@dataclass
class Writer(LineWriter):
    floats: list[str] = field(default_factory=list)
    ints: list[str] = field(default_factory=list)

    def real(self, depth: int) -> str:
        choice = self.number(0, 13 if depth else 4)
        if choice == 0:
            return self.pick(CONSTANTS)
        if choice <= 4:
            return self.pick(self.floats)
        inner = self.real(depth - 1)
        if choice <= 7:
            return f"({inner} {self.pick(('+', '-', '*', '/', '+', '-'))} {self.real(depth - 1)})"
        if choice == 8:
            return f"(({self.pick(FLOATS)}){inner})"
        if choice == 9:
            return f"(({self.pick(FLOATS)}){self.integer(depth - 1)})"
        if choice == 10:
            name = self.pick(
                ("fabs", "sqrt", "floor", "ceil", "trunc", "round", "rint", "fabsf", "sqrtf", "floorf", "ceilf")
            )
            return f"{name}({inner})"
        if choice == 11:
            if self.number(0, 4) == 0:  # the sign of a NaN is ignored
                return f"copysign({inner}, (double){self.integer(0)})"
            name = self.pick(("fmin", "fmax", "fminf", "fmaxf"))  # the result may be 0.0 or -0.0: + 0 makes it 0.0
            return f"({name}({inner}, {self.real(depth - 1)}) + 0.0f)"
        if choice == 12:
            return f"({self.condition(0)} ? {inner} : {self.real(depth - 1)})"
        return f"(- {inner})"

    def integer(self, depth: int) -> str:
        choice = self.number(0, 8 if depth else 3)
        if choice == 0:
            return self.pick(("0", "1", "-1", "3", "100", "255"))
        if choice <= 3:
            return self.pick(self.ints)
        if choice <= 5:
            name = self.pick(
                ("to_int", "to_char", "to_unsigned", "to_long", "to_ulong", "!!isnan", "!!isinf", "!!isfinite")
            )
            return f"{name}((double){self.real(depth - 1)})"
        if choice == 6:
            return f"({self.integer(depth - 1)} {self.pick(('&', '|', '^', '<'))} {self.integer(depth - 1)})"
        if choice == 7:
            return f"({self.condition(0)})"
        return f"(({self.pick(INTS)}){self.integer(depth - 1)})"

    def condition(self, depth: int) -> str:
        op = self.pick(("<", "<=", ">", ">=", "==", "!="))
        match self.number(0, 6):
            case 0:
                return f"{self.integer(depth)} {op} {self.integer(0)}"
            case 1:
                return self.pick(("isnan((double){0})", "!({0})", "{0}", "signbit(fabs({0}) + 1)")).format(
                    self.real(depth)
                )
            case 2 if depth:
                return f"{self.condition(0)} {self.pick(('&&', '||'))} {self.condition(0)}"
            case 3:
                kind = self.pick(("isless", "isgreater", "isunordered", "islessequal"))
                return f"{kind}({self.real(depth)}, {self.real(0)})"
            case _:
                return f"{self.real(depth)} {op} {self.real(0)}"

    def statement(self, depth: int) -> None:
        match self.number(0, 9 if depth else 6):
            case 0 | 1 | 2:
                target = self.pick(("x", "y", "z", "at.x", "at.y", "array[1]", "scale", "p[0]"))
                self.line(f"{target} {self.pick(('=', '=', '+=', '-=', '*=', '/='))} {self.real(2)};")
            case 3:
                self.line(f"{self.pick(('k', 'n', 'at.n'))} = {self.integer(2)};")
            case 4:
                self.line(f"array[{self.pick(self.ints)} & 3] = {self.real(1)};")
            case 5:
                self.line(f'printf("%d %u\\n", (int){self.integer(1)}, (unsigned){self.integer(1)});')
            case 6:
                form = self.pick(("%f", "%g", "%e", "%.2f", "%8.3g|", "%a", "%+.0f"))
                value = self.real(1)
                self.line(f'if (!isnan((double){value})) printf("{form}\\n", (double){value});')
            case 7 | 8:
                self.line(f"if ({self.condition(1)}) {{")
                self.block(depth)
                if self.number(0, 1):
                    self.line("} else {")
                    self.block(depth)
                self.line("}")
            case _:
                self.line(f"for (int i = 0; i < {self.pick(('2', '3', '(n & 3)'))}; i++) {{")
                self.block(0 if self.number(0, 1) else depth)
                self.line(f"    if ({self.condition(0)}) break;")
                self.line("}")

    def block(self, depth: int) -> None:
        self.indent += 1
        for _ in range(self.number(1, 2)):
            self.statement(max(0, depth - 1))
        self.indent -= 1


def write(number: Callable[[int, int], int], depth: int = 2) -> RandomFloatProgram:
    """A function `f` of one or two floats, a buffer of floats and an integer."""
    writer = Writer(number)
    parameters = [f"{writer.pick(FLOATS)} {name}" for name in ("a", "b")[: writer.number(1, 2)]]
    kind, buffer = writer.pick(INTS), writer.pick(FLOATS)
    is_parameter = writer.number(0, 3) == 0
    parameters += [f"{kind} n", *([f"{buffer} *p"] if is_parameter else [])]
    writer.floats = ["a", "a", "x", "y", "z", "at.x", "at.y", "scale", "p[1]", "array[n & 3]", "array[2]", "p[0]"]
    writer.floats += ["b", "b"] if " b" in "".join(parameters) else []
    writer.ints = ["n", "n", "k", "at.n"]
    for _ in range(writer.number(2, 5)):
        writer.statement(depth)
    result = writer.pick(("int", "float", "double", "double", "long"))
    value = writer.integer(2) if result in ("int", "long") else writer.real(2)
    x, y, z, items = (writer.pick(FLOATS) for _ in range(4))
    text = "\n".join(
        [
            PREAMBLE,
            f"{result} f({', '.join(parameters)})",
            "{",
            *([] if is_parameter else [f"    {buffer} p[4] = {{1, -0.25f, 1e9f, 7}};"]),
            f"    {x} x = 1; {y} y = -2.5; {z} z = 0; {items} array[4] = {{1.25f, 0, -3, 1e20f}};",
            "    int k = 2; struct point at = {1.5f, 2, 3};",
            *writer.lines,
            '    printf("%d %d\\n", k, at.n);',
            f"    scale = scale * 2 + ({writer.pick(('x', 'y', 'z', 'at.x', 'array[0]'))});",
            f"    return {value};",
            "}",
            "",
        ]
    )
    return RandomFloatProgram(text)


@st.composite
def programs(draw: Callable[[st.SearchStrategy[int]], int], depth: int = 2) -> RandomFloatProgram:
    return write(lambda low, high: draw(st.integers(low, high)), depth)
