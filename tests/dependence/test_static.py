"""Control, data and potential dependence, by line."""

from __future__ import annotations

from pathlib import Path

from .static_by_line import ByLine

# DGSE, Figure 2, with shifted line numbers (line 1 of the paper is line 6 here, and so on)
FIGURE = """#include <stdlib.h>
int nondet(int n) { return n * 17 % 5; }
int __VERIFIER_nondet_int(void); int main(void) { int x = __VERIFIER_nondet_int();
    int y = nondet(x), z = nondet(y), a, b, c;
    char *s;
    a = 4;
    if (x > 1)
        a = 2;
    if (y < 1)
        b = 0;
    else
        b = 2;
    if (z < 2)
        c = 7;
    else
        c = 4;
    s = malloc(a - b);
    *s = a - b;
    return 1 / (a - c);
}
"""


def test_table_2(tmp_path: Path) -> None:
    found = ByLine(FIGURE, tmp_path)
    control = {(side, line) for side, line in found.control() if line > 5 and side[0] > 5}
    assert control == {((7, "T"), 8), ((9, "T"), 10), ((9, "F"), 12), ((13, "T"), 14), ((13, "F"), 16)}
    data = {(a, b) for a, b, _ in found.data() if a > 5}
    assert data == {
        *((d, u) for d in (6, 8) for u in (17, 18, 19)),
        *((d, u) for d in (10, 12) for u in (17, 18)),
        *((14, 19), (16, 19), (17, 18)),
    }
    assert found.potential() == {((7, "F"), u, "a") for u in (17, 18, 19)}


def test_the_other_side_may_define_only_a_field(tmp_path: Path) -> None:
    text = """struct s { int a, b; };
struct s v;
int main(int x, char **argv) {
    v.a = 1;
    v.b = 2;
    if (x > 1)
        v.a = x;
    int p = v.a;
    int q = v.b;
    return p + q;
}
"""
    found = ByLine(text, tmp_path)
    assert {(side, line) for side, line, _ in found.potential()} == {((6, "F"), 8)}
    edges = {(a, b) for a, b, _ in found.data()}
    assert {(4, 8), (7, 8), (5, 9)} <= edges
    assert not {(4, 9), (5, 8), (7, 9)} & edges


ALIASED = """struct n {{ int num; }};
int main(int x, char **argv) {{
    struct n one = {{0}}, two = {{0}};
    struct n *p = &one, *q = {q};
    p->num = 3;
    if (x > 1)
        q->num = x;
    return p->num;
}}
"""


def test_aliases_decide(tmp_path: Path) -> None:
    """Qi, Nguyen and Roychoudhury, "Path Exploration based on Symbolic Output", section 6: p.num and q.num."""
    apart = ByLine(ALIASED.format(q="&two"), tmp_path)
    assert not {p for p in apart.potential() if p[1] == 8}
    same = ByLine(ALIASED.format(q="x > 5 ? &one : &two"), tmp_path)
    assert ((6, "F"), 8) in {(side, line) for side, line, _ in same.potential()}
    assert (7, 8) in {(a, b) for a, b, _ in same.data()}


def test_a_use_behind_a_loop_depends_on_its_end(tmp_path: Path) -> None:
    text = """int next(void);
int main(int x, char **argv) {
    int a;
    do {
        a = x * 3;
        x = x - 1;
    } while (x > 9);
    return a;
}
"""
    found = ByLine(text, tmp_path)
    assert ((7, "F"), 8, "a") in found.potential()
    assert 8 in found.forward(7, "F")


def test_memory_defined_in_a_loop(tmp_path: Path) -> None:
    text = """int a;
int main(int x, char **argv) {
    do {
        a = x * 3;
        x = x - 1;
    } while (x > 9);
    return a;
}
"""
    found = ByLine(text, tmp_path)
    assert ((6, "F"), 7, "a") in found.potential()
    assert 7 in found.forward(6, "F")


def test_through_parameters_and_results(tmp_path: Path) -> None:
    text = """int twice(int n) {
    return n * 2;
}
int main(int x, char **argv) {
    int a = x + 1;
    if (x > 3)
        a = 5;
    int b = twice(a);
    return b;
}
"""
    found = ByLine(text, tmp_path)
    data = found.data()
    assert {(5, 8, "a"), (7, 8, "a"), (5, 2, "n"), (7, 2, "n"), (8, 9, "b")} <= data
    assert (2, 8) in {(a, b) for a, b, _ in data}
    assert {((6, "F"), 8, "a"), ((6, "F"), 2, "n")} <= found.potential()


def test_a_constant_is_defined_where_it_is_passed_or_returned(tmp_path: Path) -> None:
    text = """int same(int n) {
    int m = n;
    if (n > 3)
        return 7;
    return m;
}
int main(void) {
    int a = same(4);
    return a;
}
"""
    data = {(a, b) for a, b, _ in ByLine(text, tmp_path).data()}
    assert {(8, 2), (8, 3), (2, 5)} <= data


def test_through_memory_and_calls(tmp_path: Path) -> None:
    text = """int g, h;
void set(int n) {
    if (n > 2)
        g = n;
}
int get(void) {
    return g;
}
int main(int x, char **argv) {
    g = 1;
    h = 2;
    set(x);
    int a = get();
    int b = h;
    return a + b;
}
"""
    found = ByLine(text, tmp_path)
    data = found.data()
    assert {(10, 7, "g"), (4, 7, "g"), (11, 14, "h")} <= data
    assert not {e for e in data if e[0] in (4, 10) and e[1] == 14}
    assert ((3, "F"), 7, "g") in found.potential()


def test_a_call_that_surely_overwrites_kills(tmp_path: Path) -> None:
    text = """int g;
void reset(void) {
    g = 0;
}
int main(int x, char **argv) {
    if (x > 1)
        g = x;
    reset();
    return g;
}
"""
    found = ByLine(text, tmp_path)
    assert (7, 9) not in {(a, b) for a, b, _ in found.data()}
    assert not found.potential()
    assert found.forward(6, "T") == {7}


def test_conditional_expressions_choose_constants(tmp_path: Path) -> None:
    text = """int main(int x, char **argv) {
    int a = x > 1
        ? 5
        : 6;
    return a;
}
"""
    found = ByLine(text, tmp_path)
    assert 5 in found.forward(2, "T") & found.forward(2, "F")


def test_a_loop_with_two_ways_back_chooses_at_its_own_head(tmp_path: Path) -> None:
    text = """int main(int x, char **argv) {
    int a = 0;
    while (1) {
        if (x > 1) {
            x = x - 3;
            a = 4;
            continue;
        }
        if (x < -5) break;
        x = x - 1;
    }
    return a;
}
"""
    found = ByLine(text, tmp_path)
    assert 12 in found.forward(4, "F") & found.forward(4, "T")
    assert 12 in found.forward(9, "T")


def test_what_lies_behind_an_assertion_does_not_depend_on_it(tmp_path: Path) -> None:
    text = """#include <assert.h>
int main(int x, char **argv) {
    int a = x;
    if (x > 3)
        __assert_fail("x", "f", 1, "main");
    return a;
}
"""
    found = ByLine(text, tmp_path)
    assert found.forward(4, "F") == set()
    assert found.forward(4, "T") == {5}
