"""Which inputs and outputs of two versions are the same: by position, or by name if parameters came or went."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from secateur.assumption import Assumption, AssumptionKind
from secateur.evolve.impact.pair import Narrow
from secateur.exploration.criteria import RETURN, roots
from secateur.harness.driver import Driver
from secateur.harness.errors import HarnessError
from secateur.harness.plan import Leaf
from secateur.harness.subject import Subject
from secateur.provided.scalars import SCALARS

ADDED, REMOVED = "added", "removed"


@dataclass(frozen=True, slots=True)
class MatchedInputs:
    """`names`: inputs of the old version that have another name in the new one. `added` and `removed`: parameters and
    globals that only one version has. `narrow`: for each version, the inputs that the other one reads with fewer bits;
    both get what the narrower one can hold. `widths`: outputs of different types, with the bits that are compared.
    `behind`: how much is compared behind pointers; `texts`: those that lead to strings."""

    names: Mapping[str, str] = field(default_factory=dict)
    added: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    narrow: tuple[Mapping[str, Narrow], Mapping[str, Narrow]] = ({}, {})
    widths: Mapping[str, int] = field(default_factory=dict)
    retyped: tuple[Assumption, ...] = ()
    apart: frozenset[str] = frozenset()  # single inputs that only one version has
    behind: tuple[Assumption, ...] = ()
    texts: tuple[str, ...] = ()

    @property
    def is_partial(self) -> bool:
        return bool(self.added or self.removed)

    @property
    def one_sided(self) -> dict[str, tuple[str, ...]]:
        """The inputs that only one version has."""
        return {word: names for word, names in ((REMOVED, self.removed), (ADDED, self.added)) if names}

    @property
    def unmatched(self) -> tuple[Assumption, ...]:
        sides = self.one_sided.items()
        return tuple(Assumption(AssumptionKind.PARAMETERS, name, word) for word, names in sides for name in names)


def matched_inputs(old: Subject, new: Subject) -> MatchedInputs:
    """By position, if all have the same size or the versions have as many; otherwise by name."""
    if old.driver is None or new.driver is None:
        return MatchedInputs()
    ours, theirs = old.driver.inputs, new.driver.inputs
    is_by_position = [_kind(leaf) for leaf in ours] == [_kind(leaf) for leaf in theirs]
    sizes = [_size(leaf) for leaf in ours] == [_size(leaf) for leaf in theirs]
    if sizes or (is_by_position and len(_parameters(old.driver)) == len(_parameters(new.driver))):
        pairs = list(zip(ours, theirs, strict=True))
    else:
        by_name = {leaf.name: leaf for leaf in theirs}
        pairs = [(leaf, by_name[leaf.name]) for leaf in ours if leaf.name in by_name]
    for one, two in pairs:
        if _kind(one) != _kind(two):
            raise HarnessError(f"input {two.name} has different types in the two versions, a number and a float")
    met = {one.name for one, _ in pairs}, {two.name for _, two in pairs}
    widths = dict(_widths(old.driver, new.driver))
    return MatchedInputs(
        names={one.name: two.name for one, two in pairs if one.name != two.name},
        removed=tuple(roots([leaf.name for leaf in ours if leaf.name not in met[0]])),
        added=tuple(roots([leaf.name for leaf in theirs if leaf.name not in met[1]])),
        narrow=(_narrower(pairs), _narrower([(two, one) for one, two in pairs], is_new=True)),
        widths=widths,
        behind=_behind(old, new),
        texts=tuple(name for name in new.driver.texts if name in old.driver.texts),
        retyped=(*_retyped(pairs), *_retyped_outputs(old.driver, new.driver, widths)),
        apart=frozenset(leaf.name for leaf in (*ours, *theirs) if leaf.name not in met[0] | met[1]),
    )


def _behind(old: Subject, new: Subject) -> tuple[Assumption, ...]:
    """How many elements are compared behind each pointer that both versions leave."""
    assert old.driver is not None
    assert new.driver is not None
    ours = {each.sight.name for each in old.driver.contents}
    names = [each.sight.name for each in new.driver.contents if each.sight.name in ours]
    limit = 0 if new.inputs is None else new.inputs.contents
    return tuple(Assumption(AssumptionKind.SIZE, f"*{name}", f"elements:{limit}") for name in roots(names))


def _parameters(driver: Driver) -> list[str]:
    return roots([leaf.name for leaf in driver.inputs])


def _kind(leaf: Leaf) -> str:
    return leaf.kind if leaf.kind in ("f32", "f64") else "integer"


def _size(leaf: Leaf) -> tuple[str, int]:
    """What two inputs must have in common to be given the same value; signedness is how it is read."""
    return _kind(leaf), leaf.width


def _narrower(pairs: Sequence[tuple[Leaf, Leaf]], is_new: bool = False) -> dict[str, Narrow]:
    """By the name in the new version: the inputs of the first that the second has with fewer bits."""
    return {
        (one if is_new else two).name: Narrow(two.width, _variable(two), two.signed)
        for one, two in pairs
        if two.width < one.width
    }


def _variable(leaf: Leaf) -> str:
    if leaf.kind == "bits":
        return "bool" if leaf.width == 1 and not leaf.signed else "signed" if leaf.signed else "unsigned"
    return SCALARS[leaf.kind].variable


def _retyped(pairs: Sequence[tuple[Leaf, Leaf]]) -> Iterator[Assumption]:
    for one, two in pairs:
        if one.width != two.width:
            yield Assumption(AssumptionKind.PARAMETERS, two.name, f"{_bits(one)}:{_bits(two)}")


def _bits(leaf: Leaf) -> str:
    return f"{leaf.width} {'bit' if leaf.width == 1 else 'bits'}"


def _outputs(driver: Driver) -> dict[str, Leaf]:
    return {sight.name: sight for sight in driver.observations if isinstance(sight, Leaf)}


def _widths(old: Driver, new: Driver) -> Iterator[tuple[str, int]]:
    """The outputs that are integers of different types."""
    ours, theirs = _outputs(old), _outputs(new)
    for name, one in ours.items():
        two = theirs.get(name)
        if two is not None and _kind(one) == _kind(two) == "integer" and one.kind != two.kind:
            yield name, min(one.width, two.width)


def _retyped_outputs(old: Driver, new: Driver, widths: Mapping[str, int]) -> Iterator[Assumption]:
    ours, theirs = _outputs(old), _outputs(new)
    for name in widths:
        one, two = ours[name], theirs[name]
        if one.width != two.width:
            subject = "result" if name == RETURN else name
            yield Assumption(AssumptionKind.PARAMETERS, subject, f"{_bits(one)}:{_bits(two)}")
