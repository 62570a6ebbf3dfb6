"""The approximate result of a function as a summary: it contains the actual result."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from secateur import expr
from secateur.approximation.strategy import Depth
from secateur.approximation.summaries import PRECISIONS, Approximate, Precision, summaries_of
from secateur.dependence.static import Static
from secateur.expr import Expr
from secateur.frontend.build import build
from secateur.ir.reader import read
from secateur.machine.machine import Machine
from secateur.machine.path import Value
from secateur.machine.views import OpenNumber, Scene, Sight
from secateur.solver import Sat, Solver, by_name

HEADER = "extern int __VERIFIER_nondet_int(void);\nextern double __VERIFIER_nondet_double(void);\n"
MAIN = "\nint main(void) { return g(__VERIFIER_nondet_int(), __VERIFIER_nondet_int()); }\n"
COARSE: tuple[Precision, ...] = ((Depth(2), 1),)

FUNCTIONS = {
    "branches": "static int g(int x, int y) { if (x > y) return x - y; if (x == 7) return 3; return y & 15; }",
    "loop": "static int g(int x, int y) { int s = 0; for (int i = 0; i < 5; i++) if (x >> i & 1) s += y; return s; }",
    "long loop": "static int g(int x, int y) { int s = 0; for (int i = 0; i < (x & 63); i++) s ^= y + i; return s; }",
    "table": "static const int t[4] = {5, 1, 4};\nstatic int g(int x, int y) { return x > 3 ? t[y & 3] : t[x & 1]; }",
    "own array": "static int g(int x, int y) { int a[4] = {1, x}; if (y) a[y & 3] = 9; return a[1] + a[x & 3]; }",
    "calls": "static int h(int x) { return x < 0 ? 5 : x / 3; }\nstatic int g(int x, int y) { return h(x) ^ h(y); }",
    "recursive": "static int g(int x, int y) { return (x & 7) == 0 ? y : g((x & 7) - 1, y ^ x); }",
    "switch": "static int g(int x, int y) { switch (x & 7) { case 1: return y; case 5: return 2; } return x; }",
    "two loops": "static int g(int x, int y) { while (x > 9) x /= 2; do y >>= 3; while (y > x && y); return x + y; }",
}


def _of(text: str, folder: Path, precisions: tuple[Precision, ...] = PRECISIONS) -> tuple[Machine, Approximate]:
    source = folder / "program.c"
    source.write_text(HEADER + text)
    program = read(build([source]).text)
    found = summaries_of(Static(program, "main"), {"g": ()}, precisions)["g"]
    assert isinstance(found, Approximate)
    return Machine(program), found


def _applied(summary: Approximate, *arguments: Value) -> tuple[Value | None, list[Expr]]:
    stars: list[Expr] = []

    def fresh(width: int, kind: str) -> Expr:
        stars.append(expr.variable(f"*{len(stars)}", width, len(stars), kind))
        return stars[-1]

    return summary.apply(arguments, fresh), stars


@pytest.mark.parametrize("precisions", [PRECISIONS, COARSE], ids=["precise", "coarse"])
@pytest.mark.parametrize("name", FUNCTIONS)
def test_every_result_is_a_value_of_the_summary(name: str, precisions: tuple[Precision, ...], tmp_path: Path) -> None:
    machine, summary = _of(FUNCTIONS[name] + MAIN, tmp_path, precisions)
    solver, chance = Solver(by_name("bitwuzla")), Random(name)
    for _ in range(25):
        arguments = tuple(chance.choice((0, 1, 3, 7, 8, -1, chance.randint(-99, 99))) for _ in range(2))
        path = machine.run(*machine.start(arguments, concrete=True))
        assert path.fault is None
        value, _ = _applied(summary, *arguments)
        assert not isinstance(value, float)
        assert value is not None
        assert path.result is not None
        assert not isinstance(path.result, float)
        assert isinstance(solver.solve([expr.eq(value, path.result, 32)], ()), Sat), (arguments, path.result)


@pytest.mark.parametrize("name", ["branches", "loop", "calls", "switch"])
def test_what_is_small_is_exact(name: str, tmp_path: Path) -> None:
    _, summary = _of(FUNCTIONS[name] + MAIN, tmp_path)
    parameters = [expr.variable(name, 32, 7 + n, "signed") for n, name in enumerate(("a", "b"))]
    value, stars = _applied(summary, *parameters)
    assert isinstance(value, Expr)
    assert not stars
    assert set(expr.variables_of(value)) <= set(parameters)


def test_each_application_has_stars_of_its_own(tmp_path: Path) -> None:
    machine, _ = _of(FUNCTIONS["long loop"] + MAIN, tmp_path)
    static = Static(machine.program, "main")
    applying = Machine(machine.program, summaries=summaries_of(static, {"g": ()}))
    a, b = (applying.variable(name, 32, "signed") for name in "ab")
    scene = Scene((OpenNumber(32), OpenNumber(32)), ())
    one, other, again = (
        applying.application("g", Sight(scene, (), given), given) for given in ((a, b), (b, a), (a, b))
    )
    assert one.stars > 0
    assert one is again
    assert isinstance(one.value, Expr)
    assert isinstance(other.value, Expr)
    assert not {v for v in expr.variables_of(one.value) if v.name.startswith("*")} & set(expr.variables_of(other.value))


def test_floats_are_numbers_of_the_machine(tmp_path: Path) -> None:
    text = """static double g(double d, int n) { return n > 3 ? d / 2 : 0.25; }
    int main(void) { return g(__VERIFIER_nondet_double(), __VERIFIER_nondet_int()) > 1; }
    """
    _, summary = _of(text, tmp_path)
    assert _applied(summary, 3.0, 5)[0] == 1.5
    assert _applied(summary, 3.0, 1)[0] == 0.25
    unknown = expr.variable("n", 32, 0, "signed")
    value, _ = _applied(summary, 3.0, unknown)
    assert isinstance(value, Expr)
    assert expr.to_float(expr.evaluate(value, (9,)), 64) == 1.5


def test_a_function_without_a_result_has_none(tmp_path: Path) -> None:
    text = "static void g(int x, int y) { if (x > y) x = y; }\nint main(void) { g(1, 2); return 0; }\n"
    _, summary = _of(text, tmp_path)
    assert _applied(summary, 1, 2) == (None, [])
