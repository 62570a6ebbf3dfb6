"""Exploration by output finds every output of full exploration, with one run per relevant-slice condition; and the test
itself detects broken techniques."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from secateur.dependence.trace.relevance import Relevance, numbers
from secateur.exploration.criteria import Criterion
from secateur.exploration.decisions import Passed
from secateur.exploration.partition import Partition
from secateur.exploration.task import Remainder, Task
from secateur.exploration.techniques.rsc import Rsc
from secateur.expr import Expr
from secateur.machine.path import Path as Run
from secateur.machine.snapshot import Snapshot

from .differential import compiled
from .outputs import Tally, check_many, check_outputs, compare_outputs, is_plain, survey

#: Programs that were once handled wrongly, each with its criterion.
ONCE = Path(__file__).parent / "missed_outputs"
#: Three thousand programs, in parts that can run in parallel.
PARTS, PART = 12, 250


def assert_exact(tally: Tally) -> None:
    """On plain programs nothing is run twice and nothing is left out."""
    assert tally.plain_programs > 0
    assert tally.plain_conditions == tally.plain_runs, f"not one run each: {tally}"
    assert tally.plain_unseen == 0


def test_twenty_four_programs() -> None:
    tally = check_many(24)
    assert tally.programs >= 24
    assert tally.outputs > 36, "programs with one output show nothing"
    assert tally.runs * 3 < tally.full_paths, "nothing is cut"
    assert tally.undecided <= 3, f"too many are inconclusive: {tally}"
    assert_exact(tally)


@pytest.mark.parametrize("order", ["bfs", "random", "coverage"])
def test_in_every_order(order: str) -> None:
    assert check_many(8, start=1, order=order).outputs > 8


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
def test_thousands_of_programs(part: int) -> None:
    tally = check_many(PART, start=100 + part)
    print(tally)
    assert tally.undecided <= PART // 20, f"too many are inconclusive: {tally}"
    assert_exact(tally)


@pytest.mark.parametrize("source", sorted(ONCE.glob("*.c")), ids=lambda path: path.stem)
def test_what_was_once_missed(source: Path) -> None:
    """The first line names the outputs."""
    head, text = source.read_text().split("\n", 1)
    names = tuple(head.removeprefix("// ").split())
    check_outputs(text, () if names == ("return",) else names)


# --- the harness itself


class Unordered(Rsc):
    """Algorithm 1 without its procedure `reorder`: conditions are negated in path order."""

    def _rest(
        self, path: Run, relevance: Relevance, passed: Passed, region: list[Expr], snapshots: tuple[Snapshot, ...]
    ) -> Iterator[Task]:
        order = numbers(self.criterion.decisions(relevance))
        outputs = self.criterion.values(path)
        self.partitions.append(Partition(path, tuple(order), frozenset(passed.numbers[n] for n in order), outputs))
        for position in range(len(region), len(order)):
            prefix = sum(1 << n for n in order[:position])
            yield Remainder(path, order[position], snapshots, prefix)


def test_without_reordering_outputs_are_missed(monkeypatch: pytest.MonkeyPatch) -> None:
    """As in Table 1 of Qi, Nguyen and Roychoudhury, "Path Exploration based on Symbolic Output"."""
    monkeypatch.setattr(f"{survey.__module__}.Rsc", Unordered)
    tally = survey(80, enough=1)
    assert tally.missed > 0
    text, names, _ = tally.examples[0]
    with pytest.raises(AssertionError, match="missed"):
        check_outputs(text, names)


class Hiding(Rsc):
    """Accepts runs that end early."""

    def tasks(self, path: Run, task: Task | None) -> Iterator[Task]:
        return (each for each in super().tasks(path, task) if getattr(each, "goal", None) is None)


def test_what_early_ends_hide_is_missed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(f"{survey.__module__}.Rsc", Hiding)
    assert survey(40, enough=1).missed > 0


def test_plain_programs_are_told() -> None:
    head = "static int (*const operations[2])(int) = {twice, odd};\n"
    assert is_plain(head + "int f(void) { int *r = &x; if (1) return 2; return 3; }")
    assert not is_plain(head + "int f(void) { for (;;) ; }")
    assert not is_plain(head + "int f(void) { int *r = &x; *r = 2; }")


def test_outputs_are_compared_by_expression() -> None:
    body = "int main(void) { int x = __VERIFIER_nondet_int(); return x > 1 ? x : 2; }"
    text = "extern int __VERIFIER_nondet_int(void);\n" + body
    compared = compare_outputs(compiled(text), Criterion())
    assert (compared.outputs, compared.runs, len(compared.keys)) == (2, 2, 2)
    assert not compared.missed
