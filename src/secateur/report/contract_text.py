"""A contract as text: for a file, for a comment, as JSON; and what a fault needs beyond it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from secateur.contracts.doubts import is_assumed
from secateur.contracts.model import Clause, Contract
from secateur.contracts.terms import Operation, Term, conjuncts, negated


def contract_toml(contract: Contract, file: str) -> str:
    """A section for `secateur.toml`."""
    key = json.dumps(f"{file}:{contract.function}")
    if not contract:
        return f"[contracts]\n{key} = []"
    parts = "\n".join(f"    {json.dumps(text)}," for text in contract.texts)
    return f"[contracts]\n{key} = [\n{parts}\n]"


def contract_comment(contract: Contract) -> str:
    """A comment to stand before the function."""
    lines = [f"ensures {each};" if each.after else f"requires {each};" for each in contract.clauses]
    return "/*@ " + "\n    ".join(lines) + " */" if lines else "/*@ requires 1; */"


def from_text(part: Clause) -> str:
    """Where it comes from, and whether it is taken for granted."""
    return f"{part.origin}, assumed" if is_assumed(part) else str(part.origin)


def contract_json(contract: Contract) -> list[dict[str, Any]]:
    return [
        {"part": str(each), "when": "after" if each.after else "before", "from": from_text(each)}
        for each in contract.clauses
    ]


def needs_text(broken: Sequence[Clause]) -> str:
    """What inputs must do that show a fault: break one of these parts."""
    if not broken:
        return ""
    needed: list[Term] = [negated(term) for each in broken for term in _telling(each)]
    whole = needed[0]
    for other in needed[1:]:
        whole = Operation("||", whole, other)
    return str(whole)


def _telling(clause: Clause) -> list[Term]:
    return list(conjuncts(clause.term))
