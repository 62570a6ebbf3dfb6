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
from secateur.jobs.stored import identity_of
from secateur.options import Budget
from secateur.options.jobs import ExploreOptions
from secateur.store.database import FILE_NAME
from secateur.store.recorder import RunRecorder
from secateur.store.run_store import RunStore

#: In the folder of the run.
FOLDER = "parts"
#: Seconds after which a part is stored. Most are done by then.
PATIENCE = 2.0


@dataclass(frozen=True, slots=True)
class StoredParts:
    """The parts of a run of `sources`. Without a folder in the `options`, nothing is stored."""

    sources: Sequence[str]
    options: ExploreOptions

    def _folder(self, name: str) -> Path | None:
        return None if self.options.out is None else self.options.out / FOLDER / name

    def run(self, name: str, plan: Plan, technique: str, report: Report | None, budget: Budget) -> Result:
        """Explore a part, or go on with it."""
        folder = self._folder(name)
        store = None if folder is None else _opened(folder)
        if store is None:
            return plan.run(technique, report, budget)
        try:
            recorder, earlier = self._recorder(store, plan)
            return plan.run(technique, report, budget, observer=recorder, earlier=earlier)
        finally:
            store.close()

    def _recorder(self, store: RunStore, plan: Plan) -> tuple[RunRecorder, EarlierRun | None]:
        identity = identity_of(self.sources, self.options, plan.subject)
        if self.options.resume is not None and store.identity is not None:
            try:
                store.identity.require_same(identity, str(store.folder))
                earlier = store.earlier()
                return store.resumed(earlier, PATIENCE), earlier
            except SecateurError:  # of another program: it begins again
                pass
        return store.recorder(identity, PATIENCE), None

    def of_caller(self, specs: Sequence[str], options: ExploreOptions) -> ExploreOptions:
        """For the exploration of a function that calls this one. It goes on with its store if it can."""
        folder = self._folder(f"callers/{specs[0].rpartition(':')[2]}")
        if folder is None:
            return options
        is_stored = self.options.resume is not None and (folder / FILE_NAME).is_file()
        return replace(options, out=folder, resume=folder if is_stored else None)


def _opened(folder: Path) -> RunStore | None:
    """None if it cannot be used: the run itself is stored elsewhere."""
    try:
        return RunStore(folder)
    except SecateurError:
        return None
