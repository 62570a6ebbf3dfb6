"""What a commit does, as a comment for a pull request."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from secateur.report.commit import line_of, rest_of, summary_of

if TYPE_CHECKING:
    from secateur.jobs.commit_answer import CommitDiff

_MARKS = {"different": "🔴", "equivalent": "🟢", "unaffected": "⚪"}


def commit_markdown(answer: CommitDiff) -> str:
    return "\n".join([*_lines(answer), ""])


def _lines(answer: CommitDiff) -> Iterator[str]:
    yield f"### Behaviour of `{answer.new}` against `{answer.old}`"
    yield ""
    for one in answer.functions:
        text = line_of(one).replace("\n", " ").replace("`", "'")
        yield f"- {_MARKS.get(one.status, '🟡')} **`{one.file}:{one.function}`** `{text}`"
    if answer.functions:
        yield ""
    for line, _ in rest_of(answer):
        yield f"{line.splitlines()[0]}  "
    yield summary_of(answer)
