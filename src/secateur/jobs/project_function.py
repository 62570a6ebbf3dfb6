"""One function of a project: its answer from an earlier run if nothing has changed, otherwise explored again."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from secateur.assumption import USUAL
from secateur.errors import SecateurError
from secateur.exploration.budget import Spent
from secateur.frontend.build import build
from secateur.harness.subject import Subject
from secateur.jobs.explore import prepare, run_prepared
from secateur.options.jobs import ExploreOptions
from secateur.project.kept import FileHashes, KeptState, hash_of

RUN_FILE, TESTS_FILE, DATABASE = "run.json", "tests.json", "compile_commands.json"
#: Of a whole file, of which the function may be a part.
_CHECKSUM = re.compile(r', checksumkind: \w+, checksum: "\w+"')


@dataclass(frozen=True, slots=True)
class FunctionTask:
    """What to explore. `question` and `definitions`: see `KeptState`; `kept`: that of the last run, if there was one
    and it is not to be explored again in any case."""

    file: str
    name: str
    specs: tuple[str, ...]
    options: ExploreOptions
    question: str
    definitions: str
    kept: KeptState | None = None

    @property
    def title(self) -> str:
        return f"{self.file}:{self.name}"

    @property
    def folder(self) -> Path:
        assert self.options.out is not None
        return self.options.out

    def is_answered(self, hashes: FileHashes) -> bool:
        """Can the answer of the last run be taken without compiling anything?"""
        kept = self.kept
        is_current = kept is not None and kept.is_current(self.question, self.definitions, hashes)
        return is_current and is_written(self.folder)


@dataclass(frozen=True, slots=True)
class ProjectFunction:
    """A function and its answer: the JSON of `explore`, None if it could not be explored (`problem` says why).
    `is_kept`: the answer is that of an earlier run. `state`: None if there is no answer that can be kept."""

    file: str
    name: str
    folder: str
    data: Mapping[str, Any] | None
    problem: str = ""
    is_kept: bool = False
    state: KeptState | None = None

    @property
    def title(self) -> str:
        return f"{self.file}:{self.name}"

    @property
    def complete(self) -> bool:
        return self.data is not None and bool(self.data["complete"])

    @property
    def findings(self) -> list[Mapping[str, Any]]:
        """The faults that valid calls show."""
        faults = () if self.data is None else self.data["faults"]
        return [each for each in faults if each["contract"] == "within"]

    @property
    def open_kinds(self) -> tuple[str, ...]:
        """Of the assumptions that have to be accepted before the answer counts as complete."""
        data = self.data or {"assumptions": [], "settings": {"acceptance": {"accept": []}}}
        accepted = {*USUAL, *(word for text in data["settings"]["acceptance"]["accept"] for word in text.split(","))}
        return tuple(dict.fromkeys(each["kind"] for each in data["assumptions"] if each["kind"] not in accepted))

    def inputs_of(self, fault: Mapping[str, Any]) -> Mapping[str, Any]:
        """Of the test that shows a fault."""
        if "inputs" in fault:
            return dict(fault["inputs"])
        tests = () if self.data is None else self.data["tests"]
        return next((dict(each["inputs"]) for each in tests if each["name"] == fault["test"]), {})


def kept_function(task: FunctionTask) -> ProjectFunction:
    """The answer of the last run."""
    data = read_run(task.folder)
    return ProjectFunction(task.file, task.name, str(task.folder), data, is_kept=True, state=task.kept)


def is_written(folder: Path) -> bool:
    """Are the files of an answer there, and can they be read?"""
    try:
        return "faults" in read_run(folder) and (folder / TESTS_FILE).is_file()
    except (OSError, ValueError, TypeError):
        return False


def read_run(folder: Path) -> dict[str, Any]:
    data: dict[str, Any] = json.loads((folder / RUN_FILE).read_text(encoding="utf-8"))
    return data


@dataclass(frozen=True, slots=True)
class Explored:
    """What a process says about its function; the answer itself is in the folder. `is_kept`: the program is compiled
    to the same as before. `state`: None if it was interrupted, or could not be explored."""

    state: KeptState | None
    problem: str = ""
    is_kept: bool = False


def explore_function(task: FunctionTask) -> Explored:
    """Explore a function and write its files, unless its program is the same as in the last run."""
    try:
        with prepare(task.specs, task.options) as prepared:
            state = _state(task, prepared.plan.subject)
            if _is_same(task, state):
                return Explored(state, is_kept=True)
            run = run_prepared(prepared)
            run.written(after=prepared.after)
    except SecateurError as error:
        return Explored(None, str(error))
    except KeyboardInterrupt:
        return Explored(None, "interrupted")
    return Explored(None if run.result.spent is Spent.INTERRUPTED else state)


def _state(task: FunctionTask, subject: Subject) -> KeptState:
    """Of all that was read to compile it."""
    made = build(subject.sources, subject.options, driver=subject.driver_text, included=subject.included)
    database = task.options.compiling.compile_commands
    if database is not None and database.is_dir():
        database /= DATABASE
    own = () if database is None else (str(database),)
    files = FileHashes().of_all(dict.fromkeys((task.file, *made.files, *own)))
    said = json.dumps([list(subject.contract.texts), [repr(each) for each in subject.assumptions]])
    return KeptState(task.question, task.definitions, files, hash_of(_CHECKSUM.sub("", made.text), said))


def _is_same(task: FunctionTask, state: KeptState) -> bool:
    kept = task.kept
    if kept is None or not is_written(task.folder):
        return False
    return kept.digest == state.digest and kept.question == state.question


def lost_function(task: FunctionTask) -> Explored:
    """Its process died, as when it is killed for its memory."""
    return Explored(None, "its process ended unexpectedly (out of memory?)")
