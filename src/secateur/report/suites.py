"""Suites on a terminal: which tests replay as predicted, and which are left after a reduction."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.console import Console
from rich.text import Text

from secateur.report.shown import rest_text, show_inputs
from secateur.report.tables import plain_table

if TYPE_CHECKING:
    from secateur.jobs.reduce import ReducedSuite
    from secateur.jobs.replay import ReplayAnswer
    from secateur.suite.plain_build import SuiteCheck

#: Dropped tests that are named; the JSON has them all.
MOST_DROPPED = 12
#: Failed tests that are shown; the JSON has them all.
MOST_FAILED = 20


def show_replayed(console: Console, answer: ReplayAnswer) -> None:
    total, good = len(answer.tests), len(answer.confirmed)
    style = "green" if good == total else "red"
    console.print(
        f"[{style}]{good:,} of {total:,} tests replay as predicted[/], {len(answer.faults):,} of them faults",
        highlight=False,
    )
    if not answer.failed:
        return
    table = plain_table("test", "inputs", "difference")
    for each in answer.failed[:MOST_FAILED]:
        table.add_row(each.test.name, Text(show_inputs(each.test.inputs)), Text("\n".join(each.differences)))
    console.print(table)
    _show_rest(console, len(answer.failed) - MOST_FAILED)


def show_suite_check(console: Console, check: SuiteCheck) -> None:
    """What a plain build of `tests.c` does."""
    builder = f"{check.compiler} ({', '.join(check.levels)})"
    if check.not_run:
        console.print(Text(f"tests.c was not run with {builder}: {check.not_run}", style="yellow"), soft_wrap=True)
        return
    if check.problem:
        console.print(Text(f"tests.c does not work with {builder}: {check.problem}", style="yellow"))
        return
    line = f"tests.c: {check.passed:,} of {check.tests:,} {'test passes' if check.tests == 1 else 'tests pass'}"
    console.print(Text(f"{line} with {builder}", style="yellow" if check.failures else "green"))
    for failure in check.failures[:MOST_FAILED]:
        console.print(Text(f"  {failure.test} fails with {failure.level}: {failure.reason}", style="yellow"))
    _show_rest(console, len(check.failures) - MOST_FAILED)


def show_reduced(console: Console, answer: ReducedSuite) -> None:
    total = len(answer.kept) + len(answer.dropped)
    for test, name in answer.dropped[:MOST_DROPPED]:
        console.print(Text(f"{test.name} computes the output in the same way as {name}", style="dim"))
    _show_rest(console, len(answer.dropped) - MOST_DROPPED)
    folder = answer.folder
    console.print(f"[bold]{len(answer.kept):,}[/] of {total:,} tests kept", highlight=False)
    console.print(Text(f"written to {folder}: run `secateur replay {folder}` to check every test natively"))


def _show_rest(console: Console, count: int) -> None:
    if count > 0:
        console.print(Text(rest_text(count), style="dim"))
