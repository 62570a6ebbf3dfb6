"""Cutting paths that are covered: never without proof, and with every optimisation on or off."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from secateur.exploration.balance import Pace
from secateur.exploration.first_input import UnknownInput
from secateur.exploration.loop import Explorer
from secateur.exploration.postconditions import PseOptions, SummaryKind
from secateur.exploration.result import Result
from secateur.exploration.technique import Technique
from secateur.exploration.technique_options import parse_options
from secateur.exploration.techniques.auto import Auto
from secateur.exploration.techniques.full import Full
from secateur.exploration.techniques.pse import Pse
from secateur.expr import Expr
from secateur.frontend.build import build
from secateur.harness.subject import load
from secateur.ir.reader import read
from secateur.ir.targets import by_target
from secateur.options import Budget, Compiling, Inputs, Limits
from secateur.solver import Answer, Backend, Solver, Unknown, Unsat, by_name

from .exploring import FIRST, HEADER, explored

#: Whether the second path is covered at `n > 20` is a question for the solver: n is never beyond 5000.
NEEDS_PROOF = """int main(void)
{
    int a = INT, b = INT, n = 0;
    __VERIFIER_assume(a >= 0 && a < 50);
    if (b > 7) n = a; else n = a * a + 3;
    if (n > 20) n++;
    if (n > 5000) abort();
    return 0;
}
"""

PROVED = FIRST + 5

CONDITIONS = PseOptions(summaries=SummaryKind.CONDITIONS)

LOOP = """int main(void)
{
    int sum = 0;
    for (int i = 0; i < 6; i++)
        if (INT > 0) sum += i;
    if (sum == 7) abort();
    return 0;
}
"""


def by(
    technique: Technique,
    text: str,
    folder: Path,
    solver: Solver | None = None,
    order: str = "dfs",
    budget: Budget | None = None,
) -> Result:
    source = folder / "program.c"
    source.write_text(HEADER + text)
    machine = technique.machine(read(build([source]).text))
    return Explorer(machine, solver or Solver(by_name("bitwuzla")), technique, order, budget).run()


class Undecided:
    """Answers as another back end does, but never that there is no input."""

    name = "undecided"

    def __init__(self) -> None:
        self._backend: Backend = by_name("bitwuzla")
        self.refused = 0

    def check(self, conditions: Sequence[Expr], timeout: float) -> Answer:
        answer = self._backend.check(conditions, timeout)
        if isinstance(answer, Unsat):
            self.refused += 1
            return Unknown("not today")
        return answer


def test_a_question_that_nobody_can_answer_cuts_nothing(tmp_path: Path) -> None:
    full = explored(NEEDS_PROOF, tmp_path)
    backend = Undecided()
    result = by(Pse(CONDITIONS), NEEDS_PROOF, tmp_path, Solver(backend, stages=()))
    assert backend.refused > 0, "there was nothing to prove"
    assert PROVED not in {cut.position.line for cut in result.cuts}, "there it would take a proof"
    assert {p.status for p in result.paths} == {p.status for p in full.paths}
    certain = by(Pse(CONDITIONS), NEEDS_PROOF, tmp_path)
    assert [(cut.position.line, cut.count) for cut in certain.cuts] == [(PROVED, 1)]


@pytest.mark.parametrize("first", [True, False])
@pytest.mark.parametrize("simplify", [True, False])
@pytest.mark.parametrize("reuse", [True, False])
@pytest.mark.parametrize("quick", [True, False])
@pytest.mark.parametrize("narrow", [0, 1])
def test_every_optimisation_can_be_on_or_off(
    first: bool, simplify: bool, reuse: bool, quick: bool, narrow: int, tmp_path: Path
) -> None:
    result = by(Pse(PseOptions(first, 10_000, simplify, reuse, narrow, quick)), LOOP, tmp_path)
    assert result.complete
    assert [str(fault.kind) for fault, _ in result.faults()] == ["abort"]


def test_a_summary_that_may_not_grow_cuts_nothing(tmp_path: Path) -> None:
    text = "int main(void) { int a = INT; if (a) a = 2; if (INT < a) return 1; return 0; }"
    bounded = by(Pse(PseOptions(size=0)), text, tmp_path)
    free = by(Pse(CONDITIONS), text, tmp_path)
    assert bounded.complete
    assert free.counts.cut >= bounded.counts.cut


def test_a_loop_is_linear_where_its_iterations_do_not_matter_to_each_other(tmp_path: Path) -> None:
    text = "int main(void) { int n = 0; for (int i = 0; i < 20; i++) if (INT > 0) n++; return n > 30; }"
    result = by(Pse(), text, tmp_path)
    assert result.complete
    assert 21 <= result.explored <= 42, "one for each iteration, or two"


#: Blocks in a row have different numbers, so their addresses have all remainders: one path fails.
NUMBERED = """extern void *malloc(unsigned long);
extern void free(void *);
int main(void)
{
    static void *kept[6];
    int a = INT;
    for (int i = 0; i < 6; i++)
        if (a > i) kept[i] = malloc(4);
    if (INT > 0) {
        char *p = malloc(4);
        int left = (unsigned long)p % 7;
        free(p);
        if (left == 3) abort();
    }
    return 0;
}
"""


def test_a_decision_may_depend_on_the_number_of_a_block(tmp_path: Path) -> None:
    """So the number of the next block must be the same, although nobody looks at the earlier ones."""
    result = by(Pse(), NUMBERED, tmp_path)
    assert result.complete
    assert [fault.position.line for fault, _ in result.faults()] == [FIRST + 12]


def test_other_orders_cut_less(tmp_path: Path) -> None:
    text = "int main(void) { int n = 0; for (int i = 0; i < 6; i++) if (INT > 0) n++; return n > 30; }"
    first, other = by(Pse(), text, tmp_path), by(Pse(), text, tmp_path, order="bfs")
    assert first.explored < other.explored <= 64
    assert (first.remark, other.remark) == ("", "pse cuts the most paths in order dfs; this run used bfs")


def test_a_path_that_was_limited_covers_nothing(tmp_path: Path) -> None:
    text = """int main(void)
    {
        int a = INT, b = INT, n = 0;
        if (a > 0) n = 1;
        for (int i = 0; i < b; i++) if (i == 9) abort();
        return n;
    }"""
    source = tmp_path / "program.c"
    source.write_text(HEADER + text)
    technique = Pse()
    machine = technique.machine(read(build([source]).text), limits=Limits(loop_bound=4))
    result = Explorer(machine, Solver(by_name("bitwuzla")), technique).run()
    assert not result.complete
    assert result.counts.limited > 1, "the other side of the first branch must meet the bound as well"


def test_a_question_about_values_that_nobody_can_answer_cuts_nothing(tmp_path: Path) -> None:
    """Both sides of the first branch lead to the same values, but the next one has other inputs."""
    text = """int main(void)
    {
        int a = INT, n = 0;
        if (a * a > 100) n = 1; else n = 1;
        if (a > 20 + n) n = 2;
        if (a * a == 361 && n == 1) abort();
        return 0;
    }"""
    full = explored(text, tmp_path)
    backend = Undecided()
    result = by(Pse(), text, tmp_path, Solver(backend, stages=()))
    assert backend.refused > 0, "there was nothing to prove"
    assert {p.status for p in result.paths} == {p.status for p in full.paths}
    kinds = {str(fault.kind) for fault, _ in full.faults()}
    assert {str(fault.kind) for fault, _ in result.faults()} == kinds == {"abort", "signed-overflow"}


#: Nested loops over bytes, in which cuts pay in the end, and one that compares everything with everything.
MIXED = """int main(void)
{
    int a[5] = {INT, INT, INT, INT, INT}, n = 0, m = 0;
    for (int i = 0; i < 5; i++) if (a[i] > 3) n++;
    for (int i = 0; i < 5; i++) if (a[i] > 3 && i % 2) m += 2;
    if (n == 4 && m == 2) abort();
    return n;
}
"""


@pytest.mark.parametrize("technique", [Auto, Pse])
@pytest.mark.parametrize("credit", [1, 1_000_000], ids=["cuts lose", "cuts win"])
def test_whoever_wins_nothing_is_lost(technique: type[Pse], credit: int, tmp_path: Path) -> None:
    full = explored(MIXED, tmp_path)
    never = 1_000_000
    pace = Pace(first=1_000, trial=500, every=1_000, credit=credit, later=credit, hopeless=never, doubtful=never)
    made = technique(pace=pace)
    result = by(made, MIXED, tmp_path)
    assert made.balance.reviews > 0
    assert made.balance.cutting is (credit > 1)
    assert (len(result.used) > 1) is (technique is Auto or credit == 1)
    assert result.used[-1].technique == ("pse" if credit > 1 else "full")
    assert result.complete
    assert [str(fault.kind) for fault, _ in result.faults()] == [str(fault.kind) for fault, _ in full.faults()]
    lines = {line for line, was_run in full.coverage.lines.items() if was_run}
    assert lines == {line for line, was_run in result.coverage.lines.items() if was_run}
    assert len({p.model for p in result.paths}) == len(result.paths), "what is explored once more is not reported"


def test_auto_is_full_exploration_as_long_as_there_is_little_to_save(tmp_path: Path) -> None:
    full, result = explored(MIXED, tmp_path), by(Auto(), MIXED, tmp_path)
    assert [p.model for p in result.paths] == [p.model for p in full.paths]


def test_tuning_is_read_from_text() -> None:
    assert parse_options(Pse, {"simplify": "off", "size": "200"}) == PseOptions(simplify=False, size=200)
    for settings in ({"simplify": "maybe"}, {"size": "few"}, {"speed": "on"}):
        with pytest.raises(ValueError, match=next(iter(settings))):
            parse_options(Pse, settings)


def test_an_exploration_can_start_with_a_given_input(tmp_path: Path) -> None:
    source = tmp_path / "program.c"
    source.write_text(HEADER + "int main(void) { int a = INT; if (a == 12) return 1; return 0; }")
    technique = Pse()
    machine = technique.machine(read(build([source]).text))
    name = explored("int main(void) { int a = INT; return a == 12; }", tmp_path).paths[0].inputs[0].name
    result = Explorer(machine, Solver(by_name("bitwuzla")), technique, start={name: 12}).run()
    assert result.paths[0].status == 1
    with pytest.raises(UnknownInput, match="nobody"):
        Explorer(technique.machine(machine.program), Solver(by_name("bitwuzla")), Pse(), start={"nobody": 1}).run()


def test_what_is_repeated_in_general_is_not_covered() -> None:
    """A general run can leave the path that it repeats; no input takes what it runs then."""
    source = Path(__file__).parents[2] / "benchmarks" / "subjects" / "option_parser.c"
    program = by_target(load([f"{source}:parse_line"], Compiling((), ("BUG",)), Inputs(string=3)).program)
    full, result = (
        Explorer(made.machine(program), Solver(by_name("bitwuzla")), made).run().coverage for made in (Full(), Pse())
    )
    assert result == full
