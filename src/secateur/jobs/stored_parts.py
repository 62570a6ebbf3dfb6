"""The stores of explorations beside the plain one: with longer strings, beyond the contract, without parts of it, of
callers, for the audit. Each has its own, below the folder of the run, so that an interrupted run goes on with it, too.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from secateur.errors import SecateurError
from secateur.exploration.earlier import EarlierRun
from secateur.exploration.result import Result
from secateur.jobs.plan import Plan, Report
from secateur.jobs.stored import found_before, identity_of
from secateur.options import Budget
from secateur.options.jobs import ExploreOptions
from secateur.store.database import FILE_NAME, StoreError
from secateur.store.recorder import RunRecorder
from secateur.store.run_store import RunStore

#: In the folder of the run.
FOLDER = "parts"
#: Seconds after which a part is stored. Most are done by then.
PATIENCE = 2.0


@dataclass(frozen=True, slots=True)
class StoredParts:
    """The parts of a run of `sources`. Without a folder in the `options`, nothing is stored. If it is not to `go_on`,
    nothing is explored: only what is stored is taken."""

    sources: Sequence[str]
    options: ExploreOptions
    go_on: bool = True

    def _folder(self, name: str) -> Path | None:
        return None if self.options.out is None else self.options.out / FOLDER / name

    def run(
        self, name: str, plan: Plan, technique: str, report: Report | None, budget: Budget, is_kept: bool = False
    ) -> Result | None:
        """Explore a part, or go on with it. A part that `is_kept`, or that found something, is stored however short it
        was. None if nothing is stored, and nothing is to be explored."""
        folder = self._folder(name)
        if not self.go_on:
            return None if folder is None else self._as_stored(folder, plan, technique)
        store = None if folder is None else _opened(folder)
        if store is None:
            return plan.run(technique, report, budget)
        try:
            recorder, earlier = self._recorder(store, plan)
            result = plan.run(technique, report, budget, observer=recorder, earlier=earlier)
            if is_kept or result.counts.faulty:
                recorder.flush(at_once=True)
            return result
        finally:
            store.close()

    def _as_stored(self, folder: Path, plan: Plan, technique: str) -> Result | None:
        store = _opened(folder) if (folder / FILE_NAME).is_file() else None
        if store is None:
            return None
        try:
            earlier = self._earlier(store, plan)
            return None if earlier is None else found_before(plan, technique, earlier)
        finally:
            store.close()

    def _earlier(self, store: RunStore, plan: Plan) -> EarlierRun | None:
        """What is stored of the same exploration."""
        if store.identity is None:
            return None
        try:
            store.identity.require_same(identity_of(self.sources, self.options, plan.subject), str(store.folder))
        except SecateurError:  # of another program
            return None
        return store.earlier()

    def _recorder(self, store: RunStore, plan: Plan) -> tuple[RunRecorder, EarlierRun | None]:
        earlier = None if self.options.resume is None else self._earlier(store, plan)
        if earlier is not None:
            return store.resumed(earlier, PATIENCE), earlier
        return store.recorder(identity_of(self.sources, self.options, plan.subject), PATIENCE), None

    def of_caller(self, specs: Sequence[str], options: ExploreOptions) -> ExploreOptions:
        """For the exploration of a function that calls this one. It goes on with its store if it can."""
        folder = self._folder(f"callers/{specs[0].rpartition(':')[2]}")
        is_stored = self.options.resume is not None and folder is not None and (folder / FILE_NAME).is_file()
        if not self.go_on and not is_stored:
            raise StoreError("has no stored run", str(folder))
        if folder is None:
            return options
        return replace(options, out=folder, resume=folder if is_stored else None)


def _opened(folder: Path) -> RunStore | None:
    """None if it cannot be used: the run itself is stored elsewhere."""
    try:
        return RunStore(folder)
    except SecateurError:
        return None
