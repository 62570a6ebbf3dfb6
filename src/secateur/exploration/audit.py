"""The audit of a reduced exploration: did it lose a fault that full exploration finds?

Paths that a technique cuts are redundant only if its dependences are right. Full exploration of the same subject is
the proof, as far as its budget goes. Faults are compared by kind, file and line: which of several paths to a line
fails first is the technique's choice.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from secateur.exploration.budget import Spent
from secateur.exploration.result import Result, summary
from secateur.machine.fault import Fault


class AuditVerdict(StrEnum):
    """What an audit says."""

    SOUND = "sound"  # full exploration finished and found nothing else
    MISSED = "missed"  # it found faults that the reduced one did not
    UNDECIDED = "undecided"  # it did not finish, and found nothing else so far


@dataclass(frozen=True, slots=True)
class Audit:
    """`missed`: each fault with the index of a path of the full result that shows it. `invented`: faults that full
    exploration finished without. `paths` and `faults` are those of full exploration."""

    verdict: AuditVerdict
    missed: tuple[tuple[Fault, int], ...]
    invented: tuple[Fault, ...]
    paths: int
    faults: int
    reason: str = ""

    def __str__(self) -> str:
        explored = f"full exploration of {_count(self.paths, 'path')}"
        if self.verdict is AuditVerdict.MISSED:
            return f"{_count(len(self.missed), 'fault')} missed, which {explored} found{self.reason}"
        if self.verdict is AuditVerdict.UNDECIDED:
            return f"undecided: the full exploration did not finish{self.reason}; nothing missed so far"
        if self.invented:
            return f"nothing was lost, but {explored} did not find {_count(len(self.invented), 'fault')} of these"
        found = f"the same {_count(self.faults, 'fault')}" if self.faults else "no fault either"
        return f"nothing was lost: {explored} found {found}"


def audit(reduced: Result, full: Result) -> Audit:
    """Compare the faults of a reduced exploration with those of a full one."""
    known = {_key(fault) for fault, _ in reduced.faults()}
    seen: dict[tuple[str, str, int], tuple[Fault, int]] = {}
    for fault, index in full.faults():
        seen.setdefault(_key(fault), (fault, index))
    missed = tuple(found for key, found in seen.items() if key not in known)
    invented: tuple[Fault, ...] = ()
    reason = "" if full.complete else f" ({_reason(full)})"
    if missed:
        verdict = AuditVerdict.MISSED
        reason = "" if reduced.complete else "; the reduced exploration itself is incomplete"
    elif not full.complete:
        verdict = AuditVerdict.UNDECIDED
    else:
        verdict = AuditVerdict.SOUND
        invented = tuple(fault for fault, _ in reduced.faults() if _key(fault) not in seen)
    return Audit(verdict, missed, invented, full.counts.completed, len(seen), reason)


def _key(fault: Fault) -> tuple[str, str, int]:
    return str(fault.kind), fault.position.file, fault.position.line


def _reason(full: Result) -> str:
    if full.spent is Spent.TIME:
        return "the time was up (--audit-budget)"
    return summary(full).removeprefix("incomplete: ")


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"
