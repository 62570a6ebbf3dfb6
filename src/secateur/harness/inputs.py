"""Plans the inputs of a parameter from its C type.

Decisions: a pointer points to `buffer` elements (to one if they contain pointers themselves: lists, trees,
handles); `char *` is a string of at most `buffer` characters, always terminated; `void *` points to bytes; a
pointer beyond `pointer_depth` is NULL; a union gets its inputs through its widest member without pointers;
values of an enumeration are not limited to its names (flags are or-ed, and a switch's default needs a test).
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from secateur.harness.callbacks import Callback, stand_in
from secateur.harness.choices import PointerChoices, fresh, type_name
from secateur.harness.contract_plan import ContractPlan, Extent, length_name, made_names, offset_name
from secateur.harness.errors import UnsupportedInputError
from secateur.harness.plan import Address, FixedZero, Items, Leaf, Members, Node, Variable, ZeroReason
from secateur.harness.scalars import bit_field, scalar
from secateur.ir.debuginfo import (
    CArray,
    CEnum,
    CField,
    CFloat,
    CFunctionPointer,
    CInt,
    CPointer,
    CStruct,
    CType,
    CUnknown,
    CVoid,
    declaration,
    resolved,
    spelling,
)

MOST_ITEMS = 256
"""Maximum number of items of one array that become inputs; the rest stay zero, as more would slow down every path."""

BYTE = CInt("unsigned char", 1, signed=False, is_char=False, is_bool=False)


@dataclass(slots=True)
class InputPlanner:
    """Plans one driver's inputs. `taken` holds the C names in use, so that storage gets unused ones."""

    buffer: int
    string: int
    pointer_depth: int
    taken: set[str]
    choices: PointerChoices
    contract: ContractPlan = field(default_factory=ContractPlan)
    closed: bool = False  # does one of zeros follow each structure?
    root: str = field(default="", init=False)
    #: Inputs that decide about pointers, since they were last taken; what sets these pointers before the call.
    extra: list[Variable] = field(default_factory=list, init=False)
    prepared: list[str] = field(default_factory=list, init=False)
    callbacks: list[Callback] = field(default_factory=list, init=False)
    _nodes: dict[str, tuple[str, int]] = field(default_factory=dict, init=False)
    _room: dict[str, int] = field(default_factory=dict, init=False)  # elements of arrays at the end of structures

    def variable(self, name: str, kind: CType) -> Variable:
        """A parameter: a pointer becomes an array of the same name, everything else is declared unchanged.

        A pointer that does not always lead there stays a pointer.
        """
        self.root = name
        target = resolved(kind)
        if self._is_set_before(name, target):
            self._prepare(name, self._declare(kind, name), target)
            return Variable(name, "", Members(name, name, ()))
        if isinstance(target, CPointer) and self.pointer_depth > 0:
            self._enter(name, target)
            if not self.choices.concern(name, target):
                self.choices.add(name, target, name)
                return self._storage(name, name, target, 1)
            address = self._leading(name, name, target, f"{name}_object", 0)
            return Variable(name, self._declare(kind, name), address)
        return Variable(name, self._declare(kind, name), self.node(name, name, kind, 0))

    def existing(self, identifier: str, name: str, kind: CType) -> Variable:
        """A global variable that the source declares."""
        self.root = name
        return Variable(identifier, "", self.node(name, identifier, kind, 0))

    def terminated(self, name: str, kind: CType, count: int) -> Variable:
        """A parameter that is a list of `count` pointers and a NULL; each leads to inputs of its own."""
        self.root = name
        pointer = resolved(kind)
        assert isinstance(pointer, CPointer)
        assert pointer.to is not None
        planner = replace(self, pointer_depth=max(2, self.pointer_depth))
        node = planner._items(name, name, CArray(pointer.to, count + 1), count, 1)
        return Variable(name, self._declare(pointer.to, f"{name}[{count + 1}]"), node)

    def node(self, name: str, place: str, kind: CType, depth: int) -> Node:
        """`depth` counts the pointers on the way here."""
        target = resolved(kind)
        leaf = scalar(name, place, target)
        if leaf is not None:
            return leaf
        if self._is_set_before(name, target):
            self._prepare(name, place, target)
            return Members(name, place, ())
        match target:
            case CPointer():
                if not self._enter(name, target, depth):
                    return FixedZero(name, place, ZeroReason.DEPTH, target)
                return self._address(name, place, target, depth)
            case CArray():
                if name in self._room:  # checks of `counted_by` are for the function, not for what fills the array
                    target = CArray(target.element, self._room[name])
                    place = f"((__typeof__(*{place}) *){place})"
                return self._items(name, place, target, target.count or 0, depth)
            case CStruct(complete=True):
                return self._struct(name, place, target, depth)
            case CFunctionPointer() if name != self.root:
                return FixedZero(name, place, ZeroReason.FUNCTION, target)
            case _:
                raise UnsupportedInputError(self.root, spelling(kind), advice(target))

    def _address(self, name: str, place: str, pointer: CPointer, depth: int) -> Node:
        to = None if pointer.to is None else resolved(pointer.to)
        if unknown_layout(to):
            return FixedZero(name, place, ZeroReason.INCOMPLETE, pointer)
        return self._leading(name, place, pointer, name, depth)

    def _leading(self, name: str, place: str, pointer: CPointer, base: str, depth: int) -> Address:
        identifier = self.fresh(base)
        choices = self.choices.add(name, pointer, identifier)
        storage = self._storage(identifier, name, pointer, depth + 1)
        return Address(name, place, storage, pointer.const, choices)

    def _storage(self, identifier: str, name: str, pointer: CPointer, depth: int) -> Variable:
        """The array that a pointer points to."""
        kind = BYTE if pointer.to is None else pointer.to
        target = resolved(kind)
        if unknown_layout(target) or isinstance(target, CFunctionPointer):
            raise UnsupportedInputError(self.root, spelling(pointer), advice(target))
        extent = self.contract.extents.get(name)
        if isinstance(target, CStruct) and extent is None and (member := flexible_member(target)):
            return self._with_room(identifier, name, kind, target, member, pointer, depth)
        if isinstance(target, CStruct) and holds_pointer(target) and extent is None:
            one = self._struct(name, identifier, target, depth)
            return self._object(name, identifier, kind, 1 + self.closed, one, pointer)
        is_string = name in self.contract.meaning.terminated or (isinstance(target, CInt) and target.is_char)
        symbolic, count = (self.string, self.string + 1) if is_string else (self.buffer, self.buffer)
        if extent is not None:
            symbolic = extent.capacity
            count = max(1, symbolic + (name in self.contract.meaning.terminated))
        if name in self.contract.lengths:
            symbolic, count = self._ended(name, extent)
        if name in self.contract.doubted_ends:
            symbolic = count
        node = self._items(name, identifier, CArray(kind, count), symbolic, depth)
        return self._object(name, identifier, kind, count, node, pointer)

    def _ended(self, name: str, extent: Extent | None) -> tuple[int, int]:
        """A list of pointers with a NULL at its end: how many of them can lead to something, and all. An input, or an
        expression over inputs, says how many do."""
        capacity = self.buffer + 1 if extent is None else extent.capacity
        length = self.contract.lengths[name]
        if length == length_name(name):
            leaf = Leaf(length, length, "u32", 32, signed=False)
            self.extra.append(Variable(length, f"unsigned int {length}", leaf))
        self.choices.absent |= {f"{name}[{i}]": f"({length} <= {i})" for i in range(capacity - 1)}
        return capacity - 1, capacity

    def _with_room(
        self, identifier: str, name: str, kind: CType, struct: CStruct, member: str, pointer: CPointer, depth: int
    ) -> Variable:
        """A block with a structure and the array at its end."""
        inner = f"{name}->{member}"
        known = self.contract.extents.get(inner)
        self._room[inner] = self.buffer if known is None else known.capacity
        node = self._struct(name, identifier, struct, depth)
        block = f"static {self._declare(kind, self.fresh(f'{identifier}_block'))}"
        own, is_kept = self._declare(CPointer(kind), identifier), name not in self.contract.meaning.heap
        return Variable(identifier, own, node, pointer, block, member, is_kept)

    def _object(self, name: str, identifier: str, kind: CType, count: int, node: Node, pointer: CPointer) -> Variable:
        """An array, or a block on the heap."""
        if name not in self.contract.meaning.heap:
            return Variable(identifier, self._declare(kind, f"{identifier}[{count}]"), node, pointer)
        block = self._declare(kind, f"{self.fresh(f'{identifier}_block')}[{count}]")
        return Variable(identifier, self._declare(CPointer(kind), identifier), node, pointer, block)

    # --- what the contract says about pointers

    def _enter(self, name: str, pointer: CPointer, depth: int = 0) -> bool:
        """Whether a pointer leads to an object. In a list or tree of bounded shape, that depends on the nodes before
        it, and it may be NULL as soon as there are enough."""
        kind = type_name(pointer)
        shape = self.contract.meaning.shapes.get(name)
        if shape is not None:
            self._nodes[name] = (name, 0)
        root, before = self._nodes.get(name) or self._parent(name, kind)
        if not root:
            return depth < self.pointer_depth + self._deeper(name)
        low, high = self.contract.meaning.shapes[root]
        self._nodes[name] = (root, before)
        if before >= low:
            self.choices.optional.add(name)
        return before < high

    def _parent(self, name: str, kind: str) -> tuple[str, int]:
        """The shape that a pointer inside a node belongs to, and how many nodes come before what it leads to."""
        for other in sorted(self._nodes, key=len, reverse=True):
            link = name.removeprefix(other)
            if link != name and link.startswith("->") and self.choices.kind_of(other) == kind:
                root, before = self._nodes[other]
                return root, before + 1
        return "", 0

    def _deeper(self, name: str) -> int:
        """The nodes of a list that lead to a pointer do not count."""
        inside = [before + 1 for other, (_, before) in self._nodes.items() if name.startswith(f"{other}->")]
        return max(inside, default=0)

    def _is_set_before(self, name: str, kind: CType) -> bool:
        if isinstance(kind, CPointer) and (name in self.contract.offsets or name in self.contract.meaning.made):
            return True
        return name in self.contract.meaning.calls and isinstance(kind, CFunctionPointer)

    def _prepare(self, name: str, place: str, kind: CType) -> None:
        """A pointer that is set before the call, by inputs: into another object, or to a function."""
        if isinstance(kind, CFunctionPointer):
            self._callee(name, place, kind)
            return
        if name in self.contract.meaning.made:
            self._make(name, place)
            return
        offset = offset_name(name)
        leaf = Leaf(name, offset, "u32", 32, signed=False)
        self.extra.append(Variable(offset, f"unsigned int {offset}", leaf))
        self.prepared.append(f"{place} = {self.contract.meaning.inside[name]} + {offset};")

    def _make(self, name: str, place: str) -> None:
        """A pointer that another function returns: its arguments are inputs."""
        for pointer, maker, names in made_names(self.contract.contract):
            if pointer == name:
                root = self.root
                kinds = (parameter.type for parameter in maker.parameters)
                for argument, kind in zip(names, kinds, strict=True):
                    self.extra.append(self.variable(argument, kind))
                self.root = root
                self.prepared.append(f"{place} = {maker.name}({', '.join(names)});")

    def _callee(self, name: str, place: str, kind: CFunctionPointer) -> None:
        targets = list(self.contract.meaning.calls[name])
        if "any" in targets:
            made = stand_in(name, self.fresh(f"secateur_callback_{name}"), kind)
            if made is None:
                raise UnsupportedInputError(name, spelling(kind), advice(kind))
            self.callbacks.append(made)
            self.extra += made.results
            targets[targets.index("any")] = made.identifier
        value = targets[0]
        if len(targets) > 1:
            which = self.fresh(f"{name}_target")
            leaf = Leaf(which, which, "u8", 8, signed=False)
            self.extra.append(Variable(which, f"unsigned char {which}", leaf))
            for number, target in enumerate(targets[1:], 1):
                value = f"{which} == {number} ? {target} : {value}"
        self.prepared.append(f"{place} = {value};")

    def take(self) -> tuple[Variable, ...]:
        """The inputs that decide about pointers and were added since this was last asked."""
        taken, self.extra = (*self.choices.take(), *self.extra), []  # flags decide about pointers in the others
        return taken

    def _declare(self, kind: CType, name: str) -> str:
        text = declaration(kind, name)
        if "(anonymous)" in text:
            raise UnsupportedInputError(self.root, spelling(kind), "give the type a name with a tag or a typedef")
        return text

    def _items(self, name: str, place: str, array: CArray, symbolic: int, depth: int) -> Items:
        """An array of which the first `symbolic` items are inputs."""
        numbers = range(min(symbolic, MOST_ITEMS))
        nodes = (self.node(f"{name}[{i}]", f"{place}[{i}]", array.element, depth) for i in numbers)
        return Items(name, place, tuple(nodes), array.count or 0)

    def _struct(self, name: str, place: str, struct: CStruct, depth: int) -> Members:
        """A struct at `place`, which is an array of one element when a pointer leads directly to it."""
        arrow = "->" if place.isidentifier() and depth > 0 else "."
        fields = struct.fields if struct.tag != "union" else widest(struct.fields)
        members: list[tuple[str, Node]] = []
        for member in fields:
            if not member.name and member.bit_width is not None:
                continue  # padding
            link = f"{arrow}{member.name}" if member.name else ""
            members.append((member.name, self._field(name + link, place + link, member, depth)))
        return Members(name, place, tuple(members))

    def _field(self, name: str, place: str, member: CField, depth: int) -> Node:
        if member.bit_width is not None:
            is_fixed = member.const  # no pointer leads to it
            return FixedZero(name, place, ZeroReason.CONST, member.type) if is_fixed else bit_field(name, place, member)
        kind = resolved(member.type)
        if member.const and isinstance(kind, CStruct) and "(anonymous)" in spelling(member.type):
            kind = replace(kind, fields=tuple(replace(each, const=True) for each in kind.fields))
            return self.node(name, place, kind, depth)
        return self.node(name, _writable(place, member), member.type, depth)

    def fresh(self, name: str) -> str:
        return fresh(name, self.taken)


