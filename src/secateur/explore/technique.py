"""The hooks that a technique has over the exploration loop."""

from __future__ import annotations

from collections.abc import Iterable

from secateur.explore.task import Task
from secateur.machine.path import Branch, Path
from secateur.machine.state import State


class Technique:
    """Decides which paths are worth trying. Subclasses override what they need."""

    name = ""

    def tasks(self, path: Path, task: Task | None) -> Iterable[Task]:
        """What to try after `path`, which was run for `task` (None for the first run), in the order of its branches."""
        raise NotImplementedError

    def stop(self, state: State, branch: Branch) -> str | None:
        """A reason to cut the running path at this branch, or None. Called only if a technique overrides it."""
        return None
