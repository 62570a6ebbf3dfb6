"""Functions of two versions, compared side by side: each in a process of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from secateur.errors import SecateurError
from secateur.jobs.diff_answer import FunctionDiff, ShownDifference
from secateur.jobs.processes import ProcessPool
from secateur.jobs.sent_runs import packed_with, unpacked
from secateur.machine.path import Path

#: What becomes of one of several functions: its answer, or why there is none.
FunctionOutcome = FunctionDiff | str
Compare = Callable[[str, int, int], FunctionOutcome]

#: Why there is no answer.
LOST, INTERRUPTED = "its process ended unexpectedly", "interrupted"


def side_by_side(names: Sequence[str], jobs: int, compare: Compare) -> list[FunctionOutcome]:
    """In the order of the functions. `compare` gets a name, the number of functions that have not ended, and how many
    are compared at a time. Ctrl-C ends those that run, and begins no others."""

    def work(piece: tuple[str, int]) -> bytes:
        try:
            found = compare(*piece, jobs)
        except SecateurError as error:
            return packed_with(error, ())
        plain = found if isinstance(found, str) else _unnamed(found)
        return packed_with(plain, () if isinstance(plain, str) else _paths(plain))

    def lost(piece: tuple[str, int]) -> bytes:
        return packed_with(INTERRUPTED if pool.was_interrupted else LOST, ())

    def begin(piece: tuple[str, int], left: int) -> tuple[str, int]:
        return piece[0], left

    pool: ProcessPool[tuple[str, int], bytes] = ProcessPool(work, lost, jobs, begin=begin)
    found = [unpacked(each, object) for each in pool.run([(name, 0) for name in names]) if each is not None]
    for each in found:
        if isinstance(each, SecateurError):
            raise each
    outcomes = [each for each in found if isinstance(each, FunctionDiff | str)]
    return outcomes + [INTERRUPTED] * (len(names) - len(outcomes))


def _unnamed(answer: FunctionDiff) -> FunctionDiff:
    """How files are called is known to whoever asked."""

    def plain(shown: ShownDifference) -> ShownDifference:
        return replace(shown, named=str)

    return replace(
        answer,
        named=str,
        differences=tuple(map(plain, answer.differences)),
        unconfirmed=tuple(map(plain, answer.unconfirmed)),
        outside=tuple(replace(each, shown=plain(each.shown)) for each in answer.outside),
    )


def _paths(answer: FunctionDiff) -> Iterator[Path]:
    yield from answer.result.paths
