"""What an answer rests on: how the inputs or the world were narrowed. Data only: sentences, and the option that lifts
an assumption, are added in `secateur.report`."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class AssumptionKind(StrEnum):
    SHAPE = "shape"  # which objects pointers point to
    SIZE = "size"  # how large they are
    NOT_NULL = "not-null"  # pointers that are never null
    NO_ALIAS = "no-alias"  # pointers that never point to the same object
    GLOBALS = "globals"  # globals that have their initial values
    ALLOCATION = "allocation"  # allocations that never fail
    UNINITIALISED = "uninitialised"  # memory that was never written and is read as 0


@dataclass(frozen=True, slots=True)
class Assumption:
    """`subject`: the input, object or function it is about."""

    kind: AssumptionKind
    subject: str
    details: str = ""
