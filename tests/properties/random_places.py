"""Random C programs in which decisions choose places: pointers, indices, lengths, functions, list links.

A value written under one decision is seen only where another one has chosen the same place. So a run matters if it
combines decisions that have nothing to do with each other on the runs before it. Three or four inputs decide one thing
each; the asserts at the end look at what is left. All programs terminate, and all accesses are in bounds.
"""

from __future__ import annotations

from random import Random

from hypothesis import strategies as st

from .random_faulty import FaultyProgram

PREAMBLE = """#include <string.h>
extern int __VERIFIER_nondet_int(void);
extern void __assert_fail(const char *, const char *, unsigned, const char *);
#define assert(c) ((c) ? (void)0 : __assert_fail(#c, __FILE__, __LINE__, __func__))
#define I(v) ((v) < 0 || (v) > 2 ? 0 : (v))
struct s { int v; int w[2]; struct s *n; };
static int g, h, t[3], u[3];
static int id(int v) { return v; }
static int next(int v) { return v < 2 ? v + 1 : 2; }
static int zero(int v) { return 0; }
static int (*const f[3])(int) = {id, next, zero};
static void put(int *p, int v) { *p = v; }
static int get(int *p) { return *p; }
"""
LOCALS = "int a = 0, b = 0, c = 0, *p = &a, *q = &t[1]; struct s m = {0}, k = {0}, *x = &m; m.n = &k; k.n = &m;"
VARIABLES = ("a", "b", "c", "g", "h")
POINTERS = ("p", "q")


class _PlaceWriter:
    """Draws the statements of one program."""

    def __init__(self, chance: Random) -> None:
        self.chance = chance

    def program(self) -> str:
        chance, count = self.chance, self.chance.randint(3, 4)
        lines = [f"int x{n} = __VERIFIER_nondet_int();" for n in range(count)] + [LOCALS]
        for number in range(count):
            lines.append(self.decision(number))
            lines += [self.statement(0) for _ in range(chance.choice((0, 0, 1, 2)))]
        lines += [self.statement(0) for _ in range(chance.randint(1, 3))]
        lines += [self.fault() for _ in range(chance.randint(5, 8))]
        return PREAMBLE + "int main(void)\n{\n" + "".join(f"    {line}\n" for line in lines) + "    return 0;\n}\n"

    def decision(self, number: int) -> str:
        chance = self.chance
        effect = chance.choice(
            (
                f"{chance.choice(VARIABLES)} = {chance.choice((1, 2))};",
                f"{chance.choice(POINTERS)} = {self.address()};",
                "x = &k;",
                f"{self.place()} = {chance.choice((1, 2))};",
            )
        )
        other = f" else {{ {self.statement(1)} }}" if chance.random() < 0.25 else ""
        return f"if (x{number} > {chance.randrange(5)}) {{ {effect} }}{other}"

    def value(self) -> str:
        return self.chance.choice((*VARIABLES, f"t[{self.chance.randrange(3)}]", "0", "1", "2"))

    def fixed(self) -> str:
        return self.chance.choice((*VARIABLES, f"t[{self.chance.randrange(3)}]", f"u[{self.chance.randrange(3)}]"))

    def place(self) -> str:
        one = self.chance.choice(VARIABLES)
        moving = (f"t[I({one})]", f"u[I({one})]", "*p", "*q", "x->v", f"x->w[{one} & 1]", "x->n->v")
        return self.chance.choice((*moving, f"t[{self.chance.randrange(3)}]", one))

    def address(self) -> str:
        one = self.chance.choice(VARIABLES)
        plain = ("a", "b", "c", "t[0]", "t[1]", "t[2]", "u[1]", "m.v", "k.v", "k.w[1]", "x->w[0]")
        return "&" + self.chance.choice((*plain, f"t[I({one})]"))

    def statement(self, depth: int) -> str:
        chance = self.chance
        one, kind = chance.choice(VARIABLES), chance.randrange(16)
        if kind < 3 and depth < 2:
            inner = " ".join(self.statement(depth + 1) for _ in range(chance.randint(1, 2)))
            other = f" else {{ {self.statement(depth + 1)} }}" if chance.random() < 0.3 else ""
            return f"if ({self.value()} == {chance.randrange(3)}) {{ {inner} }}{other}"
        if kind < 6:
            return f"{self.place()} = {self.value()};"
        if kind < 9:
            return f"{self.fixed()} = {self.place()};"
        whole = ("m = *x;", "k.n = x;", "*x = k;", f"memcpy(u, t, 4 * I({one}));", f"memset(t, 0, 4 * I({one}));")
        return (
            f"{chance.choice(POINTERS)} = {self.address()};",
            f"x = {chance.choice(('&m', '&k', 'x->n'))};",
            f"{self.fixed()} = f[I({one})]({self.value()});",
            f"put({chance.choice((*POINTERS, self.address()))}, {self.value()});",
            f"{self.fixed()} = get({chance.choice((*POINTERS, self.address()))});",
            chance.choice(whole),
            f"for (int i = 0; i < I({one}); i++) {chance.choice(('t[i]', 'g', 'u[i]'))} = {self.value()};",
        )[kind - 9]

    def fault(self) -> str:
        chance = self.chance
        if chance.random() < 0.6:
            return f"assert({chance.choice((self.place(), self.fixed()))} != {chance.choice((1, 2))});"
        wanted = f"{self.place()} == {chance.randrange(3)} && {self.fixed()} == {chance.choice((1, 2))}"
        return f"if ({wanted}) assert(0);"


def program_of_places(chance: Random) -> FaultyProgram:
    return FaultyProgram(_PlaceWriter(chance).program())


@st.composite
def programs_of_places(draw: st.DrawFn) -> FaultyProgram:
    return program_of_places(draw(st.randoms(use_true_random=False)))
