"""`secateur diff`: what a change does."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING

from secateur.cli.formats import FORMAT_HELP, show_written
from secateur.cli.parameters import NewIfAny, OldOrRange, flattened
from secateur.cli.screen import Screen, finish, print_json
from secateur.options import option
from secateur.options.jobs import DiffOptions

if TYPE_CHECKING:
    from secateur.jobs.commit_answer import CommitDiff

EXAMPLES = """[bold]Examples[/]

secateur diff old/brake.c new/brake.c --function update

secateur diff git:HEAD~1:src/brake.c src/brake.c --impact

secateur diff old/brake.c new/brake.c --cflags -std=c11 --old-cflags -std=gnu89

secateur diff HEAD~1..HEAD -p build

secateur diff main --timeout 120 --markdown > comment.md

secateur diff old/ new/ --tests secateur-out/brake-update --markdown > comment.md
"""


@dataclass(frozen=True, slots=True)
class DiffDisplay:
    """How the answer is shown."""

    impact: bool = option(False, "Show every impacted line with the chain of dependences that leads to it.")
    markdown: bool = option(False, "Print a summary for a pull request on standard output.")
    json: bool = option(False, "Print one JSON object on standard output.")
    formats: str | None = option(None, FORMAT_HELP, "--format", metavar="NAME,…", shows_default=False)


@flattened
def command(old: OldOrRange, options: DiffOptions, view: DiffDisplay, new: NewIfAny = None) -> None:
    """Show what a change does: whether two versions of C code behave alike, and if not, when, with an input that shows
    it. For a commit, every function that it changes is compared, over all files."""
    from secateur.jobs.diff import diff
    from secateur.jobs.material import OUTPUT, of_commit, of_diff
    from secateur.report.diff import show_diff
    from secateur.report.escaped import escaped
    from secateur.report.format import wanted_formats
    from secateur.report.markdown import to_markdown
    from secateur.report.material import AnswerKind
    from secateur.report.source_text import SourceText

    screen = Screen(view.json or view.markdown)
    wanted = wanted_formats(view.formats, AnswerKind.DIFF)
    if new is None:
        answer = _commit(screen, old, options, view)
        if wanted:
            show_written(screen, wanted, of_commit(answer), options.out or OUTPUT / "diff")
        raise finish(answer)
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
    if wanted:
        show_written(screen, wanted, of_diff(found), options.out or OUTPUT / "diff")
    raise finish(found)


def _commit(screen: Screen, spec: str, options: DiffOptions, view: DiffDisplay) -> CommitDiff:
    from secateur.jobs.commit import diff_commit
    from secateur.report.commit import commit_progress, show_commit
    from secateur.report.commit_markdown import commit_markdown
    from secateur.report.escaped import escaped

    with screen.live(commit_progress) as report:
        found = diff_commit(spec, options, report)
    if view.json:
        print_json(found.to_json())
    elif view.markdown:
        sys.stdout.write(escaped(commit_markdown(found)))
    else:
        show_commit(screen.console, found, view.impact)
    return found
