"""Which inferred words about pointers are doubted: those without which the function can still be called."""

from __future__ import annotations

from secateur.contracts.bounds import variables_of
from secateur.contracts.meaning import meaning_of
from secateur.contracts.model import EFFORT, Clause, Contract
from secateur.contracts.places import root_of


def doubted_parts(contract: Contract) -> list[tuple[Clause, ...]]:
    """The parts that are left out together: the same word about what one parameter leads to."""
    groups: dict[tuple[str, str], list[Clause]] = {}
    for each in contract.requires:
        word, name = _doubted_word(each)
        if word:
            groups.setdefault((word, root_of(name)), []).append(each)
    return [tuple(each) for each in groups.values()]


def is_assumed(clause: Clause) -> bool:
    """Is an inferred part never doubted? Without it, there is nothing to call the function with."""
    meaning = meaning_of([clause])
    return not clause.is_certain and not clause.after and bool(meaning.shapes or meaning.calls or meaning.made)


def _doubted_word(clause: Clause) -> tuple[str, str]:
    """The word of an inferred part that says how an object is made, and the pointer; empty for others. Without it, the
    pointer has an object of its own, not on the heap, and of the usual size."""
    if clause.is_certain or clause.origin.place == EFFORT:
        return "", ""
    meaning = meaning_of([clause])
    sizes = [pointer for pointer, size in meaning.sizes.items() if not variables_of(size.needed)]
    for word, pointers in (("inside", list(meaning.inside)), ("heap", list(meaning.heap)), ("size", sizes)):
        if pointers:
            return word, pointers[0]
    return "", ""
