"""What the names of parameters show: a pointer that is followed by its length, or by its end."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from secateur.contracts.inference.evidence import Evidence
from secateur.contracts.model import Basis, Clause, Origin, clause
from secateur.ir.ctype import CInt, CPointer, resolved
from secateur.ir.debuginfo import Parameter

_LENGTH = re.compile(
    r"""(?:^|_)(?:len|length|size|sz|count|cnt|num|n|nbytes|bytes|cap|capacity|nmemb|nelem)$
      | (?:Len|Length|Size|Count)$ | ^n_?\w{0,6}$ | \w(?:len|sz|size)$""",
    re.VERBOSE,
)
_END = re.compile(r"(?:^|_)(?:end|limit|last|stop|fin)$|(?:End|Limit)$|\w_?end$|^e$")


def by_name(evidence: Evidence) -> Iterator[Clause]:
    """Parameters that follow each other."""
    origin = Origin(Basis.INFERRED, "the names")
    for pointer, second in pairwise(evidence.signature.parameters):
        if not pointer.name or not second.name or not _is_data(pointer):
            continue
        kind = resolved(second.type)
        if isinstance(kind, CInt) and kind.size > 1 and not kind.is_bool and _LENGTH.search(second.name):
            yield clause(f"size({pointer.name}) >= {second.name}", origin)
        elif isinstance(kind, CPointer) and _END.search(second.name) and _same(pointer, second):
            yield clause(f"inside({second.name}, {pointer.name})", origin)


def _is_data(parameter: Parameter) -> bool:
    """A pointer, but not to a pointer: its length would be that of something else."""
    kind = resolved(parameter.type)
    return isinstance(kind, CPointer) and not (kind.to is not None and isinstance(resolved(kind.to), CPointer))


def _same(one: Parameter, other: Parameter) -> bool:
    a, b = resolved(one.type), resolved(other.type)
    assert isinstance(a, CPointer)
    assert isinstance(b, CPointer)
    return (None if a.to is None else resolved(a.to)) == (None if b.to is None else resolved(b.to))
