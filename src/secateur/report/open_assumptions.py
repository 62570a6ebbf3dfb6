"""What a user has to accept, on a terminal."""

from __future__ import annotations

from rich.console import Console
from rich.text import Text

from secateur.assumption import Ledger
from secateur.report.assumptions import open_text


def show_open(console: Console, ledger: Ledger, indent: str = "") -> None:
    """The line that says so; none if the answer rests on nothing that was not accepted."""
    if ledger.open:
        console.print(Text(indent + open_text(ledger), style="yellow"), soft_wrap=True)
