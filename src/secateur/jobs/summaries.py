"""Which functions an exploration does not enter, and the summaries that stand in for them."""

from __future__ import annotations

from secateur.approximation.suitable import Suitable
from secateur.approximation.summaries import summaries_of
from secateur.dependence.static import Static
from secateur.errors import OptionError
from secateur.harness.subject import Subject
from secateur.machine.summary import Summary

AUTO = "auto"


def find_summaries(subject: Subject, wanted: str) -> dict[str, Summary]:
    """The summaries that the user asks for; an error for one that cannot be made."""
    static = Static(subject.program, "main")
    suitable = Suitable(static, (subject.function,))
    if wanted == AUTO:
        names = suitable.automatic()
        return summaries_of(static, {name: suitable.reads(name) for name in names})
    names = [name.strip() for name in wanted.split(",") if name.strip()]
    if not names:
        raise OptionError("summaries", wanted, "give auto, or a comma-separated list of functions")
    for name in names:
        reason = suitable.why_not(name)
        if reason is not None:
            raise OptionError("summaries", name, f"it cannot be summarised, as it {reason}")
    return summaries_of(static, {name: suitable.reads(name) for name in names})
