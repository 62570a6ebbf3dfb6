"""What can go wrong in a C program; each kind has the name that users see."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from secateur.ir.model import Position


class FaultKind(StrEnum):
    DIVISION_BY_ZERO = "division-by-zero"
    SIGNED_OVERFLOW = "signed-overflow"
    SHIFT = "shift"
    FLOAT_TO_INT = "float-to-int"
    INVALID_BOOL = "invalid-bool"
    INVALID_BUILTIN = "invalid-builtin"
    MISALIGNED = "misaligned"
    NONNULL = "nonnull"
    OVERLAP = "overlap"
    POINTER_OVERFLOW = "pointer-overflow"
    VLA_BOUND = "vla-bound"
    WRONG_CALL = "wrong-call"
    OUT_OF_BOUNDS = "out-of-bounds"
    STRICT_BOUNDS = "strict-bounds"  # a stricter reading of out-of-bounds, and reported as such
    NULL_POINTER = "null-pointer"
    USE_AFTER_FREE = "use-after-free"
    INVALID_FREE = "invalid-free"
    ASSERTION = "assertion"
    ABORT = "abort"
    UNREACHABLE = "unreachable"
    STACK_OVERFLOW = "stack-overflow"
    UNINITIALISED = "uninitialised"
    MISSING_RETURN = "missing-return"
    POSTCONDITION = "postcondition"  # of a contract
    ENDLESS_LOOP = "endless-loop"  # proved by a state that comes back
    LEAK = "leak"  # found when the program has ended


ALL_CHECKS = frozenset(FaultKind)

#: Kinds that always end the run, because it cannot continue.
ALWAYS = frozenset(
    {
        FaultKind.DIVISION_BY_ZERO,
        FaultKind.NULL_POINTER,
        FaultKind.USE_AFTER_FREE,
        FaultKind.INVALID_FREE,
        FaultKind.ASSERTION,
        FaultKind.ABORT,
        FaultKind.UNREACHABLE,
        FaultKind.STACK_OVERFLOW,
        FaultKind.POSTCONDITION,
    }
)

OPTIONAL_CHECKS = ALL_CHECKS - ALWAYS

#: Kinds that are looked for only on request: much working code has them.
ON_REQUEST = frozenset({FaultKind.STRICT_BOUNDS, FaultKind.LEAK})

DEFAULT_CHECKS = ALL_CHECKS - ON_REQUEST


@dataclass(frozen=True, slots=True, order=True)
class Fault:
    """A failure at a place in the user's source. `trace` is the call stack, innermost first."""

    kind: FaultKind
    position: Position
    function: str
    message: str
    trace: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.kind} at {self.position} in {self.function}: {self.message}"
