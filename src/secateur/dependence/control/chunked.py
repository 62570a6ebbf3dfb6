"""Sets of numbers from a large range, in chunks that equal sets share.

A plain bit set is as long as its largest number: 27 KB for an instruction of a program of 50,000 lines, and the
analyses keep tens of thousands of them. Most differ from each other in a few places only. So a set here is a bit set
for each chunk of the range that it touches, and equal chunks are one object: a set costs what distinguishes it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from secateur.dependence.control.closure import bits

#: The numbers in a chunk: as many as give the fewest bytes for chunks and references together.
WIDTH = 4096
_WITHIN = WIDTH - 1
_SHIFT = WIDTH.bit_length() - 1


class ChunkedSet:
    """Never changed. Union gives one of the two sets itself if it contains the other; so sets are compared by identity
    first, and `chunks` by content. `pool` has the chunks of all sets that belong together."""

    __slots__ = ("_pool", "chunks")

    def __init__(self, chunks: dict[int, int], pool: dict[int, int]) -> None:
        self.chunks = chunks
        self._pool = pool

    def __bool__(self) -> bool:
        return bool(self.chunks)

    def __len__(self) -> int:
        return sum(chunk.bit_count() for chunk in self.chunks.values())

    def __iter__(self) -> Iterator[int]:
        """Ascending."""
        for number in sorted(self.chunks):
            start = number << _SHIFT
            for at in bits(self.chunks[number]):
                yield start + at

    def __contains__(self, number: int) -> bool:
        return bool(self.chunks.get(number >> _SHIFT, 0) >> (number & _WITHIN) & 1)

    def __or__(self, other: ChunkedSet) -> ChunkedSet:
        large, small = (self, other) if len(self.chunks) >= len(other.chunks) else (other, self)
        if small is large:
            return large
        mine, changed = large.chunks, {}
        for number, chunk in small.chunks.items():
            known = mine.get(number, 0)
            if known is not chunk:
                both = known | chunk
                if both != known:
                    changed[number] = both
        if not changed:
            return large
        if len(small.chunks) == len(mine) and all(
            changed.get(number, chunk) == small.chunks.get(number) for number, chunk in mine.items()
        ):
            return small
        pool = self._pool
        return ChunkedSet({**mine, **{n: pool.setdefault(chunk, chunk) for n, chunk in changed.items()}}, pool)

    def __and__(self, other: ChunkedSet) -> ChunkedSet:
        large, small = (self, other) if len(self.chunks) >= len(other.chunks) else (other, self)
        if small is large:
            return large
        common = {number: chunk & large.chunks.get(number, 0) for number, chunk in small.chunks.items()}
        if common == small.chunks:
            return small
        pool = self._pool
        return ChunkedSet({n: pool.setdefault(chunk, chunk) for n, chunk in common.items() if chunk}, pool)

    def __sub__(self, other: ChunkedSet) -> ChunkedSet:
        rest = {number: chunk & ~other.chunks.get(number, 0) for number, chunk in self.chunks.items()}
        if rest == self.chunks:
            return self
        pool = self._pool
        return ChunkedSet({n: pool.setdefault(chunk, chunk) for n, chunk in rest.items() if chunk}, pool)

    def __le__(self, other: ChunkedSet) -> bool:
        theirs = other.chunks
        return all(not chunk & ~theirs.get(number, 0) for number, chunk in self.chunks.items())


class ChunkedSets:
    """Makes the sets that share their chunks."""

    def __init__(self) -> None:
        self._pool: dict[int, int] = {}
        self.nothing = ChunkedSet({}, self._pool)

    def single(self, number: int) -> ChunkedSet:
        chunk = 1 << (number & _WITHIN)
        return ChunkedSet({number >> _SHIFT: self._pool.setdefault(chunk, chunk)}, self._pool)

    def of(self, numbers: Iterable[int]) -> ChunkedSet:
        chunks: dict[int, int] = {}
        for number in numbers:
            chunks[number >> _SHIFT] = chunks.get(number >> _SHIFT, 0) | 1 << (number & _WITHIN)
        pool = self._pool
        return ChunkedSet({number: pool.setdefault(chunk, chunk) for number, chunk in chunks.items()}, pool)

    def union(self, sets: Iterable[ChunkedSet]) -> ChunkedSet:
        found = self.nothing
        for one in sets:
            found |= one
        return found


class Unions:
    """The union of a set for each member of a chunked set, computed once for each chunk."""

    def __init__(self, members: Sequence[ChunkedSet], sets: ChunkedSets) -> None:
        self._members = members
        self._sets = sets
        self._known: dict[tuple[int, int], ChunkedSet] = {}

    def over(self, numbers: ChunkedSet) -> ChunkedSet:
        return self._sets.union(self._of_chunk(number, chunk) for number, chunk in numbers.chunks.items())

    def _of_chunk(self, number: int, chunk: int) -> ChunkedSet:
        found = self._known.get((number, chunk))
        if found is None:
            start = number << _SHIFT
            found = self._known[number, chunk] = self._sets.union(self._members[start + at] for at in bits(chunk))
        return found
