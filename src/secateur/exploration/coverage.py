"""The lines and branch sides of the user's code that were run."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from secateur.ir.model import Body, ConditionalJump, Position
from secateur.machine.compiler import FunctionCode, positions
from secateur.machine.machine import Machine


@dataclass(frozen=True, slots=True)
class Coverage:
    """`lines`: (file, line) → run or not. `branches`: (file, line, column, which of them there) → (true, false)."""

    lines: dict[tuple[str, int], bool] = field(default_factory=dict)
    branches: dict[tuple[str, int, int, int], tuple[bool, bool]] = field(default_factory=dict)

    @property
    def covered_lines(self) -> int:
        return sum(self.lines.values())

    @property
    def covered_sides(self) -> int:
        return sum(a + b for a, b in self.branches.values())


def measure(machine: Machine) -> Coverage:
    """Coverage of every function that is the user's, called or not; the driver's code does not count."""
    lines: dict[tuple[str, int], bool] = {}
    branches: dict[tuple[str, int, int, int], tuple[bool, bool]] = {}
    for function in machine.user_functions():
        code = machine.code_that_ran(function.name)
        for position in positions(function.body):
            if position.line:
                lines.setdefault((position.file, position.line), False)
        for position in code.covered if code is not None else ():
            if position.line:
                lines[position.file, position.line] = True
        for key, (true, false) in _branches(function.body, code):
            before = branches.get(key, (False, False))  # a header's function may be there more than once
            branches[key] = (true or before[0], false or before[1])
    return Coverage(dict(sorted(lines.items())), dict(sorted(branches.items())))


def _branches(body: Body, code: FunctionCode | None) -> Iterable[tuple[tuple[str, int, int, int], tuple[bool, bool]]]:
    seen: dict[tuple[str, int, int], int] = {}
    for place, sides, inverted in _sides(body, code):
        number = seen[place] = seen.get(place, -1) + 1
        yield (*place, number), (sides[1], sides[0]) if inverted else (sides[0], sides[1])


def _sides(body: Body, code: FunctionCode | None) -> Iterator[tuple[tuple[str, int, int], Sequence[bool], bool]]:
    """The tests of a function in the order of the text: where, whether they came out true and false, and whether the
    source has the negation."""
    joined: set[int] = set()
    for block in body.blocks.values():
        branch = block.terminator
        if not isinstance(branch, ConditionalJump):
            continue
        if branch.joined is None:
            sides = [
                code is not None
                and (segment := code.segments.get((target, 0, block.label))) is not None
                and segment.entered
                for target in (branch.if_true, branch.if_false)
            ]
            yield _place(branch.position), sides, branch.inverted
        elif id(branch.joined) not in joined:
            joined.add(id(branch.joined))
            never = [(False, False)] * len(branch.joined.tests)
            marks: Sequence[Sequence[bool]] = never if code is None else code.marks(branch.joined).sides
            for test, covered in zip(branch.joined.tests, marks, strict=True):
                yield _place(test.position), covered, test.inverted


def _place(position: Position) -> tuple[str, int, int]:
    return position.file, position.line, position.column
