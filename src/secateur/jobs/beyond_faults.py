"""Going on behind faults that both versions have alike: nothing but the fault was compared there.

Where C gives a value in practice (overflow wraps, an index may stay inside its object), both versions are run once more
without these checks. What differs only then is a difference that is shown with the fault it lies behind. Changed lines
that no compared run executes are reported: that both versions fail before them says nothing about them.
"""

from __future__ import annotations

from dataclasses import replace

from secateur.evolve.impact.reached import unreached_changes
from secateur.jobs.compared_pair import Compared
from secateur.jobs.diff_answer import FunctionDiff
from secateur.machine.fault import FaultKind

#: Faults after which compiled programs usually go on.
GOES_ON = frozenset(
    {
        FaultKind.SIGNED_OVERFLOW,
        FaultKind.SHIFT,
        FaultKind.FLOAT_TO_INT,
        FaultKind.MISALIGNED,
        FaultKind.OUT_OF_BOUNDS,
        FaultKind.POINTER_OVERFLOW,
    }
)


def beyond_faults(compared: Compared, answer: FunctionDiff) -> FunctionDiff:
    """The same answer, if nothing differs behind shared faults and every changed line was executed before them."""
    faults = answer.verdict.shared_faults
    if answer.differences or not faults:
        return answer
    last = answer
    if any(fault.kind in GOES_ON for fault in faults):
        again = compared.without(GOES_ON).run()
        if again.differences:
            return replace(again, behind=tuple(fault for fault in faults if fault.kind in GOES_ON))
        last = again if again.compared_all else answer
    remaining = last.verdict.shared_faults
    if not remaining:
        return answer
    lines = unreached_changes(last.pair, (region.model for region in last.verdict.compared))
    return replace(answer, behind=tuple(remaining), unreached=tuple(lines)) if lines else answer
