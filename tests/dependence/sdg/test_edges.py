"""Data and potential edges of a whole program: listed on demand, and with fewer memory inputs per call."""

from __future__ import annotations

from pathlib import Path

import pytest

from dependence.analysing import program_of
from dependence.generated import generate
from secateur.dependence.sdg import slices
from secateur.dependence.static import Static

RECURSIVE = """extern int __VERIFIER_nondet_int(void);
struct pair { int left, right; } p, q;
int total, depth;
int even(int n, struct pair *out);
int odd(int n, struct pair *out) {
    depth++;
    if (n == 0) return 0;
    out->left = n;
    return even(n - 1, out);
}
int even(int n, struct pair *out) {
    if (n == 0) { total = out->left; return 1; }
    out->right = depth;
    return odd(n - 1, out);
}
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n > 9) p.left = 7;
    int r = even(n, &p) + odd(n, &q);
    if (total > 3) r += p.right;
    return r + q.left;
}
"""


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Static:
    return Static(program_of(generate(120, 1), tmp_path_factory.mktemp("edges")), "main")


def test_sources_are_those_of_the_listed_edges(whole: Static) -> None:
    edges = whole.data_edges()
    listed: dict[int, set[int]] = {}
    for edge in edges:
        listed.setdefault(edge.target, set()).add(edge.source)
    assert listed
    assert listed == {target: set(edges.sources(target)) for target in edges.targets() if edges.sources(target)}


def test_sides_are_those_of_the_listed_edges(whole: Static) -> None:
    edges, sides = whole.potential_edges(), whole.slices.sides
    listed: dict[int, set[tuple[int, int]]] = {}
    for edge in edges:
        listed.setdefault(edge.target, set()).add((edge.branch, edge.side))
    known = {t: {(sides[n].node, sides[n].side) for n in edges.sides(t)} for t in edges.targets()}
    assert listed
    assert listed == {target: found for target, found in known.items() if found}


@pytest.mark.parametrize("text", [RECURSIVE, generate(120, 1)], ids=["recursive", "generated"])
@pytest.mark.parametrize("most", [1, 4])
def test_fewer_memory_inputs_lose_no_dependence(
    text: str, most: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = program_of(text, tmp_path)
    exact = Static(program, "main")
    places = [(side.node, side.side) for side in exact.slices.sides]
    forward = [exact.forward(*place) for place in places]
    monkeypatch.setattr(slices, "MOST_PORTS", 0)
    monkeypatch.setattr(slices, "FEWEST_PORTS", most)
    coarse = Static(program, "main")
    count = [sum(len(g.interface.inputs) for g in s.slices.graphs.values()) for s in (exact, coarse)]
    assert count[1] < count[0]
    for target in exact.data_edges().targets():
        assert set(exact.data_edges().sources(target)) <= set(coarse.data_edges().sources(target))
        assert set(exact.potential_edges().sides(target)) <= set(coarse.potential_edges().sides(target))
    assert not any(old & ~coarse.forward(*place) for place, old in zip(places, forward, strict=True))
