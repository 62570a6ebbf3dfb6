"""The loop: nothing is lost, nothing is counted twice, and what the solver does not know is not infeasible."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from secateur.exploration.progress import Progress, ProgressReporter
from secateur.exploration.task import Task
from secateur.exploration.techniques.full import Full
from secateur.expr import Expr
from secateur.machine.path import Ending
from secateur.report.sentences import summary
from secateur.solver import Answer, Unknown, Unsat

from .exploring import FIRST, Silent, explored, explorer_for, output, statuses

THREE = """int main(void)
{
    int n = INT;
    if (n > 5) return 1;
    if (n < -5) return 2;
    return 0;
}
"""


def test_an_undecided_branch_is_unknown_and_never_infeasible(tmp_path: Path) -> None:
    result = explored(THREE, tmp_path, backend=Silent())
    assert not result.complete
    assert (result.counts.completed, result.counts.unknown, result.counts.infeasible) == (1, 2, 0)
    assert (result.solver.queries, result.solver.unknown, result.solver.unsat) == (2, 2, 0)
    assert "2 branches the solver could not decide" in summary(result)
    assert result.backend == "silent"


class Twice(Full):
    """Asks two questions per task."""

    def questions(self, task: Task) -> Iterator[Sequence[Expr]]:
        yield [*task.conditions, task.wanted]
        yield task.conditions


class Answers(Silent):
    """Gives the same answers for each pair of questions."""

    def __init__(self, first: Answer, second: Answer) -> None:
        self.waiting: list[Answer] = []
        self.pair = (first, second)

    def check(self, conditions: object, timeout: float) -> Answer:
        self.waiting = self.waiting or list(self.pair)
        return self.waiting.pop(0)


@pytest.mark.parametrize(
    ("answers", "unknown", "infeasible"),
    [
        ((Unknown("not today"), Unsat(())), 1, 0),
        ((Unsat(()), Unknown("not today")), 1, 0),
        ((Unsat(()), Unsat(())), 0, 1),
    ],
    ids=["unknown-unsat", "unsat-unknown", "unsat-unsat"],
)
def test_a_task_is_infeasible_only_if_all_its_questions_are(
    answers: tuple[Answer, Answer], unknown: int, infeasible: int, tmp_path: Path
) -> None:
    """FINDINGS T16: only the last answer counted, so that Unknown and then Unsat was infeasible and complete."""
    text = "int main(void) { int n = INT; __VERIFIER_assume(n < 9); if (n > 5) return 1; return 0; }"
    explorer = explorer_for(text, tmp_path, backend=Answers(*answers))
    explorer.technique = Twice()
    result = explorer.run()
    assert (result.counts.completed, result.counts.unknown, result.counts.infeasible) == (1, unknown, infeasible)
    assert result.complete is (not unknown)


def test_an_impossible_branch_is_infeasible_and_the_result_complete(tmp_path: Path) -> None:
    text = """int main(void)
    {
        int n = INT;
        if (n > 5) { if (n < 3) return 9; return 1; }
        return 0;
    }
    """
    result = explored(text, tmp_path)
    assert result.complete
    assert statuses(result) == [0, 1]
    assert (result.counts.infeasible, result.counts.unknown) == (1, 0)


def test_a_back_end_that_denies_everything_is_believed(tmp_path: Path) -> None:
    class Denying(Silent):
        def check(self, conditions: object, timeout: float) -> Unsat:
            return Unsat(())

    result = explored(THREE, tmp_path, backend=Denying())
    assert (result.counts.infeasible, result.counts.unknown, result.complete) == (2, 0, True)


def test_each_path_is_found_once_with_its_outcome(tmp_path: Path) -> None:
    result = explored(THREE, tmp_path)
    assert {(path.labels, path.status) for path in result.paths} == {
        (("14T",), 1),
        (("14F", "15T"), 2),
        (("14F", "15F"), 0),
    }
    assert result.counts.runs == result.counts.completed == 3
    assert result.instructions > 0


def test_runs_outside_of_an_assumption_are_no_paths(tmp_path: Path) -> None:
    text = """int main(void)
    {
        int n = INT;
        __VERIFIER_assume(n > 10);
        if (n == 20) return 1;
        return 0;
    }
    """
    result = explored(text, tmp_path)
    assert result.complete
    assert statuses(result) == [0, 1]
    assert all(path.model[0] > 10 for path in result.paths)
    assert result.counts.runs == 3


def test_an_assumption_that_nothing_satisfies(tmp_path: Path) -> None:
    result = explored("int main(void) { __VERIFIER_assume(0); return 1; }", tmp_path)
    assert (result.counts.completed, result.complete) == (0, True)


def test_atexit_functions_run_on_every_path(tmp_path: Path) -> None:
    """Also on those that go on from a snapshot of a run that has ended."""
    text = """static void bye(void) { puts("bye"); }
    int main(void)
    {
        int n = INT;
        atexit(bye);
        if (n > 3) return 1;
        if (n < -3) exit(2);
        return 0;
    }
    """
    result = explored(text, tmp_path)
    assert {(path.status, path.ending, output(path)) for path in result.paths} == {
        (0, Ending.RETURNED, "bye\n"),
        (1, Ending.RETURNED, "bye\n"),
        (2, Ending.EXITED, "bye\n"),
    }


def test_side_effects_of_one_path_are_not_seen_by_another(tmp_path: Path) -> None:
    text = """static int shared[4] = {1, 2, 3, 4};
    static int count;
    int main(void)
    {
        int *heap = malloc(8);
        heap[0] = heap[1] = 5;
        for (int i = 0; i < 3; i++)
            if (INT > 0) { shared[i] += 10; heap[i & 1]++; count++; printf("%d", i); }
        printf(" %d %d %d %d %d %d", shared[0], shared[1], shared[2], heap[0], heap[1], count);
        return 0;
    }
    """
    result = explored(text, tmp_path)
    expected = set()
    for taken in range(8):
        on = [taken >> i & 1 for i in range(3)]
        digits = "".join(str(i) for i in range(3) if on[i])
        cells = [value + 10 * on[i] for i, value in enumerate((1, 2, 3))]
        expected.add(" ".join(map(str, [digits, *cells, 5 + on[0] + on[2], 5 + on[1], sum(on)])))
    assert {output(path) for path in result.paths} == expected


def test_progress_is_reported(tmp_path: Path) -> None:
    seen: list[Progress] = []
    text = "int main(void) { int r = 0; for (int i = 0; i < 9; i++) if (INT > 0) r++; return r; }"
    explorer = explorer_for(text, tmp_path)
    explorer._reporter = ProgressReporter(seen.append)
    explorer._reporter._last = -1.0  # the first one is due at once
    explorer.run()
    assert seen
    assert all(p.paths > 0 and p.queue >= 0 and 0 <= p.solver_share <= 1 and p.elapsed >= 0 for p in seen)


def test_ctrl_c_keeps_what_was_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    explorer = explorer_for(THREE, tmp_path)
    solve = explorer.solver.solve
    calls = []

    def interrupted(*arguments: object) -> object:
        calls.append(arguments)
        if len(calls) == 2:
            raise KeyboardInterrupt
        return solve(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(explorer.solver, "solve", interrupted)
    result = explorer.run()
    assert (result.counts.completed, result.complete) == (2, False)
    assert "interrupted" in summary(result)
    assert result.coverage.lines


def test_a_path_is_told_in_the_users_lines_only(tmp_path: Path) -> None:
    """Branches inside of the C library are not the user's."""
    text = """int main(void)
{
    char s[3];
    s[0] = __VERIFIER_nondet_char();
    s[1] = __VERIFIER_nondet_char();
    s[2] = 0;
    if (atoi(s) == 42)
        return 1;
    return 0;
}
"""
    result = explored(text, tmp_path)
    line = FIRST + 6
    assert {label for path in result.paths for label in path.labels} == {f"{line}T", f"{line}F"}
    assert (ord("4"), ord("2")) in {path.model[:2] for path in result.paths if path.status == 1}


def test_inputs_are_as_small_as_they_can_be(tmp_path: Path) -> None:
    """Not the largest unsigned number where 1 does: such a loop would never end."""
    text = "int main(void) { unsigned n = UINT, i = 0; while (i != n && i < 3) i++; return i; }"
    result = explored(text, tmp_path)
    assert result.complete
    assert statuses(result) == [0, 1, 2, 3, 3]
    assert all(0 <= path.model[0] <= 4 for path in result.paths if path.model)
