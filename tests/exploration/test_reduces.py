"""Each technique that reduces really does: fewer completed paths than full exploration, by exact numbers."""

from __future__ import annotations

import pytest

from evolve.versions import pair_of
from properties.differential import compiled, explored
from secateur.evolve.impact.pair import Pair
from secateur.exploration.impacted import Impacted
from secateur.exploration.plugins import registry
from secateur.exploration.result import Result
from secateur.exploration.setup import ChangeImpact, Setup
from secateur.options import Budget

from .exploring import HEADER

#: No condition matters to another one.
INDEPENDENT = """int a, b, c, d;
int main(void)
{
    if (INT > 1) a = 1;
    if (INT > 2) b = 1;
    if (INT > 3) c = 1;
    if (INT > 4) d = 1;
    return 0;
}
"""
#: Every condition matters to all later ones, but both sides lead to the same state.
SAME_STATE = """int main(void)
{
    int x = INT, y = INT, z = INT, w = INT, r = 0;
    if (x > 0) x = 1; else x = 1;
    if (y > x) r = 1; else r = 1;
    if (z > r) r = 2; else r = 2;
    if (w > r) r = 3;
    return r;
}
"""
#: Only the last condition matters to what is returned.
ONE_OUTPUT = """int seen;
int main(void)
{
    int x = INT, r = 0;
    if (INT > 1) seen++;
    if (INT > 2) seen++;
    if (INT > 3) seen++;
    if (x > 5) r = 1;
    return r;
}
"""
#: The completed paths, by program and technique.
PROGRAMS = {
    "independent": (INDEPENDENT, {"full": 16, "dgse": 5, "dgse-published": 5, "pse": 2, "rsc": 1}),
    "same-state": (SAME_STATE, {"full": 16, "pse": 2}),
    "one-output": (ONE_OUTPUT, {"full": 16, "dgse": 5, "dgse-published": 9, "pse": 2, "rsc": 2}),
}

#: Two conditions have nothing to do with the changed one.
OLD = "int seen = 0, r = 0;\nif (b > 2) seen = 1;\nif (c > 3) seen += 2;\nif (a > 1) r = 1;\nreturn r;"
NEW = OLD.replace("a > 1", "a > 4")
CHANGES = {"full": 8, "dise": 1, "dise-published": 1, "dgse": 2}


def explored_by(technique: str, text: str) -> Result:
    made = registry().find(technique).make(Setup())
    return explored(compiled(HEADER + text), made, Budget())


def explored_change(technique: str, pair: Pair) -> Result:
    change = ChangeImpact(pair.new.impacted, lambda kind: Impacted(pair.statics[1], pair.published(kind)))
    made = registry().find(technique, for_changes=True).make(Setup(change=change))
    return explored(pair.machines[1].program, made, Budget())


@pytest.mark.parametrize(
    ("program", "technique"), [(program, name) for program, (_, paths) in PROGRAMS.items() for name in paths]
)
def test_completed_paths(program: str, technique: str) -> None:
    text, paths = PROGRAMS[program]
    result = explored_by(technique, text)
    assert result.complete
    assert result.counts.completed == paths[technique]
    reduces = registry().find(technique).reduces
    assert (result.counts.completed < paths["full"]) is reduces


@pytest.mark.parametrize("technique", CHANGES)
def test_completed_paths_of_a_change(technique: str) -> None:
    result = explored_change(technique, pair_of(OLD, NEW))
    assert result.complete
    assert result.counts.completed == CHANGES[technique]
    reduces = registry().find(technique, for_changes=True).reduces
    assert (result.counts.completed < CHANGES["full"]) is reduces


def test_no_technique_is_forgotten() -> None:
    named = {name for _, paths in PROGRAMS.values() for name in paths} | {"auto"}  # which is full on small programs
    assert named >= {name for name in registry().names() if registry().find(name).reduces}
    assert set(CHANGES) == set(registry().names(for_changes=True))
