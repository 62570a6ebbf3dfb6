"""The cost of approximation compared with the number of paths: `python benchmarks/path_families.py`.

Two families of programs with 2^N paths: N independent branches, and a chain of N diamonds, each of which depends on the
result of the previous one. The question is what the last line returns.

Then the growth with the size of the code: a parser of N levels of precedence that call each other and the first one, a
table of N stores through pointers that may point to any of its elements, and a list of N nodes on the heap. The
questions are the condition of the last line, and an input for it.
"""

from __future__ import annotations

import tempfile
from pathlib import Path
from time import process_time

from rich.console import Console
from rich.table import Table

from secateur import approximate
from secateur.approximation.approximation import Approximation
from secateur.approximation.strategy import Depth, Strategy
from secateur.dependence.static import Static
from secateur.expr import size
from secateur.harness.subject import load
from secateur.ir.model import Program
from secateur.machine.machine import Machine
from secateur.options import Compiling, Inputs

COUNTS = (10, 25, 50, 100)
DEPTH = 4


def independent(count: int) -> str:
    """Each branch has its own input."""
    lines = "".join(f"    if (x[{n}] > {n})\n        sum += {n + 1};\n" for n in range(count))
    return f"int f(const int x[{count}])\n{{\n    int sum = 0;\n{lines}    return sum;\n}}\n"


def dependent(count: int) -> str:
    """Each branch depends on what the previous one did."""
    step = "    if (sum & 1)\n        sum += x[{0}];\n    else\n        sum ^= x[{0}];\n"
    lines = "".join(step.format(n) for n in range(count))
    return f"int f(const int x[{count}])\n{{\n    int sum = 0;\n{lines}    return sum;\n}}\n"


def parser(count: int) -> str:
    """Recursive descent: level N calls level N + 1, the last one reads a digit or starts again in parentheses."""
    heads = "".join(f"static int level{n}(void);\n" for n in range(count))
    levels = "".join(
        f"static int level{n}(void)\n{{\n    int v = level{n + 1}();\n    while (*p == '{chr(65 + n % 26)}') {{\n"
        f"        p++;\n        v = v * {n + 2} + level{n + 1}();\n    }}\n    return v;\n}}\n"
        for n in range(count)
    )
    last = (
        f"static int level{count}(void)\n{{\n    if (*p == '(') {{\n        p++;\n        return level0();\n    }}\n"
        "    return *p >= '0' && *p <= '9' ? *p++ - '0' : -1;\n}\n"
    )
    end = "int f(const char *text)\n{\n    p = text;\n    int v = level0();\n    if (v == 7)\n        return 1;\n"
    return f"static const char *p;\n{heads}{last}{levels}{end}    return 0;\n}}\n"


def stores(count: int) -> str:
    """Each store goes through a pointer that an input chooses, and any of them may write what is read at the end."""
    lines = "".join(
        f"    q = x[{n % 8}] > {n} ? &a[{n % 4}] : &a[{(n + 1) % 4}];\n    *q += x[{n % 8}];\n" for n in range(count)
    )
    start = "int f(const int x[8])\n{\n    int a[4] = { 0, 0, 0, 0 };\n    int *q;\n"
    return f"{start}{lines}    if (a[2] == 77)\n        return 1;\n    return 0;\n}}\n"


def nodes(count: int) -> str:
    """A list is built, and its sum decided about."""
    lines = "".join(f"    if (x[{n % 8}] > {n})\n        l = push(l, x[{n % 8}]);\n" for n in range(count))
    head = (
        "#include <stdlib.h>\nstruct node { int v; struct node *next; };\n"
        "static struct node *push(struct node *l, int v)\n{\n    struct node *n = malloc(sizeof *n);\n"
        "    n->v = v;\n    n->next = l;\n    return n;\n}\n"
    )
    walk = (
        "    while (l) {\n        sum += l->v;\n        l = l->next;\n    }\n"
        "    if (sum == 50)\n        return 1;\n    return 0;\n}\n"
    )
    return f"{head}int f(const int x[8])\n{{\n    struct node *l = 0;\n    int sum = 0;\n{lines}{walk}"


GROWING = (("precedence levels", parser), ("ambiguous stores", stores), ("list of nodes", nodes))
SIZES = (4, 8, 16, 32)


def grown(text: str) -> tuple[int, int, float, float, str]:
    """Lines; expansions and CPU seconds for the condition of the last `return 1`; seconds until its answer, and who
    gave it."""
    line = text.splitlines().index("        return 1;") + 1
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "growing.c"
        file.write_text(text)
        started = process_time()
        shown = approximate(f"{file}:f", to=line, buffer=8, string=3, confirm=False)
        middle = process_time()
        solved = approximate(f"{file}:f", to=line, solve=True, buffer=8, string=3, confirm=False).solved
        ended = process_time()
    assert solved is not None
    answer = "unknown" if solved.is_open else f"{'no input' if solved.impossible else 'an input'}, by {solved.by}"
    return text.count("\n"), shown.study.approximation.expansions, middle - started, ended - middle, answer


def compiled(text: str, count: int) -> Program:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "family.c"
        file.write_text(text)
        return load([f"{file}:f"], Compiling(), Inputs(buffer=count)).program


def measured(program: Program, strategy: Strategy) -> tuple[int, float, int]:
    """Expansions, seconds, and the size of what `f` returns, including its conditions."""
    static, machine = Static(program, "main"), Machine(program)
    (call,) = static.points_to.callers("f")
    started = process_time()
    approximation = Approximation(static, machine, strategy)
    (point,) = approximation.points(call)
    value = approximation.value(point)
    assert not isinstance(value, tuple)
    return approximation.expansions, process_time() - started, size(value)


def main() -> None:
    table = Table("family", "N", "paths", "expansions", "s", "size", f"depth {DEPTH}: expansions", "s", "size")
    for name, family in (("independent branches", independent), ("dependent diamonds", dependent)):
        for count in COUNTS:
            program = compiled(family(count), count)
            cells = [measured(program, strategy) for strategy in (Strategy(), Depth(DEPTH))]
            shown = [text for e, s, n in cells for text in (f"{e:,}", f"{s:.3f}", f"{n:,}")]
            table.add_row(name, str(count), f"2^{count}", *shown)
    Console().print(table)
    growth = Table("family", "N", "lines", "expansions", "s for the condition", "s until the answer", "answer")
    for name, family in GROWING:
        for count in SIZES:
            lines, expansions, condition, until, answer = grown(family(count))
            growth.add_row(name, str(count), str(lines), f"{expansions:,}", f"{condition:.1f}", f"{until:.1f}", answer)
    Console().print(growth)


if __name__ == "__main__":
    main()
