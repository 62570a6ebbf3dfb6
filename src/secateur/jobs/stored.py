"""The store of an exploration: opened before it, in the folder for its files; and what is taken from an earlier one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from secateur.errors import OptionError
from secateur.exploration.budget import Spent
from secateur.exploration.earlier import EarlierRun
from secateur.exploration.result import Result
from secateur.harness.subject import Subject
from secateur.jobs.plan import Plan
from secateur.options import Budget, assemble, options_of, settings
from secateur.options.jobs import ExploreOptions
from secateur.options.model import plain
from secateur.store.identity import BUDGET, RunIdentity
from secateur.store.left_alone import LeftAlone
from secateur.store.run_store import RunStore


def flat(options: ExploreOptions) -> dict[str, Any]:
    """All options by name, as JSON has them."""
    shown = settings(options)
    found: dict[str, Any] = {}
    for each in options_of(ExploreOptions):
        if not each.told.is_place:
            found[each.name] = shown[each.name] if each.group is None else shown[each.group][each.name]
    return found


def asked_for(sources: Sequence[str], options: ExploreOptions) -> tuple[Sequence[str], ExploreOptions]:
    """What to explore: what the user says or, if that is only a stored run to go on with, what that run was of."""
    if options.resume is None:
        return sources, options
    if options.out not in (None, options.resume):
        raise OptionError("out", options.out, "a run goes on in its own folder", "leave it out")
    folder = options.resume
    options = replace(options, out=folder)
    if sources:
        return sources, options
    with opened(folder) as store:
        assert store.identity is not None
        stored = store.identity
    usual = {each.name: (each.default, each.told.cli_default) for each in options_of(ExploreOptions)}
    stored.require_options({name: value for name, value in flat(options).items() if not _is_usual(value, *usual[name])})
    kept = {name: value for name, value in stored.options.items() if name not in BUDGET}
    again = assemble(ExploreOptions, kept)
    return stored.sources, replace(again, budget=options.budget, out=options.out, resume=options.resume)


def _is_usual(value: Any, default: Any, cli_default: Any) -> bool:
    """Is it what an option is if nobody gives it?"""
    return value == plain(default) or (cli_default is not None and value == plain(cli_default))


def identity_of(sources: Sequence[str], options: ExploreOptions, subject: Subject) -> RunIdentity:
    return RunIdentity(tuple(sources), flat(options), subject.program.digest)


def found_before(plan: Plan, technique: str, earlier: EarlierRun | None) -> Result:
    """What an earlier exploration has found: nothing is explored. It was interrupted, unless nothing was left."""
    waiting = 0 if earlier is None else earlier.waiting
    result = plan.run(technique, None, Budget(max_paths=0), observer=LeftAlone(waiting), earlier=earlier)
    result.spent = None if is_over(earlier) else Spent.INTERRUPTED
    return result


def is_over(earlier: EarlierRun | None) -> bool:
    """Was nothing left to do? Of explorations that cannot go on, that is not known."""
    return earlier is not None and not earlier.waiting and not earlier.uncovered and earlier.is_resumable


@contextmanager
def opened(folder: Path) -> Iterator[RunStore]:
    """The stored run in a folder, or an error that there is none."""
    store = RunStore(folder, create=False)
    try:
        yield store
    finally:
        store.close()


def store_of(sources: Sequence[str], options: ExploreOptions, subject: Subject) -> RunStore | None:
    """The store that a run is written to: that of the run it goes on with, or what is in the folder from before; None
    if no folder is named."""
    if options.out is None:
        return None
    store = RunStore(options.out, create=options.resume is None)
    if options.resume is not None:
        assert store.identity is not None
        try:
            store.identity.require_same(identity_of(sources, options, subject), str(options.out))
        except BaseException:
            store.close()
            raise
    return store