def _writable(place: str, member: CField) -> str:
    """A member to which a driver can assign, also if it is const."""
    if not member.const:
        return place
    plain = spelling(CPointer(resolved(member.type)))
    pointer = spelling(CPointer(member.type)) if "(anonymous)" in plain else plain  # a typedef may have the const
    return place if "(anonymous)" in pointer else f"(*({pointer})&{place})"


def widest(fields: tuple[CField, ...]) -> tuple[CField, ...]:
    """The member through which a union gets its inputs: the first of the widest without pointers."""
    plain = [f for f in fields if not holds_pointer(f.type)] or list(fields)
    return tuple(sorted(plain, key=lambda f: -size_of(f.type))[:1])


def flexible_member(struct: CStruct) -> str:
    """The member at the end of a structure that is an array without a size, if nothing in it is a pointer."""
    last = struct.fields[-1] if struct.fields and struct.tag == "struct" else None
    kind = None if last is None else resolved(last.type)
    if last is None or not isinstance(kind, CArray) or kind.count or holds_pointer(struct):
        return ""
    return "" if holds_pointer(kind.element) else last.name


def size_of(kind: CType) -> int:
    target = resolved(kind)
    match target:
        case CInt() | CFloat() | CEnum() | CStruct():
            return target.size
        case CArray():
            return (target.count or 0) * size_of(target.element)
        case _:
            return 8


