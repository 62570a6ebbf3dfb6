"""Code that this configuration does not compile: what `#if` leaves out of a function is not part of the answer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path

from secateur.assumption import Assumption, AssumptionKind
from secateur.frontend.build import compile_source
from secateur.frontend.compile import SOURCE_SUFFIXES
from secateur.frontend.inactive import InactiveLines, SourceLines
from secateur.harness.subject import Subject
from secateur.ir.debuginfo import DebugInfo, NoSuchFunctionError
from secateur.ir.model import Function
from secateur.machine.machine import Machine
from secateur.options import Compiling


def left_out_of(subject: Subject, functions: Iterable[Function]) -> Iterator[Assumption]:
    """The lines of these functions that were not compiled."""
    starts: dict[str, list[int]] = {}
    for function in functions:
        starts.setdefault(function.position.file, []).append(function.position.line)
    for path in _files(subject.sources):
        if str(path) in starts:
            yield from _left_out(path, sorted(starts[str(path)]), _beginnings(subject, path), subject.options)


def reached(*machines: Machine) -> list[Function]:
    """The functions of the user that were run, by any of the machines of a program."""
    names = {code.function.name for machine in machines for code in machine.codes() if code.covered}
    return [function for function in machines[0].user_functions() if function.name in names]


def changed_and_left_out(
    versions: tuple[Sequence[Path], Sequence[Path]],
    builds: tuple[Compiling, Compiling],
    functions: tuple[str, str] | None,
    units: Mapping[Path, Sequence[Path]] | None = None,
) -> tuple[Assumption, ...]:
    """What differs between two versions in lines that are not compiled, in both of them; only in one function of each,
    if given. `units`: those that headers are compiled with."""
    through = units or {}
    before, after = (
        [(path, each) for path in _files(files) for each in _inactive(path, options, function, through.get(path, ()))]
        for files, options, function in zip(versions, builds, functions or (None, None), strict=True)
    )
    unchanged = Counter(map(_content, before)) & Counter(map(_content, after))
    old, new = ([each for each in side if not unchanged[_content(each)]] for side in (before, after))
    return tuple(_assumption(*each) for each in (*old, *new))


def _content(lines: tuple[Path, InactiveLines]) -> tuple[str, object]:
    """Also a condition that changes is a change, for other configurations."""
    return lines[1].condition, lines[1].code


def _files(sources: Iterable[Path]) -> list[Path]:
    return [path for path in dict.fromkeys(sources) if path.suffix in SOURCE_SUFFIXES and path.is_file()]


def _beginnings(subject: Subject, path: Path) -> list[int]:
    functions = (f for f in subject.program.functions.values() if not f.is_declaration)
    return sorted(f.position.line for f in functions if f.position.file == str(path))


def _left_out(path: Path, run: Sequence[int], all_of_them: Sequence[int], options: Compiling) -> Iterator[Assumption]:
    source = SourceLines.of(path)
    following = dict(pairwise([*dict.fromkeys(all_of_them), len(source.lines)]))
    if not any(source.may_leave_out(first, following.get(first, len(source.lines))) for first in run):
        return
    seen = source.preprocessed(options)
    bodies = [(first, seen.end_of_block(first)) for first in run]
    for each in seen.left_out():
        if any(first < each.first <= last for first, last in bodies):
            yield _assumption(path, each)


def _inactive(
    path: Path, options: Compiling, function: str | None, units: Sequence[Path] = ()
) -> Iterator[InactiveLines]:
    source = SourceLines.of(path)
    if not source.may_leave_out(0, len(source.lines)):
        return
    seen = source.preprocessed(options, units)
    first, last = 0, len(source.lines)
    if function is not None:
        try:
            first = DebugInfo(compile_source(path, options).text).signature(function).line
        except NoSuchFunctionError:
            return
        last = seen.end_of_block(first)
    yield from (each for each in seen.left_out() if first < each.first <= last)


def _assumption(path: Path, lines: InactiveLines) -> Assumption:
    last = f"-{lines.last}" if lines.last > lines.first else ""
    return Assumption(AssumptionKind.NOT_COMPILED, f"{path}:{lines.first}{last}", lines.condition)
