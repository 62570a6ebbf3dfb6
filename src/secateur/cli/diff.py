"""`secateur diff`: what a change does."""

from __future__ import annotations

import sys
from dataclasses import dataclass

from secateur.cli.parameters import New, Old, flattened
from secateur.cli.screen import Screen, finish, print_json
from secateur.options import option
from secateur.options.jobs import DiffOptions

EXAMPLES = """[bold]Examples[/]

secateur diff old/brake.c new/brake.c --function update

secateur diff git:HEAD~1:src/brake.c src/brake.c --impact

secateur diff old/brake.c new/brake.c --cflags -std=c11 --old-cflags -std=gnu89

secateur diff old/ new/ --tests secateur-out/brake-update --markdown > comment.md
"""


@dataclass(frozen=True, slots=True)
class DiffDisplay:
    """How the answer is shown."""

    impact: bool = option(False, "Show every impacted line with the chain of dependences that leads to it.")
    markdown: bool = option(False, "Print a summary for a pull request on standard output.")
    json: bool = option(False, "Print one JSON object on standard output.")


@flattened
def command(old: Old, new: New, options: DiffOptions, view: DiffDisplay) -> None:
    """Show what a change does: whether two versions of C code behave alike, and if not, when, with an input that shows
    it."""
    from secateur.jobs.diff import diff
    from secateur.report.diff import show_diff
    from secateur.report.escaped import escaped
    from secateur.report.markdown import to_markdown
    from secateur.report.source_text import SourceText

    screen = Screen(view.json or view.markdown)
    with screen.progress() as report:
        found = diff(old, new, options, report)
    if view.json:
        print_json(found.to_json())
    elif view.markdown:
        sys.stdout.write(escaped(found.versions.named(to_markdown(found, SourceText()))))
    else:
        with screen.console.capture() as captured:
            show_diff(screen.console, found, SourceText(), view.impact)
        sys.stdout.write(found.versions.named(captured.get()))
    raise finish(found)
