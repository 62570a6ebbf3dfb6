"""Memoised values, with the depth at which they were computed.

The nearer to the question a value is requested, the less of it is abstracted, so one computed at a greater depth is
computed again. But only if something in it was abstracted: a value traced back to the inputs is exact at any depth.
"""

from __future__ import annotations

from typing import Generic, TypeVar

Key = TypeVar("Key")
Value = TypeVar("Value")


class Cuts:
    """Counts what was left out because of its depth. A computation is cut if the count has grown during it."""

    def __init__(self) -> None:
        self.count = 0


class Memo(Generic[Key, Value]):
    def __init__(self, cuts: Cuts) -> None:
        self._cuts = cuts
        self._found: dict[Key, tuple[int, Value]] = {}

    def get(self, key: Key, depth: int) -> tuple[Value] | None:
        """What is known for this depth, in a tuple because it may be None."""
        known = self._found.get(key)
        if known is None or known[0] > depth:
            return None
        if known[0]:
            self._cuts.count += 1
        return (known[1],)

    def put(self, key: Key, depth: int, before: int, value: Value) -> Value:
        """`before`: the count of cuts before the value was computed."""
        self._found[key] = (depth if self._cuts.count > before else 0, value)
        return value
