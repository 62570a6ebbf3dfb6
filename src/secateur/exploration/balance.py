"""Do cuts pay? The work of exploring with cuts is compared with what full exploration would have needed.

Full exploration is cheap for each path; with cuts there are fewer paths, but each one costs more. Which of them wins
depends on the program, and on how far the exploration has come: cuts save little near the ends of paths, and much near
the root. How much a cut saves is known from the state that covers the path, and from samples
(`secateur.exploration.samples`). So while it cuts, an exploration knows both what it has spent and what full
exploration would have spent.

- Exploring with cuts is reviewed when its work has grown by a half, and goes on if cuts were worth it since then.
  At first they may cost somewhat more than they save, as what is learnt pays off later; then they have to be clearly
  ahead, as neither weights nor prices are exact.
- Otherwise full exploration goes on, until all work has grown some times; then cuts are tried once more, for a part of
  that work. After cuts have failed once, they get no credit: they have to be clearly ahead from the start.
- A trial has two halves, as what is learnt in the first one pays off in the second. It ends early if there are hardly
  any cuts: where they come to pay, they soon save something, if less than they cost. It also ends if they are far from
  paying, halfway through either half or later.

Work is counted in instructions, never by the clock: the same command gives the same answer.
"""

from __future__ import annotations

from dataclasses import dataclass

#: The work of a run besides its instructions, of a side that no input takes, of asking whether a state is covered, and
#: of running a path that was cut to its end, in instructions. As measured on the subjects of `make bench`.
RUN, INFEASIBLE, QUESTION, END = 600, 600, 350, 900

#: What full exploration must need, in percent of the work with cuts, if cuts are to save much.
MUCH_SAVED = 150

#: The work of a question to the solver's back end about values with choices, as summaries have them.
BACKEND = 40_000


@dataclass(frozen=True, slots=True)
class Pace:
    """When it is decided whether to cut. `first`: the work before cuts are tried, if an exploration begins without.
    `trial`: the work of the first trial, twice as much if an exploration begins with cuts. `every`: how many times the
    work grows until the next one, which takes one part in `share` of it, and at least as much as the first. `credit`,
    in percent: what exploring with cuts may need, compared with full exploration; `later`: the same after three times
    the work of the first trial, and in all further trials; `hopeless`: what ends a trial in its first half; `doubtful`:
    in its second half. `barren`, in percent: a trial in which cuts save less than that of its work ends after one part
    in `early` of the first trial, if it had some `runs`. `merge`: the work before merged branches are tried;
    `joined`: the least number of decisions on a path that can be merged, or summarised. `summarise`: the work before
    summaries of functions are tried, counted with questions to the back end; finding out whether they can pay takes at
    most one part in `probe` of it, later half as much, with so much for each instruction of the program that is
    `analysed`, and needs so many times `fewer` decisions on a path; the trial then takes one part in `turn`, if it is
    expected to need at most `hope` times the work of the exploration that it would replace."""

    first: int = 200_000
    trial: int = 1_000_000
    every: int = 4
    share: int = 24
    credit: int = 140
    later: int = 80
    hopeless: int = 225
    doubtful: int = 150
    barren: int = 5
    early: int = 8
    runs: int = 32
    merge: int = 2_000_000
    joined: int = 12
    summarise: int = 4_000_000
    probe: int = 64
    analysed: int = 100
    fewer: int = 3
    turn: int = 4
    hope: int = 1


@dataclass(frozen=True, slots=True)
class Terms:
    """Of a turn of a trial of summaries: the work for finding out whether they can pay, that for each instruction of
    the program that is `analysed`, how many times `fewer` decisions are a promise, what the trial may have needed at
    the end of the `turn`, and what it may be expected to need in all at `most`."""

    probe: int
    analysed: int
    fewer: int
    turn: int
    most: int


class Balance:
    """Counts work, and says whether to cut."""

    def __init__(self, cutting: bool, pace: Pace) -> None:
        self.cutting = cutting
        self.pace = pace
        self.work = 0
        self.reviews = 0
        self._is_fixed = False
        self._next = pace.first  # the work at which cuts are tried
        self._part = pace.trial  # the work with cuts until the next review, or until the second half of a trial
        self._spent = self._full = 0  # in this part
        self._earlier = 0, 0  # the same in the part before it, if that had cuts
        self._saved = self._runs = 0  # in this part
        self._before = 0  # the work before cuts were tried
        self._is_warm = False
        self._is_trial = True  # not one review has shown that cuts pay
        self._has_failed = False  # were cuts given up before?

    @property
    def is_fixed(self) -> bool:
        return self._is_fixed

    @property
    def saves_much(self) -> bool:
        """Would full exploration have needed far more lately?"""
        spent, full = self._earlier
        return self.cutting and 100 * (full + self._full) >= MUCH_SAVED * (spent + self._spent)

    def fix(self) -> None:
        """There is to be no review."""
        self._is_fixed = True

    def count(self, spent: int, full: int) -> None:
        """Work that was spent, and that full exploration would have spent."""
        self.work += spent
        self._spent += spent
        self._full += full

    def count_run(self, work: int, after: int, saved: int) -> None:
        """A run with cuts: the work until it ended or was cut, the work after a cut, and what the cut has saved."""
        self.count(work + after, work + saved)
        self._saved += saved
        self._runs += 1

    def count_apart(self, work: int) -> None:
        """Work for something else, which says nothing about cuts."""
        self.work += work
        self._before += work

    def settle(self) -> None:
        """Decide how to go on."""
        if self._is_fixed:
            return
        if not self.cutting:
            if self.work >= self._next:
                self._try()
        elif self._is_barren or self._is_hopeless:
            self._give_up()
        elif self._spent >= self._part:
            if self._is_warm:
                self._review()
            else:
                self._begin_part(self._part)
                self._is_warm = True

    def _try(self) -> None:
        self._begin_part(max(self.pace.trial, self.work // self.pace.share) // 2)
        self._before = self.work
        self._is_warm, self._is_trial = False, True
        self.cutting = True

    @property
    def _is_barren(self) -> bool:
        """Are there hardly any cuts, in the first half of a trial?"""
        if not self._is_trial or self._is_warm or self._runs < self.pace.runs:
            return False
        pace, spent = self.pace, self._spent
        return pace.early * spent >= pace.trial and 100 * self._saved < pace.barren * spent

    @property
    def _is_hopeless(self) -> bool:
        """Are cuts far from paying, in a trial?"""
        if not self._is_trial or 2 * self._spent < self._part:
            return False
        limit = self.pace.doubtful if self._is_warm else self.pace.hopeless
        return 100 * self._spent > limit * self._full

    def _review(self) -> None:
        self.reviews += 1
        pace, tried = self.pace, self.work - self._before
        has_credit = not self._has_failed and tried <= 3 * pace.trial
        credit = pace.credit if has_credit else pace.later
        if 100 * self._spent <= credit * self._full:
            self._begin_part(max(pace.trial, self._part, tried // 2))
            self._is_trial = False
        else:
            self._give_up()

    def _give_up(self) -> None:
        self.cutting = False
        self._has_failed = True
        self._next = self.pace.every * self.work

    def _begin_part(self, work: int) -> None:
        self._earlier = (self._spent, self._full) if self.cutting else (0, 0)
        self._part = work
        self._spent = self._full = self._saved = self._runs = 0
