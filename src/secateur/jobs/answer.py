"""What every answer has: whether something was found, whether that is all, and its JSON."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

from secateur.assumption import Assumption, Ledger
from secateur.options import settings


class Answer(ABC):
    """Answers that cannot find anything, or cannot be incomplete, leave it at that."""

    __slots__ = ()

    #: The options of the job.
    options: Any

    @property
    def found(self) -> bool:
        """Is there something to report, such as a fault or a difference?"""
        return False

    @property
    def complete(self) -> bool:
        """Was nothing left out, for the inputs and within the limits that were asked for, and does it rest on nothing
        that was not accepted?"""
        return True

    @property
    def ledger(self) -> Ledger:
        """What it rests on, and what of that was accepted."""
        return Ledger()

    @property
    def assumptions(self) -> tuple[Assumption, ...]:
        """What it rests on. Its JSON has a sentence for each, and the option that lifts it."""
        return self.ledger.assumptions

    @abstractmethod
    def data(self) -> dict[str, Any]:
        """The answer as plain data."""

    def to_json(self) -> dict[str, Any]:
        """The answer and the settings that it was given for, as the command's `--json` prints it."""
        return {**self.data(), "settings": settings(self.options)}
