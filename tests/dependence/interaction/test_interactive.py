"""Interactive dependence between branch sides, and the order in which they can run."""

from __future__ import annotations

from pathlib import Path

import pytest

from dependence.analysing import program_of
from dependence.random_programs import Program
from dependence.static_by_line import ByLine
from dependence.test_static import FIGURE
from secateur.dependence.sdg.slices import CHOICE
from secateur.dependence.static import Static
from secateur.ir.model import Jump, Return, Unreachable


def test_the_papers_example(tmp_path: Path) -> None:
    """Both uses of `a` need it together with `b` or `c`, but nothing needs both `b` and `c`."""
    found = ByLine(FIGURE, tmp_path)
    both = {(7, "T"), (7, "F")}
    assert found.interactive(9, "T") == found.interactive(9, "F") == both
    assert found.interactive(13, "T") == found.interactive(13, "F") == both
    assert found.interactive(7, "T") == set()


def test_independent_blocks_do_not_interact(tmp_path: Path) -> None:
    blocks = "".join(f"    if (x[{n}] > 0)\n        v{n} = 3;\n    out{n} = 12 / v{n};\n" for n in range(12))
    names = ", ".join(f"v{n} = 1, out{n}" for n in range(12))
    check = f"int check(int *x) {{\n{blocks}    return 0;\n}}\n"
    text = f"int {names};\n{check}int main(void) {{ int x[12] = {{0}}; return check(x); }}\n"
    found = ByLine(text, tmp_path)
    assert all(not found.static.interactive(place.node, place.side) for place in found.static.slices.sides)
    assert len(found.static.slices.sides) == 24


def test_fields_are_apart_also_through_a_function(tmp_path: Path) -> None:
    text = """struct state { int a, b, seen_a, seen_b; };
static void step(struct state *s) {
    s->seen_a = s->a * 2;
    s->seen_b = s->b * 3;
}
int __VERIFIER_nondet_int(void); int main(void) { int x = __VERIFIER_nondet_int();
    struct state s = {0};
    if (x > 1)
        s.a = 1;
    if (x > 2)
        s.b = 2;
    step(&s);
    return 0;
}
"""
    found = ByLine(text, tmp_path)
    assert found.interactive(10, "T") == set()
    together = ByLine(text.replace("s->b * 3", "s->b * s->a"), tmp_path)
    assert together.interactive(10, "T") == {(8, "T"), (8, "F")}


def test_one_function_called_twice_is_no_meeting(tmp_path: Path) -> None:
    text = """static int half(int n) {
    return n / 2;
}
int a, b;
int __VERIFIER_nondet_int(void); int main(void) { int x = __VERIFIER_nondet_int();
    int p = 1, q = 1;
    if (x > 1)
        p = 3;
    if (x > 2)
        q = 4;
    a = half(p);
    b = half(q);
    return 0;
}
"""
    found = ByLine(text, tmp_path)
    assert found.interactive(9, "T") == set()
    nested = text.replace("int a, b;", "static int quarter(int n) { return half(half(n)); }\nint a, b;")
    assert ByLine(nested.replace("= half(", "= quarter("), tmp_path).interactive(10, "T") == set()
    meeting = ByLine(text.replace("half(q)", "half(q + p)"), tmp_path)
    assert meeting.interactive(9, "F") == {(7, "T"), (7, "F")}


def test_what_cannot_run_before_does_not_interact(tmp_path: Path) -> None:
    text = """int g;
int __VERIFIER_nondet_int(void); int main(void) { int x = __VERIFIER_nondet_int();
    if (x > 5) {
        if (x > 7)
            g = 1;
    } else {
        if (x < 2)
            g = 2;
    }
    return g;
}
"""
    found = ByLine(text, tmp_path)
    assert found.interactive(7, "T") == {(3, "F")}
    assert found.interactive(4, "T") == {(3, "T")}


def test_a_side_in_a_loop_comes_before_itself(tmp_path: Path) -> None:
    text = """int __VERIFIER_nondet_int(void); int main(void) { int x = __VERIFIER_nondet_int();
    int sum = 0;
    for (int i = 0; i < 4; i++) {
        if (x & 1 << i)
            sum++;
    }
    return sum;
}
"""
    found = ByLine(text, tmp_path)
    assert {(4, "T"), (4, "F")} <= found.interactive(4, "T")
    assert {(4, "T"), (4, "F")} <= found.interactive(4, "F")


def test_the_relation_is_closed(tmp_path: Path) -> None:
    """Nothing depends on both line 5 and line 7, but line 9 interacts with both, so they interact."""
    text = """int p, q;
int __VERIFIER_nondet_int(void); int main(void) { int x = __VERIFIER_nondet_int();
    int a = 1, b = 1, c = 1;
    int y = x * 3;
    if (x > 1)
        a = 2;
    if (y > 1)
        b = 2;
    if (y > 5)
        c = 2;
    p = a * c;
    q = b * c;
    return 0;
}
"""
    found = ByLine(text, tmp_path)
    assert found.interactive(9, "T") == {(5, "T"), (5, "F"), (7, "T"), (7, "F")}
    assert found.interactive(7, "T") == {(5, "T"), (5, "F")}


