"""The lines of a driver that a contract adds: sizes of objects, conditions before the call."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from secateur.contracts.model import Clause
from secateur.harness.assume import eager, needs_order
from secateur.harness.contract_plan import ContractPlan, Extent, offset_name, size_name, sizes_in
from secateur.harness.narrowing import references
from secateur.harness.plan import Leaf, Variable, walk


@dataclass(frozen=True, slots=True)
class ContractLines:
    """`sizes` come before pointers are set, the rest `before` and `after` the call. `doubted`: by number,
    the parts of conditions that were only inferred, so that inputs beyond them are worth a look. `ensured`: conditions
    that hold after the call."""

    sizes: tuple[str, ...] = ()
    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    doubted: tuple[Clause, ...] = ()
    ensured: tuple[tuple[str, Clause], ...] = ()

    @property
    def used(self) -> set[str]:
        """The primitives that these lines call."""
        text = "".join((*self.sizes, *self.before, *self.after))
        ensures = {"ensures"} if self.ensured else set()
        if any("secateur_extent(" in text for text, _ in self.ensured):
            ensures.add("extent")
        return ensures | {name for name in ("assume", "requires", "beyond", "resize") if f"secateur_{name}(" in text}


def contract_lines(plan: ContractPlan, variables: Sequence[Variable], nullables: Sequence[str]) -> ContractLines:
    objects = {each.name: each.storage for variable in variables for each in references(variable)}
    places = _places(variables)
    sized = {name: extent for name, extent in plan.extents.items() if extent.needed and name in objects}
    asked = {*sizes_in(plan), *plan.meaning.inside.values()} & set(objects)
    wanted = [name for name in objects if name in {*sized, *asked}]
    sizes = [_placed(_size(name, plan.extents.get(name), objects[name]), places) for name in wanted]
    doubted: list[str] = []
    clauses: list[Clause] = []
    conditions: list[str] = []
    for each in plan.preconditions:
        for text in eager(each.condition, nullables):
            if each.clause.is_certain:
                conditions.append(f"secateur_assume({text});")
            else:
                safe = _guarded(text, doubted)
                conditions.append(f"secateur_requires({len(clauses)}, {safe});")
                doubted.append(f"!!({safe})")
                clauses.append(each.clause)
    if doubted:
        conditions.append(f"secateur_beyond(!({' & '.join(doubted)}));")
    resized = [_resized(name, extent, objects[name]) for name, extent in sized.items()]
    restored = [_whole(objects[name]) for name in sized if not objects[name].block]
    for name, storage in objects.items():
        member = f"{name}->{storage.flexible}"
        if storage.flexible and (known := plan.extents.get(member)) is not None and known.needed:
            sizes.append(_placed(_size(member, known, storage), places))
            resized.append(_with_room(member, known, storage))
            restored += [_whole(storage)] if storage.kept else []
    sizes += _offsets(plan, objects)
    sizes += [f"secateur_assume({base} != 0 | {offset} == 0);" for base, offset in _of_nullable(plan, nullables)]
    kept = [_placed(f"const __typeof__({text}) {name} = {text};", places) for name, text in plan.kept]
    ensured = [(text, each.clause) for each in plan.postconditions for text in eager(each.condition)]
    before = (*kept, *conditions, *resized)
    return ContractLines(tuple(sizes), before, tuple(restored), tuple(clauses), tuple(ensured))


def _places(variables: Sequence[Variable]) -> dict[str, str]:
    """Where the driver keeps inputs that the user reaches through pointers, which may be NULL or lead elsewhere."""
    leaves = (node for variable in variables for node in walk(variable.node) if isinstance(node, Leaf))
    return {leaf.name: leaf.place for leaf in leaves if leaf.name != leaf.place and "->" in leaf.name}


def _placed(text: str, places: Mapping[str, str]) -> str:
    """C over inputs, with the names of the driver."""
    for name in sorted(places, key=len, reverse=True):
        text = re.sub(rf"(?<![\w.>]){re.escape(name)}(?![\w\[.]|->)", places[name], text)
    return text


def based(statement: str, variables: Sequence[Variable]) -> str:
    """A statement that sets a pointer into another object: members are taken where the driver keeps them. What leads
    into the object of NULL is NULL."""
    place, equals, value = statement.partition(" = ")
    for each in (each for variable in variables for each in references(variable)):
        if "->" in each.name and value.startswith(f"{each.name} + "):
            inside = f"{each.storage.identifier}{value[len(each.name) :]}"
            if each.is_nullable and place.startswith(each.name.rpartition("->")[0]):
                return f"{place}{equals}{each.name} ? {inside.removesuffix(';')} : 0;"
            return f"{place}{equals}{inside}"
    return statement


def _of_nullable(plan: ContractPlan, nullables: Sequence[str]) -> Iterator[tuple[str, str]]:
    """There is nothing inside of NULL."""
    for pointer, base in plan.meaning.inside.items():
        if base in nullables and base.isidentifier():
            yield base, offset_name(pointer)


def _guarded(text: str, before: Sequence[str]) -> str:
    """Beyond the contract, a condition is evaluated although those before it do not hold: it must not fault then."""
    return f"!({' & '.join(before)}) || ({text})" if before and needs_order(text) else text


def _size(name: str, extent: Extent | None, storage: Variable) -> str:
    count = f"{storage.count}UL" if extent is None or not extent.needed else extent.needed
    return f"const unsigned long {size_name(name)} = {count};"


def _offsets(plan: ContractPlan, objects: dict[str, Variable]) -> Iterator[str]:
    """A pointer into an object, or to its end. The size is not yet known to fit: conditions are checked later."""
    for pointer, base in plan.meaning.inside.items():
        offset, extent = offset_name(pointer), plan.extents.get(base)
        if base not in objects:
            continue
        is_end = extent is not None and extent.needed == offset
        capacity = f"{offset} <= {objects[base].count}UL"
        is_sized = not is_end and extent is not None and bool(extent.needed)
        yield f"secateur_assume({capacity}{f' & {offset} <= {size_name(base)}' if is_sized else ''});"


def _resized(name: str, extent: Extent, storage: Variable) -> str:
    element = f"sizeof *{storage.identifier}"
    rest = f"{storage.count} * {element}, {size_name(name)} * {element}, {int(extent.is_bounded)}"
    return f"secateur_resize({storage.identifier}, {rest});"


def _with_room(name: str, extent: Extent, storage: Variable) -> str:
    """The array at the end of a structure."""
    element = f"sizeof *{storage.identifier}->{storage.flexible}"
    size = f"sizeof *{storage.identifier} + {size_name(name)} * {element}"
    return f"secateur_resize({storage.identifier}, {storage.bytes}, {size}, {int(extent.is_bounded)});"


def _whole(storage: Variable) -> str:
    """What is observed after the call may be all of it."""
    return f"secateur_resize({storage.identifier}, {storage.bytes}, {storage.bytes}, 1);"
