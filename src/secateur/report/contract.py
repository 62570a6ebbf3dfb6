"""A contract for people: a table of its parts, text for a file or a comment, and what a fault needs beyond it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from rich.console import Console
from rich.table import Column, Table
from rich.text import Text

from secateur.contracts.model import Clause, Contract
from secateur.contracts.terms import Joined, Term, conjuncts, negated
from secateur.report.tables import plain_table


def contract_table(contract: Contract) -> Table:
    """Each part, and where it comes from."""
    table = plain_table(Column("contract"), Column("from"))
    for text, each in zip(contract.texts, contract.clauses, strict=True):
        table.add_row(Text(text), Text(str(each.origin), style="dim"))
    return table


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


def contract_json(contract: Contract) -> list[dict[str, Any]]:
    return [
        {"part": str(each), "when": "after" if each.after else "before", "from": str(each.origin)}
        for each in contract.clauses
    ]


def needs_text(broken: Sequence[Clause]) -> str:
    """What inputs must do that show a fault: break one of these parts."""
    if not broken:
        return ""
    needed: list[Term] = [negated(term) for each in broken for term in _telling(each)]
    whole = needed[0]
    for other in needed[1:]:
        whole = Joined("||", whole, other)
    return str(whole)


def _telling(clause: Clause) -> list[Term]:
    return list(conjuncts(clause.term))


def show_contract(console: Console, source: str, contract: Contract) -> None:
    console.print(Text.assemble(("secateur ", "bold green"), (f"{source}:{contract.function}", "bold"), "  contract"))
    if contract:
        console.print(contract_table(contract))
    else:
        console.print("nothing is known about valid calls: any call is one", highlight=False)
