"""Random C programs with globals, structs, arrays, pointers, loops and calls, terminating and without undefined
behaviour.

Everything is unsigned, indices are masked, loops count down. A statement `printf("@12 %u\\n", …)` shows a value; the
number is that of its line.
"""

from __future__ import annotations

import random

INPUTS = 3

_HEAD = """int printf(const char *, ...);
unsigned __VERIFIER_nondet_uint(void);
struct pair { unsigned a, b; unsigned *p; };
static unsigned g0, g1 = 3, g2, many[4];
static struct pair s0, s1 = {1, 2, &g1}, *chosen = &s1;
static unsigned fuel = 60;
"""


class Program:
    """`text` is the program; `prints` are the lines that print a value, `inputs` those that request an input."""

    def __init__(self, seed: int, functions: int | None = None) -> None:
        self._chance = random.Random(seed)
        self._lines = _HEAD.splitlines()
        self._depth = 0
        self._known: list[str] = []
        self._counters = 0
        self.prints: list[int] = []
        self.inputs: list[int] = []
        count = self._chance.randint(1, 3) if functions is None else functions
        for number in range(count):
            self._function(number)
        self._main(count)
        self.text = "\n".join(self._lines) + "\n"

    def _add(self, text: str) -> int:
        self._lines.append(text)
        return len(self._lines)

    def _function(self, number: int) -> None:
        self._add(f"static unsigned f{number}(unsigned x, unsigned *q, struct pair v)")
        self._add("{")
        self._add("unsigned l = 0, m = 1;")
        self._add("if (fuel < 3) return 0;")
        self._add("fuel -= 3;")
        self._known = [f"f{n}" for n in range(number + self._chance.randint(0, 1))]
        self._block(["x", "l", "m", "*q", "v.a", "v.b"], self._chance.randint(2, 5))
        self._add(f"return {self._value(['x', 'l', 'm', '*q'])};")
        self._add("}")

    def _main(self, count: int) -> None:
        self._add("int main(void)")
        self._add("{")
        names = ["i0", "i1", "i2", "l", "m"]
        for number in range(INPUTS):
            self.inputs.append(self._add(f"unsigned i{number} = __VERIFIER_nondet_uint();"))
        self._add("unsigned l = 0, m = 1, *q = &l;")
        self._known = [f"f{n}" for n in range(count)]
        self._block([*names, "*q"], self._chance.randint(6, 10))
        for name in self._chance.sample(["l", "m", "g0", "g1", "g2", "many[1]", "s0.a", "s1.b", "*q"], 3):
            self._print(name)
        self._add("return 0;")
        self._add("}")

    def _print(self, value: str) -> None:
        line = len(self._lines) + 1
        self._add(f'printf("@{line} %u\\n", {value});')
        self.prints.append(line)

    def _place(self, names: list[str]) -> str:
        own = [n for n in names if not n.startswith("i")]
        return self._chance.choice(
            [
                *own,
                *own,
                "g0",
                "g1",
                "g2",
                "s0.a",
                "s0.b",
                "s1.a",
                "chosen->b",
                f"many[{self._value(names)} & 3]",
                "*s1.p",
            ]
        )

    def _value(self, names: list[str]) -> str:
        chance = self._chance
        simple = [*names, *names, "g0", "g1", "s0.a", "s1.b", "chosen->a", "many[2]", str(chance.randint(0, 5))]
        pick = chance.random()
        if pick < 0.5:
            return chance.choice(simple)
        if pick < 0.6:
            return f"({chance.choice(simple)} > {chance.choice(simple)} ? {chance.choice(simple)} : 4)"
        return f"({chance.choice(simple)} {chance.choice('+-^&*')} {chance.choice(simple)})"

    def _condition(self, names: list[str]) -> str:
        test = f"{self._value(names)} % 3 {self._chance.choice(['<', '==', '>'])} {self._chance.randint(0, 2)}"
        return (
            f"{test} {self._chance.choice(['&&', '||'])} {self._value(names)}" if self._chance.random() < 0.2 else test
        )

    def _block(self, names: list[str], size: int) -> None:
        self._depth += 1
        for _ in range(size):
            self._statement(names)
        self._depth -= 1

    def _statement(self, names: list[str]) -> None:
        chance, pick = self._chance, self._chance.random()
        if pick < 0.25 and self._depth < 4:
            self._add(f"if ({self._condition(names)}) {{")
            self._block(names, chance.randint(1, 2))
            if chance.random() < 0.5:
                self._add("} else {")
                self._block(names, chance.randint(1, 2))
            self._add("}")
        elif pick < 0.37 and self._depth < 3:
            self._loop(names)
        elif pick < 0.5 and self._known:
            call = chance.choice(self._known)
            pointer = chance.choice(["&g0", "&g2", "&l", "&s0.a", "&many[1]", "s1.p"])
            self._add(f"{self._place(names)} = {call}({self._value(names)}, {pointer}, {chance.choice(['s0', 's1'])});")
        elif pick < 0.56:
            self._add(f"s1.p = {chance.choice(['&g0', '&g1', '&s0.b', 's0.p ? s0.p : &g2'])};")
        elif pick < 0.6:
            self._add(f"chosen = {chance.choice(['&s0', '&s1'])};")
        elif pick < 0.63:
            self._add("s0 = s1;" if chance.random() < 0.5 else "s1 = *chosen; if (!s1.p) s1.p = &g1;")
        elif pick < 0.68:
            self._print(self._value(names))
        else:
            self._add(f"{self._place(names)} = {self._value(names)};")

    def _loop(self, names: list[str]) -> None:
        counter = f"c{self._counters}"
        self._counters += 1
        self._add(f"for (unsigned {counter} = 1 + {self._value(names)} % 3; {counter} > 0; {counter}--) {{")
        self._block(names, self._chance.randint(1, 2))
        if self._chance.random() < 0.4:
            self._add(f"if ({self._condition(names)}) {self._chance.choice(['break', 'continue'])};")
            self._block(names, 1)
        self._add("}")
