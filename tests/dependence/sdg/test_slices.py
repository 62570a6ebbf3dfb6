"""Slices: what they must contain, what they must not, and that nothing outside of them matters."""

from __future__ import annotations

import random
from pathlib import Path as Folder

import pytest

from dependence.analysing import program_of
from dependence.random_programs import INPUTS, Program
from dependence.static_by_line import ByLine
from secateur.dependence.control.closure import bits
from secateur.dependence.static import Static
from secateur.expr import Expr
from secateur.ir.model import Call, Symbol
from secateur.machine.library.output import render
from secateur.machine.machine import Machine
from secateur.machine.path import BranchKind, Ending, Formatted, Path, SymbolicText


def test_calls_from_two_places_do_not_mix(tmp_path: Folder) -> None:
    text = """int same(int n) {
    return n + 1;
}
int main(int x, char **argv) {
    int a = 0, b = 0;
    if (x > 1)
        a = 3;
    if (x > 2)
        b = 4;
    int c = same(a);
    int d = same(b);
    if (c > 7)
        x = 1;
    if (d > 9)
        x = 2;
    return 0;
}
"""
    found = ByLine(text, tmp_path)
    assert {2, 10, 12} <= found.forward(6, "T")
    assert not {11, 14} & found.forward(6, "T")
    assert {11, 14} <= found.forward(8, "F")
    assert 12 not in found.forward(8, "F")
    assert 8 not in found.backward(12)
    assert {6, 7, 10, 2} <= found.backward(12)


def test_memory_passes_by_calls_that_leave_it_alone(tmp_path: Folder) -> None:
    text = """int g, h;
void touch(int *p) {
    *p = *p + 1;
}
int main(int x, char **argv) {
    if (x > 1)
        g = 5;
    if (x > 2)
        h = 6;
    touch(&g);
    touch(&h);
    int a = g;
    int b = h;
    return a * b;
}
"""
    found = ByLine(text, tmp_path)
    assert 12 in found.forward(6, "T")
    assert 13 in found.forward(8, "T")


def test_what_is_called_depends_on_the_call(tmp_path: Folder) -> None:
    text = """int g;
void leaf(void) {
    g = 1;
}
void (*which)(void) = leaf;
int main(int x, char **argv) {
    if (x > 1)
        which();
    return g;
}
"""
    found = ByLine(text, tmp_path)
    assert {3, 8, 9} <= found.forward(7, "T")
    assert 9 in found.forward(7, "F")
    assert 3 not in found.forward(7, "F")


def test_recursion(tmp_path: Folder) -> None:
    text = """int depth(int n, int k) {
    if (n <= 0)
        return k;
    return depth(n - 1, k + 1);
}
int main(int x, char **argv) {
    int k = 0;
    if (x > 1)
        k = 2;
    int r = depth(x, k);
    return r;
}
"""
    found = ByLine(text, tmp_path)
    assert {3, 4, 10, 11} <= found.forward(8, "F")
    assert 11 in found.forward(2, "T")
    assert 2 not in found.forward(8, "T")  # the recursion depth does not depend on k


def test_variable_arguments_and_structs_by_value(tmp_path: Folder) -> None:
    text = """#include <stdarg.h>
struct big { long a[4]; int b; };
static int sum(int n, ...) {
    va_list list;
    va_start(list, n);
    int r = va_arg(list, int);
    va_end(list);
    return r;
}
static int part(struct big v) {
    return v.b;
}
int main(int x, char **argv) {
    struct big v = {{0}, 0};
    int a = 1;
    if (x > 1)
        a = 2;
    if (x > 2)
        v.b = 3;
    int r = sum(1, a);
    int s = part(v);
    return r + s;
}
"""
    found = ByLine(text, tmp_path)
    assert {6, 8, 20} <= found.forward(16, "T")
    assert {11, 21} <= found.forward(18, "T")
    assert 20 not in found.forward(18, "T")


def test_exit_handlers_see_what_main_leaves(tmp_path: Folder) -> None:
    text = """#include <stdlib.h>
int g, seen;
static void last(void) {
    seen = g;
}
int main(int x, char **argv) {
    atexit(last);
    if (x > 1)
        g = 2;
    return 0;
}
"""
    assert 4 in ByLine(text, tmp_path).forward(8, "T")


def call_at(static: Static, line: int, name: str) -> int | None:
    """The call of a function on a line; None if it is unreachable."""
    for node, item in enumerate(static.code.items):
        is_call = isinstance(item, Call) and isinstance(item.callee, Symbol) and item.callee.name == name
        if is_call and static.code.position(node).line == line:
            return node
    return None


def shown(path: Path) -> dict[int, list[str]]:
    """By line, what a run prints there, as expressions over the inputs."""
    text = "".join(piece.decode() if isinstance(piece, bytes) else _expression(piece) for _, piece in path.output)
    found: dict[int, list[str]] = {}
    for line in text.splitlines():
        number, value = line.removeprefix("@").split()
        found.setdefault(int(number), []).append(value)
    return found


