"""Slicing criteria: which outputs of a run matter, what they were, and which decisions they depend on.

An output is named as the user names it: `return`, a global or a buffer as it is when the function is over (`panel`
stands for all of its members), or `stdout`, all that was printed. Without a name it is what the function returns; if
it returns nothing, all that can be seen of it afterwards.

A run has outputs if it comes back. With `stdout`, what was printed before `exit` is an output, too; then every branch
with an `exit` on one side matters.
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
    """Several outputs are one criterion: what is the same, is the same for all of them."""

    names: tuple[str, ...] = ()

    @property
    def prints(self) -> bool:
        return PRINTED in self.names

    def is_seen(self, path: Path) -> bool:
        """Has the run got as far as its outputs?"""
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
        """The decisions that matter to what is printed, and to whether the program exits; none if that is no output. An
        end that comes to no output hides only what has these in common with it: others may exit before."""
        return relevance.printed | self.guards(relevance)

    def guards(self, relevance: Relevance) -> int:
        """Decisions by which the program did not exit, or did, with all that they depend on: part of the criterion
        only if text that was printed before is an output."""
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


#: What the function returns.
DEFAULT = Criterion()


def is_part(observed: str, name: str) -> bool:
    """`panel.gauge` is a part of `panel`, `buffer[0]` of `buffer`."""
    return observed == name or observed.startswith((f"{name}.", f"{name}[", f"{name}->"))


def roots(observed: Sequence[str]) -> list[str]:
    """The names that stand for whole variables, in order: what a user may choose from."""
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
    """Is it the same expression? (Equal expressions are one object; of floats also the sign of zero counts.)"""
    if isinstance(one, float) or isinstance(other, float):
        return repr(one) == repr(other)
    return one is other or one == other


def _seen(observation: Observation) -> Number:
    """Of a pointer only null or not is an output: its number means nothing."""
    value = observation.value
    if observation.kind != "pointer" or isinstance(value, float):
        return value
    return expr.ne(value, 0, 64) if isinstance(value, Expr) else int(value != 0)
