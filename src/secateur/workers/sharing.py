"""What techniques of workers tell each other, on its way from one to the others.

News are kept here, in the order in which they came, so that a worker that begins later can be told everything. What a
worker alone could still have done is known here, too: if it is lost, somebody else does it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from secateur.exploration.loop import Explorer
from secateur.exploration.shared_news import NewsSharing, SharedNews
from secateur.machine.machine import Machine
from secateur.workers.crew import Crew
from secateur.workers.part import PartOrigin, PartOutcome
from secateur.workers.transport import Unpacker, packed_content

#: Maximum number of things that are told if they may be missing: every worker keeps them.
MOST_TOLD = 30_000
#: The exploration that was spread, among those who tell something.
HERE = 0


@dataclass(slots=True)
class _Member:
    """A worker. `known`: how many news it was told, or has told. `runs` and `held`: what only it can do."""

    session: int
    known: int = 0
    has_rest: bool = False
    runs: list[tuple[int, ...]] = field(default_factory=list)
    held: list[PartOrigin] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class _News:
    teller: int
    content: bytes
    is_needed: bool


class SharedKnowledge:
    """For one exploration that is spread."""

    def __init__(self, explorer: Explorer, crew: Crew, machine: Machine) -> None:
        self._explorer, self._crew = explorer, crew
        self.sharing = explorer.technique.shares if not machine.can_merge else NewsSharing.NOTHING
        self._unpacker = Unpacker(machine)
        self._log: list[_News] = []
        self._size = 0
        self._members: dict[int, _Member] = {}
        self._inherited: list[PartOrigin] = []  # of workers that are gone
        self._heard = 0  # how many of the news the technique here knows
        if self.sharing is not NewsSharing.NOTHING:
            self._tell_own()

    def _tell_own(self) -> None:
        news = self._explorer.technique.news()
        if news is not None:
            self._add(HERE, replace(news, content=packed_content(news.content)))
            self._heard = len(self._log)

    def _add(self, teller: int, news: SharedNews) -> None:
        assert isinstance(news.content, bytes)
        self._size += news.size
        if news.size and self._size > MOST_TOLD:
            return
        self._log.append(_News(teller, news.content, news.is_needed))

    # --- parts

    def for_part(self, worker: int) -> tuple[bytes, ...]:
        """The news that a worker was not told so far."""
        if self.sharing is NewsSharing.NOTHING:
            return ()
        member = self._member(worker)
        is_later = self.sharing is NewsSharing.LATER  # then a worker forgets what it has told
        news = [each.content for each in self._log[member.known :] if is_later or each.teller != worker]
        member.known = len(self._log)
        return tuple(news)

    def take(self, worker: int, outcome: PartOutcome) -> None:
        """What a worker tells with an outcome."""
        news = outcome.learned
        if self.sharing is NewsSharing.NOTHING or news is None:
            return
        member = self._member(worker)
        self._add(worker, news)
        member.has_rest = outcome.has_rest
        member.runs += news.runs
        member.held += outcome.held

    def _member(self, worker: int) -> _Member:
        session = self._crew.session(worker)
        member = self._members.get(worker)
        if member is None or member.session != session:
            if member is not None:
                self._lose(member)
            member = self._members[worker] = _Member(session)
        return member

    # --- workers that are lost

    def lost(self, worker: int) -> tuple[PartOrigin, ...]:
        """A worker is gone: what it alone would have done is done here, or is a part again."""
        member = self._members.pop(worker, None)
        if member is not None:
            self._lose(member)
        return self.inherited()

    def _lose(self, member: _Member) -> None:
        if self.sharing is NewsSharing.ALL:
            self._explorer.technique.adopt(member.runs)
            self._inherited.extend(member.held)

    def inherited(self) -> tuple[PartOrigin, ...]:
        """What lost workers kept to themselves; each is given once."""
        found = tuple(self._inherited)
        self._inherited.clear()
        return found

    # --- the end

    def uninformed(self, free: Sequence[int]) -> int | None:
        """A worker that is not done: it lacks news that it needs, or has something to look at again."""
        if self.sharing is not NewsSharing.ALL:
            return None
        for worker in free:
            member = self._members.get(worker)
            if member is None or member.session != self._crew.session(worker):
                continue  # it has explored nothing
            lacks = any(each.is_needed and each.teller != worker for each in self._log[member.known :])
            if lacks or member.has_rest:
                return worker
        return None

    def hear_all(self) -> None:
        """The technique here gets all news."""
        if self.sharing is not NewsSharing.ALL:
            return
        for news in self._log[self._heard :]:
            if news.teller != HERE:
                self._explorer.technique.hear(self._unpacker.content(news.content))
        self._heard = len(self._log)

    def tell(self) -> None:
        """What the technique here has found out since."""
        if self.sharing is NewsSharing.ALL:
            self._tell_own()
