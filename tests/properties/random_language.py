"""Random functions of rarer parts of the language: `setjmp`, `long double`, vectors, unions, pointers, atomics.

Several of them make one file, `long f(int which, int a, int b, long d)`, because most of the time of a comparison goes
into compilers. Nothing in them is undefined, and a NaN is never looked at by its bits.
"""

from __future__ import annotations

from random import Random

HEAD = """\
#include <math.h>
#include <setjmp.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

typedef unsigned long word;
static jmp_buf target[3];
static int deep;

static word bytes(const void *from, word size) {
    word h = 5381;
    for (word i = 0; i < size; i++) h = h * 33 ^ ((const unsigned char *)from)[i];
    return h;
}
static word number(long double x) { return x == x ? bytes(&x, 10) : 99; }
static word real(double x) { return x == x ? bytes(&x, 8) : 98; }
static word small(float x) { return x == x ? bytes(&x, 4) : 97; }
static void throw(int n, int where, int value) {
    deep++;
    if (n <= 0) longjmp(target[where], value);
    throw(n - 1, where, value);
}
"""

_LANES = {
    "unsigned": (4, 2, 8),
    "uint8_t": (8, 16),
    "uint16_t": (4, 8),
    "word": (2, 4),
    "float": (4, 2),
    "double": (2, 4),
}
_FLOATING = ("float", "double")


