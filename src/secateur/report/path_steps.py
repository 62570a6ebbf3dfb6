"""A path through the source as steps: each decision with its condition, and the inputs on which that depends.

Many paths share their first decisions: a `StepWriter` prints each condition once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from secateur import expr
from secateur.expr import Expr, variables_of
from secateur.expr.walk import size
from secateur.machine.path import OWN_FILES, Branch, BranchKind, Path
from secateur.suite.scalars import decode
from secateur.suite.test import Json, Recorded, Test

#: Steps that are kept at the start and the end of a long path; the longest condition and the most values of a step.
FIRST, LAST, LONGEST, MOST_VALUES = 100, 200, 160, 6
#: Nodes of a condition that is shown: nobody reads a larger one, and printing takes time.
LARGEST = 400
_UNSIGNED = ("u", "object", "bits")


class StepWriter:
    """Makes the steps of the paths of one answer."""

    def __init__(self) -> None:
        self._printed: dict[Expr, tuple[str, tuple[str, ...]]] = {}

    def steps(self, path: Path, test: Test) -> list[dict[str, Any]]:
        """The decisions in the user's code. Where a path is very long, its middle is one step that says how many are
        left out."""
        given = {each.name: each for each in test.recorded}
        taken = [branch for branch in path.branches if _is_shown(branch)]
        if len(taken) <= FIRST + LAST:
            return [self._step(branch, given) for branch in taken]
        left_out = len(taken) - FIRST - LAST
        before, after = taken[:FIRST], taken[-LAST:]
        gap = {**self._step(after[0], given), "condition": "", "values": {}, "left_out": left_out}
        return [*(self._step(b, given) for b in before), gap, *(self._step(b, given) for b in after)]

    def _step(self, branch: Branch, given: Mapping[str, Recorded]) -> dict[str, Any]:
        place = branch.site.position
        condition = branch.condition
        printed = self._printed.get(condition)
        if printed is None:
            printed = self._printed[condition] = _printed(condition)
        text, names = printed
        return {
            "file": place.file,
            "line": place.line,
            "column": place.column,
            "function": branch.site.function,
            "side": branch.outcome,
            "condition": text,
            "values": _values(names, given),
            "left_out": 0,
        }


def steps_json(path: Path, test: Test) -> list[dict[str, Any]]:
    """The steps of a single path."""
    return StepWriter().steps(path, test)


def _is_shown(branch: Branch) -> bool:
    site = branch.site
    return site.kind is BranchKind.CONDITION and not site.position.file.startswith(OWN_FILES)


def _printed(condition: Expr) -> tuple[str, tuple[str, ...]]:
    """Its text, and the names of its variables; nothing if nobody could read it."""
    if size(condition) > LARGEST:
        return "", ()
    text = expr.to_c(condition)
    names = tuple(dict.fromkeys(variable.name for variable in variables_of(condition)))
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…", names


def _values(names: Sequence[str], given: Mapping[str, Recorded]) -> dict[str, Json]:
    found = [(name, given[name]) for name in names if name in given][:MOST_VALUES]
    return {name: _value(each) for name, each in found}


def _value(given: Recorded) -> Json:
    """A character that can be printed is shown as such."""
    value = decode(given.kind, not given.kind.startswith(_UNSIGNED), given.data)
    return chr(value) if given.kind == "char" and isinstance(value, int) and 32 <= value < 127 else value
