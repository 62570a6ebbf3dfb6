"""An approximation contains whatever a run computes; and the check of this can fail."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from secateur.expr import Value, variable
from secateur.ir.model import Compare
from secateur.machine.widths import width_of

from . import told
from .containment import KINDS, MAKERS, Approximates, Make, Point, Tally, check, program_of, shrunk, survey, texts
from .containment_cases import CASES
from .instances import Observatory
from .random_shapes import Shapes

#: Programs for which an approximation once did not contain a run, or gave a wrong answer.
FORESEEN = Path(__file__).parent / "foreseen"


def contained(text: str, make: Make, number: int = 0) -> int:
    """Check a program; return the number of instances."""
    tally = Tally()
    failure = check(text, make, number, tally)
    assert failure is None, f"{failure}\n{text}"
    return tally.checked


@pytest.mark.parametrize("name", ["never 2", "never 0", "depth 2"])
@pytest.mark.parametrize("case", CASES)
def test_one_way_after_another(case: str, name: str) -> None:
    assert contained(CASES[case], MAKERS[name], len(case)) > 20


@pytest.mark.parametrize("name", ["never 2", "never 0", "depth 2"])
@pytest.mark.parametrize("source", sorted(FORESEEN.glob("*.c")), ids=lambda path: path.stem)
def test_what_was_not_foreseen_once(source: Path, name: str) -> None:
    for number in range(3):
        assert contained(source.read_text(), MAKERS[name], number) > 5


@pytest.mark.parametrize("kind", ["small", "shapes", "faulty", "dependence"])
def test_random_programs(kind: str) -> None:
    for number, text in enumerate(texts(kind, 6, 0)):
        name = [*MAKERS][number * 3 % len(MAKERS)]
        assert contained(text, MAKERS[name], number) > 20


def test_what_lines_are_told_to_hold() -> None:
    tally = Tally()
    for number in range(9):
        text = Shapes(number, small=True).text
        failure = told.check(text, number, tally)
        assert failure is None, f"{failure}\n{text}"
    assert tally.checked > 100


#: The loop never reads `z` before assigning it: nothing in the code connects the rounds.
ASSIGNED = """struct s { int n; };
int g, h;
int f(int a, int b, unsigned char k)
{
    int z = 2;
    for (int i = 0; i < 4; i++) {
        g++;
        z = i + a;
        g += z;
    }
    z = 5;
    return z;
}
"""


def test_a_variable_that_a_loop_assigns() -> None:
    tally = Tally()
    for number in range(12):
        assert told.check(ASSIGNED, number, tally) is None
    assert tally.checked > 300


# --- the check itself


class Anything:
    """An approximation that knows nothing or, if `wrong`, believes that no comparison holds."""

    def __init__(self, observatory: Observatory, wrong: bool) -> None:
        self._code = observatory.code
        self._wrong = wrong

    def points(self, node: int) -> list[Point]:
        return [node]

    def condition(self, point: Point) -> Value:
        return True

    def value(self, point: Point) -> Value:
        assert isinstance(point, int)
        item = self._code.items[point]
        if self._wrong and isinstance(item, Compare):
            return False
        return variable("*", width_of(item.result.type), 900, "signed")  # type: ignore[union-attr]


def anything(observatory: Observatory) -> Approximates:
    return Anything(observatory, wrong=False)


def wrong(observatory: Observatory) -> Approximates:
    return Anything(observatory, wrong=True)


@pytest.mark.parametrize("kind", KINDS)
def test_to_know_nothing_is_to_contain_everything(kind: str) -> None:
    assert contained(texts(kind, 1, 3)[0], anything) > 20


def test_what_is_not_contained_is_found_and_made_smaller() -> None:
    text = CASES["nested"]
    failure = check(text, wrong, 2, Tally())
    assert failure is not None
    assert failure.instruction.startswith("Compare")
    assert (failure.value, failure.said) == (True, ("False if True",))
    less, last = shrunk(text, wrong, 2, failure, most=40)
    assert less.count("\n") < text.count("\n")
    assert last.kind == failure.kind


def test_runs_are_seen_whole() -> None:
    """Computed values and executed instructions match, call by call, in every kind of program."""
    for kind in KINDS:
        for text in texts(kind, 2, 50):
            observatory = Observatory(program_of(text))
            for run in observatory.runs(Random(1), explored=2, random=2):
                named = [
                    i for i in run.instances if getattr(observatory.code.items[i.node], "result", None) is not None
                ]
                assert sum(i.value is None for i in named) < len(named) / 2


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_many_random_programs(kind: str) -> None:
    tally = survey([kind], [*MAKERS], 120, 7000)
    assert not tally.failures
    assert not tally.raised, str(tally)
    assert tally.programs == 120


@pytest.mark.slow
def test_what_many_lines_are_told_to_hold() -> None:
    tally = Tally()
    for number in range(9000, 9120):
        text = Shapes(number, small=number % 2 == 0).text
        failure = told.check(text, number, tally)
        assert failure is None, f"{failure}\n{text}"
