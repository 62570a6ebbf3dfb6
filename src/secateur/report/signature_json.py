"""The JSON of `signature`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from secateur import __version__
from secateur.exploration.criteria import Value
from secateur.exploration.signature import Row
from secateur.report.assumptions import assumption_json
from secateur.report.outputs import condition_text, output_text
from secateur.report.sentences import summary
from secateur.suite.test import Json

if TYPE_CHECKING:
    from secateur.jobs.signature import AlignedRow, SemanticSignature, SignatureComparison


def outputs_json(outputs: Sequence[tuple[str, Value]]) -> dict[str, str]:
    return {name: output_text(name, value) for name, value in outputs}


def row_json(row: Row, inputs: Mapping[str, Json]) -> dict[str, Any]:
    shown: dict[str, Any] = {
        "condition": condition_text(row.conditions),
        "conditions": [condition_text([c]) for c in row.conditions],
        "output": outputs_json(row.outputs),
        "input": dict(inputs),
        "path": list(row.path.labels),
    }
    if row.paths is not None:
        shown["paths"] = row.paths
    return shown


def signature_json(signature: SemanticSignature) -> dict[str, Any]:
    result = signature.result
    shown: dict[str, Any] = {
        "tool": "secateur",
        "version": __version__,
        "source": signature.source,
        "function": signature.function,
        "outputs": list(signature.outputs),
        "rows": [row_json(row, i) for row, i in zip(signature.rows, signature.inputs, strict=True)],
        "faults": [{"fault": str(t.outcome), "input": dict(t.inputs)} for t in signature.faulty],
        "complete": signature.complete,
        "summary": summary(result),
        "assumptions": [assumption_json(each) for each in signature.assumptions],
        "runs": signature.runs,
        "executions": result.counts.runs,
        "seconds": round(result.seconds, 6),
    }
    if signature.counted is not None:
        shown["counted"] = signature.counted
    return shown


def alignment_json(compared: SignatureComparison) -> dict[str, Any]:
    old, new = compared.old, compared.new
    return {
        "tool": "secateur",
        "version": __version__,
        "old": signature_json(old),
        "new": signature_json(new),
        "rows": [_aligned_json(row) for row in compared.rows],
        "complete": compared.complete,
        "assumptions": [assumption_json(each) for each in compared.assumptions],
        "equivalent": compared.equivalent,
    }


def _aligned_json(row: AlignedRow) -> dict[str, Any]:
    pair = row.pair
    return {
        "status": str(pair.status),
        "old": None if pair.old is None else _side(pair.old),
        "new": None if pair.new is None else _side(pair.new),
        "input": None if row.inputs is None else dict(row.inputs),
        "shown": None if row.inputs is None else {"old": row.old, "new": row.new},
    }


def _side(row: Row) -> dict[str, Any]:
    return {"condition": condition_text(row.conditions), "output": outputs_json(row.outputs)}
