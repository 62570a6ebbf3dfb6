"""What every answer has: whether something was found, whether that is all, and its JSON."""

from __future__ import annotations

from typing import Any, Protocol


class Answer(Protocol):
    """`found`: there is something to report, such as a fault or a difference. `complete`: nothing was left out, for the
    inputs and within the limits that were asked for."""

    @property
    def found(self) -> bool: ...

    @property
    def complete(self) -> bool: ...

    def to_json(self) -> dict[str, Any]:
        """Plain data, as the command's `--json` prints it."""