def test_branches_in_callees_and_callers(tmp_path: Path) -> None:
    text = """int g, h;
static void set(int n) {
    if (n > 1)
        g = 4;
}
int __VERIFIER_nondet_int(void); int main(void) { int x = __VERIFIER_nondet_int();
    set(x);
    if (x > 6)
        h = 1;
    return g / (h + 1);
}
"""
    found = ByLine(text, tmp_path)
    assert found.interactive(8, "T") == {(3, "T"), (3, "F")}
    assert found.interactive(3, "T") == set()


def by_definition(static: Static) -> dict[tuple[int, int], set[tuple[int, int]]]:
    """Computed from the forward slices: which sides meet, in an order possible in the control flow of one function."""
    sides = _sides(static)
    idle = sum(
        1 << node
        for node, item in enumerate(static.code.items)
        if isinstance(item, Jump | Unreachable) or (isinstance(item, Return) and item.value is None)
    )
    slices = {side: static.forward(*side) & ~idle for side in sides}
    before = {side: _before(static, side[0]) for side in sides}
    found = {
        side: {other for other in sides if other in before[side] and slices[other] & slices[side]} for side in sides
    }
    grown = True
    while grown:
        grown = False
        for k in sides:
            for b in list(found[k]):
                more = {a for a in found[k] if a in before[b]} - found[b]
                if more:
                    found[b] |= more
                    grown = True
    return found


def _before(static: Static, node: int) -> set[tuple[int, int]]:
    """The sides and choices from which an instruction can be reached in its own function."""
    unit = static.code.owner[node]
    target = unit.blocks[node - unit.first]
    found = set()
    for branch, side in _sides(static):
        block = unit.blocks[branch - unit.first]
        seen: set[int] = set()
        todo = [unit.flow.successors[block][side]] if side >= 0 else list(unit.flow.successors[block])
        while todo:
            here = todo.pop()
            if here not in seen:
                seen.add(here)
                todo += unit.flow.successors[here]
        if target in seen or (side == CHOICE and block == target and branch < node):
            found.add((branch, side))
    return found


@pytest.mark.parametrize("seed", range(30))
def test_random_functions_agree_with_the_definition(seed: int, tmp_path: Path) -> None:
    source = Program(seed, functions=0)
    static = Static(program_of(source.text, tmp_path), "main")
    expected = by_definition(static)
    for side, others in expected.items():
        assert set(static.interactive(*side)) == others


@pytest.mark.parametrize("seed", range(30))
def test_with_calls_what_interacts_has_slices_that_meet_or_a_side_between(seed: int, tmp_path: Path) -> None:
    static = Static(program_of(Program(seed).text, tmp_path), "main")
    for side in _sides(static):
        for other in static.interactive(*side):
            meet = static.forward(*side) & static.forward(*other)
            between = any(other in static.interactive(*k) and side in static.interactive(*k) for k in _sides(static))
            assert meet or between


def _sides(static: Static) -> list[tuple[int, int]]:
    """The sides that count: those an input can decide."""
    sides = [(place.node, place.side) for place in static.slices.sides if place.node in static.decisions.branches]
    return sides + [(place.node, CHOICE) for place in static.decisions.choices]


def test_a_loop_that_counts_ties_nothing_together(tmp_path: Path) -> None:
    text = """int a, b, c;
int __VERIFIER_nondet_int(void); int main(void) { int x = __VERIFIER_nondet_int();
    for (int i = 0; i < 5; i++) {
        if (x > i)
            a = i;
        if (x < -i)
            b = i;
    }
    c = a;
    c = b;
    return 0;
}
"""
    found = ByLine(text, tmp_path)
    assert {found.line(node) for node in found.static.decisions.branches} == {4, 6}
    assert found.interactive(6, "T") == {(6, "T"), (6, "F")}
    assert found.interactive(4, "T") == {(4, "T"), (4, "F")}
    assert found.interactive(3, "T") == set()
    free = ByLine(text.replace("i < 5", "i < x"), tmp_path)
    assert {(3, "T"), (4, "T"), (4, "F")} <= free.interactive(6, "T")


def test_a_symbolic_address_is_a_choice_that_interacts(tmp_path: Path) -> None:
    text = """int a, b, *table[2] = {&a, &b};
int __VERIFIER_nondet_int(void); int main(void) { int x = __VERIFIER_nondet_int();
    int c = 1, d = 1;
    *table[x & 1] = 3;
    if (x > 1)
        c = 2;
    a = a * c;
    if (x > 2)
        d = 3;
    return 0;
}
"""
    found = ByLine(text, tmp_path)
    static = found.static
    lines = {(found.line(node), side) for node, side in static.interactive(*_of_line(found, 5))}
    assert (4, CHOICE) in lines
    assert not static.interactive(*_of_line(found, 8))
    assert {found.line(place.node) for place in static.decisions.choices} == {4}


def _of_line(found: ByLine, line: int) -> tuple[int, int]:
    return found.branch(line), 0