def holds_pointer(kind: CType) -> bool:
    target = resolved(kind)
    match target:
        case CPointer() | CFunctionPointer():
            return True
        case CArray():
            return holds_pointer(target.element)
        case CStruct():
            return any(holds_pointer(f.type) for f in target.fields)
        case _:
            return False


def can_be_input(kind: CType) -> bool:
    """Whether a global of this type can be set at all; parts of it may stay as they are."""
    target = resolved(kind)
    match target:
        case CPointer():
            to = None if target.to is None else resolved(target.to)
            return not unknown_layout(to) and not isinstance(to, CFunctionPointer)
        case CArray():
            return can_be_input(target.element)
        case CStruct():
            return target.complete and all(can_be_input(f.type) or is_pointer(f.type) for f in target.fields)
        case _:
            return scalar("", "", target) is not None


def is_pointer(kind: CType) -> bool:
    return isinstance(resolved(kind), CPointer | CFunctionPointer)


def unknown_layout(kind: CType | None) -> bool:
    """Whether an array of this type cannot be declared."""
    if isinstance(kind, CStruct):
        return not kind.complete or (not kind.name and not kind.fields) or kind.name in _STREAMS
    return isinstance(kind, CUnknown | CVoid)


_STREAMS = {"_IO_FILE", "__sFILE", "FILE", "__va_list_tag", "__dirstream"}
"""Types of the C library whose fields users cannot choose."""


def advice(kind: CType | None) -> str:
    """What to do about a type that cannot be an input."""
    match kind:
        case CFunctionPointer():
            return "write a small wrapper that passes one of your functions, and explore the wrapper"
        case CFloat() | CInt():
            return "write a small wrapper that takes a double or a 64-bit integer, and explore the wrapper"
        case CStruct(name=name) if name in _STREAMS:
            return "write a small wrapper that opens the stream or works on a buffer, and explore the wrapper"
        case CStruct():
            return "include the file that defines the type, or write a small wrapper that creates the object"
        case _:
            return "write a small wrapper with parameters of plain types, and explore the wrapper"
