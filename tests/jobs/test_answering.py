"""What an approximation leaves open, runs decide: inputs, proofs by complete explorations, and reasons for unknown."""

from __future__ import annotations

from pathlib import Path

import pytest

import secateur
from secateur.approximation.legend import Legend
from secateur.approximation.solving import ProofStatus, Solved, SolvedBy
from secateur.approximation.study import Family
from secateur.jobs import answering, approximate
from secateur.jobs.approximate_answer import ApproximateAnswer, Nobody, Witness
from secateur.options.jobs import ApproximateOptions
from secateur.report.approximate_advice import unknown_lines

PARSER = """static const char *p;
static int sum(void);

static int term(void)
{
    int v = 0;
    if (*p == '(') {
        p++;
        v = sum();
        if (*p == ')')
            p++;
        return v;
    }
    while (*p >= '0' && *p <= '9')
        v = v * 10 + (*p++ - '0');
    return v;
}

static int sum(void)
{
    int v = term();
    while (*p == '+') {
        p++;
        v += term();
    }
    return v;
}

int f(const char *text)
{
    p = text;
    int v = sum();
    if (*p == 0 && v == 42)
        return 1;
    if (v < 0)
        return 2;
    return 0;
}
"""

FAULTY = """int f(int x, int y)
{
    int a[4] = { 1, 2, 3, 4 };
    int sum = 0;
    for (int i = 0; i < (y & 7); i++)
        sum += a[i] * x;
    if (y > 100 && sum == 30)
        return 1;
    return 0;
}
"""


@pytest.fixture(autouse=True)
def _soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(answering, "FIRST", 0.1)


def asked(folder: Path, text: str, **options: object) -> ApproximateAnswer:
    source = folder / "f.c"
    source.write_text(text)
    return secateur.approximate(f"{source}:f", confirm=False, **options)  # type: ignore[arg-type]


def test_a_line_of_a_recursive_parser(tmp_path: Path) -> None:
    answer = asked(tmp_path, PARSER, to=34, solve=True, string=3)
    assert answer.solved is not None
    assert answer.witness is not None
    assert answer.witness.test.inputs["text"] in ("42", "042", "42+", "(42", "+42")


def test_a_complete_exploration_is_a_proof(tmp_path: Path) -> None:
    answer = asked(tmp_path, PARSER, to=36, solve=True, string=2, prove=("result != 2", "result == 0"))
    assert answer.solved is not None
    assert answer.solved.impossible
    assert [proof.status for proof in answer.proofs] == [ProofStatus.PROVED, ProofStatus.REFUTED]
    assert all(proof.solved.paths for proof in answer.proofs if proof.solved.by is SolvedBy.EXPLORATION)


@pytest.mark.parametrize("condition", ["1 / result == -1", "result + 0x7fffffff != result", "(3 << result) != 6"])
def test_a_condition_that_holds_by_the_rules_of_the_solver_is_not_proved(tmp_path: Path, condition: str) -> None:
    """To the solver 1 / 0 is -1, sums wrap around, and too long shifts give 0; in C they have no value."""
    text = "int f(int x) { return x > 9 ? 33 : x > 3 ? -1 : 0; }"
    (found,) = asked(tmp_path, text, prove=(condition,)).proofs
    assert found.status is ProofStatus.REFUTED
    assert found.witness is not None
    assert found.witness.test.outcome.fault is not None


def test_a_condition_that_says_where_it_has_a_value_is_proved(tmp_path: Path) -> None:
    text = "int f(int x) { return x > 3 ? -1 : 0; }"
    (found,) = asked(tmp_path, text, prove=("result == 0 || 1 / result == -1",)).proofs
    assert found.status is ProofStatus.PROVED


@pytest.mark.parametrize("first", [0.1, 0.001])
def test_a_condition_that_cannot_be_evaluated_is_not_proved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, first: float
) -> None:
    """By an approximation, or by runs: `1 / result` fails where the result is 0, and the text has five characters."""
    monkeypatch.setattr(answering, "FIRST", first)
    text = "int f(int x, const char *s) { (void)s; return x > 3; }"
    answer = asked(tmp_path, text, prove=("1 / result == 1", "result < 2", "s[9] == 1"), string=4)
    division, least, beyond = answer.proofs
    assert division.status is beyond.status is ProofStatus.REFUTED
    assert least.status is not ProofStatus.REFUTED
    assert division.witness is not None
    assert "division-by-zero" in str(division.witness.test.outcome)
    assert least.witness is None
    assert beyond.witness is not None
    assert "out-of-bounds" in str(beyond.witness.test.outcome)


def test_candidates_that_fault_are_not_the_last_ones(tmp_path: Path) -> None:
    """A read out of bounds comes before the line on many inputs; the next candidate is asked for."""
    answer = asked(tmp_path, FAULTY, to=8, solve=True)
    assert answer.witness is not None
    assert "return" in str(answer.witness.test.outcome)


def test_unknown_names_what_would_help(tmp_path: Path) -> None:
    answer = asked(tmp_path, PARSER, prove=("result != 2",), string=12, timeout=0)
    (proof,) = answer.proofs
    assert proof.status is ProofStatus.UNKNOWN
    assert "--timeout" in unknown_lines(proof.solved, answer.options)[-1]


class Order(Nobody):
    def __init__(self) -> None:
        self.parts: list[str] = []

    def family(self, line: int, family: Family, legend: Legend) -> None:
        self.parts.append("family")

    def solved(self, line: int, solved: Solved, witness: Witness | None, has_stars: bool) -> None:
        self.parts.append("solved")


@pytest.mark.parametrize(("seconds", "order"), [(-1.0, ["solved", "family"]), (60.0, ["family", "solved"])])
def test_what_takes_long_to_show_comes_after_the_answer(
    seconds: float, order: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(approximate, "BEFORE", seconds)
    source = tmp_path / "f.c"
    source.write_text(FAULTY)
    options = ApproximateOptions(to=8, solve=True, confirm=False)
    told = Order()
    answer = approximate.approximate([f"{source}:f"], options, told)
    assert told.parts == order
    assert answer.witness is not None
    assert answer.family is not None
