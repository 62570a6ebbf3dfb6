"""What `dgse` of one worker tells that of another: what was asked for, what runs passed, and what they wrote.

Who has asked for something does it; so nobody else has to. A run that ended well and passed all that a task wants has
done the task, whoever made it. Both save work, and may be missing. What runs wrote must become known to all: a decision
can matter to a run because of what a run of another worker wrote.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from secateur.dependence.trace.elsewhere import Elsewhere
from secateur.dependence.trace.index import IndexEntry
from secateur.dependence.trace.relevance import numbers
from secateur.dependence.trace.told_writes import ToldWrite, WriteExchange
from secateur.exploration.shared_news import SharedNews


@dataclass(frozen=True, slots=True)
class DecisionNews:
    """`asked`: names of sets of decisions, each with a wanted one; `passed`: the decisions of runs that ended well.
    `is_computed`: what other sides write is computed from the code."""

    asked: Sequence[tuple[int, int]]
    passed: Sequence[tuple[int, ...]]
    indices: Sequence[IndexEntry]
    writes: Sequence[ToldWrite]
    is_computed: bool


class DecisionExchange:
    """`asked` and `passed` are those since the last news, if it `is_open`."""

    def __init__(self, elsewhere: Elsewhere) -> None:
        self.asked: list[tuple[int, int]] = []
        self.passed: list[tuple[int, ...]] = []
        self._writes = WriteExchange(elsewhere)
        self._runs = 0
        self.is_open = False

    def begin(self, asked: Iterable[tuple[int, int]], passing: Mapping[int, int]) -> None:
        """With all that is known so far. `passing`: by decision, the runs that passed it, as a bit set."""
        self.is_open = True
        self.asked = sorted(asked)
        by_run: dict[int, list[int]] = {}
        for decision, runs in passing.items():
            for run in numbers(runs):
                by_run.setdefault(run, []).append(decision)
        self.passed = [tuple(by_run[run]) for run in sorted(by_run)]

    def news(self, elsewhere: Elsewhere | None) -> SharedNews:
        """`elsewhere`: None if writes are not observed any more."""
        indices, writes = ([], []) if elsewhere is None else self._writes.news()
        asked, self.asked = self.asked, []
        passed, self.passed = self.passed, []
        runs = [] if elsewhere is None else elsewhere.models[self._runs :]
        self._runs += len(runs)
        return SharedNews(DecisionNews(asked, passed, indices, writes, elsewhere is None), bool(writes), runs)

    def hear(self, news: DecisionNews) -> None:
        self._writes.hear(news.indices, news.writes)
