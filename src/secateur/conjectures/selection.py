"""What is worth a line: not what the types or the contract say anyway, nor what follows from other lines."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from secateur import expr
from secateur.conjectures.claim import Claim, ClaimKind, ClaimStatus, without_old
from secateur.conjectures.evaluation import WIDE, NoValue, holds
from secateur.conjectures.quantity import Quantities
from secateur.contracts.terms import Operation, Term
from secateur.expr import Expr, Value
from secateur.solver import Solver, Unsat

Found = Sequence[tuple[Claim, ClaimStatus]]


def telling(
    found: Found, words: Quantities, requires: Sequence[Term], solver: Solver
) -> list[tuple[Claim, ClaimStatus]]:
    """The lines that say something of their own. Proofs do not give way to what is only explored."""
    env = _free(words)
    before = {each.name: env[each.text] for each in words.before}
    known = [value for term in requires if isinstance(value := _meaning(term, before), Expr)]
    kept: list[tuple[Claim, ClaimStatus]] = []
    ordered = sorted(found, key=lambda each: (not each[1].is_proof, each[0].kind, each[0].guard is not None))
    for claim, status in ordered:
        value = _meaning(claim.term, env)
        if value is None or value is True:
            continue
        if isinstance(value, Expr) and _follows(value, known, solver):
            continue
        kept.append((claim, status))
        if isinstance(value, Expr):
            known.append(value)
    return kept


def with_fewer_olds(found: Found) -> list[tuple[Claim, ClaimStatus]]:
    """`old(x)` is `x` where nothing changes x: that is proved, so it makes other lines shorter, and not less true."""
    same = {
        str(claim.body.left)
        for claim, status in found
        if claim.kind is ClaimKind.UNCHANGED
        and status.is_proof
        and claim.guard is None
        and isinstance(claim.body, Operation)
    }
    return [(claim if claim.kind is ClaimKind.UNCHANGED else _renamed(claim, same), status) for claim, status in found]


def _renamed(claim: Claim, same: set[str]) -> Claim:
    guard = None if claim.guard is None else without_old(claim.guard, same)
    return replace(claim, body=without_old(claim.body, same), guard=guard)


def _follows(value: Expr, known: Sequence[Expr], solver: Solver) -> bool:
    """Only what has variables in common can matter."""
    mask, near = value.variables, []
    rest = list(known)
    while joined := [each for each in rest if each.variables & mask]:
        near += joined
        rest = [each for each in rest if each not in joined]
        for each in joined:
            mask |= each.variables
    answer = solver.solve([*near, expr.not_(value)], (0,) * mask.bit_length())
    return isinstance(answer, Unsat)


def _meaning(term: Term, env: dict[str, Value]) -> Value | None:
    try:
        return holds(term, env)
    except NoValue:
        return None


def _free(words: Quantities) -> dict[str, Value]:
    """Every quantity has any value of its type."""
    env: dict[str, Value] = {}
    for index, quantity in enumerate(words.all):
        variable = expr.variable(f"any {quantity.text}", quantity.width, index, "")
        wide = expr.sext if quantity.signed else expr.zext
        env[quantity.text] = wide(variable, quantity.width, WIDE)
    return env
