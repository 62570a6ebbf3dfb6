"""The answer of `approximate`: what was asked, what came out, and who is told the parts as they come."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from secateur.approximation.guarded_values import Guarded
from secateur.approximation.legend import Legend
from secateur.approximation.solving import ProofStatus, Solved
from secateur.approximation.stars import Star
from secateur.approximation.study import Family, Study
from secateur.assumption import Ledger
from secateur.harness.subject import Subject
from secateur.jobs.answer import Answer
from secateur.jobs.answering import Effort
from secateur.options.jobs import ApproximateOptions
from secateur.report.approximate_json import approximate_json
from secateur.suite.test import Test


@dataclass(frozen=True, slots=True)
class Witness:
    """An input with what it does. `confirmed`: it does so natively, too (None: it was not tried, for the reason in
    `not_tried` if that was wanted)."""

    test: Test
    confirmed: bool | None
    not_tried: str = ""


@dataclass(frozen=True, slots=True)
class Proof:
    """A condition that must hold after the call. The witness of a refuted one breaks it."""

    text: str
    solved: Solved
    witness: Witness | None

    @property
    def status(self) -> ProofStatus:
        return self.solved.status


@dataclass(frozen=True, slots=True)
class ApproximateAnswer(Answer):
    """What was asked, and what came out: the `family` of paths to a line, `values` there, `observed` ones at exit."""

    subject: Subject
    study: Study
    to: int | None
    family: Family | None
    values: Mapping[str, Sequence[Guarded]]
    solved: Solved | None
    witness: Witness | None
    observed: Mapping[str, Sequence[Guarded]]
    proofs: tuple[Proof, ...]
    options: ApproximateOptions
    ledger: Ledger = field(default_factory=Ledger)

    @property
    def stars(self) -> Mapping[str, Star]:
        """Those that the answer mentions, by name."""
        return self.study.stars()

    @property
    def found(self) -> bool:
        """Is a condition refuted?"""
        return any(proof.status is ProofStatus.REFUTED for proof in self.proofs)

    @property
    def complete(self) -> bool:
        """Is nothing unknown, and nothing in doubt?"""
        return self.decided_all and not self.ledger.open

    @property
    def decided_all(self) -> bool:
        """Is nothing unknown?"""
        solved = self.solved
        return (solved is None or not solved.is_open) and not any(
            proof.status is ProofStatus.UNKNOWN for proof in self.proofs
        )

    def data(self) -> dict[str, Any]:
        return approximate_json(self)


class Told(Protocol):
    """Is told each part of the answer when it is known."""

    def subject(self, subject: Subject) -> None: ...

    def family(self, line: int, family: Family, legend: Legend) -> None: ...

    def values(self, line: int | None, found: Mapping[str, Sequence[Guarded]]) -> None:
        """At a line, or after the call."""

    def solved(self, line: int, solved: Solved, witness: Witness | None, has_stars: bool) -> None: ...

    def proof(self, proof: Proof) -> None: ...

    def effort(self, effort: Effort) -> None:
        """While a question is open."""


class Nobody:
    """Nobody is told."""

    def subject(self, subject: Subject) -> None: ...

    def family(self, line: int, family: Family, legend: Legend) -> None: ...

    def values(self, line: int | None, found: Mapping[str, Sequence[Guarded]]) -> None: ...

    def solved(self, line: int, solved: Solved, witness: Witness | None, has_stars: bool) -> None: ...

    def proof(self, proof: Proof) -> None: ...

    def effort(self, effort: Effort) -> None: ...
