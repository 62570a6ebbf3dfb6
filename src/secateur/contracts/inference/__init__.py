"""What the code shows about valid calls. `infer` is the one place where parts are inferred; each kind of evidence is a
module with a function `Evidence -> Iterator[Clause]`, listed in `RULES`."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from secateur.contracts.bounds import variables_of
from secateur.contracts.inference.by_callers import by_callers
from secateur.contracts.inference.by_documentation import by_documentation
from secateur.contracts.inference.by_effort import by_effort
from secateur.contracts.inference.by_extent import by_extent
from secateur.contracts.inference.by_failure import by_failure
from secateur.contracts.inference.by_list_end import by_command_line, by_list_end
from secateur.contracts.inference.by_maker import by_maker
from secateur.contracts.inference.by_name import by_name
from secateur.contracts.inference.by_outputs import by_outputs
from secateur.contracts.inference.by_states import by_states
from secateur.contracts.inference.by_trial import by_trial
from secateur.contracts.inference.by_type import by_declarator, by_type
from secateur.contracts.inference.by_use import by_use
from secateur.contracts.inference.evidence import Evidence
from secateur.contracts.meaning import meaning_of
from secateur.contracts.model import Clause
from secateur.contracts.terms import Said
from secateur.ir.ctype import CInt, CPointer, resolved

Rule = Callable[[Evidence], Iterable[Clause]]

#: Rules that look at the function alone.
_ALONE: tuple[Rule, ...] = (by_declarator, by_command_line, by_extent, by_list_end, by_name, by_use)


def _by_trial(evidence: Evidence) -> Iterable[Clause]:
    return by_trial(evidence, _ALONE)


#: In this order: a part of an earlier rule replaces those of later ones about the same thing.
RULES: tuple[Rule, ...] = (
    by_maker,
    by_documentation,
    *_ALONE,
    by_states,
    _by_trial,
    by_callers,
    by_type,
    by_failure,
    by_outputs,
)


def infer(evidence: Evidence) -> list[Clause]:
    """The parts that can be inferred for a function, all with an `INFERRED` origin that says from what."""
    found: list[Clause] = []
    for rule in RULES:
        taken = {topic for each in found for topic in each.topics}
        made = set(meaning_of(found).made)
        new = (each for each in rule(evidence) if not each.topics & taken)
        found += [each for each in new if not {name for _, name in each.topics} & made or rule is by_maker]
    sized = set(meaning_of(found).sizes)
    found = [each for each in found if not _is_set_anyway(each, found)]
    never = {str(each) for each in found}
    found = [each for each in found if not _is_list(each, sized) and not _is_never_called(each, never)]
    found += by_effort(evidence, found)
    return [each for each in found if not _is_usual(each, evidence)]


def infer_conditions(evidence: Evidence) -> list[Clause]:
    """The parts about numbers and lengths that the function and its declaration alone show: nothing is run for them,
    and they say nothing about how objects are made."""
    found: list[Clause] = []
    for rule in (by_declarator, by_extent, by_name, by_type):
        taken = {topic for each in found for topic in each.topics}
        found += [each for each in rule(evidence) if not each.topics & taken and _is_about_numbers(each)]
    return found


def _is_about_numbers(part: Clause) -> bool:
    meaning = meaning_of([part])
    lengths = all(variables_of(size.needed) for size in meaning.sizes.values())
    return lengths and bool(meaning.sizes or meaning.conditions)


def _is_usual(part: Clause, evidence: Evidence) -> bool:
    """A `char *` is a string anyway."""
    if not isinstance(part.term, Said) or part.term.word != "terminated":
        return False
    kinds = [resolved(p.type) for p in evidence.signature.parameters if p.name == str(part.term.arguments[0])]
    to = [resolved(kind.to) for kind in kinds if isinstance(kind, CPointer) and kind.to is not None]
    return any(isinstance(kind, CInt) and kind.is_char for kind in to)


def _is_set_anyway(part: Clause, parts: list[Clause]) -> bool:
    """A pointer into another object, or that a function made, is never NULL."""
    meaning = meaning_of(parts)
    return any(name in meaning.inside or name in meaning.made for name in meaning_of([part]).nullable)


def _is_never_called(part: Clause, parts: set[str]) -> bool:
    """`calls(f, any)`, but `f == 0`."""
    return isinstance(part.term, Said) and part.term.word == "calls" and f"{part.term.arguments[0]} == 0" in parts


def _is_list(part: Clause, sized: set[str]) -> bool:
    """An array of nodes is no list."""
    return isinstance(part.term, Said) and part.term.word == "shape" and str(part.term.arguments[0]) in sized
