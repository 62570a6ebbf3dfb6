"""Who wrote which bytes last, for accesses that nearly always are as wide as the write before."""

from __future__ import annotations

from secateur.machine.memory import SHIFT

#: No scalar is wider.
WIDEST = 16
#: A stretch longer than this is taken for the whole object.
LONGEST = 1 << 16


class Cells:
    """One object: cells that do not overlap, by address, as (size, writer); `default` wrote all the rest."""

    __slots__ = ("default", "found")

    def __init__(self, default: int) -> None:
        self.default = default
        self.found: dict[int, tuple[int, int]] = {}

    def write(self, address: int, size: int, writer: int) -> None:
        found = self.found
        cell = found.get(address)
        if cell is None or cell[0] != size:
            self._clear(address, size)
        found[address] = (size, writer)

    def read(self, address: int, size: int) -> set[int]:
        cell = self.found.get(address)
        if cell is not None and cell[0] == size:
            return {cell[1]}
        writers = set()
        at, end = address, address + size
        while at < end:
            cell = self.found.get(at)
            if cell is None:
                start = self._covering(at)
                cell = (1, self.default) if start is None else (start + self.found[start][0] - at, self.found[start][1])
            writers.add(cell[1])
            at += cell[0]
        if len(writers) == 1 and size <= WIDEST:  # the next look will be a short one
            self.write(address, size, min(writers))
        return writers

    def _covering(self, address: int) -> int | None:
        for start in range(address - 1, address - WIDEST, -1):
            cell = self.found.get(start)
            if cell is not None:
                return start if start + cell[0] > address else None
        return None

    def _clear(self, address: int, size: int) -> None:
        """Makes room: cells that stick out are cut into bytes."""
        end = address + size
        first = self._covering(address)
        starts = [s for s in range(address, end) if s in self.found]
        for start in starts if first is None else [first, *starts]:
            width, writer = self.found.pop(start)
            for byte in range(start, start + width):
                if not address <= byte < end:
                    self.found[byte] = (1, writer)

    def all(self) -> set[int]:
        return {self.default, *(writer for _, writer in self.found.values())}


class Memory:
    """All objects by number; `nobody` is the writer of what was never written."""

    def __init__(self, nobody: int) -> None:
        self.nobody = nobody
        self.objects: dict[int, Cells] = {}

    def at(self, address: int) -> Cells:
        number = address >> SHIFT
        found = self.objects.get(number)
        if found is None:
            found = self.objects[number] = Cells(self.nobody)
        return found

    def create(self, number: int, writer: int) -> None:
        self.objects[number] = Cells(writer)

    def write(self, start: int, stop: int, writer: int) -> None:
        """From `start` to before `stop`."""
        cells, size = self.at(start), stop - start
        if size <= WIDEST:
            cells.write(start, size, writer)
        elif size > LONGEST:
            cells.default = writer
            cells.found = {}
        else:
            for address in range(start, stop, 8):
                cells.write(address, min(8, stop - address), writer)

    def read(self, start: int, stop: int) -> set[int]:
        """The writers of these bytes."""
        cells = self.at(start)
        return cells.read(start, stop - start) if stop - start <= LONGEST else cells.all()

    def write_all(self, address: int, writer: int) -> None:
        cells = self.at(address)
        cells.default = writer
        cells.found = {}

    def read_all(self, address: int) -> set[int]:
        return self.at(address).all()

    def holds(self, address: int) -> bool:
        """Has anything been written to the object of this address?"""
        return address >> SHIFT in self.objects
