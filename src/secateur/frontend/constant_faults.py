"""Faults on constant operands, which clang folds away: `1 / 0` is `poison` in its output, `INT_MAX + 1` a number.

clang's own checks (UBSan) survive the folding: a check that cannot hold is a branch on `false`. So the file is compiled
a second time with them, at the same time. Only if that text has such a check it is used, without its instrumentation:
checks that depend on values are removed, because the machine makes them itself; a check that cannot hold becomes a call
that reports the fault, on the path that gets there.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from secateur.frontend.llvm_names import LOCAL, NAME

CHECKED = (
    "-fsanitize=signed-integer-overflow,shift,integer-divide-by-zero,float-cast-overflow,array-bounds",
    "-fno-sanitize-recover=all",
    "-fstrict-flex-arrays=0",
)
"""clang's options for the second compilation."""

_FALSE = re.compile(r"i1 false(?!\))")  # not the last argument of a copy
_CONSTANT = re.compile(r"with\.overflow\.i\d+\(i\d+ -?\d+, i\d+ -?\d+\)")
_MARK = ", !nosanitize !"
_REPORT = "__secateur_fault_"
_REPORTS = {
    "add_overflow": "signed_overflow",
    "sub_overflow": "signed_overflow",
    "mul_overflow": "signed_overflow",
    "negate_overflow": "signed_overflow",
    "shift_out_of_bounds": "shift",
    "float_cast_overflow": "float_to_int",
    "out_of_bounds": "out_of_bounds",
}
_DIVISIONS = ("division_by_zero", "division_overflow")

_NAME = re.compile(LOCAL)
_RESULT = re.compile(rf"  ({LOCAL}) = ")
_LABEL = re.compile(rf"^({NAME}):")
_NUMBER = re.compile(r"%(\d+)\b")
_POSITION = re.compile(r", !dbg !\d+")
_BRANCH = re.compile(r"  br i1 (\S+), label %([-\w.$]+), label %([-\w.$]+)")
_OVERFLOW = re.compile(
    r"  (%\S+) = call \{ (i\d+), i1 \} @llvm\.(s|u)(add|sub|mul)\.with\.overflow\.i\d+\(i\d+ (\S+), i\d+ (\S+)\)"
)
_EXTRACT = re.compile(r"  (%\S+) = extractvalue \{ i\d+, i1 \} (%\S+), ([01])")
_LOGIC = re.compile(r"  (%\S+) = (and|or|xor) i1 (\S+), (\w+|%[-\w.$]+)")
_PHI = re.compile(r"  (%\S+) = phi i1 (.*)")
_INCOMING = re.compile(r"\[ (\S+), %([-\w.$]+) \]")
_HANDLER = re.compile(r"handler\.([a-z_]+?)\d*(?:\.i\d*)*$")
_ARGUMENTS = re.compile(r"  call void @__ubsan_handle_\w+\(ptr @[^,]+(.*)\) #")


def is_suspicious(text: str) -> bool:
    """Can there be a check that cannot hold? Quick, and never wrong when it says no."""
    return "[ false, " in text or any(each.search(text) is not None for each in (_FALSE, _CONSTANT))


def is_marked(text: str) -> bool:
    """Does a text without its instrumentation have a check that cannot hold?"""
    return f"@{_REPORT}" in text


def has_faults(text: str) -> bool:
    """Is there a check that cannot hold in this text with checks?"""
    reports = f"  call void @{_REPORT}"
    return any(
        line.startswith(reports)
        for body in _bodies(text)
        if is_suspicious(body)
        for line in _Stripped(body.split("\n")).lines()
    )


def _bodies(text: str) -> Iterator[str]:
    """What is between the braces of each function."""
    end = 0
    while (start := text.find("\ndefine ", end)) >= 0:
        start = text.index("\n", start + 1) + 1
        end = text.index("\n}\n", start)
        yield text[start:end]


def without_checks(text: str) -> str:
    """Text with checks as it would be without them, and with a call wherever a check cannot hold."""
    out: list[str] = []
    body: list[str] | None = None
    for line in text.split("\n"):
        if body is None:
            out.append(line)
            if line.startswith("define "):
                body = []
        elif line == "}":
            out += [*_Stripped(body).lines(), line]
            body = None
        else:
            body.append(line)
    reports = sorted({*_REPORTS.values(), *_DIVISIONS})
    return "\n".join([*out, *(f"declare void @{_REPORT}{name}()" for name in reports), ""])


