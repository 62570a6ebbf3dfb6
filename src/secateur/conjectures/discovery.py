"""Finds the lines of one function: proposes them from runs, and proves or refutes each.

The candidates are templates, as in Ernst and others, "The Daikon System for Dynamic Detection of Likely Invariants".
What runs do not refute is checked for all paths at once (`ApproximatedEnd`: sound, as what is unknown has any value)
and on the explored paths (`ExploredEnds`: a proof if these are all). An input that breaks a line in a run ends it, and
is one more run for the next proposals.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from secateur.conjectures.claim import Claim, ClaimKind, ClaimStatus
from secateur.conjectures.ends import ApproximatedEnd, ExploredEnds, Model
from secateur.conjectures.quantity import Quantities
from secateur.conjectures.runs import Runs, is_true
from secateur.conjectures.templates import Proposer
from secateur.contracts.terms import Operation, Term

#: Explored paths up to which these are asked before the approximation.
FEW_ENDS = 64
#: How often lines are proposed: what was refuted shows more the next time.
PASSES = 2

#: Makes the approximation with so many rounds of loops, if there is time.
Approximate = Callable[[int], ApproximatedEnd | None]


@dataclass(slots=True)
class Discovery:
    """`found` grows while it works, so an interruption loses nothing. `is_over` is asked before each line."""

    words: Quantities
    runs: Runs
    explored: ExploredEnds
    is_complete: bool
    approximate: Approximate
    rounds: Sequence[int]
    is_over: Callable[[], bool]
    found: list[tuple[Claim, ClaimStatus]] = field(default_factory=list)
    refuted: int = 0
    undecided: int = 0
    _approximations: dict[int, ApproximatedEnd | None] = field(default_factory=dict)
    _asked: set[str] = field(default_factory=set)
    _bounded: set[tuple[str, str]] = field(default_factory=set)

    def run(self, atoms: Sequence[Term], constants: Sequence[int]) -> None:
        for _ in range(PASSES):
            if not self.runs.rows:
                return
            rows = list(self.runs.rows)
            for claim in Proposer(self.words, rows, atoms, constants).all():
                if self.is_over():
                    return
                self._consider(claim)

    def doubt(self, models: Iterable[Model], is_over: Callable[[], bool]) -> None:
        """Drop lines that hold on the explored paths, but not in all of these runs, as many as time allows."""
        open_ = [claim for claim, status in self.found if not status.is_proof]
        if not open_:
            return
        for model in models:
            if is_over():
                break
            row = self.runs.row(model)
            broken = [] if row is None else [claim for claim in open_ if not is_true(claim.term, row)]
            open_ = [claim for claim in open_ if claim not in broken]
            self.found = [each for each in self.found if each[0] not in broken]
            self.refuted += len(broken)

    def _consider(self, claim: Claim) -> None:
        text = claim.text
        is_bound = claim.kind is ClaimKind.RANGE and isinstance(claim.body, Operation)
        bound = (claim.subject, claim.body.operator) if is_bound and isinstance(claim.body, Operation) else None
        if text in self._asked or bound in self._bounded:
            return
        self._asked.add(text)
        if self.runs.refutes(claim):
            self.refuted += 1
            return
        status = self._status(claim)
        if status is not None:
            self.found.append((claim, status))
            if bound is not None and status.is_proof:
                self._bounded.add(bound)

    def _status(self, claim: Claim) -> ClaimStatus | None:
        """None: it does not hold, or nobody knows."""
        if self.is_complete and len(self.explored.ends) <= FEW_ENDS:
            return ClaimStatus.ALL_PATHS if self._holds_explored(claim) else None
        for rounds in self.rounds:
            end = self._approximation(rounds)
            if end is None:
                break
            answer = end.check(claim)
            if answer.holds:
                return ClaimStatus.PROVED
            if answer.model is not None and self.runs.breaks(claim, answer.model):
                self.refuted += 1
                return None
        if not self._holds_explored(claim):
            return None
        return ClaimStatus.ALL_PATHS if self.is_complete else ClaimStatus.EXPLORED

    def _holds_explored(self, claim: Claim) -> bool:
        answer = self.explored.check(claim)
        if answer.holds:
            return True
        if answer.model is None:
            self.undecided += 1
        else:
            self.refuted += 1
            self.runs.row(answer.model)
        return False

    def _approximation(self, rounds: int) -> ApproximatedEnd | None:
        if rounds not in self._approximations:
            self._approximations[rounds] = None  # if it is interrupted, it is not tried again
            self._approximations[rounds] = self.approximate(rounds)
        return self._approximations[rounds]
