"""Functions that the machine provides: allocation, output, inputs, intrinsics. The rest of the C library is C."""

from __future__ import annotations

from secateur.machine.library import heap, inputs, intrinsics, mathematics, output, process
from secateur.machine.library.builtin import Builtin

_BUILTINS: dict[str, Builtin] = {
    **heap.BUILTINS,
    **inputs.BUILTINS,
    **intrinsics.BUILTINS,
    **mathematics.BUILTINS,
    **output.BUILTINS,
    **process.BUILTINS,
}


def find_builtin(name: str) -> Builtin | None:
    """By name; an LLVM intrinsic by its longest known prefix (`llvm.memcpy` for `llvm.memcpy.p0.p0.i64`)."""
    found = _BUILTINS.get(name)
    while found is None and name.startswith("llvm.") and name.count(".") > 1:
        name = name.rpartition(".")[0]
        found = _BUILTINS.get(name)
    return found
