"""A technique: what is true of it, and the hooks that it has into the exploration loop."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from typing import Self

from secateur.exploration.balance import Terms
from secateur.exploration.cuts import CutKind, CutReason
from secateur.exploration.setup import Setup
from secateur.exploration.shared_news import NewsSharing, SharedNews
from secateur.exploration.task import Task
from secateur.expr import Expr
from secateur.ir.model import Program
from secateur.machine.fault import DEFAULT_CHECKS, FaultKind
from secateur.machine.machine import Machine
from secateur.machine.marks import Goal
from secateur.machine.path import Path, Site
from secateur.machine.snapshot import Snapshot
from secateur.machine.state import State
from secateur.options import Limits
from secateur.solver import Solver

#: Attributes that say what an exploration shows, with the hooks that this depends on.
CLAIMS = (
    "exact",
    "reduces",
    "covers_code",
    "establishes_equivalence",
    "groups_by_impact",
    "is_disjoint",
    "finds_leaks",
    "resumes",
    "is_order_free",
    "takes_turns",
    "shares",
)
DECIDING = ("tasks", "questions", "stop")


class Technique(ABC):
    """Decides which paths are worth trying. Subclasses override what they need; only `tasks` is required.

    A subclass that overrides `tasks`, `questions` or `stop` explores other paths than its base. So it does not inherit
    what is claimed of the base (`CLAIMS`) and has to state what is true of itself.
    """

    #: As users choose it.
    name: str = ""
    #: What holds when an exploration is complete.
    promise: str = "every path was explored"
    #: Conditions of inputs that need not be compared, as none of them executes a change.
    untouched: Sequence[tuple[Expr, ...]] = ()
    #: Runs that execute a change without an effect: all inputs that they stand for behave alike in both versions.
    alike: Sequence[Path] = ()
    #: A comment on how the exploration went, shown with the result.
    remark: str = ""

    # --- what is true of it

    #: A complete exploration misses nothing that the technique looks for: if it seeks faults, none that full
    #: exploration finds (of those that the change affects, if it is for changes).
    exact: bool = False
    #: It leaves out paths that full exploration explores.
    reduces: bool = True
    #: It looks for faults. If not, it may miss faults even if it is exact.
    seeks_faults: bool = True
    #: A complete exploration runs every line and every side of a branch that full exploration runs.
    covers_code: bool = False
    #: If leaks are looked for, it explores every path: any branch can decide about one.
    finds_leaks: bool = False
    #: It explores what a change affects, and needs two versions of a program.
    for_changes: bool = False
    #: If a complete exploration of the new version finds no difference to the old one, the versions are equivalent.
    establishes_equivalence: bool = False
    #: Each of its paths stands for all inputs that pass the same impacted branches, not only for those that take the
    #: same path.
    groups_by_impact: bool = False
    #: It tries the other side of every branch, and leaves out only what it stops.
    tries_all_sides: bool = False
    #: Each run stands for inputs of its own, even if it takes the path of another.
    is_disjoint: bool = False
    #: It can explore with exact summaries in place of functions.
    allows_summaries: bool = False
    #: It can also explore with approximate ones, whose paths are confirmed by runs without them.
    allows_stars: bool = False
    #: It takes the outputs that matter (`Setup.criterion`).
    takes_criterion: bool = False
    #: It reports what is covered after each path (`Setup.journal`).
    keeps_journal: bool = False
    #: It explores in an order of its own, whatever the order of the tasks.
    has_own_order: bool = False
    #: It can explore with merged branches, as it looks neither at traces nor at states.
    merges: bool = False
    #: An exploration can go on where another one was interrupted, if all that is left are branches with a side that was
    #: not tried (`left_over`).
    resumes: bool = False
    #: Its tasks lead to the same paths in any order, if the solver finds the same input for each of them.
    is_order_free: bool = False
    #: What it tells those of other workers that explore the same program (`news`, `hear`).
    shares: NewsSharing = NewsSharing.NOTHING
    #: A long run can be set aside while others go on (`set_aside`).
    takes_turns: bool = False
    #: It counts paths as a paper does, where each label of a `switch` is a path.
    forks_by_label: bool = False
    #: The order of tasks in which it cuts most, if that matters.
    best_order: str | None = None
    #: A frozen dataclass of the options that it takes, each field with a `help` text in its metadata.
    options: type | None = None

    # --- what it needs of the machine

    #: Traces, from which dependences are computed.
    records: bool = False
    #: States before concrete branches.
    visits: bool = False

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if any(hook in vars(cls) for hook in DECIDING):
            for claim in CLAIMS:
                if claim not in vars(cls):
                    setattr(cls, claim, getattr(Technique, claim))

    @property
    def acts_as(self) -> str:
        """The name of the technique that chooses the next path: another one, if it adapts itself to the program."""
        return self.name

    @property
    def is_watching(self) -> bool:
        """Does `stop` have anything to say about the next run?"""
        return True

    @property
    def needs_depth(self) -> bool:
        """Does it cut less from now on, if a task is taken before what follows the last one is done?"""
        return self.best_order == "dfs"

    @property
    def is_better_alone(self) -> bool:
        """Would several workers do so much twice that one is as fast?"""
        return False

    @property
    def spreads(self) -> bool:
        """Can workers explore what waits, each with a technique of its own?"""
        return self.resumes

    @classmethod
    def make(cls, setup: Setup) -> Self:
        """A technique for one exploration."""
        return cls()

    def machine(
        self,
        program: Program,
        entry: str = "main",
        checks: frozenset[FaultKind] = DEFAULT_CHECKS,
        limits: Limits | None = None,
    ) -> Machine:
        """A machine that records what this technique needs."""
        return Machine(program, entry, checks, limits, record=self.records, visits=self.visits)

    # --- hooks

    def begin(self, machine: Machine, solver: Solver) -> None:  # noqa: B027 - most need nothing
        """Called once, before the first run."""

    @abstractmethod
    def tasks(self, path: Path, task: Task | None) -> Iterable[Task]:
        """What to try after `path`, which was run for `task` (None for the first run), in the order of its branches."""

    def rest(self) -> tuple[Path, Iterable[Task]] | None:
        """Called when no task is left: an earlier path, and what else to try after it (perhaps nothing); None if there
        is no other path to look into."""
        return None

    def questions(self, task: Task) -> Iterable[Sequence[Expr]]:
        """Called when a task is taken: conditions for an input, tried in this order until one has a solution. Yields
        nothing if the task is no longer worth trying."""
        yield task.conditions

    def approaches(self, path: Path, goal: Goal) -> Iterator[Sequence[Expr]]:
        """Conditions for an input that reaches a goal which a path passed, tried in this order until the goal is
        covered. Those before the condition of the goal hold on the path."""
        yield [*[branch.condition for branch in path.branches[: goal.depth]], goal.condition]

    def distance(self, task: Task) -> int:
        """How far a task is from what the technique looks for: the order `directed` takes the nearest first."""
        return 0

    def successor(self) -> tuple[Technique, str] | None:
        """Another technique that is to explore instead, and the reason: this one has found that it does not pay. Called
        after each run. The other one starts again, unless it has `inherited` what is left."""
        return None

    def inherited(self) -> Sequence[Task] | None:
        """What is left to try, if it goes on where the other technique was, on the same machine; None if it starts
        again."""
        return None

    def work_to_merge(self, path: Path) -> int | None:
        """Called after each run: is everything to be explored once more, with merged branches? How much work that may
        need, in instructions. If it ends, nothing else is left to try."""
        return None

    def merging_ended(self, work: int, queries: int) -> None:  # noqa: B027 - most need nothing
        """What that needed; how many queries to the back end are a part of it."""

    def terms_to_summarise(self, path: Path) -> Terms | None:
        """The same with exact summaries in place of functions, in turns: on which terms the next one is taken."""
        return None

    def summaries_tried(self, work: int, queries: int, goes_on: bool) -> None:  # noqa: B027 - most need nothing
        """What that needed, and whether there is to be another turn."""

    def stop(self, state: State, condition: Expr | bool, site: Site) -> str | None:
        """A reason to cut the running path before it decides on a condition, or None. Called only if a technique
        overrides it. It may give the state another model, provided that the path so far stays the same."""
        return None

    def why_not(self, path: Path, number: int) -> CutReason:
        """Why the other side of a branch is not among the tasks of a path, for the user. Called after `tasks` of that
        path, for some of these branches."""
        return CutReason(CutKind.UNEXPLAINED)

    def keeps(self, path: Path) -> bool:
        """Is a run a part of the result? If not, it only led to others. Called before `tasks`."""
        return True

    def postponed(self, task: Task) -> Sequence[Task] | None:
        """Called when no input was found for the task. If that does not settle it: what to try instead, perhaps the
        same task once more; nothing, if the technique comes back to it by itself. Otherwise None."""
        return None

    def dropped(self, task: Task, undecided: bool) -> None:  # noqa: B027 - most need nothing
        """Called when no input was found for the task; perhaps there is one, if a question stayed `undecided`."""

    def is_left_over(self, task: Task) -> bool:
        """Is a task that waits a part of what an interrupted exploration leaves to do?"""
        return True

    def left_over(
        self,
        path: Path,
        index: int,
        snapshots: tuple[Snapshot, ...],
        is_rest: bool = False,
        details: object = None,
    ) -> Task:
        """A task that an interrupted exploration, or one in another process, left: the other side of a branch, or what
        is after the side that the path took (`is_rest`). Only if it `resumes` or `spreads`. What was explored before
        must not be taken for known, unless it was heard. `snapshots`: those of the path up to the branch."""
        raise NotImplementedError

    def length_for(self, index: int, details: object) -> int:
        """How many branches of its path a task needs that `left_over` makes."""
        return index + 1

    def details(self, task: Task) -> object:
        """What another process needs to know of a task besides its path and its branch. It can be pickled."""
        return None

    def news(self) -> SharedNews | None:
        """What it has learned since the last call, for those of other workers."""
        return None

    def hear(self, content: object) -> None:  # noqa: B027 - most share nothing
        """The content of news of another worker."""

    def follow(self, earlier: Technique) -> None:  # noqa: B027 - most share nothing
        """Called before `begin`, if another technique of the same worker has heard something before."""

    def experience(self) -> object:
        """What it has found out about how to explore: the technique for a part that is left begins with it."""
        return None

    def take_over(self, experience: object) -> None:  # noqa: B027 - most have none
        """Begin with the experience of the technique that left a part."""

    def adopt(self, runs: Sequence[tuple[int, ...]]) -> None:  # noqa: B027 - most share nothing
        """Inputs of runs of a worker that is gone: they may have to be looked at again."""

    @property
    def has_rest(self) -> bool:
        """Would `rest` give anything?"""
        return False

    def held(self) -> list[Task]:
        """Tasks that it keeps to itself since the last call: nobody else tries them, unless this worker is lost."""
        return []

    def set_aside(self, path: Path, task: Task | None) -> tuple[list[Task], Task] | None:
        """The run for a task is set aside after at least one branch, and `path` is what it did so far: what to try
        after that, and a task for the rest of the run. Only if it `takes_turns`; None if this run must not wait."""
        return None

    def resume(self, has_cut: bool) -> None:  # noqa: B027 - most need nothing
        """Called when an interrupted exploration is taken up, before its tasks. `has_cut`: it had cut paths."""
