"""Requirements of a change that are searched for side by side: what is said of each is true, with any number of
processes the same."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from secateur.evolve.augmentation import augmentation
from secateur.jobs.augment import AugmentedSuite, augment
from secateur.options import assemble
from secateur.options.jobs import AugmentOptions

OLD = """extern int __VERIFIER_nondet_int(void);
int step(int a, int b, int c) {
    int x = a & 1;
    int y = 0;
    int z = b;
    if (x > 5)
        y = 7;
    if (b > 1000 && c == b + 7)
        z = x * 3;
    if (z == 6)
        y += __VERIFIER_nondet_int();
    return y;
}
"""
NEW = OLD.replace("a & 1", "a & 3")


@pytest.fixture
def one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """The search around an input finds nothing."""
    monkeypatch.setattr(augmentation, "NEIGHBOURS", 1)


def augmented(folder: Path, jobs: int) -> AugmentedSuite:
    for name, text in (("old.c", OLD), ("new.c", NEW)):
        (folder / name).write_text(text)
    options = assemble(AugmentOptions, {"function": "step", "jobs": jobs, "confirm": False, "portfolio": False})
    return augment(str(folder / "old.c"), str(folder / "new.c"), options)


def told(answer: AugmentedSuite) -> list[object]:
    assert answer.made is not None
    states = [(finding.requirement.number, finding.state, finding.added) for finding in answer.made.findings]
    return [states, [(added.model, added.meets) for added in answer.made.added], answer.found, answer.complete]


def test_the_same_with_any_number_of_processes(tmp_path: Path, one_by_one: None) -> None:
    alone, two, three = (augmented(tmp_path, jobs) for jobs in (1, 2, 3))
    assert told(two) == told(three)
    assert two.made is not None
    assert alone.made is not None
    assert [f.state for f in two.made.findings] == [f.state for f in alone.made.findings]
    assert any(added.trial.reveals for added in two.made.added)
    longer = [f for f in two.made.findings if f.requirement.distance and f.added is not None]
    assert longer
    assert all(f.conditions is not None for f in two.made.findings)


def test_a_search_whose_process_dies_finds_nothing(
    tmp_path: Path, one_by_one: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(augmentation.Augmentation, "_searched", lambda *_: os._exit(3))
    answer = augmented(tmp_path, 2)
    assert answer.made is not None
    assert answer.made.count(augmentation.RequirementState.UNKNOWN)
    assert not answer.complete
