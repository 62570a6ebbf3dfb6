"""The sentences about limits: each kind has one, and those with an option name it."""

from __future__ import annotations

import pytest

from secateur.exploration.budget import Spent
from secateur.exploration.result import Counts, Result, Summarised
from secateur.ir.model import Position
from secateur.machine.limit import Limit, LimitKind
from secateur.machine.path import Ending, Note
from secateur.report.sentences import ending_text, limit_text, summary

HERE = Position("f.c", 5, 3)
SENTENCES = {
    Limit(LimitKind.TIME): "the time limit was reached (--timeout)",
    Limit(LimitKind.PATHS): "the path limit was reached (--max-paths)",
    Limit(LimitKind.MEMORY): "the memory limit was reached (--memory)",
    Limit(LimitKind.OUTPUT_SIZE): "the limit for the size of the files was reached (--output-size)",
    Limit(LimitKind.CPU): "the limit of CPU time was reached (--cpu)",
    Limit(LimitKind.FIRST): "stopped at the first difference (--first)",
    Limit(LimitKind.STAGE): "left early, as the commit is known to differ (--function compares it to the end)",
    Limit(LimitKind.INTERRUPTED): "it was interrupted",
    Limit(LimitKind.LOOP_BOUND, HERE, 3, 8): "8 × stopped at the loop bound (--loop-bound): 3 iterations at f.c:5",
    Limit(LimitKind.DEPTH, HERE, 500): "1 × stopped at the depth limit (--max-depth): 500 symbolic branches at f.c:5",
    Limit(LimitKind.INSTRUCTIONS, bound=1000): (
        "1 × stopped at the instruction limit (--max-instructions): 1,000 instructions"
    ),
    Limit(LimitKind.UNSUPPORTED, HERE, count=3, details=("function", "fopen")): (
        "3 paths ended at fopen (f.c:5): not defined"
    ),
    Limit(LimitKind.UNSUPPORTED, HERE, details=("assembly", "inline assembly")): (
        "1 path ended at f.c:5: no support for inline assembly"
    ),
    Limit(LimitKind.UNFINISHED): "1 × stopped as a limit of the whole run was reached",
    Limit(LimitKind.RECURSION, bound=2000, count=2): "2 × more than 2000 nested calls (--recursion)",
    Limit(
        LimitKind.NO_INPUTS
    ): "nothing is symbolic, so this is one run (--arg, --stdin, --file and --env make inputs)",
    Limit(LimitKind.LATER_ROUNDS, HERE): "f.c:5: inputs that leave this loop in a later round were not explored",
    Limit(LimitKind.UNDECIDED, count=4): "4 branches the solver could not decide in time",
    Limit(LimitKind.PINNED, HERE, details=("a value was made concrete",)): "f.c:5: a value was made concrete",
    Limit(LimitKind.IGNORED, HERE, details=("%n is ignored",)): "f.c:5: %n is ignored",
    Limit(LimitKind.UNDECIDED_OUTPUT): "1 × the solver could not decide in time whether outputs differ",
    Limit(LimitKind.UNDECIDED_END): "1 × the solver could not decide in time whether an input gets past an early end",
    Limit(LimitKind.UNCOMPARED_TEXT, count=2): "2 × printed text could not be compared",
    Limit(LimitKind.UNCOMPARED_POINTER, details=("s->get",)): "1 × where s->get leads could not be compared",
    Limit(LimitKind.UNCOMPARED): "time or memory was used up before everything was compared",
    Limit(LimitKind.GUESSED): "found on inputs that were guessed; there may be other differences",
    Limit(LimitKind.UNCONFIRMED, count=2): "2 paths with summaries could be neither confirmed nor ruled out",
    Limit(LimitKind.SUMMARY, details=("f", "g")): (
        "faults inside f, g were not looked for, because summaries stood in for them"
    ),
}


@pytest.mark.parametrize("limit", SENTENCES, ids=lambda limit: str(limit.kind))
def test_each_limit_has_its_sentence(limit: Limit) -> None:
    assert limit_text(limit) == SENTENCES[limit]


def test_no_kind_of_limit_is_forgotten() -> None:
    assert {limit.kind for limit in SENTENCES} == set(LimitKind)
    assert all(ending_text(ending) for ending in Ending)


def test_a_complete_result_says_what_is_promised() -> None:
    assert summary(Result("full")) == "complete for: all inputs; every path was explored"
    assert (
        summary(Result("pse", remark="as it goes")) == "complete for: all inputs; every path was explored (as it goes)"
    )


def test_everything_that_was_given_up_is_named() -> None:
    result = Result("full", Counts(unknown=2), spent=Spent.TIME)
    result.stopped[Limit(LimitKind.LOOP_BOUND, HERE, 3)] = 4
    result.notes += [Note("pinned", HERE, True, LimitKind.PINNED), Note("only to be known", HERE, False)]
    result.summarised = Summarised(calls={"g": 1}, open=1)
    kinds = [limit.kind for limit in result.limits]
    assert kinds == ["time", "loop-bound", "undecided", "pinned", "unconfirmed", "summary"]
    assert not result.complete
    assert summary(result) == (
        "incomplete: the time limit was reached (--timeout); "
        "4 × stopped at the loop bound (--loop-bound): 3 iterations at f.c:5; "
        "2 branches the solver could not decide in time; f.c:5: pinned; "
        "1 path with summaries could be neither confirmed nor ruled out; "
        "faults inside g were not looked for, because summaries stood in for it"
    )


def test_where_summaries_are_all_the_rest_was_explored() -> None:
    result = Result("full", summarised=Summarised(calls={"g": 1, "f": 2}))
    assert summary(result) == (
        "incomplete: faults inside f, g were not looked for, because summaries stood in for them; "
        "every path outside them was explored"
    )
