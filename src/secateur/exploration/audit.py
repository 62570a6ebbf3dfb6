"""The audit of a reduced exploration: did it lose a fault that full exploration finds?

Paths that a technique cuts are redundant only if its dependences are right. Full exploration of the same subject shows
whether they are, within its budget. Faults are compared by kind, file and line: which of several paths to a line fails
first depends on the technique.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from secateur.exploration.result import Result
from secateur.machine.fault import Fault
from secateur.machine.limit import Limit


class AuditVerdict(StrEnum):
    """The answer of an audit."""

    SOUND = "sound"  # full exploration finished and found nothing else
    MISSED = "missed"  # it found faults that the reduced one did not
    UNDECIDED = "undecided"  # it did not finish, and found nothing else so far


@dataclass(frozen=True, slots=True)
class Audit:
    """`missed`: each fault with the index of a path of the full result that shows it. `invented`: faults that a
    complete full exploration did not find. `paths` and `faults`: how many full exploration found. `limits`: what keeps
    full exploration from being complete. `compared_all`: the reduced exploration is complete."""

    verdict: AuditVerdict
    missed: tuple[tuple[Fault, int], ...]
    invented: tuple[Fault, ...]
    paths: int
    faults: int
    limits: tuple[Limit, ...] = ()
    compared_all: bool = True


def audit(reduced: Result, full: Result) -> Audit:
    """Compare the faults of a reduced exploration with those of a full one."""
    known = {_key(fault) for fault, _ in reduced.faults()}
    seen: dict[tuple[str, str, int], tuple[Fault, int]] = {}
    for fault, index in full.faults():
        seen.setdefault(_key(fault), (fault, index))
    missed = tuple(found for key, found in seen.items() if key not in known)
    invented: tuple[Fault, ...] = ()
    if missed:
        verdict = AuditVerdict.MISSED
    elif not full.complete:
        verdict = AuditVerdict.UNDECIDED
    else:
        verdict = AuditVerdict.SOUND
        invented = tuple(fault for fault, _ in reduced.faults() if _key(fault) not in seen)
    paths, limits = full.counts.completed, tuple(full.limits)
    return Audit(verdict, missed, invented, paths, len(seen), limits, reduced.complete)


def _key(fault: Fault) -> tuple[str, str, int]:
    return str(fault.kind), fault.position.file, fault.position.line
