"""The statements of a function as a tree: statements controlled by a branch are below it.

A statement is an instruction with an effect (an assignment, a store, a call, a branch, a return), together with the
expressions that only it uses. It is written without names: `content` is what it does, `names` are the local variables
it uses, in the order of their slots in the content.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from secateur.dependence.control.code import Item, Unit
from secateur.evolve.matching.canonical import Symbols, operation, said
from secateur.ir.model import (
    Alloca,
    Binary,
    Call,
    ConditionalJump,
    GetElement,
    IndirectJump,
    Load,
    Operand,
    Phi,
    Position,
    Register,
    Return,
    Store,
    Symbol,
    Unsupported,
    VaArg,
)
from secateur.provided import facts_of

_TRAPPING = frozenset({"sdiv", "udiv", "srem", "urem", "shl", "lshr", "ashr"})
#: Placeholder for a name.
_SLOT = "$"
#: The name of an unnamed part of an expression that runs only on one side of a branch.
_PART = "(part)"


@dataclass(slots=True, eq=False)
class Statement:
    """`nodes` are its instructions in the order of its content, itself first; `inside` are the statements that a branch
    controls, by side. `kind` is what a changed statement must have in common with its counterpart."""

    node: int
    kind: str
    content: str
    names: tuple[str, ...]
    nodes: tuple[int, ...]
    position: Position
    is_free: bool  # may it be moved, considered by itself?
    inside: tuple[list[Statement], ...] = ((), ())  # type: ignore[assignment]
    above: tuple[Statement, int] | None = None
    order: int = 0

    @property
    def is_branch(self) -> bool:
        return bool(self.inside)


@dataclass(slots=True, eq=False)
class Outline:
    """The statements of a function: the outermost ones, and all of them in the order of the text."""

    unit: Unit
    top: list[Statement] = field(default_factory=list)
    all: list[Statement] = field(default_factory=list)
    parameters: tuple[str, ...] = ()


def outline(unit: Unit, symbols: Symbols) -> Outline:
    made = Outline(unit)
    writer = _ExpressionWriter(unit, symbols)
    made.parameters = tuple(writer.variables.get(n, "") for n in range(len(unit.function.type.parameters)))
    ends: dict[int, Statement] = {}
    placed: list[tuple[Statement, int]] = []
    for node in range(unit.first, unit.last):
        item = unit.items[node - unit.first]
        if not writer.is_statement(node, item):
            continue
        statement = writer.statement(node, item)
        block = unit.blocks[node - unit.first]
        statement.order = len(made.all)
        made.all.append(statement)
        placed.append((statement, block))
        if isinstance(item, ConditionalJump | IndirectJump):
            statement.inside = tuple([] for _ in unit.flow.successors[block]) or ([], [])
            ends[block] = statement
    for statement, block in placed:
        above = _above(unit, block)
        if above is None or above[0] not in ends:
            made.top.append(statement)
        else:
            statement.above = (ends[above[0]], above[1])
            ends[above[0]].inside[above[1]].append(statement)
    return made


def _above(unit: Unit, block: int) -> tuple[int, int] | None:
    """The innermost branch that controls a block, with the side."""
    flow = unit.flow
    controls = [(b, side) for b, side in flow.controls[block] if b != block]
    inner = [c for c in controls if flow.dominates(c[0], block)]
    return max(inner, default=None)


class _ExpressionWriter:
    """Writes expressions. A register with a name in the source is a variable; others are expanded."""

    def __init__(self, unit: Unit, symbols: Symbols) -> None:
        self.unit = unit
        self.symbols = symbols
        self.variables: dict[int, str] = {}
        self.addresses: dict[int, str] = {}
        seen: dict[str, int] = {}
        for variable in unit.function.body.variables:
            if not variable.address:
                self.variables.setdefault(variable.register, variable.name)
            elif variable.register not in self.addresses:
                count = seen[variable.name] = seen.get(variable.name, 0) + 1
                self.addresses[variable.register] = variable.name if count == 1 else f"{variable.name}#{count}"
        for item in unit.items:
            if isinstance(item, Phi) and item.result.index not in self.variables:
                for value in item.incoming.values():
                    self._name_part(value)

    def _name_part(self, value: Operand) -> None:
        """The value computed on one side of `?:`, or by one of several `return`s, is a separate statement."""
        if isinstance(value, Register) and value.index not in self.variables:
            home = self.unit.homes[value.index]
            if home >= 0 and not isinstance(self.unit.items[home - self.unit.first], Phi | Alloca):
                self.variables[value.index] = _PART

    def is_statement(self, node: int, item: Item) -> bool:
        match item:
            case Store() | ConditionalJump() | IndirectJump() | VaArg() | Unsupported():
                return True
            case Call(callee=callee):
                return not (isinstance(callee, Symbol) and facts_of(callee.name).is_mark)
            case Return(value=value):
                return value is not None
            case Phi(result=made, incoming=incoming):
                name = self.variables.get(made.index)
                return name is not None and any(
                    not isinstance(v, Register) or self.variables.get(v.index) != name for v in incoming.values()
                )
            case Alloca():
                return False
        result = getattr(item, "result", None)
        return result is not None and result.index in self.variables

    def statement(self, node: int, item: Item) -> Statement:
        text, names, nodes = self._written(node, item)
        result = getattr(item, "result", None)
        if result is not None and result.index in self.variables:
            names.insert(0, self.variables[result.index])
            text = f"{_SLOT} = {text}"
        free = all(_is_free(self.unit.items[n - self.unit.first]) for n in nodes)
        return Statement(node, self._kind(item), text, tuple(names), tuple(nodes), item.position, free)

    def _kind(self, item: Item) -> str:
        match item:
            case Call(callee=Symbol(name=name)):
                return f"call {name}"
            case Store(address=address) if not isinstance(address, Register):
                return f"store {self.symbols.constant(address)}"
            case ConditionalJump() | Return() | Store() | IndirectJump() | Call():
                return type(item).__name__
        result = getattr(item, "result", None)
        return "statement" if result is None else f"assign {self.variables.get(result.index, '')}"

    def _written(self, node: int, item: Item) -> tuple[str, list[str], list[int]]:
        """The text of an instruction with its operands expanded, the names in it, and its instructions."""
        names: list[str] = []
        nodes = [node]
        pieces: list[str] = []
        todo: list[tuple[Operand | str, frozenset[int]]] = []

        def open_(opened: Item, home: int, within: frozenset[int]) -> None:
            pieces.append(f"{operation(opened)}(")
            todo.append((")", within))
            if isinstance(opened, Phi):
                for edge, value in reversed(self._edges(opened, home)):
                    todo.extend([(",", within), (value, within), (edge, within)])
            else:
                for operand in reversed(said(opened)):
                    todo.extend([(",", within), (operand, within)])

        open_(item, node, frozenset([node]))
        while todo:
            part, within = todo.pop()
            if isinstance(part, str):
                pieces.append(part)
            elif not isinstance(part, Register):
                pieces.append(self.symbols.constant(part))
            elif part.index in self.variables:
                pieces.append(_SLOT)
                names.append(self.variables[part.index])
            else:
                home = self.unit.homes[part.index]
                inner = None if home < 0 else self.unit.items[home - self.unit.first]
                if inner is None:
                    pieces.append(f"parameter {part.index}")
                elif isinstance(inner, Alloca):
                    pieces.append(f"&{_SLOT} {operation(inner)}")
                    names.append(self.addresses.get(part.index, ""))
                elif home in within:
                    pieces.append("again")
                else:
                    nodes.append(home)
                    open_(inner, home, within | {home})
        return "".join(pieces), names, nodes

    def _edges(self, phi: Phi, node: int) -> list[tuple[str, Operand]]:
        """The values of an unnamed phi, each with the route on which it arrives: the branch sides that control it,
        after the point where the routes part."""
        flow = self.unit.flow
        block = self.unit.blocks[node - self.unit.first]
        top = flow.idom[block]
        found = []
        for label, value in phi.incoming.items():
            origin = flow.number[label]
            sides = sorted((b - top, s) for b, s in flow.controls[origin] if b >= top)
            following = flow.successors[origin]
            if len(following) > 1:
                sides.append((origin - top, following.index(block)))
            found.append((f"{sides}:", value))
        return sorted(found, key=lambda edge: edge[0])


def _is_free(item: Item) -> bool:
    """Can it neither fail nor have a visible effect?"""
    match item:
        case Binary(op=op, flags=flags):
            return op not in _TRAPPING and "nsw" not in flags
        case Load(address=address) | Store(address=address):
            return not isinstance(address, Register)
        case GetElement(indices=indices):
            return not any(isinstance(i, Register) for i in indices)
        case Call() | VaArg() | Unsupported() | Return() | IndirectJump():
            return False
    return True
