"""Why `approximate` does not know an answer, and which option would help."""

from __future__ import annotations

from typing import TYPE_CHECKING

from secateur.approximation.solving import Solved
from secateur.report.sentences import count_of

if TYPE_CHECKING:
    from secateur.options.jobs import ApproximateOptions


def unknown_lines(solved: Solved, options: ApproximateOptions) -> list[str]:
    """What was done, why that is not enough, and what to try."""
    done = [f"{count_of(solved.tried, 'input')} tried"]
    if solved.paths:
        done.append(f"{count_of(solved.paths, 'path')} explored")
    why = "it was interrupted" if solved.is_interrupted else "the time was used up" if solved.is_late else ""
    lines = [", ".join(done) + (f"; {why}" if why else "")]
    lines += [f"the exploration is incomplete: {text}" for text in solved.open]
    return [*lines, f"what would help: {'; '.join(advice(solved, options))}"]


def advice(solved: Solved, options: ApproximateOptions) -> list[str]:
    """Options that may decide it, the likeliest first."""
    found = []
    if solved.is_late or solved.is_interrupted:
        found.append(f"more time (--timeout {max(1, round(2 * options.timeout))})")
    found += [f"without --abstract {name}" for name in options.abstract]
    if options.depth is not None:
        found.append(f"a larger --depth than {options.depth}")
    inputs = options.inputs
    if inputs.buffer > 1:
        found.append(f"smaller inputs (--buffer {max(1, inputs.buffer // 2)})")
    if not solved.is_late and not solved.is_interrupted:
        found.append(f"more time for each query (--solver-timeout {2 * options.solving.solver_timeout:g})")
    return found
