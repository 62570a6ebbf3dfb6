"""The stores of a survey: each function has one, in its own folder, as if it were explored alone. The folder of the
survey says only what the survey is of. So what is left of a survey that was killed is what is left of its functions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from enum import Enum, auto
from pathlib import Path

from secateur.errors import OptionError
from secateur.jobs.explore import Prepared, explore, prepare, run_prepared
from secateur.jobs.plan import Report
from secateur.jobs.run import Run
from secateur.jobs.stored import asked_for, flat, is_over, opened
from secateur.options.jobs import ExploreOptions
from secateur.store.database import FILE_NAME, StoreError
from secateur.store.identity import AnotherRun, RunIdentity
from secateur.store.run_store import RunStore, remove_damaged


class Taken(Enum):
    """What is taken from stores. `COMPLETE`: functions that were explored to their end; others are explored again.
    `ALL`: the others go on where they were. `NOTHING_ELSE`: what is stored, and nothing is explored."""

    NOTHING = auto()
    COMPLETE = auto()
    ALL = auto()
    NOTHING_ELSE = auto()


def survey_of(sources: Sequence[str], options: ExploreOptions) -> tuple[Sequence[str], ExploreOptions]:
    """What a survey is of: what the user says or, if that is only a folder to go on with, what is stored there. The
    options have its folder."""
    sources, options = asked_for(sources, options)
    if options.resume is not None:
        with opened(options.resume) as store:
            assert store.identity is not None
            store.identity.require_same(_identity(sources, options), str(options.resume))
    return sources, replace(options, resume=None)


def note_survey(sources: Sequence[str], options: ExploreOptions) -> None:
    """In its folder, if it has one, so that it can be resumed."""
    if options.out is None:
        return
    identity, store = _identity(sources, options), RunStore(options.out)
    try:
        if store.identity != identity:
            store.begin(identity)
    finally:
        store.close()


def _identity(sources: Sequence[str], options: ExploreOptions) -> RunIdentity:
    """The programs are those of the functions."""
    return RunIdentity(tuple(sources), flat(options))


def explored_function(
    sources: Sequence[str], options: ExploreOptions, report: Report | None, taken: Taken
) -> tuple[Run, bool]:
    """One function of a survey; and was it complete in the store?"""
    folder = options.out
    if folder is not None and taken is Taken.NOTHING:
        remove_damaged(folder)
    is_stored = folder is not None and taken is not Taken.NOTHING and (folder / FILE_NAME).is_file()
    if folder is not None and is_stored:
        was_complete = _was_complete(folder)
        stored = _stored(sources, options, folder) if was_complete or taken is not Taken.COMPLETE else None
        if stored is not None:
            with stored as prepared:
                go_on = was_complete or taken is not Taken.NOTHING_ELSE
                return run_prepared(prepared, report, go_on=go_on), was_complete and taken is not Taken.NOTHING_ELSE
    if taken is Taken.NOTHING_ELSE:
        raise StoreError("nothing is stored of this program", str(folder), "--resume explores it")
    return explore(sources, options, report), False


def _stored(sources: Sequence[str], options: ExploreOptions, folder: Path) -> Prepared | None:
    """The stored exploration of a function; None if the program or the options have changed since."""
    try:
        return prepare(sources, replace(options, resume=folder))
    except (AnotherRun, StoreError, OptionError):
        return None


def _was_complete(folder: Path) -> bool:
    try:
        with opened(folder) as store:
            earlier = store.earlier()
    except StoreError:  # damaged, or of another version
        return False
    return earlier is not None and is_over(earlier) and not earlier.state.counts.unknown
