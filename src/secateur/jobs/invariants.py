"""What the functions of a file return and change, under which conditions, and when they fail."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from secateur.errors import SecateurError
from secateur.exploration.budget import Spent, Stopwatch, shared
from secateur.exploration.interruption import was_interrupted
from secateur.harness.errors import HarnessError
from secateur.harness.linking import WILD
from secateur.jobs.answer import Answer
from secateur.jobs.explore_all import INTERRUPTED, LEAST_SECONDS, SECONDS_EACH, TIME_WAS_OVER, functions_in
from secateur.jobs.function_invariants import FunctionInvariants, function_invariants
from secateur.jobs.plan import Report
from secateur.options import Compiling
from secateur.options.jobs import InvariantsOptions, InvariantStyle
from secateur.report.invariants_json import invariants_json
from secateur.report.invariants_text import as_asserts, as_ensures, as_table

#: Told what is looked at now: its name, its number, and how many there are.
Begin = Callable[[str, int, int], None]


@dataclass(frozen=True)
class InvariantsAnswer(Answer):
    """A part for each function."""

    functions: tuple[FunctionInvariants, ...]
    options: InvariantsOptions

    @property
    def complete(self) -> bool:
        """Is every line proved, was every function looked at, and does nothing rest on what was not accepted?"""
        return all(each.is_settled and not each.ledger.open for each in self.functions)

    def text(self, style: InvariantStyle | str | None = None) -> str:
        """As a table, as assertions in C, or in the notation of contracts."""
        chosen = InvariantStyle(style or self.options.style)
        make = {InvariantStyle.ASSERT: as_asserts, InvariantStyle.ENSURES: as_ensures}.get(chosen, as_table)
        return make(self)

    def data(self) -> dict[str, Any]:
        return invariants_json(self)

    def __getitem__(self, name: str) -> FunctionInvariants:
        """The part of a function."""
        return next(each for each in self.functions if each.name == name)

    def __iter__(self) -> Iterator[FunctionInvariants]:
        return iter(self.functions)


def invariants(
    sources: Sequence[str],
    options: InvariantsOptions,
    report: Report | None = None,
    begin: Begin | None = None,
) -> InvariantsAnswer:
    """The functions that the sources name: `file.c` for all of a file, `file.c:parse_*`, `file.c:f`. They share the
    time; without a limit each has 10 seconds of CPU time."""
    targets, others = _targets(sources, options.compiling)
    watch = Stopwatch()
    done: list[FunctionInvariants] = []
    reason = TIME_WAS_OVER
    for number, (file, name) in enumerate(targets):
        budget = replace(options.budget, cpu=SECONDS_EACH)
        if options.budget.is_timed:
            budget = shared(watch.left_of(options.budget), len(targets) - number, 1, LEAST_SECONDS)
        if not budget.has_time:
            break
        if begin is not None:
            begin(name, number + 1, len(targets))
        own = replace(options, budget=budget)
        specs = [f"{file}:{name}", *(each for each in others if each != file)]
        done.append(_found(file, name, specs, own, report))
        if was_interrupted() or done[-1].spent is Spent.INTERRUPTED:
            reason = INTERRUPTED
            break
    done += [FunctionInvariants(file, name, problem=reason) for file, name in targets[len(done) :]]
    return InvariantsAnswer(tuple(done), options)


def _found(
    file: str, name: str, specs: Sequence[str], options: InvariantsOptions, report: Report | None
) -> FunctionInvariants:
    try:
        return function_invariants(file, name, specs, options, report)
    except KeyboardInterrupt:
        return FunctionInvariants(file, name, problem=INTERRUPTED, spent=Spent.INTERRUPTED)
    except SecateurError as error:
        return FunctionInvariants(file, name, problem=str(error))


def _targets(sources: Sequence[str], compiling: Compiling) -> tuple[list[tuple[str, str]], list[str]]:
    """The functions, each with its file, and the files that belong to them. Files that name no function belong to those
    that do; if none does, all functions of all files are meant."""
    split = [_split(source) for source in sources]
    is_named = any(pattern for _, pattern in split)
    targets: list[tuple[str, str]] = []
    for file, pattern in split:
        if not Path(file).is_file():
            raise HarnessError("is a directory" if Path(file).is_dir() else "no such file", file)
        if pattern and not any(sign in pattern for sign in WILD):
            targets.append((file, pattern))
        elif pattern or not is_named:
            found = [(file, name) for name in functions_in(file, pattern or "*", compiling)]
            if not found:
                raise HarnessError("names no function", f"{file}:{pattern or '*'}")
            targets += found
    return list(dict.fromkeys(targets)), [file for file, _ in split]


def _split(source: str) -> tuple[str, str]:
    file, colon, pattern = source.rpartition(":")
    if not colon or Path(source).exists():
        return source, ""
    if not pattern:
        raise HarnessError("expected a function name after the colon", source)
    return file, pattern
