"""Which inputs and outputs of two versions are the same: by position, or by name if parameters came or went."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from secateur.assumption import Assumption, AssumptionKind
from secateur.evolve.impact.pair import Narrow
from secateur.exploration.criteria import RETURN, roots
from secateur.harness.choices import general
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
    """By position, if all have the same size or the versions have as many; otherwise by name. The members of a
    parameter are matched by name if it has the same ones in both versions, in whatever order."""
    if old.driver is None or new.driver is None:
        return MatchedInputs()
    if _passed(old.driver) != _passed(new.driver):
        raise HarnessError(f"{new.function} does not get the same functions in both versions")
    ours, theirs = old.driver.inputs, new.driver.inputs
    is_by_position = [_kind(leaf) for leaf in ours] == [_kind(leaf) for leaf in theirs]
    sizes = [_size(leaf) for leaf in ours] == [_size(leaf) for leaf in theirs]
    if sizes or (is_by_position and len(_parameters(old.driver)) == len(_parameters(new.driver))):
        pairs = _with_members_by_name(list(zip(ours, theirs, strict=True)))
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
        retyped=(*_retyped(pairs, theirs), *_retyped_outputs(old.driver, new.driver, widths)),
        apart=frozenset(leaf.name for leaf in (*ours, *theirs) if leaf.name not in met[0] | met[1]),
    )


def _with_members_by_name(pairs: list[tuple[Leaf, Leaf]]) -> list[tuple[Leaf, Leaf]]:
    """Pairs by position, in which each group of leaves with the same root is matched by the rest of their names, if
    these are the same."""
    groups: dict[tuple[str, str], list[tuple[Leaf, Leaf]]] = {}
    for one, two in pairs:
        groups.setdefault((_root(one), _root(two)), []).append((one, two))
    found: list[tuple[Leaf, Leaf]] = []
    for (old_root, new_root), group in groups.items():
        theirs = {two.name.removeprefix(new_root): two for _, two in group}
        rests = [one.name.removeprefix(old_root) for one, _ in group]
        is_same = len(theirs) == len(group) and set(rests) == set(theirs)
        matched = [(one, theirs[rest]) for (one, _), rest in zip(group, rests, strict=True)] if is_same else group
        found += matched
    return found


def _root(leaf: Leaf) -> str:
    return roots([leaf.name])[0]


def _passed(driver: Driver) -> list[int]:
    """The functions that a driver passes, by what they do."""
    return [each.times for each in driver.callbacks]


def _behind(old: Subject, new: Subject) -> tuple[Assumption, ...]:
    """How many elements are compared behind each pointer that both versions leave."""
    assert old.driver is not None
    assert new.driver is not None
    ours = {each.sight.name for each in old.driver.contents}
    names = [general(each.name) for each in new.driver.contents if each.sight.name in ours and each.bytes]
    limit = 0 if new.inputs is None else new.inputs.contents
    shown = dict.fromkeys(name if name.startswith("*") else f"*{name}" for name in names)
    return tuple(Assumption(AssumptionKind.SIZE, name, f"elements:{limit}") for name in shown)


def _parameters(driver: Driver) -> list[str]:
    return roots([leaf.name for leaf in driver.inputs])


def _kind(leaf: Leaf) -> str:
    return leaf.kind if leaf.kind in ("f32", "f64", "f80") else "integer"


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


def _retyped(pairs: Sequence[tuple[Leaf, Leaf]], theirs: Sequence[Leaf]) -> Iterator[Assumption]:
    places = {leaf.name: number for number, leaf in enumerate(theirs)}
    numbers = [places[two.name] for _, two in pairs]
    moved = [two for (_, two), (a, b) in zip(pairs[1:], pairwise(numbers), strict=True) if a > b]
    for name in roots([two.name for two in moved]):
        yield Assumption(AssumptionKind.PARAMETERS, name, "reordered")
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
