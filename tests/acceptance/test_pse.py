"""The figures and tables of "Eliminating Path Redundancy via Postconditioned Symbolic Execution" (Yi et al.).

Golden files hold what is covered, path by path.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from .answers import explore, is_clean, replay

GOLDEN = Path(__file__).parent / "golden"

#: Golden file → example, start inputs, further tuning. The start inputs give the paper's first path.
TABLES = {
    "pse": ("pse.c:test", ("a=-10", "b=1", "c=-6"), ()),  # Table 1
    "pse_subsumed": ("pse_subsumed.c:sign", ("x=-5",), ()),  # Figure 2
    "pse_simplified_on": ("pse_simplified.c:update", ("e=2",), ("simplify=on",)),  # Tables 2 and 3
    "pse_simplified_off": ("pse_simplified.c:update", ("e=2",), ("simplify=off",)),
}


def explored(spec: str, out: Path, start: tuple[str, ...] = (), tuning: tuple[str, ...] = ()) -> dict[str, Any]:
    """Explores without the checks, which the paper's examples do not have."""
    covered = out / "covered"
    _, found = explore(spec, out, technique="pse", check="none", start=start, tune=tuning, postconditions=covered)
    return found


@pytest.mark.parametrize("name", list(TABLES))
def test_the_tables_of_the_paper(name: str, tmp_path: Path) -> None:
    spec, start, tuning = TABLES[name]
    found = explored(spec, tmp_path, start, ("reuse=off", *tuning))
    assert found["complete"]
    assert (tmp_path / "covered").read_text() == (GOLDEN / f"{name}.postconditions").read_text()


def test_figure_1_four_tests_instead_of_eight(tmp_path: Path) -> None:
    found = explored("pse.c:test", tmp_path, ("a=-10", "b=1", "c=-6"))
    assert [" ".join(test["path"]) for test in found["tests"]] == ["5T 9T 13T", "5T 9T 13F", "5T 9F", "5F"]
    assert (found["paths"]["completed"], found["paths"]["cut"]) == (2, 2)
    assert found["coverage"]["branches"] == {"covered": 6, "total": 6}
    _, full = explore("pse.c:test", tmp_path, check="none")
    assert full["paths"]["completed"] == 8


def test_figure_2_the_second_path_stops_at_the_last_branch(tmp_path: Path) -> None:
    found = explored("pse_subsumed.c:sign", tmp_path, ("x=-5",))
    assert [" ".join(test["path"]) for test in found["tests"]] == ["5F 7F", "5F 7T", "5T"]
    assert found["paths"]["cut"] == 1
    full = explore("pse_subsumed.c:sign", tmp_path, check="none")[1]
    assert found["instructions"] < full["instructions"]


@pytest.mark.parametrize("simplify", ["on", "off"])
@pytest.mark.parametrize("reuse", ["on", "off"])
def test_figure_3_six_paths(simplify: str, reuse: str, tmp_path: Path) -> None:
    found = explored("pse_simplified.c:update", tmp_path, (), (f"simplify={simplify}", f"reuse={reuse}"))
    assert found["paths"]["completed"] + found["paths"]["cut"] == 6
    assert [(fault["kind"], fault["line"]) for fault in found["faults"]] == [("assertion", 24)]
    assert all(fault["confirmed"] for fault in found["faults"])


@pytest.mark.parametrize("spec", ["pse.c:test", "pse_simplified.c:update", "sort.c:sort5", "branches.c:branches"])
def test_what_a_cut_path_will_do_is_known(spec: str, tmp_path: Path) -> None:
    _, found = explore(spec, tmp_path, technique="pse", buffer=5, define=["N=5"], tune=["summaries=conditions"])
    assert found["paths"]["cut"] > 0
    answer, replayed = replay(tmp_path)
    assert is_clean(answer)
    assert replayed["confirmed"] == replayed["tests"] == len(found["tests"])
