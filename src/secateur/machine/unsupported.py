"""What cannot be run: a path that reaches it ends there, the other paths go on. Data only: sentences are made in
`secateur.report`."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from secateur.ir.model import Position


class UnsupportedKind(StrEnum):
    """What it is that cannot be run."""

    FUNCTION = "function"  # called, but not defined
    GLOBAL = "global"  # used, but not defined
    PARALLEL = "parallel"  # threads and processes
    ASSEMBLY = "assembly"
    TYPE = "type"  # arithmetic on `__float128` or `_Float16`
    CODE = "code"  # another instruction, constant or call

    @property
    def is_undefined(self) -> bool:
        """Would a further C file help?"""
        return self in (UnsupportedKind.FUNCTION, UnsupportedKind.GLOBAL)


_PARALLEL = ("pthread_create", "pthread_mutex_lock", "thrd_create", "fork", "vfork")
#: Words in the reasons of the reader, see `secateur.ir.instructions`.
_REASONS = {
    "inline assembly": UnsupportedKind.ASSEMBLY,
    "vector": UnsupportedKind.TYPE,
    "`": UnsupportedKind.TYPE,
}


@dataclass(frozen=True, slots=True)
class UnsupportedUse:
    """`name` is that of the function or global, or says what the code does. `paths`: how many paths ended there; 0 if
    the code could be reached, but no path was seen to."""

    kind: UnsupportedKind
    name: str
    position: Position
    paths: int = 0


def kind_of_function(name: str) -> UnsupportedKind:
    """Why a function without a body cannot be called."""
    if name.startswith("llvm."):
        return UnsupportedKind.CODE
    return UnsupportedKind.PARALLEL if name in _PARALLEL else UnsupportedKind.FUNCTION


def kind_of_reason(reason: str) -> tuple[UnsupportedKind, str]:
    """The kind of an unsupported instruction, and what it does."""
    what = reason.partition("\n")[0].removesuffix(" is not supported").removesuffix(" are not supported")
    return next((kind for word, kind in _REASONS.items() if word in what), UnsupportedKind.CODE), what
