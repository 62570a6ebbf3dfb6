"""What an approximation leaves open, runs decide: inputs, proofs by complete explorations, and reasons for unknown."""

from __future__ import annotations

from pathlib import Path

import pytest

import secateur
from secateur.approximation.solving import ProofStatus, SolvedBy
from secateur.jobs import answering
from secateur.jobs.approximate_answer import ApproximateAnswer
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