class _Function:
    """Writes the statements of one function; `s` collects everything that is computed."""

    def __init__(self, random: Random, number: int) -> None:
        self._random = random
        self._number = number
        self._count = 0
        self.before: list[str] = []

    def text(self) -> str:
        parts = (self._vector, self._union, self._pointer, self._atomic, self._jump, self._long_double)
        chosen = [self._random.choice(parts) for _ in range(self._random.randint(2, 4))]
        lines = [line for part in chosen for line in part()]
        body = "\n".join(f"    {line}" for line in lines)
        head = f"static word p{self._number}(int a, int b, word d) {{\n    volatile word s = d;"
        return "\n".join([*self.before, head, body, "    return s;", "}", ""])

    def _name(self) -> str:
        self._count += 1
        return f"v{self._number}_{self._count}"

    def _integer(self) -> str:
        """Any expression of type `word`."""
        choose = self._random.choice
        simple = ("(word)a", "(word)b", "d", "s", str(self._random.randint(0, 99)), f"{self._random.getrandbits(31)}ul")
        if self._random.random() < 0.4:
            return choose(simple)
        return f"({choose(simple)} {choose('+-*^&|')} {choose(simple)})"

    def _floating(self, depth: int = 2) -> str:
        """An expression of type `long double`."""
        choose, r = self._random.choice, self._random
        if depth == 0 or r.random() < 0.2:
            constant = f"{r.randint(-999, 999)}.{r.randint(0, 999)}L"
            return choose(
                (
                    constant,
                    "(long double)a",
                    "(long double)(b % 1000)",
                    "(long double)d",
                    f"{constant} / 7",
                    "0x1p-16400L",
                )
            )
        x, y = self._floating(depth - 1), self._floating(depth - 1)
        shape = r.randint(0, 9)
        if shape < 6:
            return f"({x} {choose('+-*/')} {y})"
        if shape == 6:
            return f"({choose(('float', 'double', 'long double'))})({x})"
        if shape == 7:
            return f"fmodl({x}, {y})"
        return f"{choose(('sqrtl', 'fabsl', 'floorl', 'ceill', 'truncl', 'roundl', 'rintl', '-'))}({x})"

    # --- the parts

    def _long_double(self) -> list[str]:
        x, y, r = self._name(), self._name(), self._random
        lines = [
            f"long double {x} = {self._floating()}, {y} = {self._floating()};",
            f"s += number({x}) ^ number({y} * {x});",
        ]
        lines.append(
            f"s = s * 3 + ({x} {r.choice(('<', '<=', '==', '!=', '>'))} {y}) + real((double){x}) + small((float){y});"
        )
        if r.random() < 0.5:
            lines.append(
                f"if ({x} > -1e9L && {x} < 1e9L) s += (word)(long){x} + (word)(int)({y} == {y} ? {x} / 3 : 0);"
            )
        if r.random() < 0.3:
            form = r.choice(("%Lg", "%.3Lf", "%.10Le", "%La", "%12.2Lf"))
            lines.append(
                f"{{ char t[6000]; if ({x} == {x}) "
                f's += (word)snprintf(t, sizeof t, "{form}", {x}) + bytes(t, strlen(t)); }}'
            )
        return lines

    def _vector(self) -> list[str]:
        r = self._random
        kind = r.choice(sorted(_LANES))
        lanes = r.choice(_LANES[kind])
        name, x, y, z = self._name(), self._name(), self._name(), self._name()
        size = {"unsigned": 4, "uint8_t": 1, "uint16_t": 2, "word": 8, "float": 4, "double": 8}[kind] * lanes
        self.before.append(f"typedef {kind} {name} __attribute__((vector_size({size})));")

        def lane() -> str:
            return f"({kind})({self._floating(1) if kind in _FLOATING else self._integer()})"

        first, second = (", ".join(lane() for _ in range(lanes)) for _ in range(2))
        lines = [f"{name} {x} = {{{first}}}, {y} = {{{second}}};"]
        ops = "+-*/" if kind in _FLOATING else "+-*^&|"
        lines.append(f"{name} {z} = ({x} {r.choice(ops)} {y}) {r.choice(ops)} {x};")
        if kind not in _FLOATING:
            lines.append(f"{z} = ({z} << {r.randint(0, 7)}) ^ ({z} >> {r.randint(0, 7)});")
            lines.append(f"{z} ^= ({name})({x} {r.choice(('<', '==', '>=', '!='))} {y});")
            lines.append(f"{z} /= ({y} | 1);")
        else:
            lines.append(f"{z} = -{z};")
        order = ", ".join(str(r.randint(0, 2 * lanes - 1)) for _ in range(lanes))
        lines.append(f"{z} = __builtin_shufflevector({z}, {x}, {order});")
        lines.append(f"{z}[(unsigned)a % {lanes}] = {y}[(unsigned)b % {lanes}];")
        hashed = {"float": "small", "double": "real"}.get(kind, "(word)")
        lines.append(f"for (int i = 0; i < {lanes}; i++) s = s * 31 + {hashed}({z}[i]);")
        return lines

    def _union(self) -> list[str]:
        r, name = self._random, self._name()
        self.before.append(
            f"union {name} {{ word l; double r; float f[2]; uint32_t i[2]; uint16_t h[4]; uint8_t b[8]; "
            f"struct {{ word x : {r.randint(1, 20)}, y : {r.randint(1, 20)}; int z : {r.randint(2, 20)}; }} bits; "
            "void *p; };"
        )
        u = self._name()
        lines = [f"union {name} {u};", f"{u}.l = {self._integer()};"]
        for _ in range(r.randint(2, 4)):
            changes = (
                f"{u}.i[{r.randint(0, 1)}] += (uint32_t){self._integer()};",
                f"{u}.h[{r.randint(0, 3)}] ^= (uint16_t){self._integer()};",
                f"{u}.b[(unsigned)a % 8] = (uint8_t){self._integer()};",
                f"{u}.f[{r.randint(0, 1)}] = (float)(b % 4096);",
                f"{u}.bits.x += {r.randint(1, 9)}, {u}.bits.y = {u}.bits.x;",
                f"{u}.r = (double)a / 3;",
            )
            lines += [r.choice(changes)]
        lines.append(f"s = (s ^ {u}.l) + {u}.b[{r.randint(0, 7)}] + {u}.h[(unsigned)b % 4] + (word){u}.bits.z;")
        return lines

    def _pointer(self) -> list[str]:
        """Pointers moved byte by byte, compared and masked as numbers."""
        items, p, q = self._name(), self._name(), self._name()
        r = self._random
        lines = [
            f"unsigned {items}[4] = {{1, (unsigned)a, (unsigned)b, 7}};",
            f"unsigned *{p} = {items} + ((unsigned)a & 3), *{q};",
        ]
        lines.append(f"for (word i = 0; i < sizeof {p}; i++) ((char *)&{q})[i] = ((char *)&{p})[i];")
        lines.append(f"*{q} += {r.randint(1, 99)};")
        lines.append(f"{q} = (unsigned *)(((uintptr_t){q} | 1) & ~(uintptr_t)1);")
        lines.append(
            f"s += *{q} + ({p} == {q}) + (word)((uintptr_t){q} - (uintptr_t){items}) + {items}[{r.randint(0, 3)}];"
        )
        lines.append(f"{{ uintptr_t n = (uintptr_t){p} ^ s; n ^= s; s += *(unsigned *)n; }}")
        return lines

    def _atomic(self) -> list[str]:
        r, name = self._random, self._name()
        kind = r.choice(("int", "word", "unsigned char", "short", "unsigned"))
        self.before.append(f"static _Atomic {kind} {name};")
        lines = [f"atomic_store(&{name}, ({kind}){self._integer()});"]
        for _ in range(r.randint(2, 4)):
            op = r.choice(("add", "sub", "or", "and", "xor"))
            lines.append(f"s += (word)atomic_fetch_{op}(&{name}, ({kind}){self._integer()});")
        lines.append(f"{{ {kind} old = ({kind}){r.choice(('a', f'atomic_load(&{name})'))};")
        lines.append(
            f"  s = s * 3 + atomic_compare_exchange_strong(&{name}, &old, ({kind}){self._integer()}) + (word)old; }}"
        )
        lines.append(f"s ^= (word)atomic_exchange(&{name}, ({kind})b) + (word){name};")
        lines.append("atomic_thread_fence(memory_order_seq_cst);")
        return lines

    def _jump(self) -> list[str]:
        r, where = self._random, self._random.randint(0, 2)
        i, got = self._name(), self._name()
        value = r.choice(("a & 7", "b", "0", "5", "(int)d"))
        condition = r.choice(("a > b", "(a & 3) == 1", f"{i} == 1", "b % 3 == 0", "1"))
        return [
            f"for (volatile int {i} = 0; {i} < {r.randint(1, 3)}; {i}++) {{",
            f"    int {got} = {r.choice(('setjmp', '_setjmp'))}(target[{where}]);",
            f"    if ({got}) {{ s = s * 5 + (word){got}; continue; }}",
            f"    s += {r.randint(1, 50)};",
            f"    if ({condition}) throw({r.choice(('a & 3', '2', '0'))}, {where}, {value});",
            "    s ^= 77;",
            "}",
            "s += (word)deep;",
        ]


def program(seed: int, functions: int) -> str:
    """A file with so many random functions."""
    random = Random(seed)
    parts = [_Function(random, number).text() for number in range(functions)]
    cases = "\n".join(f"    case {number}: return (long)p{number}(a, b, (word)d);" for number in range(functions))
    head = "long f(int which, int a, int b, long d) {\n    deep = 0;\n    switch (which) {"
    return "\n".join([HEAD, *parts, head, cases, "    }", "    return -1;", "}", ""])


def inputs(seed: int, functions: int, each: int) -> list[tuple[int, ...]]:
    """Inputs of the file for each function."""
    random = Random(seed)
    edges = (0, 1, -1, 2, 3, 7, 100, -128, (1 << 31) - 1, -(1 << 31))

    def value(width: int) -> int:
        return random.choice(edges) if random.random() < 0.5 else random.getrandbits(width) - (1 << width - 1)

    return [(which, value(32), value(32), value(64)) for which in range(functions) for _ in range(each)]
