"""Runs that cannot execute a change are neither explored further nor compared."""

from __future__ import annotations

from pathlib import Path

import pytest

import secateur
from evolve.versions import compared, pair_of
from secateur.evolve.impact.impact import Because
from secateur.exploration.loop import Explorer
from secateur.exploration.techniques.dise import Dise
from secateur.solver import Solver, by_name

#: FINDINGS P8: only `mode == 1` gets to the change.
MODES = """int r = 0;
if (a == 1) { if (b > 5) r = 1; }
else { if (b > 1) r += 2; if (c > 1) r += 4; if (b + c > 9) r += 8; }
return r;"""
#: The change is in a function that is called after some branches and before others.
CALLED = """static int limit(int v) { return v > 5 ? 5 : v; }
int main(void) {
int a = INT, b = INT, c = INT, r = 0;
if (a > 0) { r = 1; if (b > 3) r = 2; if (c > 3) r += 2; return r; }
r = limit(b);
if (c > 2) r++;
return r;
}"""
#: Whether the change was executed before a branch, and not only what can follow, counts.
BEFORE = """int r = 0;
if (a == 1) r = b;
if (c > 3) return r > 2;
return 0;"""
#: Nothing in the new version depends on `b > 1`, where the old one executes the statement that was removed.
REMOVED = """int r = 0, s = 0;
if (a > 3) { if (b > 1) { s = 7; } }
else { if (b > 2) r = 1; if (c > 2) r += 2; }
return r + s;"""
#: A run that ends early for another reason hides the change from the inputs that it stands for.
HIDDEN = """int r = 0;
if (a == 0) exit(1);
if (b > 2) { r = c; }
return r;"""
LOOP = """int r = 0;
for (int i = 0; i < 3; i++) { if (a == i) { if (b > i) r += 1; } else if (c > i) r += 4; }
return r;"""


@pytest.mark.parametrize(
    ("text", "old", "new", "paths"),
    [
        (MODES, "b > 5", "b > 6", 2),
        (CALLED, "v > 5", "v > 6", 4),
        (BEFORE, "r = b", "r = b + 1", 2),
        (REMOVED, "s = 7;", "", 1),
        (HIDDEN, "r = c", "r = c + 1", 1),
    ],
)
def test_only_runs_that_execute_the_change_are_paths(text: str, old: str, new: str, paths: int) -> None:
    assert old in text
    pair = pair_of(text, text.replace(old, new))
    technique = Dise(pair.new.impacted, by_value=False)
    result = Explorer(pair.machines[1], Solver(by_name("bitwuzla")), technique).run()
    assert result.complete
    assert result.counts.completed - result.counts.faulty == paths
    assert technique.untouched


@pytest.mark.parametrize(("text", "old", "new"), [(MODES, "b > 5", "b > 6"), (BEFORE, "r = b", "r = b + 1")])
def test_runs_that_execute_the_change_without_effect_are_none(text: str, old: str, new: str) -> None:
    pair = pair_of(text, text.replace(old, new))
    technique = Dise(pair.new.impacted)
    result = Explorer(pair.machines[1], Solver(by_name("bitwuzla")), technique).run()
    assert (result.complete, result.counts.completed - result.counts.faulty) == (True, 1)
    assert technique.alike


@pytest.mark.parametrize(
    ("text", "old", "new", "differs"),
    [
        (MODES, "b > 5", "b > 6", True),
        (MODES, "b > 5", "b >= 6", False),
        (CALLED, "v > 5", "v > 6", True),
        (REMOVED, "s = 7;", "", True),
        (REMOVED, "s = 7;", "s = 0;", True),
        (HIDDEN, "r = c", "r = c + 0", False),
        (LOOP, "b > i", "b >= i", True),
        (LOOP, "b > i", "b >= i + 1", False),
    ],
)
def test_the_verdict_is_that_of_all_inputs(text: str, old: str, new: str, differs: bool) -> None:
    assert old in text
    verdict = compared(text, text.replace(old, new))
    assert verdict.complete
    assert bool(verdict.different) is differs


def test_a_change_that_no_input_executes_is_said_to_be_that(tmp_path: Path) -> None:
    text = "int f(int mode, int b) { int r = 0; if (mode == 1) { if (mode != 1) r = b; } return r; }\n"
    (tmp_path / "old.c").write_text(text)
    (tmp_path / "new.c").write_text(text.replace("r = b", "r = b + 1"))
    answer = secateur.diff(tmp_path / "old.c", tmp_path / "new.c")
    (function,) = answer.functions
    assert (answer.found, answer.complete, function.result.counts.completed) == (False, True, 0)
    assert function.summary == "equivalent on all runs, as none executes the change, for: all inputs"


def test_what_decides_about_a_removed_statement_is_named() -> None:
    pair = pair_of(REMOVED, REMOVED.replace("s = 7;", ""))
    reasons = {step.because for node in pair.impact.new.nodes for step in pair.impact.chain(node)}
    assert Because.OTHER_DECIDES in reasons
