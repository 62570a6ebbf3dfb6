"""The graph of a program: distances count decisions and calls, and functions return to where they were called."""

from __future__ import annotations

from pathlib import Path

from secateur.exploration.code_graph import FAR, CodeGraph, CodeSide
from secateur.exploration.nearest import Nearest

from .exploring import explorer_for

PROGRAM = """static int sign(int x)
{
    if (x > 0) return 1;
    return -1;
}
static int twice(int x) { return sign(x) + sign(-x); }
static void never(void) { for (;;) ; }
int main(void)
{
    int a = INT, b = INT;
    int r = twice(a);
    if (b == 3)
        r += sign(b);
    if (b == 9) never();
    return r;
}
"""


def _graph(tmp_path: Path, text: str = PROGRAM) -> CodeGraph:
    machine = explorer_for(text, tmp_path).machine
    return CodeGraph(machine.program, machine.entry.name)


def _sides(graph: CodeGraph, function: str) -> list[tuple[CodeSide, int]]:
    return [(side, node) for side, node in graph.sides.items() if side.function == function]


def _distance(graph: CodeGraph, start: int, goal: int) -> int:
    return Nearest(graph.edges, {goal: 0, graph.inner(goal): 0}).distance[start]


def test_the_way_leads_into_functions_and_out_of_them(tmp_path: Path) -> None:
    graph = _graph(tmp_path)
    (_, positive), (_, negative) = _sides(graph, "sign")
    (_, is_three), (_, is_not_three), (_, is_nine), _ = _sides(graph, "main")
    start = graph.piece("main", next(iter(graph.sides)).block, 0)
    assert start is not None
    assert _distance(graph, is_three, is_nine) == 3  # the call, the decision in it, and the one after it
    assert _distance(graph, is_not_three, is_nine) == 1
    assert _distance(graph, is_not_three, is_three) == FAR
    assert _distance(graph, is_three, positive) == 2
    assert _distance(graph, positive, negative) == 2  # by the second call of `twice`, or the one after `b == 3`
    assert _distance(graph, positive, is_three) == 1


def test_a_function_returns_only_to_its_call(tmp_path: Path) -> None:
    """From `first`, the body of `shared` is on the way, but not what follows its call in `second`."""
    text = """static int shared(int x) { if (x > 0) return 1; return 0; }
static int second(int x) { int r = shared(x); if (r > 5) return 7; return r; }
int main(void)
{
    int a = INT;
    if (a == 1) return second(a);
    if (a == 2) return shared(a);
    return 0;
}
"""
    graph = _graph(tmp_path, text)
    (_, is_one), _, (_, is_two), _ = _sides(graph, "main")
    behind = [node for _, node in _sides(graph, "second")]
    assert [_distance(graph, is_two, node) for node in behind] == [FAR, FAR]
    assert [_distance(graph, is_one, node) for node in behind] == [4, 4]
    inside = [node for _, node in _sides(graph, "shared")]
    assert [_distance(graph, node, behind[0]) for node in inside] == [1, 1]  # who called is not known


def test_what_never_returns_has_nothing_after_it(tmp_path: Path) -> None:
    text = """static void stop(int x) { for (;;) if (x > 3) x = 0; }
int main(void)
{
    int a = INT;
    if (a > 0) stop(a);
    if (a == -5) return 1;
    return 0;
}
"""
    graph = _graph(tmp_path, text)
    (_, stopped), (_, goes_on), (_, last), _ = _sides(graph, "main")
    assert _distance(graph, stopped, last) == FAR
    assert _distance(graph, goes_on, last) == 1


def test_a_call_through_a_pointer_may_lead_to_functions_with_as_many_parameters(tmp_path: Path) -> None:
    text = """static int one(int x) { if (x > 0) return 1; return 0; }
static int two(int x, int y) { if (x > y) return 1; return 0; }
int main(void)
{
    int (*f)(int) = one;
    int a = INT;
    if (a > 7) return f(a);
    return two(a, 1);
}
"""
    graph = _graph(tmp_path, text)
    (_, calls), _ = _sides(graph, "main")
    assert _distance(graph, calls, _sides(graph, "one")[0][1]) == 2
    assert _distance(graph, calls, _sides(graph, "two")[0][1]) == FAR
