"""Values of two runs are compared by what they point to, not by the numbers of objects."""

from __future__ import annotations

from types import SimpleNamespace
from typing import cast

from secateur.evolve.impact.deeds import Deeds, Likeness, Shown
from secateur.ir.model import Register
from secateur.ir.types import PointerType
from secateur.machine.memory import BIAS, FIRST_PRIVATE, SHIFT

POINTER = Register(0, PointerType(), "p")
#: The number of a private object; later ones have it again.
NUMBER = FIRST_PRIVATE + 7


def _deeds(*indices: int) -> tuple[Deeds, list[Shown]]:
    """A run that makes one private object after the other; a pointer into each, as it is shown at that moment."""
    deeds = object.__new__(Deeds)
    deeds.objects, deeds._private, deeds._index = {1: "a global"}, {}, indices
    shown = []
    for instance in range(len(indices)):
        deeds._make(NUMBER, instance)
        frame = SimpleNamespace(registers={0: (NUMBER << SHIFT) + BIAS + 4})
        shown.append(deeds._shown(POINTER, frame))  # type: ignore[arg-type]
    return deeds, shown


def test_private_objects_of_one_number_are_told_apart() -> None:
    """The new version makes a further one at the end: what pointed to the others still points to the same."""
    (old, before), (new, after) = _deeds(11, 12), _deeds(11, 12, 13)
    likeness = Likeness(old, new)
    assert [likeness.same((x,), (y,)) for x, y in zip(before, after, strict=False)] == [True, True]
    assert not likeness.same((before[0],), (after[1],))
    assert not likeness.same((before[1],), (after[2],))


def test_offsets_within_the_object_stay() -> None:
    _, shown = _deeds(11)
    assert cast(int, shown[0].value) & (1 << SHIFT) - 1 == BIAS + 4
    assert shown[0].is_pointer
