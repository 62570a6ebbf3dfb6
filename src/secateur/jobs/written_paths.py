"""How long it takes to write what an exploration finds, by trying it."""

from __future__ import annotations

import json

from secateur.exploration.work_after import WorkAfter
from secateur.frontend.cache import default_cache
from secateur.harness.subject import Subject
from secateur.machine.path import Path
from secateur.options.jobs import ExploreOptions
from secateur.report.path_steps import StepWriter
from secateur.report.run_json import test_json
from secateur.suite.record import Recorder

#: Files that every test is written to: `tests.json`, `run.json`, `tests.c`.
FILES = 3
#: CPU seconds to build and run tests natively; the first time, our runtime is compiled.
CONFIRMING, AT_FIRST = 0.5, 2.5


def ending_of(subject: Subject, options: ExploreOptions) -> WorkAfter:
    """Of an exploration whose tests are written, and whose faults are tried natively if that is wanted."""
    recorder, steps = Recorder(subject.driver), StepWriter()

    def tried(path: Path) -> None:
        test = recorder.test(path, 0)
        for _ in range(FILES):
            json.dumps(test_json(test))
        if path.fault is not None:
            json.dumps(steps.steps(path, test))

    return WorkAfter(tried, _confirming() if options.confirm and options.budget.is_timed else 0.0)


def _confirming() -> float:
    from secateur.suite.native.library import is_compiled  # noqa: PLC0415 - not needed without a limit of time

    return CONFIRMING if is_compiled(default_cache()) else AT_FIRST
