"""A contract on the terminal: a table of its parts."""

from __future__ import annotations

from rich.console import Console
from rich.table import Column, Table
from rich.text import Text

from secateur.contracts.model import Contract
from secateur.report.contract_text import from_text
from secateur.report.tables import plain_table


def contract_table(contract: Contract) -> Table:
    """Each part, and where it comes from."""
    table = plain_table(Column("contract"), Column("from"))
    for text, each in zip(contract.texts, contract.clauses, strict=True):
        table.add_row(Text(text), Text(from_text(each), style="dim"))
    return table


def show_contract(console: Console, source: str, contract: Contract) -> None:
    console.print(Text.assemble(("secateur ", "bold green"), (f"{source}:{contract.function}", "bold"), "  contract"))
    if contract:
        console.print(contract_table(contract))
    else:
        console.print("nothing is known about valid calls: any call is one", highlight=False)