class _Stripped:
    """One function. `known` are the conditions with a constant value, `sums` the results of checked arithmetic."""

    def __init__(self, body: list[str]) -> None:
        self._blocks = _blocks([_NUMBER.sub(r"%checked.\1", line) for line in body])
        self._known: dict[str, bool | None] = {"true": True, "false": False}
        self._sums: dict[str, re.Match[str]] = {}
        self._entered: dict[str, str] = {}  # from which block a block is entered, where a constant decides it

    def lines(self) -> list[str]:
        kept: list[tuple[str, list[str]]] = []  # each line with what is left of it
        for label, block in self._blocks.items():
            lines = [(line, self._line(label, line) if _MARK in line else [line]) for line in block]
            if not _HANDLER.match(label) and not _is_half(block):
                kept += lines
        needed = {name for _, left in kept for text in left for name in _NAME.findall(_uses(text))}
        out: list[list[str]] = []
        for line, left in reversed(kept):
            made = _RESULT.match(line)
            is_needed = not left and made is not None and made[1] in needed  # of `abs`, which is checked as a whole
            if is_needed:
                needed.update(_NAME.findall(_uses(line)))
            out.append([line.partition(_MARK)[0]] if is_needed else left)
        return [text for left in reversed(out) for text in left]

    def _line(self, label: str, line: str) -> list[str]:
        """What is left of an instruction of a check."""
        position = _POSITION.search(line)
        place = position[0] if position else ""
        branch = _BRANCH.match(line)
        if branch is not None:
            return self._branch(label, branch, place)
        extract = _EXTRACT.match(line)
        if extract is not None and extract[3] == "0":
            kind, sign, op, left, right = self._sums[extract[2]].group(2, 3, 4, 5, 6)
            return [f"  {extract[1]} = {op}{' nsw' if sign == 's' else ''} {kind} {left}, {right}{place}"]
        self._condition(label, line)
        return []

    def _branch(self, label: str, branch: re.Match[str], place: str) -> list[str]:
        condition, following, other = branch.groups()
        value = self._known.get(condition)
        if not _HANDLER.match(other):  # around the second half of a check
            if value is not None:
                self._entered[other] = following if value else label
            return [f"  br label %{other}{place}"]
        report = [f"  call void @{_REPORT}{self._report(other)}(){place}"] if value is False else []
        return [*report, f"  br label %{following}{place}"]

    def _report(self, handler: str) -> str:
        found = _HANDLER.match(handler)
        assert found is not None
        if found[1] != "divrem_overflow":
            return _REPORTS[found[1]]
        call = next(filter(None, map(_ARGUMENTS.match, self._blocks[handler])))
        return _DIVISIONS[not call[1].endswith(" 0")]

    def _condition(self, label: str, line: str) -> None:
        overflow, extract, logic, phi = (p.match(line) for p in (_OVERFLOW, _EXTRACT, _LOGIC, _PHI))
        if overflow is not None:
            self._sums[overflow[1]] = overflow
        elif extract is not None:
            self._known[extract[1]] = _overflows(self._sums[extract[2]])
        elif logic is not None:
            self._known[logic[1]] = _combined(logic[2], self._known.get(logic[3]), self._known.get(logic[4]))
        elif phi is not None:
            origin = self._entered.get(label)
            incoming = {block: value for value, block in _INCOMING.findall(phi[2])}
            self._known[phi[1]] = self._known.get(incoming.get(origin or "", ""))


def _blocks(body: list[str]) -> dict[str, list[str]]:
    """The lines of each block, with its label."""
    blocks: dict[str, list[str]] = {}
    current: list[str] = []
    for line in body:
        label = _LABEL.match(line)
        if label is not None or not blocks:
            current = blocks[label[1] if label else ""] = []
        current.append(line)
    return blocks


def _uses(line: str) -> str:
    """An instruction without the name of its result."""
    return line.partition(" = ")[2] if _RESULT.match(line) else line


def _is_half(block: list[str]) -> bool:
    """Is this the second half of a check, which is only entered if the first half holds?"""
    lines = [line for line in block[1:] if line]
    return all(_MARK in line for line in lines) and lines[-1].startswith("  br label ")


def _combined(op: str, left: bool | None, right: bool | None) -> bool | None:
    if op == "and":
        return False if left is False or right is False else None if None in (left, right) else True
    if op == "or":
        return True if left is True or right is True else None if None in (left, right) else False
    return None if left is None or right is None else left != right


def _overflows(call: re.Match[str]) -> bool | None:
    """Whether checked arithmetic on constants overflows; None if an operand is not constant."""
    kind, sign, op, left, right = call.group(2, 3, 4, 5, 6)
    try:
        x, y = int(left), int(right)
    except ValueError:
        return None
    width = int(kind[1:])
    if sign == "u":
        x, y = x % (1 << width), y % (1 << width)
    result = x + y if op == "add" else x - y if op == "sub" else x * y
    low, high = (0, 1 << width) if sign == "u" else (-1 << (width - 1), 1 << (width - 1))
    return not low <= result < high
