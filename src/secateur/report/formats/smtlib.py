"""The condition of each path as an SMT-LIB script: satisfiable by exactly the inputs that take the path."""

from __future__ import annotations

from collections.abc import Iterator

from secateur.report.format import Format
from secateur.report.material import AnswerKind, Material
from secateur.report.run_folders import run_folders


def scripts(material: Material) -> Iterator[tuple[str, bytes]]:
    from secateur.solver.z3 import to_smtlib  # noqa: PLC0415 - z3 is slow to import

    for folder, run in run_folders("smt2", material.runs):
        for test, path in run.paths or ():
            yield f"{folder}/{test.name}.smt2", to_smtlib(path.conditions).encode()


FORMAT = Format(
    "smtlib",
    "smt2/TEST.smt2",
    "SMT-LIB: the condition of each path, for solvers",
    frozenset((AnswerKind.EXPLORE,)),
    scripts,
    needs_paths=True,
)
