"""The lines of functions as plain data."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from secateur.report.assumptions import assumption_json

if TYPE_CHECKING:
    from secateur.conjectures.line import InvariantLine
    from secateur.jobs.function_invariants import FunctionInvariants
    from secateur.jobs.invariants import InvariantsAnswer


def invariants_json(answer: InvariantsAnswer) -> dict[str, Any]:
    """All lines, also those that are not shown by default."""
    return {"tool": "secateur", "functions": [_function_json(each) for each in answer.functions]}


def _function_json(function: FunctionInvariants) -> dict[str, Any]:
    found: dict[str, Any] = {
        "source": function.source,
        "function": function.name,
        "lines": [_line_json(line) for line in function.lines],
        "paths": function.paths,
        "every_path_explored": function.is_complete,
        "refuted": function.refuted,
        "undecided": function.undecided,
        "contract": function.contract.texts,
        "assumptions": [assumption_json(each) for each in function.ledger.assumptions],
    }
    if function.problem:
        found["problem"] = function.problem
    if function.spent is not None:
        found["stopped"] = str(function.spent)
    return found


def _line_json(line: InvariantLine) -> dict[str, Any]:
    found: dict[str, Any] = {
        "text": line.text,
        "kind": line.kind.name.lower().replace("_", "-"),
        "status": str(line.status),
        "proved": line.status.is_proof,
        "ensures": list(line.ensures),
    }
    if line.failure is not None:
        found["fault"] = {"kind": line.failure.kind, "file": line.failure.file, "line": line.failure.line}
        found["condition"] = None if line.condition is None else str(line.condition)
    return found
