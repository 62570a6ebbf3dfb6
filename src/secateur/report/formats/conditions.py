"""The condition of each path as C text: under which inputs the path is taken."""

from __future__ import annotations

from collections.abc import Iterator

from secateur import expr
from secateur.report.format import text_format
from secateur.report.material import AnswerKind, Material


def to_conditions(material: Material) -> str:
    return "".join(f"{line}\n" for line in _lines(material))


def _lines(material: Material) -> Iterator[str]:
    for run in material.runs:
        for test, path in run.paths or ():
            conditions = dict.fromkeys(expr.to_c(condition) for condition in path.conditions)
            yield f"{run.title} {test.name}: {test.outcome}"
            yield from (f"  {'&& ' if number else '   '}{text}" for number, text in enumerate(conditions or ("1",)))


FORMAT = text_format(
    "conditions",
    "conditions.txt",
    "the condition of each path, as C",
    (AnswerKind.EXPLORE,),
    to_conditions,
    needs_paths=True,
)
