"""Paths and expressions between processes.

Variables are found by name, as each machine numbers them in the order in which it meets them; sites are found by their
place. Expressions share their parts, and can be too deep for recursion: they are sent before what contains them, each
after its arguments.
"""

from __future__ import annotations

import copyreg
import io
import pickle
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Any

from secateur.exploration.task import SentRegion
from secateur.expr import Expr
from secateur.expr.expr import intern
from secateur.machine.machine import Machine
from secateur.machine.path import Branch, Formatted, Path, Site, SymbolicText
from secateur.machine.state import BranchSite
from secateur.workers.part import PartOrder, PartOutcome, Variables


def variable_of(name: str, width: int, kind: str) -> Expr:
    """Names in what is sent what the machine that reads it does instead (`Unpacker`)."""
    raise AssertionError("only a machine has variables")


def site_of(*parts: Any) -> Site:
    """The same for a site."""
    raise AssertionError("only a machine has sites")


def branch_of(*parts: Any) -> Branch:
    *made, fault, chosen = parts
    branch = Branch(*made)
    branch.fault, branch.chosen = fault, chosen
    return branch


def _expression(node: Expr) -> tuple[Any, ...]:
    if node.op == "var":
        return variable_of, (node.name, node.width, node.kind)
    return intern, (node.op, node.args, node.width)


def _site(site: Site) -> tuple[Any, ...]:
    return site_of, _parts(site)


def _parts(site: Site) -> tuple[Any, ...]:
    return site.kind, site.position, site.function, site.place, site.fault, site.message, site.inverted


def _branch(branch: Branch) -> tuple[Any, ...]:
    parts = (branch.site, branch.condition, branch.negation, branch.outcome, branch.implied, branch.frame)
    return branch_of, (*parts, branch.marks, None, branch.traced, branch.fault, branch.chosen)


_REDUCED: dict[type, Callable[[Any], tuple[Any, ...]]] = {
    Expr: _expression,
    Site: _site,
    BranchSite: _site,
    Branch: _branch,
}


def packed(outcome: PartOutcome) -> bytes:
    """For another process."""
    buffer = io.BytesIO()
    pickler = pickle.Pickler(buffer, protocol=pickle.HIGHEST_PROTOCOL)
    pickler.dispatch_table = copyreg.dispatch_table.copy()
    pickler.dispatch_table.update(_REDUCED)
    paths = [replace(path, goals=(), visits=(), trace=()) for path in outcome.paths]
    details = [task.details for origin in (*outcome.left, *outcome.held) for task in origin.branches]
    pickler.dump((ordered([*_roots_of(paths), *expressions_in(details)]), replace(outcome, paths=paths)))
    return buffer.getvalue()


def packed_content(content: object) -> bytes:
    """Anything made of tuples, lists, sets and dictionaries, with expressions in it."""
    buffer = io.BytesIO()
    pickler = pickle.Pickler(buffer, protocol=pickle.HIGHEST_PROTOCOL)
    pickler.dispatch_table = copyreg.dispatch_table.copy()
    pickler.dispatch_table.update(_REDUCED)
    pickler.dump((ordered(expressions_in(content)), content))
    return buffer.getvalue()


def packed_order(order: PartOrder) -> bytes:
    """For a worker."""
    buffer = io.BytesIO()
    pickler = pickle.Pickler(buffer, protocol=pickle.HIGHEST_PROTOCOL)
    pickler.dispatch_table = copyreg.dispatch_table.copy()
    pickler.dispatch_table.update(_REDUCED)
    details = [task.details for origin in order.part.origins for task in origin.branches]
    pickler.dump((ordered(expressions_in(details)), order))
    return buffer.getvalue()


def expressions_in(content: object) -> Iterator[Expr]:
    todo = [content]
    while todo:
        each = todo.pop()
        if isinstance(each, Expr):
            yield each
        elif isinstance(each, SentRegion):
            todo += each.given
        elif isinstance(each, tuple | list | set | frozenset):
            todo += each
        elif isinstance(each, dict):
            todo += (*each.keys(), *each.values())


class Unpacker:
    """Reads what was packed, for one machine."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        self._sites: dict[tuple[Any, ...], Site] = {}

    def unpacked(self, data: bytes) -> PartOutcome:
        outcome = self.content(data)
        assert isinstance(outcome, PartOutcome)
        return outcome

    def order(self, data: bytes) -> PartOrder:
        order = self.content(data)
        assert isinstance(order, PartOrder)
        return order

    def content(self, data: bytes) -> object:
        reader = _PathReader(io.BytesIO(data))
        reader.found = {"variable_of": self._machine.variable, "site_of": self._site}
        _, content = reader.load()
        return content

    def _site(self, *parts: Any) -> Site:
        """Numbers that no site of the machine has."""
        found = self._sites.get(parts)
        if found is None:
            found = self._sites[parts] = Site(-1 - len(self._sites), *parts)
        return found


class _PathReader(pickle.Unpickler):
    found: dict[str, Any]

    def find_class(self, module: str, name: str) -> Any:
        return self.found[name] if module == __name__ and name in self.found else super().find_class(module, name)


def renumbered(model: tuple[int, ...], variables: Variables, machine: Machine) -> tuple[int, ...]:
    """A model of another machine with these variables, for this one."""
    numbers = [machine.variable(*key).args[0] for key in variables[: len(model)]]
    if numbers == list(range(len(model))):
        return model
    found = [0] * (max(numbers, default=-1) + 1)
    for number, value in zip(numbers, model, strict=False):
        found[number] = value
    return tuple(found)


def renumbered_mask(mask: int, variables: Variables, machine: Machine) -> int:
    """The same for a set of variables."""
    found = 0
    for number, key in enumerate(variables):
        if mask >> number & 1:
            found |= machine.variable(*key).variables
    return found


def in_order(paths: Iterable[Path]) -> list[Expr]:
    """All expressions of the paths, each after its arguments."""
    return ordered(_roots_of(paths))


def _roots_of(paths: Iterable[Path]) -> Iterator[Expr]:
    return (root for path in paths for root in _roots(path))


def ordered(roots: Iterable[Expr]) -> list[Expr]:
    """The expressions and all that is in them, each after its arguments."""
    seen: set[int] = set()
    found: list[Expr] = []
    for root in roots:
        if id(root) in seen:
            continue
        work = [root]
        while work:
            node = work[-1]
            if id(node) in seen:
                work.pop()
                continue
            missing = [arg for arg in node.args if isinstance(arg, Expr) and id(arg) not in seen]
            if missing:
                work += missing
            else:
                seen.add(id(node))
                found.append(node)
                work.pop()
    return found


def _roots(path: Path) -> Iterator[Expr]:
    """The expressions of a path that may be deep."""
    for branch in path.branches:
        yield branch.condition
        yield branch.negation
    values: list[object] = [path.result, path.left, path.others_leave]
    values += [cell for each in path.inputs for cell, _ in each.cells]
    values += [each.value for each in path.observations]
    for _, piece in path.output:
        values += _printed(piece)
    for file in path.files or ():
        values += [*file.name, file.size, *(file.data or ())]
    yield from (value for value in values if isinstance(value, Expr))


def _printed(piece: object) -> list[object]:
    if isinstance(piece, Formatted):
        return _printed(piece.value)
    return list(piece.cells) if isinstance(piece, SymbolicText) else [piece]
