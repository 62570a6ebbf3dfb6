"""What can go wrong in a C program; each kind has the name that users see."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from secateur.ir.model import Position


class FaultKind(StrEnum):
    DIVISION_BY_ZERO = "division-by-zero"
    SIGNED_OVERFLOW = "signed-overflow"
    SHIFT = "shift"
    OUT_OF_BOUNDS = "out-of-bounds"
    NULL_POINTER = "null-pointer"
    USE_AFTER_FREE = "use-after-free"
    INVALID_FREE = "invalid-free"
    ASSERTION = "assertion"
    ABORT = "abort"
    UNREACHABLE = "unreachable"
    STACK_OVERFLOW = "stack-overflow"


#: Kinds that can be switched off; the others always end the run, because it cannot continue.
OPTIONAL_CHECKS = frozenset({FaultKind.SIGNED_OVERFLOW, FaultKind.SHIFT, FaultKind.OUT_OF_BOUNDS})

ALL_CHECKS = frozenset(FaultKind)


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
