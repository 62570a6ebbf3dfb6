"""Which functions an exploration does not enter, and the summaries that stand in for them."""

from __future__ import annotations

from secateur.approximation.suitable import Suitable
from secateur.approximation.summaries import summaries_of
from secateur.dependence.static import Static
from secateur.errors import OptionError
from secateur.exploration.guarded import Workshop, exact_summaries
from secateur.frontend.cache import default_cache
from secateur.harness.subject import Subject
from secateur.jobs.summary_choice import ChosenSummaries
from secateur.machine.fault import FaultKind
from secateur.options import Limits
from secateur.solver import LAST_RESORT, STEPS, Solver, bounded, by_name

AUTO = "auto"


def find_summaries(
    subject: Subject, wanted: str, checks: frozenset[FaultKind], limits: Limits, approximates: bool = True
) -> ChosenSummaries:
    """The summaries that the user asks for; an error for one that cannot be made. `approximates`: is what is found with
    them confirmed by runs without? If not, there are only exact ones."""
    static = Static(subject.program, "main")
    suitable = Suitable(static, (subject.function,))
    if wanted == AUTO:
        names = suitable.automatic()
    else:
        names = [name.strip() for name in wanted.split(",") if name.strip()]
        if not names:
            raise OptionError("summaries", wanted, "give auto, or a comma-separated list of functions")
        for name in names:
            reason = suitable.why_not(name)
            if reason is not None:
                raise OptionError("summaries", name, f"it cannot be summarised, as it {reason}")
    solver = Solver(bounded(by_name("bitwuzla"), STEPS), LAST_RESORT)
    workshop = Workshop(suitable.reduction, solver, checks, limits, default_cache())
    pure = [name for name in names if approximates and suitable.can_be_approximated(name)]
    return ChosenSummaries(
        exact_summaries({name: suitable.touches(name) for name in names}, workshop),
        summaries_of(static, {name: suitable.reads(name) for name in pure}),
    )
