"""Functions that the machine provides: allocation, output, inputs, intrinsics. The rest of the C library is C.

Their properties are listed in `secateur.provided`; this package holds the code.
"""

from __future__ import annotations

from secateur.machine.library import (
    apart,
    contracts,
    heap,
    inputs,
    intrinsics,
    mathematics,
    objects,
    output,
    process,
    stand_ins,
    world,
)
from secateur.machine.library.builtin import Builtin
from secateur.provided import TABLE, facts_of

_CODE: dict[str, Builtin] = {
    **apart.BUILTINS,
    **contracts.BUILTINS,
    **heap.BUILTINS,
    **inputs.BUILTINS,
    **intrinsics.BUILTINS,
    **mathematics.BUILTINS,
    **objects.BUILTINS,
    **output.BUILTINS,
    **process.BUILTINS,
    **stand_ins.BUILTINS,
    **world.BUILTINS,
}
_BUILTINS: dict[str, Builtin] = {each.name: _CODE[each.runs_as or each.name] for each in TABLE.values() if each.is_run}


def find_builtin(name: str) -> Builtin | None:
    """Look up by name; an LLVM intrinsic by its longest known prefix (`llvm.memcpy` for `llvm.memcpy.p0.p0.i64`)."""
    return _BUILTINS.get(facts_of(name).name)
