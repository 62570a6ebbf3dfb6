"""One function of a commit, compared in stages, so that an answer comes early: a short exploration; inputs that are
guessed, longer than those of the exploration, for code that looks for words in texts; the whole exploration; then
larger inputs and such as the function seems to expect, if the change was not reached. The latter come at once where
both versions fail before the change.

The first difference ends it, and other functions of the commit are then left at the first two stages. An equivalence
that holds for small inputs is tried on longer ones, too, and says which changed lines no input executes. If the user
names the function, everything is explored at once.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import replace

from secateur.assumption import Assumption, AssumptionKind
from secateur.errors import SecateurError
from secateur.evolve.behaviour.equivalence import ChangeVerdict
from secateur.evolve.impact.pair import Pair
from secateur.evolve.impact.reached import unreached_changes
from secateur.evolve.matching.overview import Overview
from secateur.exploration.budget import Spent, Stopwatch
from secateur.exploration.technique import Technique
from secateur.harness.choices import ALL
from secateur.harness.subject import Subject
from secateur.ir.model import Position
from secateur.jobs.compared_pair import Compared, PairPlan
from secateur.jobs.diff import chosen_technique, compare_function, explored, named, widened
from secateur.jobs.diff_answer import FunctionDiff
from secateur.jobs.versions import Versions
from secateur.options import Inputs
from secateur.options.jobs import DiffOptions

#: Paths of the short exploration, and the share of the time that it and the guesses may take.
FIRST_PATHS, SHORT, GUESSING = 24, 0.35, 0.5
#: Runs of the short exploration, with those that no path stands for; and comparisons, once a difference is known.
FIRST_RUNS = 60
#: Where the short exploration was complete, a part of the guesses has to do.
FEW = 3
#: The inputs that are guessed: characters of a string, elements of a buffer.
GUESSED_STRING, GUESSED_BUFFER = 24, 8
#: Paths of an exploration of larger inputs, and its share of the time that is left.
LARGER_PATHS, LARGER = 1_000, 0.4

_EQUIVALENT = (ChangeVerdict.EQUIVALENT, ChangeVerdict.EQUIVALENT_UNDER)


class CommitStages:
    """`found` says where the function is, `changed` which functions of the new version changed. `samples`: texts that
    the project itself has for inputs."""

    def __init__(
        self,
        versions: Versions,
        found: Overview,
        name: str,
        changed: Collection[str],
        samples: Sequence[bytes] = (),
    ) -> None:
        assert isinstance(versions.options, DiffOptions)
        self._versions, self._options = versions, versions.options
        self._found, self._name, self._changed, self._samples = found, name, changed, samples
        self._technique: Callable[[Pair], Technique] = chosen_technique(self._options)
        self._watch = Stopwatch()

    def compared(
        self,
        subjects: tuple[Subject, Subject],
        is_asked_for: bool,
        is_short: bool,
        report: Callable[[FunctionDiff], None],
    ) -> FunctionDiff:
        """The answer of the stage that decides. `is_short`: without the last ones, as the commit is known to differ.
        `report` gets an answer that a further stage may improve."""
        if is_asked_for:
            return compare_function(self._versions, self._found, subjects, self._technique)
        most = self._options.budget.max_paths
        paths = FIRST_PATHS if most is None else min(most, FIRST_PATHS)
        first, compared = explored(self._limited(SHORT, paths), subjects, self._technique, most_runs=FIRST_RUNS)
        if first.status is ChangeVerdict.NOT_COMPARED and first.behind and not is_short:
            valid = self._on(*_valid_calls(self._options.inputs))
            if valid is not None and valid.status is ChangeVerdict.DIFFERENT:
                return valid
        if not _is_enough(first):
            guessed = self._guessed(FEW if first.compared_all and not _unreached_lines(first) else 1)
            if guessed is not None:
                return guessed
        first = widened(first, compared, self._limited(SHORT, most), self._found, self._technique)
        if _is_enough(first):
            return _left_early(first, most, Spent.STAGE)
        if is_short:
            return _with_unreached(_left_early(first, most, Spent.STAGE))
        report(_left_early(first, most, Spent.TIME))
        last = first
        if first.status is ChangeVerdict.UNKNOWN and self._is_time_left():
            versions = self._limited(1.0 - LARGER, most)
            last = compare_function(versions, self._found, subjects, self._technique)
        last = _with_unreached(_left_early(last, most, Spent.TIME))
        if _is_reached(last):
            return last
        report(last)
        return self._larger(last)

    def _larger(self, last: FunctionDiff) -> FunctionDiff:
        """On larger inputs, and on those that the function seems to expect: the first answer that decides, or the one
        that leaves the fewest changed lines."""
        best = last
        for inputs, is_narrow in _larger_inputs(self._options.inputs):
            if not self._is_time_left():
                break
            answer = self._on(inputs, is_narrow)
            if answer is None:
                continue
            if answer.status is ChangeVerdict.DIFFERENT:
                return answer
            answer = _with_unreached(answer)
            if _is_better(answer, best):
                best = answer
            if _is_reached(best):
                break
        return best

    def _on(self, inputs: Inputs, is_narrow: bool) -> FunctionDiff | None:
        """Up to the first difference on these inputs; None if they cannot be made."""
        versions = self._limited(LARGER, LARGER_PATHS)
        options = replace(self._options, inputs=inputs, first=True, budget=versions.options.budget)
        versions = replace(versions, options=options, is_narrow=is_narrow)
        try:
            subjects = versions.subjects(self._name, self._found)
            answer = compare_function(versions, self._found, subjects, self._technique)
        except SecateurError:
            return None
        if is_narrow:
            answer.result.accepted -= {AssumptionKind.CONDITION, AssumptionKind.CALLEE}
        return answer

    def _guessed(self, few: int) -> FunctionDiff | None:
        """A difference on longer inputs; None if none was found, or if they cannot be made. `few`: divides the number
        of guesses."""
        versions = self._limited(GUESSING, None)
        inputs = self._options.inputs
        longest = max(map(len, self._samples), default=0)
        string = max(GUESSED_STRING, longest, inputs.buffer if inputs.string is None else inputs.string)
        wide = replace(inputs, string=string, buffer=max(GUESSED_BUFFER, inputs.buffer))
        options = replace(self._options, inputs=wide, budget=versions.options.budget)
        versions = replace(versions, options=options)
        try:
            old, new = versions.subjects(self._name, self._found)
            plan = PairPlan.of(versions.titles, options, options.search, options.faults)
            answer = Compared(old, new, plan, self._technique).guessed(self._changed, few, self._samples)
        except SecateurError:
            return None
        return None if answer is None else named(answer, versions)

    def _limited(self, share: float, most: int | None) -> Versions:
        """With a part of the time that is left, and with at most so many paths."""
        budget = replace(self._watch.left_of(self._options.budget).part(share), max_paths=most)
        return replace(self._versions, options=replace(self._options, budget=budget))

    def _is_time_left(self) -> bool:
        return self._watch.left_of(self._options.budget).has_time


def _larger_inputs(inputs: Inputs) -> Iterator[tuple[Inputs, bool]]:
    """Longer strings and buffers; then all pointers may be NULL; then what a valid call seems to be, with one more
    level of pointers, and with an end after each structure. With each: is it only about calls that seem to be valid?"""
    string = inputs.buffer if inputs.string is None else inputs.string
    yield replace(inputs, string=2 * string, buffer=max(inputs.buffer, GUESSED_BUFFER)), False
    yield replace(inputs, nullable=tuple(dict.fromkeys((*inputs.nullable, ALL)))), False
    yield _valid_calls(inputs)
    yield replace(inputs, string=4 * string), False


def _valid_calls(inputs: Inputs) -> tuple[Inputs, bool]:
    return replace(inputs, closed=True, pointer_depth=inputs.pointer_depth + 1), True


def _left_early(answer: FunctionDiff, most: int | None, why: Spent) -> FunctionDiff:
    """The limits of the short exploration are ours, not the user's."""
    if answer.result.spent is Spent.PATHS and (most is None or answer.result.explored < most):
        answer.result.spent = why
    return answer


