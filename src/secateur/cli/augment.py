"""`secateur augment`: tests for a change, by the chains along which its effect can travel."""

from __future__ import annotations

import sys

from secateur.cli.parameters import NewIfAny, OldOrRange, flattened
from secateur.cli.screen import Display, Screen, finish, print_json
from secateur.options.jobs import AugmentOptions

EXAMPLES = """[bold]Examples[/]

secateur augment old/brake.c new/brake.c --function update

secateur augment git:HEAD~1:src/brake.c src/brake.c --function update --tests secateur-out/brake-update --out more

secateur augment HEAD~1..HEAD --tests secateur-out/brake-update --out more

secateur augment old.c new.c --function f --distance 3 --exact --json
"""


@flattened
def command(old: OldOrRange, options: AugmentOptions, view: Display, new: NewIfAny = None) -> None:
    """Find tests for a change: the chains of dependences along which its effect can travel, which of them existing
    tests follow, and new tests that follow the others."""
    from secateur.jobs.augment import augment
    from secateur.report.augment import show_augment
    from secateur.report.source_text import SourceText

    screen = Screen(view.json)
    answer = augment(old, new, options)
    if view.json:
        print_json(answer.to_json())
    else:
        with screen.console.capture() as captured:
            show_augment(screen.console, answer, SourceText())
        sys.stdout.write(answer.versions.named(captured.get()))
    raise finish(answer)
