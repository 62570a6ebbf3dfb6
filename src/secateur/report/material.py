"""What reports are made of: the JSON object of an answer, as `--json` prints it, and what only the run itself knows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from secateur.suite.test import Suite, Test

if TYPE_CHECKING:
    from secateur.machine.path import Path as MachinePath


class AnswerKind(StrEnum):
    """The command that an answer is of."""

    EXPLORE = "explore"
    REPLAY = "replay"
    COMPARE = "compare"
    DIFF = "diff"


@dataclass(frozen=True, slots=True)
class StatisticsRow:
    """How far an exploration was after some seconds. `solver`: the share of the time that went into solving."""

    seconds: float
    cpu: float
    paths: int
    lines: int
    branches: int
    faults: int
    queue: int
    solver: float
    memory: int


@dataclass(frozen=True, slots=True)
class ReportedRun:
    """One exploration. `data`: its JSON object. `suite`: its tests, each input as bytes. `paths`: each test with its
    path; None if only the files of the run are there. `statistics`: over time. `explanations`: questions about the run
    with their answers, as `secateur explain` gives them. `folder`: where its tests are, to repeat them natively.
    `values`: how many distinct symbolic values had been seen after some seconds, if that was asked for (`--trace`)."""

    data: Mapping[str, Any]
    suite: Suite | None = None
    paths: Sequence[tuple[Test, MachinePath]] | None = None
    statistics: Sequence[StatisticsRow] = ()
    explanations: Sequence[tuple[str, str]] = ()
    folder: str = ""
    values: Sequence[tuple[float, int]] = ()

    @property
    def title(self) -> str:
        return f"{self.data['source']}:{self.data['function']}"


@dataclass(frozen=True, slots=True)
class FilePair:
    """A file in two versions, by the names that the JSON has for it."""

    old: str
    new: str
    old_lines: Sequence[str]
    new_lines: Sequence[str]


@dataclass(frozen=True, slots=True)
class Material:
    """An answer. `runs`: the explorations in it; one for `explore`, several for a project or a comparison. `markdown`:
    the answer as a comment, where a command has its own. `files`: of a change, both versions. `statistics`: of a
    comparison, by technique."""

    origin: AnswerKind
    data: Mapping[str, Any]
    runs: tuple[ReportedRun, ...] = ()
    title: str = ""
    markdown: str | None = None
    files: Sequence[FilePair] = ()
    statistics: Mapping[str, Sequence[StatisticsRow]] = field(default_factory=dict)
