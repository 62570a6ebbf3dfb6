"""The dependences of single runs: the examples of Qi, Nguyen and Roychoudhury, "Path Exploration based on Symbolic
Output", and each kind of dependence."""

from __future__ import annotations

from pathlib import Path

import pytest

from secateur.dependence.trace.dynamic import Dynamic
from secateur.dependence.trace.graphs import Graphs
from secateur.expr import to_c
from secateur.harness.subject import load
from secateur.machine.machine import Machine
from secateur.options import Compiling, Inputs

EXAMPLES = Path(__file__).parent.parent.parent.parent / "examples"


def graph_of(spec: str, **inputs: int) -> Dynamic:
    """The graph of the run on these inputs."""
    machine = Machine(load([spec], Compiling(), Inputs()).program, record=True)
    first = machine.run(*machine.start(()))
    names = [str(cell.name) for given in first.inputs for cell, _ in given.cells if not isinstance(cell, int | float)]
    path = machine.run(*machine.start(tuple(inputs.get(name, 0) for name in names)))
    return Graphs(machine).graph(path)


def written(text: str, tmp_path: Path) -> str:
    source = tmp_path / "program.c"
    source.write_text(text)
    return f"{source}:f"


def lines_of(graph: Dynamic, line: int, text: str) -> list[int]:
    """The lines of the user's file in the relevant slice of a line."""
    wanted = [i for i in range(len(graph)) if graph.line(i) == line and is_users(graph, i, text)]
    found = {graph.line(i) for i in graph.slice(wanted[-1]) if is_users(graph, i, text)}
    return sorted(found - {0})  # joins have no line


def is_users(graph: Dynamic, instance: int, text: str) -> bool:
    return graph.static.code.position(graph.record.nodes[instance]).file.endswith(text)


FIGURE_2 = """int f(int x)
{
    int a = 0, out;
    x = x - 1;
    if (x > 0)
        a = 1;
    out = a;
    return out;
}
"""


def test_paper_004_figure_2(tmp_path: Path) -> None:
    graph = graph_of(written(FIGURE_2, tmp_path), x=0)
    assert lines_of(graph, 7, "program.c") == [3, 4, 5, 7]  # line 3 of the paper reads x: here it is a parameter
    at = [i for i in range(len(graph)) if graph.line(i) == 7 and is_users(graph, i, "program.c")][-1]
    assert [to_c(c) for c in graph.condition(at)] == ["x - 1 <= 0"]


def test_paper_004_figure_1_output_depends_on_a_branch_not_taken() -> None:
    graph = graph_of(f"{EXAMPLES / 'rsc.c'}:example", x=6, y=2, z=2)
    assert graph.path.labels == ("6T", "10F", "12T")
    assert lines_of(graph, 16, "rsc.c") == [4, 10, 16]
    at = [i for i in range(len(graph)) if graph.line(i) == 16 and is_users(graph, i, "rsc.c")][-1]
    assert [to_c(c) for c in graph.condition(at)] == ["x + y <= 10"]
    potential = {graph.line(p) for i in graph.slice(at) for p in graph.potential(i)}
    assert potential == {10}


def test_paper_004_figure_1_other_inputs() -> None:
    graph = graph_of(f"{EXAMPLES / 'rsc.c'}:example", x=6, y=5, z=2)
    assert lines_of(graph, 16, "rsc.c") == [6, 7, 10, 11, 16]
    graph = graph_of(f"{EXAMPLES / 'rsc.c'}:example", x=5, y=6, z=2)
    assert lines_of(graph, 16, "rsc.c") == [6, 9, 10, 11, 16]


@pytest.mark.parametrize(("function", "potential"), [("apart", []), ("together", [12])])
def test_paper_004_section_6_aliases(function: str, potential: list[int]) -> None:
    """The code and the points-to sets are the same, but the run knows which objects the pointers refer to."""
    graph = graph_of(f"{EXAMPLES / 'alias.c'}:{function}", x=0)
    at = [i for i in range(len(graph)) if graph.line(i) == 14 and is_users(graph, i, "alias.c")]
    assert sorted({graph.line(p) for i in at for p in graph.potential(i)}) == potential


LOOP = """int f(int n)
{
    int i, last = 7;
    for (i = 0; i < 3; i++)
        if (n == i)
            last = i;
    return last;
}
"""


def test_execution_indices_tell_rounds_apart_and_join_paths(tmp_path: Path) -> None:
    machine = Machine(load([written(LOOP, tmp_path)], Compiling(), Inputs()).program, record=True)
    graphs = Graphs(machine)
    one = graphs.graph(machine.run(*machine.start((0,))))
    other = graphs.graph(machine.run(*machine.start((9,))))
    ones, others = ([g.key(n) for n in range(len(g.path.branches))] for g in (one, other))
    assert len(set(others)) == 3
    assert ones == others[: len(ones)]
    assert one.key(0) == other.key(0)


def test_what_comes_out_of_a_loop_depends_on_its_end(tmp_path: Path) -> None:
    text = "int f(int n)\n{\n    int i = 0;\n    do\n        i++;\n    while (i < n);\n    return i;\n}\n"
    graph = graph_of(written(text, tmp_path), n=2)
    assert [b.outcome for b in graph.path.branches] == [True, False]
    assert graph.relevant_to(graph.record.observed[0]) == 0b11


def test_a_store_whose_place_was_decided_could_have_been_elsewhere(tmp_path: Path) -> None:
    text = (
        "int a[4];\nint f(int n)\n{\n    int i = 0;\n    if (n > 0)\n        i = 2;\n"
        "    a[i] = 5;\n    return a[2];\n}\n"
    )
    graph = graph_of(written(text, tmp_path), n=0)
    assert graph.path.labels == ("5F",)
    assert graph.relevant_to(graph.record.observed[0]) == 1


def test_what_a_call_did_not_do_matters_too(tmp_path: Path) -> None:
    text = (
        "static int g;\nstatic void set(int n)\n{\n    if (n > 3)\n        g = 1;\n}\n"
        "int f(int n, int m)\n{\n    set(m);\n    if (n > 0)\n        n = 0;\n    return g;\n}\n"
    )
    graph = graph_of(written(text, tmp_path))
    assert graph.path.labels == ("4F", "10F")
    assert [graph.path.branches[k].label for k in (0, 1)] == ["4F", "10F"]
    assert graph.relevant_to(graph.record.observed[0]) == 0b01
