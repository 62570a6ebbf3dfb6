"""The parameters of `main`, which depend on each other: argc is at least 1, argv[argc] is NULL, and the strings before
it are the arguments. The environment is an empty list, as for a whole program."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from secateur.assumption import Assumption, AssumptionKind
from secateur.harness.inputs import InputPlanner
from secateur.harness.plan import Variable
from secateur.ir.debuginfo import CInt, CPointer, CType, Prototype, resolved


@dataclass(frozen=True, slots=True)
class CommandLine:
    """`conditions` are C expressions that hold; `setup` are statements that run after they are assumed."""

    parameters: tuple[Variable, ...]
    conditions: tuple[str, ...]
    setup: tuple[str, ...]
    narrowed: tuple[Assumption, ...]


def command_line(signature: Prototype, names: Sequence[str], planner: InputPlanner, most: int) -> CommandLine | None:
    """The command line for `main`, with at most `most` words; None if this is another function."""
    kinds = [p.type for p in signature.parameters]
    if signature.name != "main" or not kinds or not _is_int(kinds[0]) or not all(map(_is_list, kinds[1:])):
        return None
    counts = (most, 0, 0)  # the words, no environment
    lists = zip(names[1:], kinds[1:], counts, strict=False)
    parameters = (planner.variable(names[0], kinds[0]), *(planner.terminated(*each) for each in lists))
    conditions = (f"{names[0]} >= 1", f"{names[0]} <= {most}")
    setup = (f"{names[1]}[{names[0]}] = 0;",) if len(names) > 1 else ()
    narrow = [Assumption(AssumptionKind.SIZE, names[1] if len(names) > 1 else names[0], f"elements:{most}")]
    if len(names) > 2:
        narrow.append(Assumption(AssumptionKind.ENVIRONMENT, names[2]))
    return CommandLine(parameters, conditions, setup, tuple(narrow))


def _is_int(kind: CType) -> bool:
    target = resolved(kind)
    return isinstance(target, CInt) and target.size == 4


def _is_list(kind: CType) -> bool:
    """`char **`."""
    outer = resolved(kind)
    inner = resolved(outer.to) if isinstance(outer, CPointer) and outer.to is not None else None
    text = resolved(inner.to) if isinstance(inner, CPointer) and inner.to is not None else None
    return isinstance(text, CInt) and text.is_char
