"""The answer of `explain`."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from secateur import expr
from secateur.jobs.answer import Answer
from secateur.machine.path import OWN_FILES, Branch, BranchKind
from secateur.options.jobs import ExplainOptions
from secateur.suite.write import replace_file

#: A longer condition is shown as its line only.
LONGEST = 80
ANSWERS_FILE = "explanations.json"


@dataclass(frozen=True)
class RunExplanation(Answer):
    """`verdict`: one word, for scripts. `text`: the answer in a sentence. `details`: what it rests on. `facts`: the
    same as data."""

    question: str
    verdict: str
    text: str
    details: tuple[str, ...]
    options: ExplainOptions
    facts: Mapping[str, Any] = field(default_factory=dict)

    @property
    def complete(self) -> bool:
        return self.verdict != "unknown"

    def data(self) -> dict[str, Any]:
        return {
            "tool": "secateur",
            "question": self.question,
            "verdict": self.verdict,
            "text": self.text,
            "details": list(self.details),
            "facts": dict(self.facts),
        }


def answers_in(folder: Path) -> list[tuple[str, str]]:
    """The questions that were asked about the run in a folder, with their answers, for reports."""
    try:
        kept = json.loads((folder / ANSWERS_FILE).read_text(encoding="utf-8"))
        return [(str(question), str(text)) for question, text in kept.items()]
    except (OSError, ValueError, AttributeError):
        return []


def keep_answer(folder: Path, answer: RunExplanation) -> None:
    """For the report. An answer to the same question is replaced."""
    text = "\n".join([answer.text, *answer.details])
    kept = {**dict(answers_in(folder)), answer.question: text}
    replace_file(folder / ANSWERS_FILE, (json.dumps(kept, indent=1) + "\n").encode())


def decision_text(branch: Branch) -> str:
    """A decision as the user reads it: the line, the side, and the condition over the inputs."""
    text = expr.to_c(branch.condition)
    where = f"{branch.site.position.file}:{branch.label}"
    return f"{where}  {text}" if len(text) <= LONGEST else where


def is_decision(branch: Branch) -> bool:
    """Is it one of the user's code, and could it have come out otherwise?"""
    own = branch.site.position.file.startswith(OWN_FILES)
    return branch.site.kind is BranchKind.CONDITION and not own and not branch.implied


def shown_list(items: Sequence[str], most: int = 5) -> str:
    more = f" and {len(items) - most} more" if len(items) > most else ""
    return ", ".join(items[:most]) + more
