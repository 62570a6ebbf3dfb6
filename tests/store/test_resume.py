"""An exploration that goes on from its store ends as if it had not been interrupted."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import secateur
from secateur.errors import OptionError, SecateurError
from secateur.store import identity

from .interrupting import explored, facts, interrupt_after, paths, write_often
from .subjects import SMALLER, SUBJECTS

#: Numbers of steps after which an exploration is interrupted.
STEPS = (0, 1, 4, 11)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("name", SUBJECTS)
def test_full_has_the_same_paths(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    text, given = SUBJECTS[name]
    given = given | SMALLER.get(name, {})
    whole = explored(text, technique="full", **given)
    for steps in STEPS:
        with monkeypatch.context() as patched:
            interrupt_after(steps, patched)
            part = explored(text, technique="full", out=f"out{steps}", **given)
        again = secateur.explore(resume=f"out{steps}")
        assert not any("taken up" in note.text for note in again.result.notes), "it began again"
        assert facts(again) == facts(whole), (steps, part.counts)
        assert paths(again) == paths(whole), (steps, part.counts)


@pytest.mark.parametrize("technique", ["auto", "pse"])
@pytest.mark.parametrize("name", SUBJECTS)
def test_techniques_that_cut_find_the_same(name: str, technique: str, monkeypatch: pytest.MonkeyPatch) -> None:
    text, given = SUBJECTS[name]
    whole = explored(text, technique=technique, **given)
    for steps in STEPS[1:3]:
        with monkeypatch.context() as patched:
            interrupt_after(steps, patched)
            explored(text, technique=technique, out=f"out{steps}", **given)
        assert facts(secateur.explore(resume=f"out{steps}")) == facts(whole), steps


@pytest.mark.parametrize("keep", ["all", "branches", "outcomes"])
def test_what_is_kept_is_the_same(keep: str, monkeypatch: pytest.MonkeyPatch) -> None:
    text, given = SUBJECTS["text"][0], SMALLER["text"]
    whole = explored(text, technique="full", keep=keep, **given)
    with monkeypatch.context() as patched:
        interrupt_after(9, patched)
        explored(text, technique="full", keep=keep, out="out", **given)
    again = secateur.explore(resume="out")
    assert sorted(test.path for test in again.tests) == sorted(test.path for test in whole.tests)
    assert again.counts == whole.counts


@pytest.mark.parametrize("order", ["bfs", "random", "coverage", "random-path", "mixed"])
def test_in_any_order(order: str, monkeypatch: pytest.MonkeyPatch) -> None:
    text, given = SUBJECTS["branches"]
    whole = explored(text, technique="full", order=order, **given)
    with monkeypatch.context() as patched:
        interrupt_after(20, patched)
        explored(text, technique="full", order=order, out="out", **given)
    again = secateur.explore(resume="out")
    assert (facts(again), paths(again)) == (facts(whole), paths(whole))


def test_again_and_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each part does a few steps; batches are as small as can be."""
    text, given = SUBJECTS["faults"]
    whole = explored(text, technique="full", **given)
    write_often(monkeypatch)
    with monkeypatch.context() as patched:
        interrupt_after(2, patched)
        run = explored(text, technique="full", out="out", **given)
    parts = 1
    while not run.complete:
        with monkeypatch.context() as patched:
            interrupt_after(2, patched)
            run = secateur.explore(resume="out")
        parts += 1
    assert parts > 5
    assert (facts(run), paths(run)) == (facts(whole), paths(whole))


def test_budgets_can_be_others(monkeypatch: pytest.MonkeyPatch) -> None:
    text, given = SUBJECTS["branches"]
    part = explored(text, technique="full", out="out", max_paths=5, **given)
    assert (part.counts.completed, part.complete) == (5, False)
    more = secateur.explore(resume="out", max_paths=12)
    assert (more.counts.completed, more.complete) == (12, False)
    assert secateur.explore("f.c:f", resume="out", technique="full", buffer=6, confirm=False).counts.completed == 64


@pytest.mark.parametrize("technique", ["dgse", "rsc"])
def test_others_begin_again_and_keep_what_was_found(technique: str, monkeypatch: pytest.MonkeyPatch) -> None:
    text, given = SUBJECTS["faults"]
    whole = explored(text, technique=technique, **given)
    with monkeypatch.context() as patched:
        interrupt_after(4, patched)
        part = explored(text, technique=technique, out="out", **given)
    less = secateur.explore(resume="out", max_paths=1)
    assert {str(fault) for fault in part.faults} <= {str(fault) for fault in less.faults}
    assert {test.path for test in part.tests} <= {test.path for test in less.tests}
    assert facts(secateur.explore(resume="out")) == facts(whole)


def test_a_program_that_has_changed_is_refused() -> None:
    text, given = SUBJECTS["branches"]
    explored(text, technique="full", out="out", max_paths=5, **given)
    Path("f.c").write_text(text.replace("% 7", "% 8"))
    with pytest.raises(SecateurError, match=r"out: the program has changed since it was stored; explore again"):
        secateur.explore(resume="out")


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"technique": "pse"}, "technique=pse: the stored run has full"),
        ({"buffer": 7}, "buffer=7: the stored run has 6"),
        ({"assume": ["a[0] > 1"]}, "the stored run has none"),
        ({"out": "elsewhere"}, "a run goes on in its own folder"),
    ],
)
def test_other_options_are_refused(given: dict[str, Any], message: str) -> None:
    text, usual = SUBJECTS["branches"]
    explored(text, technique="full", out="out", max_paths=5, **usual)
    with pytest.raises(OptionError, match=message.replace("[", r"\[")):
        secateur.explore(resume="out", **given)
    whole: dict[str, Any] = {"technique": "full", "confirm": False} | usual | given
    with pytest.raises(OptionError, match=message.replace("[", r"\[")):
        secateur.explore("f.c:f", resume="out", **whole)


def test_another_version_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    text, given = SUBJECTS["branches"]
    with monkeypatch.context() as patched:
        patched.setattr(identity.RunIdentity.__init__, "__defaults__", ("", "0.0.1"))
        explored(text, technique="full", out="out", max_paths=5, **given)
    with pytest.raises(SecateurError, match=r"was stored by version 0\.0\.1"):
        secateur.explore(resume="out")


def test_a_folder_without_a_run_is_refused() -> None:
    with pytest.raises(SecateurError, match="nowhere: has no stored run"):
        secateur.explore(resume="nowhere")
    Path("other").mkdir()
    Path("other/run.sqlite").write_text("this is no database, but it is long enough to be taken for one" * 20)
    with pytest.raises(SecateurError, match="is no stored run, or was damaged"):
        secateur.explore(resume="other")


def test_nothing_is_stored_without_a_folder() -> None:
    text, given = SUBJECTS["branches"]
    explored(text, **given)
    assert not list(Path().rglob("*.sqlite*"))
