"""What a person sees of an explanation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.console import Console
from rich.text import Text

if TYPE_CHECKING:
    from secateur.jobs.explanation import RunExplanation


def show_explanation(console: Console, answer: RunExplanation) -> None:
    console.print(Text(answer.text, style="bold"))
    for line in answer.details:
        console.print(Text(f"  {line}"))
