"""Random C programs for techniques: dense with faults, and small enough that full exploration finishes.

A program is one file. `main` reads the inputs and calls `f`; there are branches, loops with constant bounds and with
bounds of at most 3 that depend on an input, calls (one recursive, some through pointers), arrays, structs, globals,
pointers whose target a branch or an input chooses, early returns, `exit`, assertions, divisions, indices that can be
out of bounds, signed overflow. All programs terminate and read nothing uninitialised.

The number of paths is limited while the program is drawn, not by discarding large ones: `room` is the maximum number of
ways through the part that is being written, and each statement returns its number of ways.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import TypeVar

from hypothesis import strategies as st

from .random_text import RandomText

Item = TypeVar("Item")

#: Maximum number of ways through `f`, not counting checks; their failing sides are additional.
ROOM = 160

PREAMBLE = """extern int __VERIFIER_nondet_int(void);
extern signed char __VERIFIER_nondet_char(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_assume(int);
extern void __assert_fail(const char *, const char *, unsigned, const char *);
extern void exit(int);
#define assert(c) ((c) ? (void)0 : __assert_fail(#c, __FILE__, __LINE__, __func__))
struct pair { int n; signed char c; int a[2]; int *to; };
static int g = 1, h;
static int table[4] = {3, 0, -2, 5};
static struct pair shared = {2, 1, {0, 4}, &g};
static void change(int *where, int value) { *where = value; }
static int down(int n, int v) { return n <= 0 ? v : down(n - 1, v ^ n); }
static int twice(int v) { return (v & 15) * 2; }
static int odd(int v) { return v & 1; }
static int (*const operations[2])(int) = {twice, odd};
"""

#: Writable places of type int.
PLACES = ("x", "y", "z", "g", "h", "array[1]", "array[0]", "s.n", "s.a[1]", "shared.n", "*r", "*s.to")

KINDS = {"int": "int", "signed char": "char", "unsigned char": "uchar"}


class FaultyProgram(RandomText):
    """C text whose entry is `main`."""


@dataclass
class _Scope:
    """The names that a function's statements may use, and the lines written so far. `ways` of its callees are known."""

    values: list[str]
    variables: list[str]
    pointers: list[str] = field(default_factory=list)
    arrays: list[str] = field(default_factory=lambda: ["table"])
    structs: list[str] = field(default_factory=list)
    helpers: dict[str, int] = field(default_factory=dict)
    lines: list[str] = field(default_factory=list)
    depth: int = 0
    loops: int = 0

    def line(self, text: str) -> None:
        self.lines.append("    " * (self.depth + 1) + text)


class _Writer:
    """Draws statements. `plain`: only constants and copies are stored, in scalars, with branches and assertions over
    them: dense in dependences between branches, which other features of C would hide."""

    def __init__(self, chance: Random) -> None:
        self._chance = chance
        self._names = 0
        self.plain = self.number(0, 2) == 0
        self.pure = False  # nothing that ends the program

    def number(self, low: int, high: int) -> int:
        return self._chance.randint(low, high)

    def pick(self, items: Sequence[Item]) -> Item:
        return items[self.number(0, len(items) - 1)]

    # --- expressions: they do not branch, apart from checks

    def constant(self) -> str:
        return str(self.pick((0, 1, 2, 3, 0, 1, 2, 5, 7, -1, -3, 100)))

    def leaf(self, scope: _Scope) -> str:
        return self.constant() if self.number(0, 4) == 4 else self.pick(scope.values)

    def small(self, scope: _Scope, most: int) -> str:
        """A value from 0 to `most`, which is one less than a power of two."""
        return f"({self.pick(scope.values)} & {most})"

    def expression(self, scope: _Scope) -> str:
        """Mostly without a check: each check that can fail adds a path."""
        choice = self.number(0, 11)
        left = self.pick(scope.values)
        if choice <= 3:
            return self.leaf(scope) if choice else self.constant()
        if choice <= 5:
            return f"{left} {self.pick(('&', '|', '^'))} {self.leaf(scope)}"
        if choice <= 7:
            return f"(int)((unsigned){left} {self.pick(('+', '-'))} {self.leaf(scope)})"
        if choice == 8:
            return f"{self.small(scope, 7)} {self.pick(('+', '-', '*'))} {self.small(scope, 3)}"
        if choice == 9:
            return self.element(scope)
        if choice == 10:
            return f"{left} {self.pick(('+', '-'))} {self.leaf(scope)}"
        return f"-{left}" if self.number(0, 1) else f"1 << {self.small(scope, 31)}"

    def element(self, scope: _Scope) -> str:
        """An array element: by a constant, by an index in bounds, or by one that may be out of bounds."""
        array = self.pick(scope.arrays)
        size = 2 if array.endswith(".a") else 4
        choice = self.number(0, 9)
        if choice <= 4:
            return f"{array}[{self.number(0, size - 1)}]"
        if choice <= 7:
            return f"{array}[{self.small(scope, size - 1)}]"
        return f"{array}[{self.small(scope, 2 * size - 1) if choice == 8 else self.pick(scope.values)}]"

    def comparison(self, scope: _Scope) -> str:
        choice = self.number(0, 7)
        left = self.pick(scope.values)
        if choice <= 3:
            return f"{left} {self.pick(('>', '<', '==', '!='))} {self.constant()}"
        if choice <= 5:
            return f"{left} {self.pick(('<', '==', '>='))} {self.pick(scope.values)}"
        if choice == 6:
            return f"{left} & {self.pick((1, 2, 4))}"
        return f"({left} ^ {self.pick(scope.values)}) {self.pick(('<', '!='))} {self.constant()}"

    def claim(self, scope: _Scope) -> str:
        """An asserted condition: mostly true, because there is nothing to find after an assertion that always fails."""
        choice = self.number(0, 7)
        left, right = self.pick(scope.values), self.pick(scope.variables)
        if choice <= 1:
            return f"{right} != {self.constant()}"
        if choice <= 4:  # decided by several branches together, if they store constants
            return f"({left} {self.pick('^|&')} {right}) != {self.number(1, 7)}"
        if choice == 5:
            return f"{left} != {self.small(scope, 7)} + {self.number(2, 9)}"
        return f"{left} < {self.number(8, 99)}" if choice == 6 else self.comparison(scope)

    def condition(self, scope: _Scope, room: int) -> tuple[str, int]:
        """A condition, and the number of ways to evaluate it."""
        if room < 3 or self.number(0, 5) < 5:
            return self.comparison(scope), 1
        return f"{self.comparison(scope)} {self.pick(('&&', '||'))} {self.comparison(scope)}", 2

    # --- statements: each returns the number of ways through it

    def statements(self, scope: _Scope, room: int, most: int) -> int:
        """At least one."""
        ways = 1
        for _ in range(max(self.number(1, most), self.number(1, most))):
            ways *= self.statement(scope, room // ways)
        return ways

    def block(self, scope: _Scope, room: int, most: int = 3) -> int:
        scope.depth += 1
        ways = self.statements(scope, room, most)
        scope.depth -= 1
        return ways

    def statement(self, scope: _Scope, room: int) -> int:
        if self.plain:
            return self.plain_statement(scope, room)
        if room < 2 or self.number(0, 9) < 4:
            self.simple(scope)
            return 1
        if scope.depth > 3 or self.number(0, 9) < 3:
            return self.forking(scope, room)
        choice = self.number(0, 9)
        if choice <= 5:
            return self.branch(scope, room)
        if choice <= 8:
            return self.loop(scope, room)
        return self.switch(scope, room)

    def plain_statement(self, scope: _Scope, room: int) -> int:
        choice = self.number(0, 9)
        target = self.pick(scope.variables)
        if choice >= 5 and room >= 2 and scope.depth < 2:
            return self.branch(scope, room)
        if choice % 5 <= 1:
            scope.line(f"{target} = {self.number(0, 3)};")
        elif choice % 5 <= 3:
            scope.line(f"{target} {self.pick(('=', '^='))} {self.pick(scope.values)};")
        elif not self.pure:
            scope.line(f"assert({self.claim(scope)});")
        return 1

    def simple(self, scope: _Scope) -> None:
        """A statement that forks only where a check can fail."""
        choice = self.number(0, 15)
        target = self.pick(scope.variables)
        if choice <= 2:
            scope.line(f"{target} = {self.constant()};")
        elif choice <= 4:
            scope.line(f"{target} = {self.expression(scope)};")
        elif choice <= 6:
            scope.line(f"{target} {self.pick(('^=', '|=', '&=', '+=', '-='))} {self.leaf(scope)};")
        elif choice <= 8 and not self.pure:
            scope.line(f"assert({self.claim(scope)});")
        elif choice == 9:
            dividend = self.pick((self.constant(), self.small(scope, 63)))  # 32 bits would be hard for the solver
            scope.line(f"{target} = {dividend} {self.pick('/%')} ({self.pick(scope.values)} - {self.number(0, 9)});")
        elif choice <= 11:
            scope.line(f"{self.element(scope)} = {self.expression(scope)};")
        elif choice == 12 and scope.pointers:
            scope.line(f"{self.pick(scope.pointers)} = {self.place(scope)};")
        elif choice == 13 and scope.pointers:
            scope.line(f"change({self.pick((*scope.pointers, self.place(scope)))}, {self.expression(scope)});")
        elif choice == 14 and len(scope.structs) > 1:
            scope.line(f"{scope.structs[0]} = {scope.structs[1]};")
        else:
            scope.line(f"{target}++;")

    def place(self, scope: _Scope) -> str:
        """The address of an int; rarely null, rarely out of bounds."""
        choice = self.number(0, 8)
        if choice <= 3:
            return f"&{self.pick(scope.variables)}"
        if choice <= 6:
            return f"&{self.pick(scope.arrays)}[{self.number(0, 1)}]"
        if choice == 7:
            return f"{self.pick(scope.arrays)} + {self.small(scope, 7)}"
        return self.pick((f"{self.pick(scope.structs)}.to" if scope.structs else "&g", "(int *)0"))

    def forking(self, scope: _Scope, room: int) -> int:
        """One line with two ways or more."""
        choice = self.number(0, 8)
        target = self.pick(scope.variables)
        affordable = [name for name, ways in scope.helpers.items() if ways <= room]
        if choice <= 2 and affordable:
            name = self.pick(affordable)
            scope.line(f"{target} = {name}({self.leaf(scope)}, {self.leaf(scope)});")
            return scope.helpers[name]
        if choice == 3 and room >= 4:
            scope.line(f"{target} = down({self.small(scope, 3)}, {self.leaf(scope)});")
            return 4
        if choice == 4:
            scope.line(f"{target} = operations[{self.small(scope, 1)}]({self.leaf(scope)});")
        elif choice == 5 and scope.pointers:
            pointer = self.pick(scope.pointers)
            scope.line(f"{pointer} = {self.comparison(scope)} ? {self.place(scope)} : {self.place(scope)};")
        elif choice == 6 and scope.structs:
            both = f"(int *[2]){{{self.place(scope)}, {self.place(scope)}}}"
            scope.line(f"*{both}[{self.small(scope, 1)}] = {self.leaf(scope)};")
        elif choice == 7:
            scope.line(f"if ({self.comparison(scope)}) {self.leaving(scope)}")
        else:
            scope.line(f"{target} = {self.comparison(scope)} ? {self.leaf(scope)} : {self.leaf(scope)};")
        return 2

    def leaving(self, scope: _Scope) -> str:
        choice = self.number(0, 3)
        if scope.loops and choice <= 1:
            return self.pick(("break;", "continue;"))
        return f"return {self.leaf(scope)};" if choice < 3 or self.pure else f"exit({self.number(0, 3)});"

    def branch(self, scope: _Scope, room: int) -> int:
        condition, outcomes = self.condition(scope, room)
        scope.line(f"if ({condition}) {{")
        ways = self.block(scope, max(1, (room - outcomes) // outcomes))
        if self.number(0, 1):
            scope.line("} else {")
            other = self.block(scope, max(1, (room - ways) // outcomes))
        else:
            other = 1
        scope.line("}")
        return ways + other + (outcomes - 1) * max(ways, other)

    def loop(self, scope: _Scope, room: int) -> int:
        """A constant number of rounds, or a number that depends on an input."""
        self._names += 1
        name = f"i{self._names}"
        rounds = self.number(1, 3)
        constant = room < rounds + 1 or self.number(0, 1) == 0
        bound = str(rounds) if constant else self.small(scope, 3 if room >= 4 and rounds > 1 else 1)
        rounds = rounds if constant else int(bound.rstrip(")")[-1])
        inside = _most_inside(room, rounds, constant)
        if self.number(0, 2):
            scope.line(f"for (int {name} = 0; {name} < {bound}; {name}++) {{")
        else:
            scope.line(f"for (int {name} = {bound}; {name} > 0; {name}--) {{")
        scope.values.append(name)
        scope.loops += 1
        ways = self.block(scope, inside, most=2)
        scope.loops -= 1
        scope.values.remove(name)
        scope.line("}")
        return _through(ways, rounds, constant)

    def switch(self, scope: _Scope, room: int) -> int:
        cases = self.number(1, min(3, room - 1))
        scope.line(f"switch ({self.small(scope, 3)}) {{")
        ways, left = 1, room - cases - 1
        loops, scope.loops = scope.loops, 0  # a `break` in here would belong to the switch
        for value in range(cases):
            scope.line(f"case {value}:" if value else f"case {self.pick((0, 3))}:")
            inside = self.block(scope, max(1, left // (cases - value)), most=2)
            left -= inside - 1
            scope.line("    break;" if self.number(0, 3) < 3 else "    ;")
            ways += inside
        scope.loops = loops
        if self.number(0, 1):
            scope.line("default:")
            self.block(scope, 1, most=1)
        scope.line("}")
        return ways


def _through(ways: int, rounds: int, constant: bool) -> int:
    """The number of ways through a loop whose body has `ways`."""
    return ways**rounds if constant else sum(ways**count for count in range(rounds + 1))


def _most_inside(room: int, rounds: int, constant: bool) -> int:
    inside = 1
    while _through(inside + 1, rounds, constant) <= room:
        inside += 1
    return inside


def _helper(writer: _Writer, name: str, room: int) -> tuple[list[str], int]:
    """A function of two integers that may change globals; its lines, and the number of ways through it."""
    scope = _Scope(["p", "q", "g", "v"], ["v", "g", "h", "q", "shared.n"], arrays=["table", "shared.a"])
    ways = writer.statements(scope, room, most=3)
    head = [f"static int {name}(int p, int q)", "{", "    int v = 0;"]
    return [*head, *scope.lines, f"    return {writer.leaf(scope)};", "}"], ways


def _pure_helper(writer: _Writer, name: str, room: int) -> tuple[list[str], int]:
    """A function of two integers that only computes a number, or fails. It may read globals; the fifth one takes a
    struct instead of its first number."""
    first = "s->n" if name == "fifth" else "p"
    others = {"third": (), "fourth": ("g", "shared.a[1]", "table[1]"), "fifth": ("s->a[q & 1]", "s->c", "s->a[1]")}
    scope = _Scope([first, "q", first, "v", *others[name]], ["v", "v", "q"], arrays=["own"])
    plain, writer.plain, writer.pure = writer.plain, False, True
    ways = writer.statements(scope, room, most=3)
    writer.plain, writer.pure = plain, False
    taken = "const struct pair *s" if name == "fifth" else "int p"
    value = writer.pick((first, "q", "1", "0"))
    head = [f"static int {name}({taken}, int q)", "{", f"    int v = {value}, own[4] = {{{first}, 1, q, 3}};"]
    return [*head, *scope.lines, f"    return {writer.pick(('v', 'v', first, 'own[0]', 'v ^ q'))};", "}"], ways


#: Functions that write what their pointers lead to, and globals: how they are called.
WRITING = {
    "sixth": "sixth({struct}, {leaf})",
    "seventh": "seventh({array}, {small}, {leaf})",
    "eighth": "eighth({small}, {leaf})",
}


def _writing_helper(writer: _Writer, name: str, room: int) -> tuple[list[str], int]:
    """A function that writes a struct and what a pointer in it leads to, a buffer, or globals, the last one in every
    round of a recursion. It may fail, and end the program."""
    if name == "sixth":
        values = ["s->n", "q", "s->a[1]", "s->a[q & 1]", "s->c", "*s->to"]
        scope = _Scope(values, ["s->n", "s->a[0]", "*s->to", "q", "g"], arrays=["s->a", "table"])
        head, result = "struct pair *s, int q", writer.pick(("s->n", "q", "s->a[0]"))
    elif name == "seventh":
        scope = _Scope(["b[0]", "n", "v", "b[n & 3]", "h"], ["b[1]", "b[n & 3]", "v", "h"], arrays=["b"])
        head, result = "int *b, int n, int v", writer.pick(("v", "b[2]", "n"))
    else:
        scope = _Scope(["n", "v", "g", "table[n & 3]"], ["g", "h", "v", "table[n & 3]", "shared.n"], arrays=["table"])
        head, result = "int n, int v", writer.pick((f"{name}(n - 1, v)", f"v ^ {name}(n - 1, g)"))
    plain, writer.plain = writer.plain, False
    if name == "eighth":
        scope.line("if (n <= 0) return v;")
    ways = writer.statements(scope, room, most=3)
    writer.plain = plain
    return [f"static int {name}({head})", "{", *scope.lines, f"    return {result};", "}"], ways


def _call_writing(writer: _Writer, scope: _Scope, places: Sequence[str]) -> None:
    """Two calls, and an assertion about what they may have written."""
    for _ in range(2):
        called = WRITING[writer.pick(list(WRITING))].format(
            struct=writer.pick(("&s", "&shared")),
            array=writer.pick(("array", "table", "array", "table + 1")),
            small=writer.small(scope, 3),
            leaf=writer.leaf(scope),
        )
        call = f"    {writer.pick(places)} = {called};"
        scope.lines.insert(0 if writer.number(0, 1) else len(scope.lines), call)
    written = writer.pick(("g", "h", "shared.n", "table[1]", "array[1]", "s.n", "s.a[0]"))
    scope.lines.append(f"    assert({written} != {writer.constant()});")


@st.composite
def programs(draw: st.DrawFn, room: int = ROOM, pure: bool = False) -> FaultyProgram:
    """For Hypothesis, which makes a program that fails smaller."""
    return faulty_program(draw(st.randoms(use_true_random=False)), room, pure)


def faulty_program(chance: Random, room: int = ROOM, pure: bool = False, writing: bool = False) -> FaultyProgram:
    """A program with three or four inputs; `room` bounds the ways through it. `pure`: it calls functions that only
    compute a number, and uses their results; `writing`: functions that write structs, buffers and globals."""
    writer = _Writer(chance)
    lines: list[str] = []
    helpers: dict[str, int] = {}
    for name in ("first", "second")[: writer.number(0, 2)]:
        text, helpers[name] = _helper(writer, name, writer.pick((1, 2, 3)))
        lines += text
    if pure:
        for name in ("third", "fourth", "fifth"):
            text, ways = _pure_helper(writer, name, writer.pick((2, 3, 4, 6)))
            lines += text
            if name != "fifth":
                helpers[name] = ways
    if writing:
        for name in WRITING:
            text, _ = _writing_helper(writer, name, writer.pick((1, 2, 2)))
            lines += text
    inputs = [(name, writer.pick(("int", "int", *KINDS))) for name in ("a", "b", "c", "d")[: writer.number(3, 4)]]
    names = [name for name, _ in inputs]
    places = [writer.pick(PLACES) for _ in range(3)]  # few, so that what is written is also read
    scope = _Scope(
        values=[*names, *names, *places, writer.pick(("*r", "s.c", "table[1]"))],
        variables=places,
        pointers=["r", "s.to"],
        arrays=["array", "table", "s.a"],
        structs=["s", "shared"],
        helpers=helpers,
    )
    ways = writer.statements(scope, room // 3, most=4)
    writer.statements(scope, room // ways, most=9 if writer.plain else 6)
    if pure:
        target = writer.pick(places)
        name = writer.pick(("third", "fourth", "fifth", "fifth"))
        given = writer.pick(("&s", "&shared")) if name == "fifth" else writer.pick(names)
        call = f"    {target} = {name}({given}, {writer.leaf(scope)});"
        scope.lines.insert(0 if writer.number(0, 1) else len(scope.lines), call)
        scope.lines.append(f"    assert({target} != {writer.constant()});")
    if writing:
        _call_writing(writer, scope, places)
    declared = ", ".join(f"{kind} {name}" for name, kind in inputs)
    received = [f"    {kind} {name} = __VERIFIER_nondet_{KINDS[kind]}();" for name, kind in inputs]
    if writer.number(0, 5) == 5:
        claim = f"{writer.pick(names)} {writer.pick(('<', '>', '!='))} {writer.constant()}"
        received.append(f"    __VERIFIER_assume({claim});")
    lines += [
        f"static int f({declared})",
        "{",
        f"    int x = {writer.pick(names)}, y = {writer.pick(names)} & 7, z = 2;",
        f"    int array[4] = {{1, {writer.pick(names)}, 3, 0}};",
        "    int *r = &x;",
        f"    struct pair s = {{{writer.pick(names)}, -1, {{2, 0}}, &y}};",
        *scope.lines,
        f"    return {writer.leaf(scope)};",
        "}",
        "int main(void)",
        "{",
        *received,
        f"    return f({', '.join(names)});",
        "}",
        "",
    ]
    return FaultyProgram(PREAMBLE + "\n".join(lines))
