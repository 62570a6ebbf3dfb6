"""Random C functions full of undefined behaviour: arithmetic on constants and on values, shifts, conversions, arrays,
structs, pointers, heap blocks, copies.

A program is one function `int f(signed char x, signed char y)` with one statement per line, so that a line identifies
what happened. Control only goes forward. Addresses go astray by a few bytes only: sanitizers do not see more.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from .random_text import LineWriter, RandomText

PREAMBLE = """#include <limits.h>
#include <stdlib.h>
#include <string.h>
#ifndef PART
#define PART
struct part { char c; int v[3]; int w; };
#endif
"""

LOCALS = """int a = x, b = y * 3, arr[4] = {1, 2, 3, 4}, *p = arr;
long l = x * 1000L;
unsigned u = y;
char c = x;
_Bool t = y > 3;
float q = x * 0.5f;
double d = y * 1e6;
struct part s = {1, {2, 3, 4}, 5};
char *m = malloc(6);
memset(m, 1, 6);"""

_CONSTANTS = ("0", "1", "-1", "2", "3", "7", "31", "32", "40", "100000", "65536", "INT_MAX", "INT_MIN", "(x, 0)")
_VALUES = ("a", "b", "x", "y", "c", "(int)u", "(int)l", "t")
_OPERATORS = ("+", "-", "*", "/", "%", "<<", ">>", "&", "|", "^")
_COMPARED = ("<", ">", "==", "!=")


class UndefinedProgram(RandomText):
    """C text with the function `f`."""


def undefined_program(number: int, name: str = "f", uninitialised: bool = False) -> UndefinedProgram:
    """The program of a number; its function is called `name`. It may have `uninitialised` variables."""
    writer = _UndefinedWriter(Random(number).randint)
    writer.uninitialised = uninitialised
    writer.line(LOCALS.replace("\n", "\n    "))
    if uninitialised:
        writer.line("int z, k[3];")
    writer.block(writer.number(6, 12))
    writer.line("return (a ^ b ^ c ^ (int)u) + t * 0;")
    body = "\n".join(writer.lines)
    return UndefinedProgram(f"{PREAMBLE}int {name}(signed char x, signed char y) {{\n{body}\n}}\n")


class _UndefinedWriter(LineWriter):
    """Draws statements. `ways` bounds the number of paths."""

    ways = 1
    uninitialised = False

    def block(self, count: int) -> None:
        for _ in range(count):
            if self.number(0, 6) == 0 and self.indent < 3 and self.ways < 16:
                self._branch()
            else:
                self.line(self._statement())

    def _branch(self) -> None:
        self.ways *= 2
        self.line(f"if ({self._comparison()}) {{")
        self.indent += 1
        self.block(self.number(1, 3))
        if self.number(0, 3) == 0:
            self.line(f"return {self._expression()};")
        self.indent -= 1
        if self.number(0, 2) == 0:
            self.line("} else {")
            self.indent += 1
            self.block(self.number(1, 2))
            self.indent -= 1
        self.line("}")

    def _comparison(self) -> str:
        """Of two different values: how a value compares with itself is known, so the machine sees no fault if it
        is uninitialised; MemorySanitizer does."""
        left, how, right = self._leaf(), self.pick(_COMPARED), self._leaf()
        return f"{left} {how} {'5' if right == left else right}"

    def _leaf(self) -> str:
        return self.pick(_CONSTANTS) if self.number(0, 2) == 0 else self.pick(_VALUES)

    def _expression(self) -> str:
        if self.number(0, 9) == 0:
            return f"-({self._leaf()})"
        return f"{self._leaf()} {self.pick(_OPERATORS)} {self._leaf()}"

    def _index(self, length: int) -> str:
        """Mostly inside, never far outside."""
        choice = self.number(0, 5)
        if choice == 0:
            return str(self.number(-1, length + 1))
        if choice == 1:
            return f"({self.pick(('x', 'y', 'b'))} & {7 if length > 3 else 3})"
        return str(self.number(0, length - 1)) if choice < 5 else f"({self.pick(('x', 'a'))} & 3) - {self.number(0, 1)}"

    def _statement(self) -> str:
        if self.uninitialised and self.number(0, 3) == 0:
            return self._uninitialised()
        memory = (self._array, self._pointer, self._heap, self._address)
        write: Callable[[], str] = self.pick((self._arithmetic, self._arithmetic, self._conversion, *memory, self._odd))
        return write()

    def _arithmetic(self) -> str:
        return self.pick(
            (
                f"a = {self._expression()};",
                f"b = {self._expression()};",
                f"a {self.pick(_OPERATORS)}= {self._leaf()};",
                f"l = l {self.pick(_OPERATORS)} {self._leaf()};",
                f"u = u {self.pick(_OPERATORS)} {self._leaf()};",
                f"c {self.pick(('+', '-', '*', '<<'))}= {self._leaf()};",
                "a++;",
                "b--;",
            )
        )

    def _conversion(self) -> str:
        return self.pick(
            (
                f"q = {self._leaf()} * {self.pick(('1.5f', '1e9f', '0.25f'))};",
                f"d = d * {self.pick(('0.5', '3.0', '1e5', '-1e3'))};",
                "a = (int)q;",
                "a = (int)d;",
                "u = (unsigned)q;",
                "c = (char)d;",
                "l = (long)d;",
                "a = (short)l;",
                f"a = (int){self.pick(('1e10', '-2147483648.5', '2147483647.5', '1e3'))};",
                f"t = {self._expression()};",
            )
        )

    def _array(self) -> str:
        return self.pick(
            (
                f"a = arr[{self._index(4)}];",
                f"arr[{self._index(4)}] = {self._leaf()};",
                f"b = s.v[{self._index(3)}];",
                f"s.v[{self._index(3)}] = {self._leaf()};",
                f"a = *(arr + {self._index(4)});",
                f"s.w = {self._leaf()};",
                f"for (int i = 0; i < (x & {self.pick((3, 7))}); i++) a ^= arr[i];",
            )
        )

    def _pointer(self) -> str:
        return self.pick(
            (
                f"p = arr + {self._index(4)};",
                f"p = &arr[{self._index(4)}];",
                "p = &s.w;",
                "p = s.v + 1;",
                "a = *p;",
                "*p = b;",
                f"a = p[{self.pick((0, 0, 1, -1))}];",
                "b = p - arr == 4;",
                f"a = ((int *)&s)[{self._index(5)}];",
            )
        )

    def _address(self) -> str:
        """Sums that wrap, NULL that is moved (by something, as clang 19 also reports NULL + 0), promised alignments."""
        step = f"((size_t)({self.pick(('x', 'y', 'a'))} & 3) - 1)"
        return self.pick(
            (
                f"p = p + {step};",
                f"p = p - {step};",
                f"a = p[{step}];",
                f"c = *(m + {step});",
                f"if (1) {{ char *n = {self.pick(('x', 'y'))} > 50 ? NULL : m; n += 1 + (b & 3); c = n == m; }}",
                f"b = __builtin_assume_aligned(m + {self._index(3)}, 2) == m;",
                f"c = ((struct part *)(m + {self.number(0, 3)}))->c;",
                f"b = &((struct part *)(m + {self.number(0, 2) * 2}))->w == p;",
            )
        )

    def _heap(self) -> str:
        statements = [
            f"c = m[{self._index(6)}];",
            f"m[{self._index(6)}] = {self._leaf()};",
            f"memcpy(m + {self.number(0, 3)}, m + {self.number(0, 3)}, {self.pick((1, 2, 3, 4, '(x & 3)'))});",
            f"memmove(m + {self.number(0, 3)}, m + {self.number(0, 3)}, {self.number(1, 4)});",
            f"memcpy(&a, m + {self.number(0, 3)}, sizeof a);",
            f"memset(m, y, {self.pick((2, 6, 6, '(x & 7)'))});",
            f"m[5] = 0; strcpy(m + {self.number(0, 3)}, m + {self.number(0, 3)});",
            f"m[5] = 0; strncpy(m + {self.number(0, 2)}, m + {self.number(0, 3)}, x & 3);",
            f"a = *(int *)(m + {self.number(0, 3)});",
            f"*(short *)(m + {self.number(0, 5)}) = {self._leaf()};",
        ]
        if self.number(0, 3) == 0:
            statements.append("free(m);")
        return self.pick(statements)

    def _uninitialised(self) -> str:
        return self.pick(
            (
                f"z = {self._leaf()};",
                f"k[{self.number(0, 2)}] = {self._leaf()};",
                "a = z;",
                f"b = k[{self.pick(('0', '1', 'x & 1', '2'))}];",
                f"if (z {self.pick(_COMPARED)} {self._other_than_a_limit()}) a = 1;",
                f"if (k[{self.number(0, 2)}] == {self._leaf()}) b = 2;",
                "a = arr[k[1] & 3];",
                "u += k[2];",
                "memcpy(&z, k + 1, sizeof z);",
                f"if (x > {self.number(-3, 3)}) z = {self._leaf()};",
            )
        )

    def _other_than_a_limit(self) -> str:
        """No value is greater than INT_MAX: the machine sees that nothing depends on it, MemorySanitizer does not."""
        leaf = self._leaf()
        return "5" if leaf in ("INT_MAX", "INT_MIN") else leaf

    def _written(self) -> str:
        """A value that is never uninitialised: like a divisor, the operand of `__builtin_ctz` must not be zero; only
        the machine wants it to be initialised for that, MemorySanitizer does not."""
        leaf = self._leaf()
        return "x" if self.uninitialised and leaf in _VALUES else leaf

    def _odd(self) -> str:
        return self.pick(
            (
                f"memset(&t, {self.pick((0, 1, 2, 'x & 3'))}, 1);",
                "a = t;",
                f"a = __builtin_ctz({self._written()});",
                f"a = __builtin_clz({self._written()} & 6);",
                f"if (1) {{ int v[{self.pick(('a & 3', '(x & 3) + 1', 'b % 3'))}]; v[0] = 1; }}",
                f"a = abs({self._leaf()});",
                "if (x == 77) abort();",
            )
        )
