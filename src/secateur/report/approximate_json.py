"""The JSON of `approximate`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from secateur import __version__
from secateur.approximation.guarded_values import Guarded
from secateur.approximation.solving import Solved
from secateur.report.approximate_advice import advice
from secateur.report.assumptions import assumption_json

if TYPE_CHECKING:
    from secateur.jobs.approximate_answer import ApproximateAnswer, Proof


def approximate_json(answer: ApproximateAnswer) -> dict[str, Any]:
    shown: dict[str, Any] = {
        "tool": "secateur",
        "version": __version__,
        "source": answer.subject.source,
        "function": answer.subject.function,
    }
    if answer.family is not None:
        family, solved, text = answer.family, answer.solved, answer.study.legend.text
        shown |= {
            "to": answer.to,
            "condition": text(family.condition),
            "conditions": [text(value) for value in family.values],
            "edges": [[str(edge) for edge in way] for way in family.edges],
            "values": {name: [_guarded_json(g) for g in found] for name, found in answer.values.items()},
            "input": None if answer.witness is None else dict(answer.witness.test.inputs),
            "reached": None if solved is None else _reached(solved),
        }
        if answer.witness is not None:
            shown |= {"confirmed": answer.witness.confirmed, "not_tried": answer.witness.not_tried}
        if solved is not None:
            shown |= {"guaranteed": solved.guaranteed, "refined": solved.refined, "tried": solved.tried}
            shown |= _effort_json(solved, answer)
    if answer.observed:
        shown["exit"] = {name: [_guarded_json(g) for g in found] for name, found in answer.observed.items()}
    if answer.proofs:
        shown["checks"] = [_proof_json(proof, answer) for proof in answer.proofs]
    shown["complete"] = answer.complete
    shown["assumptions"] = [assumption_json(each) for each in answer.assumptions]
    shown["stars"] = [
        {"name": name, "line": star.position.line, "why": star.why}
        for name, star in (*answer.stars.items(), *(("", star) for star in answer.study.legend.choosing))
    ]
    shown["expansions"] = answer.study.expansions
    return shown


def _reached(solved: Solved) -> bool | None:
    """Whether some input reaches the line; None if that is not known."""
    return False if solved.impossible else None if solved.model is None else True


def _guarded_json(guarded: Guarded) -> dict[str, str]:
    shown = {"when": guarded.when or "1", "value": guarded.value}
    return shown | ({"where": guarded.where} if guarded.where else {})


def _effort_json(solved: Solved, answer: ApproximateAnswer) -> dict[str, Any]:
    """What decided it, and at what cost; if nothing did, what would help."""
    helps = advice(solved, answer.options) if solved.is_open else []
    return {"by": str(solved.by), "paths": solved.paths, "open": list(solved.open), "advice": helps}


def _proof_json(proof: Proof, answer: ApproximateAnswer) -> dict[str, Any]:
    shown: dict[str, Any] = {"expression": proof.text, "verdict": str(proof.status), "refined": proof.solved.refined}
    shown |= {"tried": proof.solved.tried, **_effort_json(proof.solved, answer)}
    if proof.witness is not None:
        shown |= {"input": dict(proof.witness.test.inputs), "confirmed": proof.witness.confirmed}
        shown["not_tried"] = proof.witness.not_tried
    return shown
