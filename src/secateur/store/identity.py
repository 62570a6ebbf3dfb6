"""What a stored run is a run of. Another run can go on with it, or repeat its answer, only if it is of the same."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from secateur import __version__
from secateur.errors import OptionError, SecateurError

#: Options that can change from one part of an exploration to the next: how much, how fast, in which order, and what is
#: done with what was found.
FREE = frozenset(
    (
        *("timeout", "cpu", "max_paths", "memory", "output_size"),
        *("order", "seed", "solver", "solver_timeout", "portfolio", "answer_cache", "accept", "jobs", "cluster"),
        *("confirm", "trust", "check_tests", "callers", "audit", "audit_budget"),
        *("out", "resume", "trace", "postconditions"),
    )
)
#: Those of them that say how long to explore: they are not taken from a stored run.
BUDGET = frozenset(("timeout", "cpu", "max_paths", "memory", "output_size"))


class AnotherRun(SecateurError):
    """A stored run is not a run of the same."""


@dataclass(frozen=True, slots=True)
class RunIdentity:
    """`digest`: of the compiled program. `options`: all of them, by name, as JSON has them."""

    sources: tuple[str, ...]
    options: Mapping[str, Any]
    digest: str = ""
    version: str = __version__

    def to_json(self) -> str:
        return json.dumps([list(self.sources), dict(self.options), self.digest, self.version])

    @staticmethod
    def of_json(text: str) -> RunIdentity:
        sources, options, digest, version = json.loads(text)
        return RunIdentity(tuple(sources), options, digest, version)

    def require_options(self, wanted: Mapping[str, Any]) -> None:
        """Another run of this has to have the same options, except for those that are free."""
        for name, value in wanted.items():
            if name not in FREE and value != self.options.get(name):
                before = self.options.get(name)
                advice = "give it the same options, or explore again without resume"
                raise OptionError(name, value, f"the stored run has {_shown(before)}", advice)

    def require_same(self, wanted: RunIdentity, folder: str) -> None:
        """Or an error that says what has changed."""
        advice = "explore again without --resume"
        if self.version != wanted.version:
            raise AnotherRun(f"was stored by version {self.version}, this is {wanted.version}", folder, advice)
        if self.sources != wanted.sources:
            raise AnotherRun(f"is a run of {' '.join(self.sources)}", folder, advice)
        self.require_options(wanted.options)
        if self.digest != wanted.digest:
            raise AnotherRun("the program has changed since it was stored", folder, advice)


def _shown(value: Any) -> str:
    if isinstance(value, list):
        return " ".join(map(str, value)) or "none"
    return "none" if value is None else str(value)
