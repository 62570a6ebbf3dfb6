"""The last writer of each byte, optimised for accesses that are as wide as the last write."""

from __future__ import annotations

from secateur.machine.memory import SHIFT

#: Maximum width of a scalar.
WIDEST = 16
#: A longer range is treated as the whole object.
LONGEST = 1 << 16
#: Size of the pieces in which unwritten memory is copied.
WORD = 4


class WrittenBytes:
    """One object: non-overlapping cells by address, as (size, writer); `default` wrote everything else."""

    __slots__ = ("default", "found", "owner", "widest")

    def __init__(self, default: int, owner: object) -> None:
        self.default = default
        self.owner = owner
        self.found: dict[int, tuple[int, int]] = {}
        self.widest = 1

    def copy(self, owner: object) -> WrittenBytes:
        twin = WrittenBytes(self.default, owner)
        twin.found = self.found.copy()
        twin.widest = self.widest
        return twin

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
        starts = self.touching(address, size)
        writers = {self.found[start][1] for start in starts}
        end = address + size
        covered = sum(min(s + self.found[s][0], end) - max(s, address) for s in starts)
        if covered < size:
            writers.add(self.default)
        if len(writers) == 1 and size <= WIDEST:  # makes the next read fast
            self.write(address, size, min(writers))
        return writers

    def touching(self, address: int, size: int) -> list[int]:
        """The start addresses of the cells that overlap a range."""
        found, first, end = self.found, address - self.widest + 1, address + size
        if len(found) < end - first:
            return [s for s, cell in found.items() if s < end and s + cell[0] > address]
        return [s for s in range(first, end) if (cell := found.get(s)) is not None and s + cell[0] > address]

    def _clear(self, address: int, size: int) -> None:
        """Make room: cells that extend beyond the range are split into bytes."""
        end = address + size
        for start in self.touching(address, size):
            width, writer = self.found.pop(start)
            for byte in range(start, start + width):
                if not address <= byte < end:
                    self.found[byte] = (1, writer)
        self.widest = max(self.widest, size)

    def all(self) -> set[int]:
        return {self.default, *(writer for _, writer in self.found.values())}


class LastWriters:
    """All objects by number; `nobody` is the writer of bytes that were never written. Copies share objects until one
    of them writes."""

    def __init__(self, nobody: int) -> None:
        self.nobody = nobody
        self.objects: dict[int, WrittenBytes] = {}
        self.owner = object()

    def copy(self) -> LastWriters:
        twin = LastWriters(self.nobody)
        twin.objects = self.objects.copy()
        self.owner = object()  # from now on neither owns the existing objects
        return twin

    def _own(self, address: int) -> WrittenBytes:
        number = address >> SHIFT
        found = self.objects.get(number)
        if found is None:
            found = self.objects[number] = WrittenBytes(self.nobody, self.owner)
        elif found.owner is not self.owner:
            found = self.objects[number] = found.copy(self.owner)
        return found

    def create(self, number: int, writer: int) -> None:
        self.objects[number] = WrittenBytes(writer, self.owner)

    def write(self, start: int, stop: int, writer: int) -> None:
        """From `start` up to, but excluding, `stop`."""
        cells, size = self._own(start), stop - start
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
        cells = self._own(start)
        return cells.read(start, stop - start) if stop - start <= LONGEST else cells.all()

    def pieces(self, start: int, stop: int) -> list[tuple[int, int, int]]:
        """The cells of a range in order, as (start, stop, writer); what was never written, in words."""
        cells = self._own(start)
        found: list[tuple[int, int, int]] = []
        here = start
        for at in (*sorted(cells.touching(start, stop - start)), stop):
            while here < at:
                word = min(at, here - here % WORD + WORD)
                found.append((here, word, cells.default))
                here = word
            if at < stop:
                size, writer = cells.found[at]
                found.append((here, min(at + size, stop), writer))
                here = min(at + size, stop)
        return found

    def write_all(self, address: int, writer: int) -> None:
        cells = self._own(address)
        cells.default = writer
        cells.found = {}

    def read_all(self, address: int) -> set[int]:
        return self._own(address).all()

    def holds(self, address: int) -> bool:
        """Has anything been written to the object of this address?"""
        return address >> SHIFT in self.objects
