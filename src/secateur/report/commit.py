"""What a commit does, on a terminal: one line for each function."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.text import Text

from secateur.evolve.behaviour.equivalence import ChangeVerdict
from secateur.evolve.commits.entries import Alone
from secateur.report.assumptions import assumption_text
from secateur.report.native_run import native_text
from secateur.report.sentences import count_of
from secateur.report.shown import first_of, show_inputs

if TYPE_CHECKING:
    from secateur.jobs.commit import CommitProgress
    from secateur.jobs.commit_answer import CommitDiff, CommitFunction

#: Names of added or removed functions in one line; lines of a compiler's message; characters of a line.
MOST_NAMES, MOST_LINES, MOST_CHARACTERS = 12, 3, 240

_STYLES: dict[str, str] = {
    ChangeVerdict.DIFFERENT: "bold red",
    ChangeVerdict.EQUIVALENT: "green",
    ChangeVerdict.UNAFFECTED: "green",
}
_ALONE = {
    Alone.NO_CALLERS: "nothing calls it",
    Alone.NO_INPUTS: "its callers take no inputs",
    Alone.MANY_CALLERS: "it has many callers",
    Alone.TOO_LARGE: "its callers are too large",
}
_WORDS = {
    "different": "different",
    "equivalent": "equivalent",
    "equivalent-under-assumptions": "equivalent under assumptions",
    "unaffected": "unaffected",
    "unknown": "unknown",
    "not-compared": "not compared",
}


def show_commit(console: Console, answer: CommitDiff, with_impact: bool) -> None:
    console.print(Text.assemble(("secateur ", "bold green"), (f"{answer.old} → {answer.new}", "bold")))
    for note in answer.notes:
        console.print(Text(f"note: {note}", style="dim"), soft_wrap=True)
    for one in answer.functions:
        style = _STYLES.get(one.status, "yellow")
        console.print(Text.assemble((_title(one), "bold"), ": ", (line_of(one), style)), soft_wrap=True)
        if with_impact:
            _show_impact(console, one.data)
    for line, style in rest_of(answer):
        console.print(Text(line, style=style), soft_wrap=True)
    console.print(Text(summary_of(answer)), soft_wrap=True)


def commit_progress(progress: CommitProgress) -> Text:
    return Text(f"● {progress.function}: {progress.number} of {progress.total}", style="green")


def _title(one: CommitFunction) -> str:
    return f"{one.file}:{one.function}"


def line_of(one: CommitFunction) -> str:
    """A function's verdict in one line; if it differs, with the input that shows it first."""
    told = _verdict(one)
    if one.former != one.function:
        told += f" (it was {one.former})"
    if one.through:
        told += f" (through it: {', '.join(one.through)})"
    if one.alone is not None:
        told += f" (static, compared alone: {_ALONE[one.alone]})"
    return told


def _verdict(one: CommitFunction) -> str:
    if not one.data:
        return f"not compared: {_first_lines(one.reason)}"
    differences = one.data["differences"]
    if not differences:
        return _cut(one.data["summary"])
    first = differences[0]
    outcome = first["outcome"]
    shown = f"{show_inputs(first['input'])}: {outcome['old']} → {outcome['new']}"
    more = len(differences) - 1 + one.data["further"]
    rest = f" and {count_of(more, 'more difference')}" if more > 0 else ""
    word = native_text(first["confirmed"], first["rests_on"], tuple(outcome.values()))
    return f"{_cut(one.data['summary'])}; {_cut(shown)} ({word}){rest}"


def _cut(text: str) -> str:
    return text if len(text) <= MOST_CHARACTERS else f"{text[:MOST_CHARACTERS]} …"


def _first_lines(text: str) -> str:
    lines = text.splitlines() or [""]
    return "\n".join(lines[:MOST_LINES]) + (" …" if len(lines) > MOST_LINES else "")


def rest_of(answer: CommitDiff) -> Iterator[tuple[str, str]]:
    """What was not compared, or need not be: a line each, with its style."""
    changes = answer.changes
    for file, text in changes.broken.items():
        yield f"{file}: not compared: it does not compile: {_first_lines(text)}", "yellow"
    for file in changes.apart:
        yield f"{file}: not compared: it is not in the compile_commands.json", "yellow"
    for word, found in (("removed", changes.removed), ("added", changes.added)):
        if found:
            names = [f"{name} ({file})" for file, name in found]
            yield f"{word}: {first_of(names, MOST_NAMES)}", "dim"
    for renamed in changes.renamed:
        yield f"renamed: {renamed.old} → {renamed.new} ({renamed.file})", "dim"
    if answer.tests:
        yield f"tests that changed, not compared: {first_of(answer.tests, MOST_NAMES)}", "dim"
    for lines in answer.not_compiled:
        yield f"changed, but {assumption_text(lines)}", "yellow"


def summary_of(answer: CommitDiff) -> str:
    """`3 functions compared in 2.10 s (1 from the cache): 1 different, 2 equivalent; 12 unaffected`."""
    functions = answer.functions
    tail = f"; {count_of(answer.changes.unaffected, 'function')} unaffected" if answer.changes.unaffected else ""
    if answer.interrupted:
        tail += "; interrupted"
    if not functions:
        what = "no function changed"
        if answer.changes.broken or answer.not_compiled:
            what = "no change in what was compiled"
        elif answer.tests:
            what = "no function changed but those of tests"
        return f"{what}{tail} ({answer.seconds:.2f} s)"
    kept = sum(each.is_kept for each in functions)
    known = f" ({kept} from the cache; --fresh compares again)" if kept else ""
    states = Counter(_WORDS.get(each.status, each.status) for each in functions)
    listed = ", ".join(f"{states[word]} {word}" for word in _WORDS.values() if states[word])
    return f"{count_of(len(functions), 'function')} compared in {answer.seconds:.2f} s{known}: {listed}{tail}"


def _show_impact(console: Console, data: Mapping[str, Any]) -> None:
    for line in data.get("impact", ()):
        chain = " → ".join(
            f"{'old ' if link['old'] else ''}{link['line']}{' ' + link['why'] if link['why'] else ''}"
            for link in line["chain"]
        )
        console.print(Text(f"  {line['line']:>5}  {line['text']}   {chain}"), soft_wrap=True)
