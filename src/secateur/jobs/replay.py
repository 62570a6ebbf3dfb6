"""Do the tests hold when the program really runs?"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from secateur.jobs.answer import Answer
from secateur.options.jobs import ReplayOptions
from secateur.suite.replay import Replayed, ReplayReport, Running
from secateur.suite.replay import replay as replayed_suite


@dataclass(frozen=True, slots=True)
class ReplayAnswer(Answer):
    directory: Path
    report: ReplayReport
    options: ReplayOptions

    @property
    def tests(self) -> tuple[Replayed, ...]:
        return self.report.replayed

    @property
    def confirmed(self) -> tuple[Replayed, ...]:
        return self.report.confirmed

    @property
    def failed(self) -> tuple[Replayed, ...]:
        """Tests that did not do what was predicted."""
        return self.report.failed

    @property
    def faults(self) -> tuple[Replayed, ...]:
        """The confirmed tests that show a fault."""
        return self.report.faults

    @property
    def found(self) -> bool:
        return bool(self.failed)

    def data(self) -> dict[str, Any]:
        return {
            "tool": "secateur",
            "directory": str(self.directory),
            "tests": len(self.tests),
            "confirmed": len(self.confirmed),
            "faults": len(self.faults),
            "failed": [{"test": each.test.name, "differences": list(each.differences)} for each in self.failed],
            "results": [
                {
                    "test": each.test.name,
                    "outcome": str(each.test.outcome),
                    "confirmed": each.confirmed,
                    "differences": list(each.differences),
                }
                for each in self.tests
            ],
        }


def replay(directory: Path | str, options: ReplayOptions) -> ReplayAnswer:
    """Build the tests natively, run each in its own process, and compare with its prediction."""
    directory = Path(directory)
    running = Running(options.timeout, options.jobs, options.trust)
    return ReplayAnswer(directory, replayed_suite(directory, running), options)
