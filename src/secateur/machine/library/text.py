"""C strings in memory, symbolic bytes included."""

from __future__ import annotations

from secateur import expr
from secateur.expr import Expr
from secateur.machine.indeterminate import is_indeterminate, settled
from secateur.machine.memory import SHIFT, Region
from secateur.machine.path import BranchKind, Site, SymbolicText, Value
from secateur.machine.resolve import object_at, place
from secateur.machine.state import State

#: Maximum length of a text where the size of its block does not bound it.
LONGEST_TEXT = 4096


def read_string(state: State, address: Expr | int, site: Site) -> bytes:
    """A string that must be concrete (a format, a name); symbolic bytes are chosen."""
    if isinstance(address, Expr):
        address = place(state, address, 1, site)
    known = _constant(state, address)
    if known is not None:
        return known
    found = bytearray()
    while True:
        byte = state.machine.accessor.load_int(state, address + len(found), None, 1, site)
        if isinstance(byte, Expr):
            byte = state.choose(byte, site)
        if byte == 0:
            return bytes(found)
        found.append(byte & 255)


def _constant(state: State, address: int) -> bytes | None:
    """A string that nothing can change and that ends."""
    target = state.memory.objects.get(address >> SHIFT)
    if target is None or target.shape.region is not Region.CONSTANT or not isinstance(target.base, bytes):
        return None
    text, end, _ = target.base[address - target.start :].partition(b"\0")
    return text if end and address >= target.start else None


def read_name(state: State, address: Expr | int, site: Site) -> str:
    """The name of an input or an output. It may be in any encoding, or NULL. Those that nothing can change are kept, as
    each run reads them."""
    if address == 0:
        return "unnamed"
    if isinstance(address, Expr):
        return read_string(state, address, site).decode(errors="backslashreplace")
    target = state.memory.objects.get(address >> SHIFT)
    kept = state.machine.names.get(address)
    if kept is not None and kept[0] is target:
        return kept[1]
    name = read_string(state, address, site).decode(errors="backslashreplace")
    if target is not None and _constant(state, address) is not None:
        state.machine.names[address] = target, name
    return name


def read_text(state: State, address: Expr | int, site: Site, precision: int | None = None) -> bytes | SymbolicText:
    """What `%s` prints. Where symbolic bytes determine the length, no path forks: the text is symbolic instead."""
    if isinstance(address, Expr):
        address = place(state, address, 1, site)
    known = _constant(state, address)
    if known is not None and len(known) < LONGEST_TEXT:
        return known[:precision]
    cells: list[Value] = []
    while (precision is None or len(cells) < precision) and len(cells) < LONGEST_TEXT:
        where = address + len(cells)
        target = object_at(state, where, site)
        outside = expr.ule(target.size, where - target.start, 64)
        if outside is not False:
            endless = expr.conj([expr.ne(c, 0, 8) for c in cells if not isinstance(c, float)])
            state.check(expr.and_(endless, outside, 1), site)
        if outside is True:
            break
        byte = state.machine.accessor.load_int(state, where, None, 1, site)
        if is_indeterminate(byte):
            if _ends_before(state, cells, site):
                break
            byte = settled(state, byte, site, "the output")
        if byte == 0:
            break
        cells.append(byte)
    text = literal(cells)
    return SymbolicText(tuple(cells), True, precision) if text is None else text


def _ends_before(state: State, cells: list[Value], site: Site) -> bool:
    """Does the text end before the byte that follows these cells? Other paths have texts of other lengths."""
    here = state.machine.site_for(site, BranchKind.CHOICE)
    for number, cell in enumerate(cells):
        if isinstance(cell, Expr):
            ends = expr.eq(cell, 0, 8)
            if state.decide(ends, here) if isinstance(ends, Expr) else ends:
                del cells[number:]
                return True
    return False


def literal(cells: list[Value]) -> bytes | None:
    """The bytes, if all are concrete."""
    found = bytearray()
    for cell in cells:
        if not isinstance(cell, int):
            return None
        found.append(cell & 255)
    return bytes(found)
