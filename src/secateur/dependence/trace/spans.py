"""A growing list of bit sets that computes the union of any suffix in logarithmic time."""

from __future__ import annotations

from bisect import bisect_right


class Spans:
    """Events by time, each with a bit set. `times` only grows."""

    __slots__ = ("instances", "levels", "times")

    def __init__(self) -> None:
        self.times: list[int] = []
        self.instances: list[int] = []
        self.levels: list[list[int]] = [[]]  # levels[k][m] is the union of the 2**k events from m * 2**k on

    def add(self, time: int, instance: int, bits: int) -> None:
        self.times.append(time)
        self.instances.append(instance)
        self.levels[0].append(bits)
        level = 0
        while len(self.levels[level]) % 2 == 0:
            row = self.levels[level]
            level += 1
            if level == len(self.levels):
                self.levels.append([])
            self.levels[level].append(row[-1] | row[-2])

    def after(self, time: int) -> int:
        """The position of the first event later than `time`."""
        return bisect_right(self.times, time)

    def union(self, start: int) -> int:
        """The union of all events from position `start` on."""
        bits, stop, level = 0, len(self.times), 0
        while start < stop:
            row = self.levels[level]
            if start & 1:
                bits |= row[start]
                start += 1
            if stop & 1:
                stop -= 1
                bits |= row[stop]
            start >>= 1
            stop >>= 1
            level += 1
        return bits