def _expression(piece: Formatted | SymbolicText) -> str:
    assert isinstance(piece, Formatted)
    return f"<{piece.value.key}>" if isinstance(piece.value, Expr) else str(piece.value)


def taken(static: Static, path: Path) -> list[tuple[int, int]]:
    """The symbolic branches of a run with the sides taken."""
    found = []
    for branch in path.branches:
        if branch.site.kind is BranchKind.CONDITION:
            unit = static.code.units[branch.site.function]
            node = unit.terminator(unit.flow.number[branch.site.place[0]])
            assert node in static.decisions.branches
            found.append((node, int(branch.outcome == branch.site.inverted)))
    return found


class Runs:
    """Runs of a random program on random inputs, and its static dependences."""

    def __init__(self, seed: int, folder: Folder, count: int) -> None:
        self.source = Program(seed)
        program = program_of(self.source.text, folder)
        self.static = Static(program, "main")
        machine = Machine(program, "main")
        chance = random.Random(seed)
        models = [tuple(chance.randint(0, 6) for _ in range(INPUTS)) for _ in range(count)]
        self.paths = [machine.run(*machine.start(model)) for model in models]
        assert all(path.ending is Ending.RETURNED for path in self.paths)
        lines = {line: call_at(self.static, line, "printf") for line in self.source.prints}
        self.prints = {line: node for line, node in lines.items() if node is not None}


def check_inputs(seed: int, folder: Folder) -> int:
    """An output whose slice does not contain the request for an input does not change with that input alone.

    Returns the number of independent (input, output) pairs.
    """
    runs = Runs(seed, folder, 0)
    machine = Machine(runs.static.program, "main")
    chance = random.Random(seed)
    asked = [call_at(runs.static, line, "__VERIFIER_nondet_uint") for line in runs.source.inputs]
    slices = {line: runs.static.backward([node]) for line, node in runs.prints.items()}
    for _ in range(6):
        model = [chance.randint(0, 6) for _ in range(INPUTS)]
        base = shown_values(machine, model)
        for number, node in enumerate(asked):
            other = [chance.randint(0, 6) if n == number else value for n, value in enumerate(model)]
            changed = shown_values(machine, other)
            for line, inside in slices.items():
                if node is not None and not inside >> node & 1:
                    assert base.get(line) == changed.get(line), (seed, line, number, model, other)
    return sum(1 for inside in slices.values() for node in asked if node is not None and not inside >> node & 1)


def shown_values(machine: Machine, model: list[int]) -> dict[int, list[str]]:
    found: dict[int, list[str]] = {}
    path = machine.run(*machine.start(tuple(model)))
    for text in render([piece for _, piece in path.output], path.model).decode().splitlines():
        line, value = text.removeprefix("@").split()
        found.setdefault(int(line), []).append(value)
    return found


def check_sides(seed: int, folder: Folder) -> int:
    """Runs that agree in all sides that influence an output print the same expressions there.

    Returns the number of outputs for which runs on different paths agree.
    """
    runs = Runs(seed, folder, 24)
    shared = 0
    routes = [taken(runs.static, path) for path in runs.paths]
    values = [shown(path) for path in runs.paths]
    for line, node in runs.prints.items():
        known: dict[tuple[tuple[int, int], ...], int] = {}
        for number, route in enumerate(routes):
            relevant = tuple(side for side in route if runs.static.forward(*side) >> node & 1)
            first = known.setdefault(relevant, number)
            assert values[first].get(line) == values[number].get(line), (seed, line, first, number)
            shared += routes[first] != route
    return shared


@pytest.mark.parametrize("first", range(0, 40, 10))
def test_inputs_outside_of_a_slice_do_not_matter(first: int, tmp_path: Folder) -> None:
    assert sum(check_inputs(seed, tmp_path) for seed in range(first, first + 10)) > 0


@pytest.mark.parametrize("first", range(0, 40, 10))
def test_sides_outside_of_a_slice_do_not_matter(first: int, tmp_path: Folder) -> None:
    assert sum(check_sides(seed, tmp_path) for seed in range(first, first + 10)) > 0


@pytest.mark.parametrize("seed", range(100, 120))
def test_forward_and_backward_slices_agree(seed: int, tmp_path: Folder) -> None:
    static = Static(program_of(Program(seed).text, tmp_path), "main")
    forward: dict[int, int] = {}
    for place in static.slices.sides:
        forward[place.node] = forward.get(place.node, 0) | static.forward(place.node, place.side)
    for node in range(len(static.code.items)):
        inside = static.backward([node])
        assert inside >> node & 1
        for branch, influenced in forward.items():
            if branch != node:
                assert bool(inside >> branch & 1) == bool(influenced >> node & 1), (seed, branch, node)
    assert bits(forward[min(forward)]) == sorted(bits(forward[min(forward)]))
