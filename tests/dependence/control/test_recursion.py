"""Groups of mutually recursive functions."""

from __future__ import annotations

from secateur.dependence.control.recursion import components, recursive

CALLS = {"main": ["a", "x"], "a": ["b"], "b": ["c", "a"], "c": [], "x": ["x", "c"], "alone": ["main"]}


def test_callees_come_before_callers() -> None:
    groups = components(list(CALLS), CALLS)
    assert sorted(map(sorted, groups)) == [["a", "b"], ["alone"], ["c"], ["main"], ["x"]]
    order = {name: number for number, group in enumerate(groups) for name in group}
    assert all(order[callee] <= order[name] for name, called in CALLS.items() for callee in called)


def test_recursive_functions() -> None:
    assert recursive(list(CALLS), CALLS) == {"a", "b", "x"}


def test_long_chains_need_no_stack() -> None:
    calls = {str(n): [str(n + 1)] for n in range(5000)} | {"5000": []}
    assert len(components(list(calls), calls)) == 5001