def _with_unreached(answer: FunctionDiff) -> FunctionDiff:
    """An equivalence rests on that no input executes the changed lines which none of the compared ones does."""
    if answer.status not in _EQUIVALENT or _is_enough(answer):
        return answer
    answer.result.assumptions += (
        Assumption(AssumptionKind.UNREACHED, place) for place in dict.fromkeys(map(str, _unreached_lines(answer)))
    )
    return answer


def _unreached_lines(answer: FunctionDiff) -> list[Position]:
    return unreached_changes(answer.pair, (region.model for region in answer.verdict.compared))


def _unreached(answer: FunctionDiff) -> int:
    return sum(each.kind is AssumptionKind.UNREACHED for each in answer.assumptions)


def _is_reached(answer: FunctionDiff) -> bool:
    """Is it an answer about all that changed?"""
    return answer.status in (*_EQUIVALENT, ChangeVerdict.DIFFERENT, ChangeVerdict.UNAFFECTED) and not _unreached(answer)


def _is_better(answer: FunctionDiff, known: FunctionDiff) -> bool:
    """Does it say more about the change?"""
    if answer.status not in _EQUIVALENT:
        return False
    return known.status not in _EQUIVALENT or _unreached(answer) < _unreached(known)


def _is_enough(answer: FunctionDiff) -> bool:
    """Is it a difference, or an equivalence that does not depend on how long inputs are?"""
    if answer.status in (ChangeVerdict.UNKNOWN, ChangeVerdict.NOT_COMPARED):
        return False
    is_small = any(each.kind is AssumptionKind.SIZE for each in answer.assumptions)
    return answer.status in (ChangeVerdict.DIFFERENT, ChangeVerdict.UNAFFECTED) or not is_small
