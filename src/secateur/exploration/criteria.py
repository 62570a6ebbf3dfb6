"""Slicing criteria: which outputs of a run matter, what they were, and which decisions they depend on.

An output is named as in the source: `return`, a global or a buffer with its value at the end of the function (`panel`
stands for all of its members), or `stdout`, everything that was printed. Without a name it is the value that the
function returns; if it returns nothing, everything that can be observed afterwards.

A run has outputs if it returns. With `stdout`, the text printed before `exit` is an output, too; then every branch with
an `exit` on one side matters.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from secateur import expr
from secateur.dependence.trace.relevance import Relevance
from secateur.expr import Expr
from secateur.machine.library.output import STDOUT
from secateur.machine.path import BranchKind, Ending, Observation, Path, Piece
from secateur.machine.path import Value as Number

RETURN, PRINTED = "return", "stdout"
#: Printed output, constant pieces joined.
Text = tuple[Piece, ...]
Value = Number | Text


@dataclass(frozen=True, slots=True)
class Criterion:
    """Several outputs are one criterion: two runs are alike if they are alike in all of them."""

    names: tuple[str, ...] = ()

    @property
    def prints(self) -> bool:
        return PRINTED in self.names

    def is_seen(self, path: Path) -> bool:
        """Did the run reach its outputs?"""
        return path.ending is Ending.RETURNED or (self.prints and path.ending is Ending.EXITED)

    def values(self, path: Path) -> tuple[tuple[str, Value], ...]:
        """The outputs of a run that has them, by name."""
        found: list[tuple[str, Value]] = []
        for number in self.observed(path):
            seen = path.observations[number]
            found.append((seen.name, _seen(seen)))
        if self.is_result(path) and path.result is not None:
            found.append((RETURN, path.result))
        if self.prints:
            found.append((PRINTED, printed(path)))
        if path.ending is Ending.EXITED:
            found.append(("exit", path.status))
        return tuple(found)

    def decisions(self, relevance: Relevance) -> int:
        """The decisions that the outputs depend on: those of the relevant slice."""
        path = relevance.path
        found = 0
        for number in self.observed(path):
            found |= relevance.observed[number]
        if self.is_result(path):
            found |= relevance.returned
        if self.prints:
            found |= self.exits(relevance)
            if path.ending is not Ending.RETURNED:
                found |= relevance.end
        return found

    def exits(self, relevance: Relevance) -> int:
        """The decisions that matter to the printed text and to whether the program exits; none if that is no output. An
        end without output hides only runs that share these decisions: others may exit earlier."""
        return relevance.printed | self.guards(relevance)

    def guards(self, relevance: Relevance) -> int:
        """Decisions on whether the program exits, with everything that they depend on: part of the criterion only if
        text that was printed before is an output."""
        found = 0
        if self.prints:
            for number in range(len(relevance.path.branches)):
                if is_guard(relevance, number) and _may_exit(relevance, number):
                    found |= 1 << number | relevance.before[number]
        return found

    def observed(self, path: Path) -> list[int]:
        """The numbers of the observations that are outputs."""
        seen = path.observations
        if self.names:
            return [n for n, o in enumerate(seen) if any(is_part(o.name, name) for name in self.names)]
        returned = [n for n, o in enumerate(seen) if is_part(o.name, RETURN)]
        return returned or list(range(len(seen)))

    def is_result(self, path: Path) -> bool:
        """Is what the entry itself returns an output? That of a driver is always 0."""
        return not path.observations and (not self.names or RETURN in self.names)


#: The value that the function returns.
DEFAULT = Criterion()


def is_part(observed: str, name: str) -> bool:
    """`panel.gauge` is a part of `panel`, `buffer[0]` of `buffer`."""
    return observed == name or observed.startswith((f"{name}.", f"{name}[", f"{name}->"))


def roots(observed: Sequence[str]) -> list[str]:
    """The names of whole variables, in order: the outputs that a user can choose."""
    found: dict[str, None] = {}
    for name in observed:
        plain = name.removeprefix("::")
        cut = min((plain.find(c) for c in (".", "[", "->") if c in plain), default=len(plain))
        found[name[: len(name) - len(plain) + cut]] = None
    return list(found)


def is_guard(relevance: Relevance, number: int) -> bool:
    """Is it a condition one side of which ends the program, other than a check that the machine makes?"""
    branch = relevance.path.branches[number]
    if branch.site.kind is not BranchKind.CONDITION:
        return False
    code = relevance.static.code
    node = relevance.nodes[number]
    flow, block = code.owner[node].flow, code.block_of(node)
    return not flow.decides(block) or flow.ending[block]


def ends_otherwise(relevance: Relevance, number: int) -> bool:
    """Is it a condition whose other side ends the program?"""
    if not is_guard(relevance, number):
        return False
    node, side = relevance.side(number)
    code = relevance.static.code
    flow, block = code.owner[node].flow, code.block_of(node)
    return flow.ending[block] or not flow.ending[flow.successors[block][side]]


def _may_exit(relevance: Relevance, number: int) -> bool:
    """Can the program exit on a side of a decision that ends it?"""
    static, node = relevance.static, relevance.nodes[number]
    unit, block = static.code.owner[node], static.code.block_of(node)
    ends = [s for s in unit.flow.successors[block] if unit.flow.ending[s]]
    return any(static.printing.exits_behind(unit, s) for s in ends)


def printed(path: Path) -> Text:
    found: list[Piece] = []
    for stream, piece in path.output:
        if stream != STDOUT or piece == b"":
            continue
        if isinstance(piece, bytes) and found and isinstance(found[-1], bytes):
            found[-1] += piece
        else:
            found.append(piece)
    return tuple(found)


def same(one: Value, other: Value) -> bool:
    """Is it the same expression? (Equal expressions are one object; for floats the sign of zero counts, too.)"""
    if isinstance(one, float) or isinstance(other, float):
        return repr(one) == repr(other)
    return one is other or one == other


def _seen(observation: Observation) -> Number:
    """Of a pointer, only whether it is null is an output: its number means nothing."""
    value = observation.value
    if observation.kind != "pointer" or isinstance(value, float):
        return value
    return expr.ne(value, 0, 64) if isinstance(value, Expr) else int(value != 0)
