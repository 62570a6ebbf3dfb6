"""The statements that a change affects, on a terminal."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console
from rich.text import Text

from secateur.evolve.matching.matching import ChangeStatus, Matching
from secateur.report.impacted_lines import ImpactedLine, user_changes
from secateur.report.source_text import SourceText

#: Statements that are themselves the same.
_KEPT = {ChangeStatus.MOVED: "moved", ChangeStatus.REWIRED: "what it depends on has changed"}


def show_changes(console: Console, matching: Matching, text: SourceText) -> None:
    shown: set[tuple[str, int, str]] = set()
    for change in user_changes(matching, text):
        if change.status in _KEPT and change.new is not None and change.old is not None:
            place = change.new.position
            line = f"  ~ {place.line:>5}  {text.line(place.file, place.line)}"
            console.print(Text.assemble((line, "yellow"), (f"   {_KEPT[change.status]}", "dim")))
            continue
        for mark, statement, style in (("-", change.old, "red"), ("+", change.new, "green")):
            if statement is not None:
                place = statement.position
                if (place.file, place.line, mark) in shown:
                    continue
                shown.add((place.file, place.line, mark))
                console.print(Text(f"  {mark} {place.line:>5}  {text.line(place.file, place.line)}", style=style))
    for name in matching.globals:
        console.print(Text(f"  ± the initial value of {name}", style="yellow"))


def show_impact(console: Console, lines: Sequence[ImpactedLine], text: SourceText) -> None:
    styles = {"changed": "bold red", "affected": "yellow", "needed": "dim"}
    for line in lines:
        chain = " → ".join(str(link) for link in line.chain)
        console.print(
            Text.assemble(
                (f"  {line.line:>5}  ", styles[line.rule]), f"{text.line(line.file, line.line)}", (f"   {chain}", "dim")
            ),
            soft_wrap=True,
        )
