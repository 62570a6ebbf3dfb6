"""The figures of "Dependence Guided Symbolic Execution" (Wang et al.), what the published algorithm misses, and all
search orders."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Unpack

import pytest

from properties.differential import Key
from secateur.dependence.static import Static
from secateur.dependence.trace.relevance import Relevance
from secateur.exploration.frontier import ORDERS
from secateur.exploration.hidden import Hidden
from secateur.options.keywords import ExploreKeywords

from .answers import EXAMPLES, explore

#: From the lines of Figure 2 to those of examples/dgse.c.
LINES_OF_FIGURE_2 = {2: 10, 4: 12, 8: 16}
#: The paths of Table 3. The paths of Table 1 that are missing here: 2T 4F 8F and 2F 4F 8F.
TABLE_3 = ("2T 4T 8T", "2T 4T 8F", "2T 4F 8T", "2F 4T 8T", "2F 4T 8F", "2F 4F 8T")
FAULTS_OF_FIGURE_2 = {("out-of-bounds", 21), ("division-by-zero", 22)}

#: The functions of examples/dgse_missed.c: all their faults, and the one that the published algorithm misses.
MISSED = {
    "behind": ({("assertion", 10), ("assertion", 12)}, ("assertion", 12)),
    "before": ({("assertion", 18), ("assertion", 20)}, ("assertion", 20)),
    "between": ({("assertion", 30), ("assertion", 32)}, ("assertion", 32)),
}


def faults(run: dict[str, Any]) -> set[Key]:
    return {(fault["kind"], fault["line"]) for fault in run["faults"]}


def reduced(spec: str, out: Path, technique: str = "dgse", /, **options: Unpack[ExploreKeywords]) -> dict[str, Any]:
    """A complete exploration of an example."""
    options["technique"] = technique
    options["confirm"] = False
    _, run = explore(spec, out, **options)
    assert (run["technique"], run["complete"]) == (technique, True)
    return run


# --- the figures of the paper


@pytest.mark.parametrize("technique", ["dgse", "dgse-published"])
@pytest.mark.parametrize("order", list(ORDERS))
def test_figure_2_the_paths_of_table_3_show_both_faults(technique: str, order: str, tmp_path: Path) -> None:
    run = reduced("dgse.c:test", tmp_path, technique, order=order)
    expected = {tuple(f"{LINES_OF_FIGURE_2[int(b[0])]}{b[1]}" for b in path.split()) for path in TABLE_3}
    paths = {tuple(test["path"]) for test in run["tests"]}
    if technique == "dgse-published":
        assert paths == expected
    else:  # the last line does not matter to the one before it: either side of 16 will do there
        assert {path[:2] for path in paths} == {path[:2] for path in expected}
    assert (run["paths"]["completed"], run["paths"]["runs"]) == (6, 6)
    assert faults(run) == FAULTS_OF_FIGURE_2


def test_table_4_without_interactive_dependence_a_fault_is_missed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first run differs from the paper's, and so does the fault that is missed."""
    monkeypatch.setattr(Static, "interactive", lambda *_: ())
    run = reduced("dgse.c:test", tmp_path, "dgse-published")
    assert run["paths"]["completed"] == 4
    assert faults(run) == {("division-by-zero", 22)}


def test_figure_5_what_is_impossible_is_never_asked_for(tmp_path: Path) -> None:
    run = reduced("dgse_infeasible.c:infeasible", tmp_path)
    assert (run["paths"]["completed"], run["paths"]["infeasible"], run["solver"]["unsat"]) == (3, 0, 0)
    full = reduced("dgse_infeasible.c:infeasible", tmp_path, "full")
    assert (full["paths"]["completed"], full["paths"]["infeasible"]) == (3, 1)


@pytest.mark.parametrize("count", [4, 10, 40, pytest.param(200, marks=pytest.mark.slow)])
def test_figure_4_one_path_and_one_for_each_decision(count: int, tmp_path: Path) -> None:
    options: ExploreKeywords = {"define": [f"N={count}"], "buffer": count, "accept": ["not-compiled"]}
    run = reduced("dgse_family.c:family", tmp_path, "dgse", **options)
    assert (run["paths"]["completed"], run["paths"]["runs"]) == (count + 1, count + 1)
    turned = sorted(tuple(branch[-1] for branch in test["path"]).count("T") for test in run["tests"])
    assert turned == [0] + [1] * count
    assert len({tuple(test["path"]) for test in run["tests"]}) == count + 1


# --- what the published algorithm misses, and the purpose of each repair


@pytest.mark.parametrize("function", list(MISSED))
def test_a_fault_that_the_published_algorithm_misses_is_found(function: str, tmp_path: Path) -> None:
    expected, missed = MISSED[function]
    for technique in ("full", "dgse"):
        assert faults(reduced(f"dgse_missed.c:{function}", tmp_path, technique)) == expected
    assert faults(reduced(f"dgse_missed.c:{function}", tmp_path, "dgse-published")) == expected - {missed}


@pytest.mark.parametrize(("function", "is_found"), [("behind", True), ("before", False), ("between", False)])
def test_without_a_memory_of_early_ends_what_they_hide_is_missed(
    function: str, is_found: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Hidden, "learn", lambda *_: None)
    expected, missed = MISSED[function]
    run = reduced(f"dgse_missed.c:{function}", tmp_path)
    assert faults(run) == (expected if is_found else expected - {missed})


def test_without_the_side_that_is_wanted_a_fault_is_missed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The false side of the second branch interacts with nothing, the true side does."""
    for technique in ("dgse", "dgse-published"):
        assert faults(reduced("dgse_missed.c:sides", tmp_path, technique)) == {("assertion", 43)}
    monkeypatch.setattr(Relevance, "flipped", lambda relevance, decision: relevance.interacting[decision])
    assert faults(reduced("dgse_missed.c:sides", tmp_path, "dgse-published")) == set()


def test_the_lines_above_are_those_of_the_example() -> None:
    lines = (EXAMPLES / "dgse_missed.c").read_text().splitlines()
    asserted = [number for number, line in enumerate(lines, 1) if line.strip().startswith("assert(")]
    assert asserted == [10, 12, 18, 20, 30, 32, 43]


# --- all orders


@pytest.mark.parametrize("function", [*MISSED, "sides"])
def test_the_faults_of_an_example_are_found_in_every_order(function: str, tmp_path: Path) -> None:
    expected = faults(reduced(f"dgse_missed.c:{function}", tmp_path, "full"))
    assert expected
    for order in ORDERS:
        assert faults(reduced(f"dgse_missed.c:{function}", tmp_path, "dgse", order=order)) == expected
