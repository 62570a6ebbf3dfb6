"""The lines and branch sides of the user's code that were run."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from secateur.ir.model import DONE, Body, ConditionalJump, Function, Outline, Position, Program
from secateur.machine.compiler import FunctionCode, positions
from secateur.machine.machine import Machine
from secateur.machine.path import OWN_FILES


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


def joined_coverage(one: Coverage, other: Coverage) -> Coverage:
    """What was run by either of two machines with the same program."""
    lines = {line: run or other.lines.get(line, False) for line, run in one.lines.items()}
    branches = {}
    for key, (true, false) in one.branches.items():
        there = other.branches.get(key, (False, False))
        branches[key] = (true or there[0], false or there[1])
    return Coverage(lines, branches)


def measure(machine: Machine) -> Coverage:
    """Coverage of every function that is the user's, called or not; the driver's code does not count."""
    lines: dict[tuple[str, int], bool] = {}
    branches: dict[tuple[str, int, int, int], tuple[bool, bool]] = {}
    for function in machine.user_functions():
        code = machine.code_that_ran(function.name)
        instructions, tests = machine.program.outlines.get(function.name) or _outlined(machine.program, function)
        for line in instructions:
            lines.setdefault(line, False)
        if code is None:
            sides: Iterable[_Sides] = ((place, (False, False), False) for place in tests)
        else:
            lines.update(((position.file, position.line), True) for position in code.covered if position.line)
            sides = _sides(function.body, code)
        for key, (true, false) in _branches(sides):
            before = branches.get(key, (False, False))  # a header's function may be there more than once
            branches[key] = (true or before[0], false or before[1])
    return Coverage(dict(sorted(lines.items())), dict(sorted(branches.items())))


def _outlined(program: Program, function: Function) -> Outline:
    """The outline of a function, which is kept, as reading a body takes time."""
    lines = dict.fromkeys((each.file, each.line) for each in positions(function.body) if each.line)
    found = tuple(lines), tuple(place for place, _, _ in _sides(function.body, None))
    program.outlines[function.name] = found
    return found


_Sides = tuple[tuple[str, int, int], Sequence[bool], bool]
"""Where a test is, whether it came out true and false, and whether the source has the negation."""


def _branches(tests: Iterable[_Sides]) -> Iterable[tuple[tuple[str, int, int, int], tuple[bool, bool]]]:
    seen: dict[tuple[str, int, int], int] = {}
    for place, sides, inverted in tests:
        number = seen[place] = seen.get(place, -1) + 1
        yield (*place, number), (sides[1], sides[0]) if inverted else (sides[0], sides[1])


def _sides(body: Body, code: FunctionCode | None) -> Iterator[_Sides]:
    """The tests of a function in the order of the text."""
    joined: set[int] = set()
    for block in body.blocks.values():
        branch = block.terminator
        if not isinstance(branch, ConditionalJump) or branch.position.file.startswith(OWN_FILES):
            continue
        if branch.if_true == DONE:  # whether an endless loop shall end: not in the source
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
