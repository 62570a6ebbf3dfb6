"""What every answer has: whether something was found, whether that is all, and its JSON."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any


class Answer(ABC):
    """Answers that cannot find anything, or cannot be incomplete, leave it at that."""

    __slots__ = ()

    @property
    def found(self) -> bool:
        """Is there something to report, such as a fault or a difference?"""
        return False

    @property
    def complete(self) -> bool:
        """Was nothing left out, for the inputs and within the limits that were asked for?"""
        return True

    @abstractmethod
    def to_json(self) -> dict[str, Any]:
        """Plain data, as the command's `--json` prints it."""
