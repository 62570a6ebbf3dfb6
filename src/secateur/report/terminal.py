"""What a person sees of an exploration: the live line while it runs, and the tables at the end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.console import Console
from rich.table import Column, Table
from rich.text import Text

from secateur.exploration.coverage import Coverage
from secateur.exploration.result import Summarised
from secateur.ir.model import NOWHERE
from secateur.report.contract import contract_table
from secateur.report.cuts import cuts_line
from secateur.report.line_ranges import ranges_text
from secateur.report.native_run import unconfirmed_text
from secateur.report.open_assumptions import show_open
from secateur.report.sentences import count_of, summary
from secateur.report.shown import input_texts, show_differing, show_inputs
from secateur.report.suites import show_suite_check
from secateur.report.tables import plain_table
from secateur.suite.test import Test

if TYPE_CHECKING:
    from secateur.jobs.callers import CallerFinding
    from secateur.jobs.growth import LongerRun
    from secateur.jobs.run import FoundFault, Run

#: How many tests the table shows; the files hold them all.
SHOWN = 12
#: Stretches of uncovered lines that are listed, of each file.
MOST_STRETCHES = 8


def show_run(console: Console, run: Run, out: str) -> None:
    result, tests = run.result, run.tests
    counts, coverage, solver = result.counts, result.coverage, result.solver
    console.print(
        Text.assemble(("secateur ", "bold green"), (run.subject.title, "bold"), f"  {result.technique} exploration")
    )
    if run.contract:
        console.print(contract_table(run.contract))
    if counts.faulty or run.longer_findings:
        console.print(_faults_table((*run.findings, *run.longer_findings)))
    if run.callers.findings:
        console.print(_callers_table(run.callers.findings))
    if run.outside:
        console.print(_outside_table(run.outside))
    if run.callers.dropped:
        number = count_of(len(run.callers.dropped), "fault")
        told = f"{number} outside the contract dropped: no caller brings about such a call"
        console.print(Text(told, style="dim"))
    console.print(_tests_table(tests, console.width))
    if len(tests) > SHOWN:
        console.print(Text(f"  … and {len(tests) - SHOWN:,} more in {out}/tests.json", style="dim"))
    if len(tests) < counts.completed:
        paths = counts.completed + counts.covering
        told = f"  tests of {len(tests):,} of {paths:,} paths are kept (--keep all: of all)"
        console.print(Text(told, style="dim"))
    cut = f"{counts.cut:,} cut, " if counts.cut else ""
    cut += (
        f"{counts.covering:,} more {'run' if counts.covering == 1 else 'runs'} for coverage, "
        if counts.covering
        else ""
    )
    console.print(
        f"[bold]{counts.completed:,}[/] {'path' if counts.completed == 1 else 'paths'} "
        f"({counts.faulty:,} faulty), {cut}{counts.infeasible:,} infeasible, "
        f"{result.instructions:,} instructions in {result.seconds:.2f} s; "
        f"{solver.queries:,} solver {'query' if solver.queries == 1 else 'queries'} in {solver.seconds:.2f} s",
        highlight=False,
    )
    console.print(
        f"lines {coverage.covered_lines}/{len(coverage.lines)}, "
        f"branches {coverage.covered_sides}/{2 * len(coverage.branches)}",
        highlight=False,
    )
    uncovered = uncovered_line(coverage)
    if uncovered:
        console.print(Text(uncovered), soft_wrap=True)
    cuts = cuts_line(result.cuts)
    if cuts is not None:
        console.print(Text(cuts))
    if result.summarised is not None:
        for line in summaries_lines(result.summarised):
            console.print(line, highlight=False)
    for note in result.notes:
        if not note.incomplete and not note.stand_in:  # the assumptions name those
            place = "" if note.position == NOWHERE else f"{note.position}: "
            console.print(Text(f"note: {place}{note.text}", style="yellow"))
    console.print(Text(summary(result), style="green" if result.settled else "yellow"))
    if result.complete:
        show_open(console, result.ledger)
    if run.longer is not None:
        console.print(Text(_longer_line(run.longer, out), style="yellow"))
    if run.suite_check is not None:
        show_suite_check(console, run.suite_check)
    console.print(Text(f"written to {out}: run `secateur replay {out}` to check every test natively"))


def _longer_line(longer: LongerRun, out: str) -> str:
    """What longer strings cover, which were not all explored."""
    coverage, paths = longer.run.coverage, count_of(longer.run.counts.completed, "path")
    sides = f"branches {coverage.covered_sides}/{2 * len(coverage.branches)}"
    lines = f"lines {coverage.covered_lines}/{len(coverage.lines)}"
    told = f"with up to {longer.size} bytes in strings, incomplete: {paths}, {lines}, {sides}"
    return f"{told}; tests in {out}/{longer.folder}"


def uncovered_line(coverage: Coverage) -> str:
    """The lines that no run reached; nothing if there are none."""
    files = dict.fromkeys(file for (file, _), run in coverage.lines.items() if not run)
    texts = []
    for file in files:
        code = [line for where, line in coverage.lines if where == file]
        missed = [line for line in code if not coverage.lines[file, line]]
        texts.append(f"{file}:{ranges_text(missed, code, MOST_STRETCHES)}")
    return f"not covered: {'; '.join(texts)}" if texts else ""


def summaries_lines(summarised: Summarised) -> list[str]:
    """Which functions were not entered, and the effect on the paths."""
    if not summarised.calls:
        return ["no function was replaced by a summary"]
    count = len(summarised.calls)
    calls = ", ".join(f"{name} ({count_of(n, 'call')})" for name, n in sorted(summarised.calls.items()))
    kind = "approximate " if len(summarised.approximate) == count else "" if summarised.approximate else "exact "
    lines = [f"{kind}summaries stood in for {count_of(count, 'function')}: {calls}"]
    if summarised.impossible:
        paths = count_of(summarised.paths, "path")
        lines.append(f"{summarised.impossible:,} of {paths} turned out impossible without the summaries")
    return lines


def _tests_table(tests: Sequence[Test], width: int) -> Table:
    """Test and outcome in full; inputs and path share the remaining width. After the first test, only the inputs that
    differ from it are shown."""
    shown = tests[:SHOWN]
    texts = [input_texts(test.inputs, test.quiet) for test in shown]
    given = [show_differing(each, texts[0] if number else {}) for number, each in enumerate(texts)]
    outcomes = max((len(str(t.outcome)) for t in shown), default=8)
    room = max(24, width - outcomes - 18)
    inputs = min(max(map(len, given), default=0), max(12, room * 3 // 5))
    inputs = max(inputs, len("inputs"))
    table = plain_table(
        Column("test", no_wrap=True, min_width=10),
        Column("inputs", overflow="ellipsis", no_wrap=True, max_width=inputs),
        Column("outcome", overflow="ellipsis", no_wrap=True, min_width=min(outcomes, width // 2)),
        Column("path", overflow="ellipsis", no_wrap=True, max_width=max(8, room - inputs)),
    )
    for test, inputs_text in zip(shown, given, strict=True):
        style = "red" if test.outcome.fault else ""
        table.add_row(
            test.name,
            Text(inputs_text),
            Text(str(test.outcome), style=style),
            Text(" ".join(test.path)),
        )
    return table


def _faults_table(faults: Sequence[FoundFault]) -> Table:
    first, last = Column("fault", no_wrap=True), Column("native run", no_wrap=True)
    table = plain_table(first, "where", "what", "test", last, header_style="bold red")
    for fault in faults:
        table.add_row(
            Text(fault.kind),
            Text(f"{fault.file}:{fault.line} in {fault.function}"),
            Text(fault.message),
            Text(_test_name(fault)),
            _verdict(fault.confirmed, fault.rests_on),
        )
    return table


def _callers_table(findings: Sequence[CallerFinding]) -> Table:
    """Faults of the function that valid calls of its callers show."""
    last = Column("native run", no_wrap=True)
    table = plain_table(
        Column("fault by a caller", no_wrap=True), "where", "calls", "inputs", last, header_style="bold red"
    )
    for each in findings:
        fault = each.fault
        where = f"{fault.file}:{fault.line} in {fault.function}"
        verdict = _verdict(fault.confirmed, fault.rests_on)
        table.add_row(
            Text(fault.kind),
            Text(where),
            Text(" → ".join(each.chain)),
            Text(show_inputs(fault.inputs, fault.test.quiet)),
            verdict,
        )
    return table


def _outside_table(faults: Sequence[FoundFault]) -> Table:
    """Shorter: nobody need look at these if the contract is right."""
    table = plain_table(Column("outside the contract", no_wrap=True), "where", "needs", "test", header_style="bold")
    for fault in faults:
        where = f"{fault.file}:{fault.line} in {fault.function}"
        table.add_row(Text(fault.kind), Text(where), Text(fault.needs or "not known"), Text(_test_name(fault)))
    return table


def _test_name(fault: FoundFault) -> str:
    return f"{fault.suite}/{fault.test.name}" if fault.suite else fault.test.name


def _verdict(confirmed: bool | None, rests_on: Sequence[str]) -> Text:
    if rests_on:
        return Text(unconfirmed_text(rests_on), style="yellow")
    if confirmed is None:
        return Text("not tried", style="dim")
    return Text("confirmed", style="bold red") if confirmed else Text("NOT confirmed", style="yellow")
