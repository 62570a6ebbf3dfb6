"""An activation of a function during a walk along a trace."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from secateur.dependence.control.code import Unit


class InstanceFrame:
    """`makers` are the instances that computed the registers; `open` the branch instances whose control
    region is open, each with the block where it ends; `last` the last instance and side of each block's branch."""

    __slots__ = ("base", "entered", "extra", "last", "makers", "open", "parent", "result", "since", "unit")

    def __init__(self, unit: Unit, makers: list[int], base: int, result: int, extra: tuple[int, ...]) -> None:
        self.unit = unit
        self.makers = makers
        self.base = self.parent = base
        self.result = result
        self.extra = extra
        self.open: list[tuple[int, int]] = []
        self.last: dict[int, tuple[int, int]] = {}
        self.entered: dict[int, int] = {}
        self.since = -1
