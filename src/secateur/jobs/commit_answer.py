"""The answer of `diff` for a whole commit: one entry for each function that was compared, over all files."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from secateur.assumption import ASKED_FOR, Assumption, Ledger
from secateur.evolve.behaviour.equivalence import ChangeVerdict
from secateur.evolve.commits.changed import CommitChanges
from secateur.evolve.commits.entries import Alone
from secateur.jobs.answer import Answer
from secateur.jobs.target import accepted_kinds
from secateur.options.jobs import DiffOptions
from secateur.report.commit_json import commit_json

#: The verdict on a function that could not be compared.
NOT_COMPARED = "not-compared"


@dataclass(frozen=True, slots=True, eq=False)
class CommitFunction:
    """A function in both versions: `data` is what `diff --json` has for it, empty if it was not compared for `reason`.
    `through`: the changed functions inside it, if it was taken in their place; `is_changed`: it changed itself.
    `is_kept`: an earlier run compared it."""

    function: str
    former: str
    file: str
    through: tuple[str, ...] = ()
    alone: Alone | None = None
    data: Mapping[str, Any] = field(default_factory=dict)
    reason: str = ""
    is_kept: bool = False
    is_changed: bool = True
    seconds: float = 0.0

    @property
    def status(self) -> str:
        return str(self.data["status"]) if self.data else NOT_COMPARED

    @property
    def complete(self) -> bool:
        return bool(self.data and self.data["complete"])

    @property
    def is_decided(self) -> bool:
        return self.status not in (NOT_COMPARED, ChangeVerdict.UNKNOWN)


@dataclass(frozen=True, slots=True, eq=False)
class CommitDiff(Answer):
    """A commit. `interrupted`: the user stopped it; what was compared until then is there. `not_compiled`: changes in
    lines that the configuration leaves out. `tests`: changed functions or files of the project's own tests."""

    old: str
    new: str
    changes: CommitChanges
    functions: tuple[CommitFunction, ...]
    seconds: float
    options: DiffOptions
    notes: tuple[str, ...] = ()
    not_compiled: tuple[Assumption, ...] = ()
    interrupted: bool = False
    tests: tuple[str, ...] = ()

    @property
    def found(self) -> bool:
        return self.status is ChangeVerdict.DIFFERENT

    @property
    def complete(self) -> bool:
        is_whole = not self.changes.broken and not self.interrupted and not self._unseen.open
        return is_whole and all(each.complete for each in self.functions)

    @property
    def status(self) -> ChangeVerdict:
        states = {each.status for each in self.functions}
        if ChangeVerdict.DIFFERENT in states:
            return ChangeVerdict.DIFFERENT
        if states & {NOT_COMPARED, ChangeVerdict.UNKNOWN} or self.changes.broken or self.interrupted:
            return ChangeVerdict.UNKNOWN
        if ChangeVerdict.EQUIVALENT_UNDER in states or self._unseen.open:
            return ChangeVerdict.EQUIVALENT_UNDER
        return ChangeVerdict.EQUIVALENT if ChangeVerdict.EQUIVALENT in states else ChangeVerdict.UNAFFECTED

    @property
    def _unseen(self) -> Ledger:
        return Ledger(self.not_compiled, accepted_kinds(self.options.acceptance, ASKED_FOR))

    def data(self) -> dict[str, Any]:
        return commit_json(self)
