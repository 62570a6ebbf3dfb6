"""Lines of small functions: what is found, that it is true, and that it goes away when the function changes."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

import secateur
from secateur.conjectures.claim import ClaimKind, ClaimStatus
from secateur.conjectures.discovery import Discovery
from secateur.conjectures.quantity import vocabulary
from secateur.contracts.terms import Term
from secateur.exploration.alarm import OutOfBudget
from secateur.exploration.budget import Spent
from secateur.harness.subject import load
from secateur.jobs.function_invariants import MOST_LINES, FunctionInvariants
from secateur.options import Compiling
from secateur.options.jobs import InvariantsOptions

from .checking import MUTATIONS, broken_claims, broken_texts, mutant, texts_of

STACK = """
struct stack { int items[2]; unsigned used; };
static unsigned refused;

int push(struct stack *s, int value)
{
    if (s->used >= 2) {
        refused++;
        return -1;
    }
    s->items[s->used++] = value;
    return 0;
}
"""
OTHERS = """
int limited(int x, int most) { return x > most ? most : x; }

int average(int total, int count) { return total / count; }

int *same(int *p) { *p = 3; return p; }
"""
BRANCHES = """
int flags(unsigned char a, unsigned char b, unsigned char c)
{
    int sum = 0;
    if (a > 7) sum += 1;
    if (b > 7) sum += 2;
    if (c > 7) sum += 4;
    if (a > 9) sum += 8;
    return sum;
}
"""
SUBJECTS = Path(__file__).parents[2] / "benchmarks/subjects"


@pytest.fixture
def stack(tmp_path: Path) -> Path:
    path = tmp_path / "stack.c"
    path.write_text(STACK)
    return path


def lines(function: FunctionInvariants) -> dict[str, str]:
    return {line.text: str(line.status) for line in function.lines}


def test_a_stack(stack: Path) -> None:
    answer = secateur.invariants(stack)
    found = lines(answer["push"])
    proved = str(ClaimStatus.ALL_PATHS)
    assert found["result == -1 exactly when old(s->used) >= 2"] == proved
    assert found["s->used == old(s->used) + 1 exactly when old(s->used) < 2"] == proved
    assert found["s->items[0], s->items[1] unchanged, if result < 0"] == proved
    assert found["returns without a fault"] == proved
    assert answer.complete
    assert not answer.found
    assert len(found) <= MOST_LINES


def test_lines_hold_in_runs_and_are_broken_by_a_mutant(stack: Path, tmp_path: Path) -> None:
    function = secateur.invariants(f"{stack}:push")["push"]
    assert broken_texts(stack, "push", texts_of(function), 200)[0] == set()
    driver = load([f"{stack}:push"], Compiling(), InvariantsOptions().inputs).driver
    assert driver is not None
    changed = mutant(stack, "push", tmp_path, 0, vocabulary(driver, {}))
    claims = [claim for line in function.lines for claim in line.claims]
    broken = broken_claims(changed, claims, 100)
    assert len(broken) == len(claims)
    again = texts_of(secateur.invariants(f"{changed.source}:push", cpu=3)["push"])
    assert not {claim.text for claim in broken} & set(again)


def test_failures_orders_and_pointers(tmp_path: Path) -> None:
    path = tmp_path / "others.c"
    path.write_text(OTHERS)
    answer = secateur.invariants(path)
    assert "result == x exactly when most >= x" in lines(answer["limited"])
    average = answer["average"]
    failing = [line for line in average.lines if line.kind is ClaimKind.FAILS]
    assert {(line.failure.kind, str(line.condition)) for line in failing if line.failure} == {
        ("division-by-zero", "count == 0"),
        ("signed-overflow", "count == -1 && total == -2147483648"),
    }
    assert {"result == p", "p[0] == 3"} <= set(lines(answer["same"]))


def test_an_approximation_proves_what_was_not_explored(tmp_path: Path) -> None:
    path = tmp_path / "flags.c"
    path.write_text(BRANCHES)
    (function,) = secateur.invariants(f"{path}:flags", max_paths=3).functions
    assert not function.is_complete
    assert lines(function)["0 <= result <= 15"] == str(ClaimStatus.PROVED)
    assert broken_texts(path, "flags", texts_of(function), 200)[0] == set()


def test_a_parameter_with_the_name_of_the_result(tmp_path: Path) -> None:
    """In a line, `result` is what is returned: the parameter has no name there."""
    path = tmp_path / "named.c"
    path.write_text("int set(int x, int *result) { if (x < 0) return 0; *result = x; return 1; }")
    function = secateur.invariants(f"{path}:set")["set"]
    assert "result == (x >= 0)" in lines(function)
    assert not any("result[" in text for text in texts_of(function))
    assert broken_texts(path, "set", texts_of(function), 50)[0] == set()


def test_what_is_only_explored_is_said_to_be(tmp_path: Path) -> None:
    path = tmp_path / "deep.c"
    path.write_text("int f(unsigned x) { int n = 0; while (x) { n += x & 1; x >>= 1; } return n; }")
    (function,) = secateur.invariants(f"{path}:f", max_paths=3, runs=20).functions
    assert any(line.status is ClaimStatus.EXPLORED for line in function.lines)
    assert not function.is_settled


def test_lines_are_doubted_when_the_time_for_finding_them_is_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "rare.c"
    path.write_text("int f(unsigned char x) { int n = 0; for (int i = 0; i < x; i++) n++; return n; }")
    find = Discovery.run

    def late(self: Discovery, atoms: Sequence[Term], constants: Sequence[int]) -> None:
        find(self, atoms, constants)
        if all(status.is_proof for _, status in self.found):
            raise AssertionError("nothing to doubt")
        raise OutOfBudget(Spent.CPU)

    monkeypatch.setattr(Discovery, "run", late)
    (function,) = secateur.invariants(f"{path}:f", max_paths=3, runs=3).functions
    assert function.spent is Spent.CPU
    assert broken_texts(path, "f", texts_of(function), 100)[0] == set()


def test_the_same_lines_every_time(stack: Path) -> None:
    first, second = (secateur.invariants(stack, runs=50).text() for _ in range(2))
    assert first == second


@pytest.mark.slow
@pytest.mark.parametrize("name", ["wheel_brake.c", "collision_avoidance.c", "option_parser.c", "settings.c"])
def test_lines_of_subjects(name: str, tmp_path: Path) -> None:
    """Every line is checked against 10,000 random runs; every proved one is broken by a mutant, for which it is not
    proved."""
    source = SUBJECTS / name
    for function in secateur.invariants(source):
        texts = texts_of(function)
        broken, _ = broken_texts(source, function.name, texts, 10_000)
        assert not broken, function.name
        claims = [claim for line in function.lines if line.status.is_proof for claim in line.claims]
        left = {claim.text for claim in claims}
        driver = load([f"{source}:{function.name}"], Compiling(), InvariantsOptions().inputs).driver
        assert driver is not None
        for number in range(len(MUTATIONS)):
            changed = mutant(source, function.name, tmp_path, number, vocabulary(driver, {}))
            now = {each.text for each in broken_claims(changed, claims, 10_000)}
            again = secateur.invariants(f"{changed.source}:{function.name}", cpu=5)[function.name]
            assert not now & {text for line in again.lines if line.status.is_proof for text in line.ensures}
            left -= now
            if not left:
                break
        assert not left, f"{function.name}: no mutant breaks {left}"
