"""What an equivalence assumes about pointers, decided where it matters.

The inputs of a comparison are narrow at first: parameters are not NULL, and pointers lead to objects of their own.
Where the change could behave differently without that, both versions are compared once more, on inputs on which these
pointers may also be NULL or lead to the same object. What that leaves open is an assumption under which the versions
are equivalent. So is that objects do not overlap in part.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from secateur.assumption import Assumption, AssumptionKind
from secateur.errors import SecateurError
from secateur.evolve.behaviour.equivalence import ChangeVerdict
from secateur.evolve.impact.pointer_inputs import PointerInputs
from secateur.harness.choices import ALL
from secateur.harness.subject import Subject
from secateur.jobs.compared_pair import Compared
from secateur.jobs.diff_answer import FunctionDiff
from secateur.jobs.target import accepted_kinds
from secateur.jobs.versions import Versions

#: The paths of the second comparison, if the user gives no limit: this many, and so many times those of the first one.
LEAST_PATHS, TIMES = 200, 8
#: Maximum number of further comparisons.
MOST_ROUNDS = 3

#: Compares a function of these versions; the function of the new one.
Again = Callable[[Versions], tuple[FunctionDiff, Subject]]

_ABOUT = frozenset({AssumptionKind.NOT_NULL, AssumptionKind.NO_ALIAS})
EQUIVALENT = (ChangeVerdict.EQUIVALENT, ChangeVerdict.EQUIVALENT_UNDER)


def with_pointers(answer: FunctionDiff, compared: Compared, versions: Versions, again: Again) -> FunctionDiff:
    """The same answer, or that on wider inputs, if what is assumed about pointers matters. Pointers that may be the
    same object make others matter."""
    subject, started = compared.new, answer
    for _ in range(MOST_ROUNDS):
        open_ones = _open_ones(answer, subject, versions)
        if not open_ones:
            return _resting_on(answer, _in_part(answer, subject, versions))
        versions = _wider(started, compared, versions, open_ones)
        try:
            wider, subject = again(versions)
        except SecateurError:
            return _resting_on(answer, open_ones)
        if wider.status is ChangeVerdict.DIFFERENT:
            return wider
        if wider.status not in EQUIVALENT:
            return _resting_on(answer, open_ones)
        answer = wider
    return _resting_on(answer, [*_open_ones(answer, subject, versions), *_in_part(answer, subject, versions)])


def _in_part(answer: FunctionDiff, subject: Subject, versions: Versions) -> list[Assumption]:
    """Objects that never overlap in part: no input is made on which they do."""
    accepted = accepted_kinds(versions.options.acceptance, frozenset())
    if answer.status not in EQUIVALENT or subject.driver is None or subject.function == "main":
        return []
    if AssumptionKind.NO_ALIAS in accepted:
        return []
    inputs = PointerInputs(answer.pair.impact, subject.driver, subject.exposed)
    return [Assumption(AssumptionKind.NO_ALIAS, ", ".join(pair)) for pair in inputs.apart_in_part]


def _open_ones(answer: FunctionDiff, subject: Subject, versions: Versions) -> list[Assumption]:
    """What an equivalence assumes about pointers, where it matters and nobody has accepted it."""
    if answer.status not in EQUIVALENT or subject.driver is None or subject.function == "main":
        return []
    inputs = PointerInputs(answer.pair.impact, subject.driver, subject.exposed)
    accepted = accepted_kinds(versions.options.acceptance, frozenset())
    said = "" if subject.contract is None else " ".join(map(str, subject.contract.requires))
    found: list[Assumption] = []
    if AssumptionKind.NOT_NULL not in accepted:
        names = (name for name in inputs.not_null if not re.search(rf"(?<![\w>.]){re.escape(name)}(?![\w\[])", said))
        found += (Assumption(AssumptionKind.NOT_NULL, name) for name in names)
    if AssumptionKind.NO_ALIAS not in accepted:
        found += (Assumption(AssumptionKind.NO_ALIAS, ", ".join(pair)) for pair in inputs.apart)
    return found


def _wider(answer: FunctionDiff, compared: Compared, versions: Versions, open_ones: Sequence[Assumption]) -> Versions:
    """With inputs on which these pointers may be NULL, or lead to the same object."""
    options = versions.options
    nullable = [each.subject for each in open_ones if each.kind is AssumptionKind.NOT_NULL]
    alias = [each.subject.replace(" ", "") for each in open_ones if each.kind is AssumptionKind.NO_ALIAS]
    if compared.match.names:  # the versions have other names for their inputs
        nullable, alias = ([ALL] if nullable else []), ([ALL] if alias else [])
    inputs = options.inputs
    inputs = replace(inputs, nullable=_with(inputs.nullable, nullable), alias=_with(inputs.alias, alias))
    budget = options.budget
    if budget.max_paths is None:
        paths = answer.result.counts.completed + answer.alike
        budget = replace(budget, max_paths=max(LEAST_PATHS, TIMES * paths))
    budget = budget.less(answer.seconds, answer.cpu)
    return replace(versions, options=replace(options, inputs=inputs, budget=budget))


def _with(given: Sequence[str], more: Sequence[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*given, *more)))


def _resting_on(answer: FunctionDiff, open_ones: Sequence[Assumption]) -> FunctionDiff:
    """The answer with these assumptions in place of all others about pointers, and with nobody accepting them."""
    if open_ones:
        result = answer.result
        result.assumptions = [*(each for each in result.assumptions if each.kind not in _ABOUT), *open_ones]
        result.accepted -= _ABOUT
    return answer
