"""The instructions of a program by number: the nodes of the dependence graphs."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from secateur.dependence.control.flow import Flow
from secateur.ir.model import Block, Call, Function, Instruction, Phi, Position, Program, Symbol, Terminator
from secateur.provided import TABLE, facts_of

Item = Instruction | Terminator | Phi

#: Functions without a body that do not return.
ENDS = frozenset(each.name for each in TABLE.values() if each.end is not None)


@dataclass(slots=True, eq=False)
class Unit:
    """One function. Its nodes are `first` … `first + len(items) - 1`: block after block, phis, instructions,
    terminator.

    `starts` are the numbers of the blocks' first nodes, followed by the number after the last block; `homes` gives the
    node that defines a register (-1 for a parameter).
    """

    function: Function
    flow: Flow
    first: int
    items: list[Item]
    blocks: list[int]
    starts: list[int]
    homes: list[int]

    @property
    def last(self) -> int:
        return self.first + len(self.items)

    def nodes_of(self, block: int) -> range:
        return range(self.starts[block], self.starts[block + 1])

    def terminator(self, block: int) -> int:
        return self.starts[block + 1] - 1


@dataclass(slots=True, eq=False)
class Code:
    """All requested functions that have a body, in program order; nodes are numbered consecutively."""

    program: Program
    units: dict[str, Unit] = field(default_factory=dict)
    items: list[Item] = field(default_factory=list)
    owner: list[Unit] = field(default_factory=list)

    def block_of(self, node: int) -> int:
        unit = self.owner[node]
        return unit.blocks[node - unit.first]

    def position(self, node: int) -> Position:
        return self.items[node].position


def number(program: Program, names: Iterable[str]) -> Code:
    """Number the instructions of the named functions; ending blocks are computed interprocedurally."""
    functions = [program.functions[name] for name in names]
    stops = _stopping(functions)
    code = Code(program)
    for function in functions:
        body = function.body
        flow = Flow(body, frozenset(stops[function.name]))
        unit = Unit(function, flow, len(code.items), [], [], [], [-1] * body.register_count)
        for block_number, block in enumerate(body.blocks.values()):
            unit.starts.append(unit.first + len(unit.items))
            for item in items_of(block):
                result = getattr(item, "result", None)
                if result is not None:
                    unit.homes[result.index] = unit.first + len(unit.items)
                unit.items.append(item)
                unit.blocks.append(block_number)
        unit.starts.append(unit.last)
        code.units[function.name] = unit
        code.items += unit.items
        code.owner += [unit] * len(unit.items)
    return code


def items_of(block: Block) -> tuple[Item, ...]:
    return (*block.phis, *block.instructions, block.terminator)


def _stopping(functions: list[Function]) -> dict[str, set[int]]:
    """Per function, the blocks that call a function that never returns. A fixpoint: such a call may be unavoidable, so
    that the caller never returns either."""
    never = set(ENDS)
    stops: dict[str, set[int]] = {f.name: set() for f in functions}
    changed = True
    while changed:
        changed = False
        for function in functions:
            if function.name in never:
                continue
            found = {n for n, block in enumerate(function.body.blocks.values()) if _calls(block, never)}
            if found != stops[function.name]:
                stops[function.name] = found
                changed = True
                if not Flow(function.body, frozenset(found)).returns:
                    never.add(function.name)
    return stops


def _calls(block: Block, names: set[str]) -> bool:
    return any(
        isinstance(i, Call) and isinstance(i.callee, Symbol) and _plain(i.callee.name) in names
        for i in block.instructions
    )


def _plain(name: str) -> str:
    """The name of an intrinsic without its type suffixes."""
    return facts_of(name).name
