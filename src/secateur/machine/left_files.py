"""The files that a program leaves in its folder, read off the memory of our C library at the end of a run.

The folder is a tree of `Node` and `Entry` (`frontend/runtime/files.h`, which also asserts the offsets used here).
It is only looked at: nothing is decided, so a path is the same whether anybody asks.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from secateur.machine.indeterminate import is_indeterminate
from secateur.machine.memory import SHIFT
from secateur.machine.path import LeftFile, Value

if TYPE_CHECKING:
    from secateur.machine.state import State

HOME = "__secateur_home"
#: The first bytes of a file that are kept; the native runtime reports as many (`suite/native/runtime/left.c`).
MOST_BYTES = 1024
MOST_FILES = 64
#: Larger files that were given and not written are not looked into: that would cost more than many a run.
MOST_GIVEN = 32
#: Where the members of a node and of an entry are.
MODE, SIZE, DATA, ENTRIES, WRITTEN = 0, 24, 40, 48, 68
NAME, NODE, NEXT = 0, 8, 16
_KINDS = {0o040000: "/", 0o120000: "@", 0o010000: "|", 0o100000: ""}


class _Unknown(Exception):
    """The tree depends on inputs, or is too large."""


def files_left(state: State) -> tuple[LeftFile, ...] | None:
    """In the order of names; None if the program has no files, or not all of it is known."""
    if HOME not in state.machine.program.globals:
        return None
    try:
        return tuple(_FolderReader(state).folder(state.machine.address_of(HOME), ()))
    except _Unknown:
        return None


class _FolderReader:
    def __init__(self, state: State) -> None:
        self._objects = state.memory.objects
        self._left = MOST_FILES

    def folder(self, node: int, way: tuple[Value, ...]) -> Iterator[LeftFile]:
        entry = self._number(node + ENTRIES, 8)
        while entry:
            self._left -= 1
            if self._left < 0:
                raise _Unknown
            name = (*way, *self._name(self._number(entry + NAME, 8)))
            yield from self._file(self._number(entry + NODE, 8), name)
            entry = self._number(entry + NEXT, 8)

    def _file(self, node: int, name: tuple[Value, ...]) -> Iterator[LeftFile]:
        kind = _KINDS.get(self._number(node + MODE, 4) & 0o170000)
        if kind is None:
            raise _Unknown
        if kind == "/":
            yield LeftFile(name, kind, 0, ())
            yield from self.folder(node, (*name, ord("/")))
        elif kind == "|":
            yield LeftFile(name, kind, 0, ())
        else:
            size = self._read(node + SIZE, 8)
            is_given = not kind and not self._number(node + WRITTEN, 4) and isinstance(size, int) and size > MOST_GIVEN
            yield LeftFile(name, kind, size, None if is_given else self._data(self._number(node + DATA, 8), size))

    def _data(self, start: int, size: Value) -> tuple[Value, ...] | None:
        found = self._objects.get(start >> SHIFT)
        if size == 0:
            return ()
        if found is None or not isinstance(found.size, int):
            raise _Unknown
        room = found.start + found.size - start
        count = min(room, MOST_BYTES, size if isinstance(size, int) else room)
        cells = [found.read(start + i, 1) for i in range(count)]
        known = tuple(cell for cell in cells if cell is not None and not is_indeterminate(cell))
        return known if len(known) == len(cells) else None

    def _name(self, start: int) -> Iterator[Value]:
        while (cell := self._read(start, 1)) != 0:
            yield cell
            start += 1

    def _number(self, address: int, size: int) -> int:
        value = self._read(address, size)
        if not isinstance(value, int):
            raise _Unknown
        return value

    def _read(self, address: int, size: int) -> Value:
        found = self._objects.get(address >> SHIFT)
        value = None if found is None else found.read(address, size)
        if value is None:
            raise _Unknown
        return value
