"""The summaries that an exploration uses."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from secateur.machine.summary import ExactSummary, Summary


@dataclass(frozen=True, slots=True)
class ChosenSummaries:
    """The summaries of functions: exact ones, and those that may stand in where these say nothing."""

    exact: Mapping[str, ExactSummary] = field(default_factory=dict)
    approximate: Mapping[str, Summary] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return bool(self.exact or self.approximate)
