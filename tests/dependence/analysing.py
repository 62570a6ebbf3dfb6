"""Runs the analyses on C text."""

from __future__ import annotations

from pathlib import Path

from secateur.dependence.memory.inclusion import members
from secateur.dependence.memory.mod_ref import ModRef
from secateur.dependence.memory.points_to import PointsTo
from secateur.frontend.build import build
from secateur.ir.model import Program
from secateur.ir.reader import read


def program_of(text: str, folder: Path) -> Program:
    source = folder / "program.c"
    source.write_text(text)
    return read(build([source]).text)


def points_to(text: str, folder: Path) -> PointsTo:
    return PointsTo(program_of(text, folder), "main")


class Names:
    """The analyses in readable form: locations by name, instructions by function and line."""

    def __init__(self, text: str, folder: Path) -> None:
        self.points_to = points_to(text, folder)
        self.mod_ref = ModRef(self.points_to)

    def named(self, bits: int) -> set[str]:
        return {self.points_to.locations[n].name for n in members(bits)}

    def at(self, function: str, line: int) -> list[int]:
        unit = self.points_to.code.units[function]
        return [n for n in range(unit.first, unit.last) if self.points_to.code.position(n).line == line]

    def reads(self, function: str, line: int) -> set[str]:
        return self._joined(function, line, "reads")

    def writes(self, function: str, line: int) -> set[str]:
        return self._joined(function, line, "writes")

    def kills(self, function: str, line: int) -> set[str]:
        return self._joined(function, line, "kills")

    def callees(self, function: str, line: int) -> set[str]:
        return {c for n in self.at(function, line) for c in self.points_to.callees(n)}

    def mod(self, function: str) -> set[str]:
        return self.named(self.mod_ref.mod[function])

    def ref(self, function: str) -> set[str]:
        return self.named(self.mod_ref.ref[function])

    def _joined(self, function: str, line: int, what: str) -> set[str]:
        bits = 0
        for node in self.at(function, line):
            bits |= getattr(self.points_to, what)(node)
        return self.named(bits)
