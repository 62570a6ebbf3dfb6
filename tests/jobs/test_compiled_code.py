"""Segments that were compiled are used again, by later runs and by other machines of the same program."""

from __future__ import annotations

import marshal
import zlib
from pathlib import Path

import pytest

import secateur
from secateur.exploration.coverage import Coverage, measure
from secateur.frontend.cache import Cache
from secateur.harness.subject import Subject, load
from secateur.ir.targets import by_target
from secateur.jobs import compiled_code
from secateur.jobs.compiled_code import keep, keep_outlines, key_of, recall, recall_outlines
from secateur.machine.machine import Machine
from secateur.options import Compiling, Forks, Inputs

TEXT = "int f(int x) { int s = 0; for (int i = 0; i < 3; i++) if (x > i) s += 10 / (x - 5); return s; }"


@pytest.fixture
def subject(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Subject:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(compiled_code, "_FEWEST", 1)
    Path("f.c").write_text(TEXT)
    return load(["f.c:f"], Compiling(), Inputs())


def ran(subject: Subject) -> Machine:
    machine = Machine(subject.program)
    machine.run(*machine.start((7,)))
    return machine


def test_a_later_run_compiles_nothing(subject: Subject, tmp_path: Path) -> None:
    store = Cache(tmp_path / "cache")
    key = key_of(subject, "full", store)
    first = ran(subject)
    assert first.freshly_compiled == len(first.compiled) > 0
    keep(first, key, store)
    again = load(["f.c:f"], Compiling(), Inputs())
    again.program.compiled.update(recall(key, store))
    second = ran(again)
    assert second.freshly_compiled == 0
    assert second.compiled.keys() == first.compiled.keys()


def test_a_second_machine_compiles_nothing(subject: Subject) -> None:
    ran(subject)
    assert ran(subject).freshly_compiled == 0


def test_code_of_another_text_is_not_used(subject: Subject, tmp_path: Path) -> None:
    store = Cache(tmp_path / "cache")
    key = key_of(subject, "full", store)
    keep(ran(subject), key, store)
    Path("f.c").write_text(TEXT.replace("x - 5", "x - 6"))
    changed = load(["f.c:f"], Compiling(), Inputs())
    assert key_of(changed, "full", store) == key
    changed.program.compiled.update(recall(key, store))
    assert ran(changed).freshly_compiled > 0


def test_damaged_entries_count_as_none(subject: Subject, tmp_path: Path) -> None:
    store = Cache(tmp_path / "cache")
    key = key_of(subject, "full", store)
    for data in (b"", b"no zlib", zlib.compress(b"no code"), zlib.compress(marshal.dumps([1, 2]))):
        store.save(key, data, ())
        assert recall(key, store) == {}


def test_the_answer_is_the_same(subject: Subject) -> None:
    first, second = (secateur.explore("f.c:f") for _ in range(2))
    assert [test.outcome for test in first.tests] == [test.outcome for test in second.tests]
    assert first.found
    assert first.result.instructions == second.result.instructions


OTHER = """int far(int x) {
    if (x > 3 && x < 9) return 1;
    switch (x) { case 1: case 2: return 7; }
    return 2;
}
int g(int x) { return x == 7 ? x : far(x); }
"""


@pytest.mark.parametrize("forks", Forks)
def test_a_later_run_does_not_read_functions_that_it_does_not_call(
    forks: Forks, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compiled_code, "_FEWEST", 1)
    (tmp_path / "g.c").write_text(OTHER)
    store = Cache(tmp_path / "cache")

    def covered() -> tuple[Machine, Coverage]:
        program = load([f"{tmp_path / 'g.c'}:g"], Compiling(), Inputs()).program
        machine = Machine(program if forks is Forks.LABELS else by_target(program))
        recall_outlines(machine.program, forks, store)
        known = len(machine.program.outlines)
        machine.run(*machine.start((7,)))
        coverage = measure(machine)
        keep_outlines(machine.program, forks, store, known)
        return machine, coverage

    first, coverage = covered()
    second, again = covered()
    assert again == coverage
    assert len(coverage.branches) == 5
    assert "body" in vars(first.program.functions["far"])  # it was read
    assert "body" not in vars(second.program.functions["far"])
