"""The registry of techniques: built in, installed, and from files."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator, Sequence
from importlib.metadata import EntryPoint, EntryPoints
from pathlib import Path
from textwrap import dedent

import pytest

from secateur.dependence.static import Static
from secateur.exploration import plugins
from secateur.exploration.chart import NodeKind
from secateur.exploration.impacted import Impacted
from secateur.exploration.plugins import load_file, registry
from secateur.exploration.registry import PluginError, Registry
from secateur.exploration.setup import ChangeImpact, Setup
from secateur.exploration.task import Task
from secateur.exploration.technique_options import parse_options
from secateur.exploration.techniques.dgse import Dgse
from secateur.exploration.techniques.dgse_change import DgseChange
from secateur.exploration.techniques.dise import Dise
from secateur.exploration.techniques.full import Full
from secateur.exploration.techniques.pse import Pse
from secateur.exploration.techniques.rsc import Rsc
from secateur.expr import Expr
from secateur.machine.path import Path as Run

from .exploring import explored, explorer_for

FIRST_ONLY = """
from secateur.exploration.technique import Technique
from secateur.exploration.techniques.full import Full

class FirstOnly(Technique):
    name = "first-only"
    def tasks(self, path, task):
        return []

class Nameless(Technique):
    def tasks(self, path, task):
        return []

class Abstract(Technique):
    name = "abstract"
"""


def _file(folder: Path, text: str) -> Path:
    path = folder / "mine.py"
    path.write_text(dedent(text))
    return path


def _without_installed(monkeypatch: pytest.MonkeyPatch, *entries: EntryPoint) -> None:
    monkeypatch.setattr("importlib.metadata.entry_points", lambda group: EntryPoints(entries).select(group=group))
    monkeypatch.setattr(plugins, "_installed", plugins._installed.__wrapped__)  # else what was found before


# --- built in


def test_names_are_known_without_importing_the_techniques() -> None:
    script = """
        import json, sys
        from secateur.exploration.plugins import registry
        def loaded():
            return [name for name in sys.modules if name.startswith("secateur.exploration.techniques.")]
        known = registry()
        names, before = [*known.names(), *known.names(for_changes=True)], loaded()
        known.find("full")
        print(json.dumps([names, before, loaded(), "secateur.dependence.trace.graphs" in sys.modules]))
    """
    done = subprocess.run([sys.executable, "-c", dedent(script)], check=True, capture_output=True, text=True)
    names, before, after, needs_graphs = json.loads(done.stdout)
    assert {"full", "dgse", "pse", "dise"} <= set(names)
    assert before == []
    assert after == ["secateur.exploration.techniques.full"]
    assert not needs_graphs


@pytest.mark.parametrize("for_changes", [False, True])
def test_every_built_in_technique_can_be_found_under_its_name(for_changes: bool) -> None:
    known = registry()
    for name in known.names(for_changes):
        technique = known.find(name, for_changes)
        assert technique.name == name
        assert technique.for_changes is for_changes or technique is Full


def test_names(monkeypatch: pytest.MonkeyPatch) -> None:
    _without_installed(monkeypatch)
    known = registry()
    assert known.names() == ("auto", "full", "dgse", "dgse-published", "pse", "rsc")
    assert known.names(for_changes=True) == ("dise", "dise-published", "dgse", "full")
    assert (known.find("dgse"), known.find("dgse", for_changes=True)) == (Dgse, DgseChange)


@pytest.mark.parametrize(
    ("name", "for_changes", "message"),
    [
        ("dsge", False, "technique=dsge: unknown; did you mean dgse? Choose from auto, full, dgse"),
        ("xyz", False, "technique=xyz: unknown; choose from auto, full, dgse"),
        ("dise", False, "technique=dise: explores a change, not one program; choose from auto, full, dgse"),
        ("pse", True, "technique=pse: explores one program, not a change; choose from dise"),
    ],
)
def test_what_is_wrong_with_a_name_is_said(name: str, for_changes: bool, message: str) -> None:
    with pytest.raises(ValueError, match=r".") as caught:
        registry().find(name, for_changes)
    assert str(caught.value).startswith(message)


def test_what_is_true_of_the_techniques(monkeypatch: pytest.MonkeyPatch) -> None:
    """By attribute, the built-in techniques that have it."""
    _without_installed(monkeypatch)
    known = registry()
    kinds = {
        f"{name}{' of a change' * for_changes}": known.find(name, for_changes)
        for for_changes in (False, True)
        for name in known.names(for_changes)
        if not (for_changes and name == "full")
    }
    holds = {
        attribute: {name for name, kind in kinds.items() if getattr(kind, attribute)}
        for attribute in (
            "exact",
            "reduces",
            "seeks_faults",
            "covers_code",
            "for_changes",
            "establishes_equivalence",
            "groups_by_impact",
            "is_disjoint",
            "allows_summaries",
            "allows_stars",
            "takes_criterion",
            "keeps_journal",
            "has_own_order",
            "forks_by_label",
            "merges",
            "options",
        )
    }
    everything = set(kinds)
    assert holds == {
        "exact": everything - {"dgse-published", "dise-published of a change"},
        "reduces": everything - {"full"},
        "seeks_faults": everything - {"rsc"},
        "covers_code": {"full", "pse", "dgse", "auto"},
        "for_changes": {"dise of a change", "dise-published of a change", "dgse of a change"},
        "establishes_equivalence": {"full", "dise of a change"},
        "groups_by_impact": {"dise of a change"},
        "is_disjoint": {"dise of a change"},
        "allows_summaries": {"full", "auto", "pse"},
        "allows_stars": {"full", "auto"},
        "takes_criterion": {"rsc"},
        "keeps_journal": {"pse"},
        "has_own_order": {"dise-published of a change"},
        "forks_by_label": {"dgse-published", "dise-published of a change"},
        "merges": {"full", "auto"},
        "options": {"pse", "dise of a change", "dise-published of a change"},
    }


def test_claims_are_not_inherited_by_a_technique_that_explores_other_paths() -> None:
    class Renamed(Full):
        name = "renamed"

    class Less(Full):
        name = "less"

        def tasks(self, path: Run, task: Task | None) -> Iterator[Task]:
            return iter(())

    class Stated(Less):
        name = "stated"
        exact = True

    class LessByImpact(Dise):
        def questions(self, task: Task) -> Iterator[Sequence[Expr]]:
            return iter(())

    assert (Renamed.exact, Renamed.reduces, Renamed.establishes_equivalence) == (True, False, True)
    assert (Less.exact, Less.reduces, Less.covers_code, Less.establishes_equivalence) == (False, True, False, False)
    assert (Stated.exact, Stated.reduces) == (True, True)
    assert not LessByImpact.establishes_equivalence
    assert LessByImpact.for_changes


def test_techniques_are_made_from_one_setup() -> None:
    known = registry()
    for name in known.names():
        technique = known.find(name)
        made = technique.make(Setup(options=parse_options(technique, {})))
        assert type(made) is technique
    made = Pse.make(Setup(options=parse_options(Pse, {"size": "7"})))
    assert made.chosen.size == 7
    assert Rsc.make(Setup()).gives_up
    with pytest.raises(ValueError, match="needs two versions"):
        Dise.make(Setup())


def test_the_published_impact_is_computed_only_if_asked_for(tmp_path: Path) -> None:
    def refuse(kind: NodeKind) -> Impacted:
        raise AssertionError("nobody asked")

    program = explorer_for("int main(void) { return INT > 3; }", tmp_path).machine.program
    impacted = Impacted(Static(program, "main"), ())
    change = ChangeImpact(impacted, refuse)
    for technique in (Dise, DgseChange):
        assert technique.make(Setup(change=change)).impacted is impacted
    with pytest.raises(AssertionError, match="nobody asked"):
        registry().find("dise-published", for_changes=True).make(Setup(change=change))


# --- from a file


def test_a_technique_from_a_file_explores(tmp_path: Path) -> None:
    known = registry([_file(tmp_path, FIRST_ONLY)])
    assert known.names() == (*registry().names(), "first-only")
    text = "int main(void) { if (INT > 3) return 1; return 0; }"
    explorer = explorer_for(text, tmp_path)
    explorer.technique = known.find("first-only").make(Setup())
    assert explorer.run().counts.completed == 1
    assert explored(text, tmp_path).counts.completed == 2


def test_a_technique_for_changes_from_a_file(tmp_path: Path) -> None:
    known = registry([_file(tmp_path, FIRST_ONLY.replace('name = "first-only"', 'name = "pse"; for_changes = True'))])
    assert known.names(for_changes=True)[-1] == "pse"
    assert known.find("pse") is Pse


def test_a_file_with_a_dataclass_of_options(tmp_path: Path) -> None:
    text = """
        from __future__ import annotations
        from dataclasses import dataclass, field
        from secateur.exploration.technique import Technique

        @dataclass(frozen=True, slots=True)
        class MineOptions:
            depth: int = field(default=3, metadata={"help": "how deep"})

        class Mine(Technique):
            name = "mine"
            options = MineOptions
            def tasks(self, path, task):
                return []
    """
    (technique,) = load_file(_file(tmp_path, text))
    assert str(parse_options(technique, {"depth": "5"})) == "MineOptions(depth=5)"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("x = 1\ny = 1 / 0\n", "mine.py:2: cannot be imported: ZeroDivisionError: division by zero"),
        ("import nothing_of_that_name\n", "mine.py:1: cannot be imported: ModuleNotFoundError: No module named"),
        ("def f(:\n", "mine.py:1: cannot be imported: SyntaxError: "),
        ("def f():\n    raise KeyError(3)\n\nf()\n", "mine.py:2: cannot be imported: KeyError: 3"),
        ("raise SystemExit(2)\n", "mine.py:1: cannot be imported: SystemExit: 2"),
        ("x = 1\n", "mine.py: defines no technique; a technique is a subclass of Technique with a name and tasks"),
        (
            "from secateur.exploration.techniques.full import Full\n",
            "mine.py: defines no technique; a technique is a subclass of Technique with a name and tasks",
        ),
        (
            "from secateur.exploration.techniques.full import Full\nclass Mine(Full):\n    pass\n",
            "mine.py: there is already a technique called 'full'; give it another name",
        ),
        (FIRST_ONLY + "class Again(FirstOnly):\n    pass\n", "mine.py: defines two techniques called 'first-only'"),
    ],
    ids=["error", "import", "syntax", "nested", "exit", "empty", "imported only", "taken", "twice"],
)
def test_what_is_wrong_with_a_file_is_said(text: str, message: str, tmp_path: Path) -> None:
    path = _file(tmp_path, text)
    with pytest.raises(PluginError) as caught:
        registry([path])
    assert str(caught.value).startswith(f"{tmp_path}/{message}")


def test_a_missing_file(tmp_path: Path) -> None:
    with pytest.raises(PluginError, match=r"none\.py: there is no such file"):
        registry([tmp_path / "none.py"])
    (tmp_path / "mine.txt").write_text("x = 1\n")
    with pytest.raises(PluginError, match=r"mine\.txt: not a Python file"):
        registry([tmp_path / "mine.txt"])


def test_two_files_with_the_same_technique(tmp_path: Path) -> None:
    one = _file(tmp_path, FIRST_ONLY)
    two = tmp_path / "other.py"
    two.write_text(FIRST_ONLY)
    with pytest.raises(PluginError, match=r"other\.py: there is already a technique called 'first-only'"):
        registry([one, two])


# --- installed


def _entry(name: str, value: str) -> EntryPoint:
    return EntryPoint(name, value, plugins.GROUP)


def test_an_installed_technique(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(tmp_path))
    (tmp_path / "installed_technique.py").write_text(FIRST_ONLY)
    _without_installed(monkeypatch, _entry("first-only", "installed_technique:FirstOnly"))
    assert registry().names()[-1] == "first-only"
    assert registry().find("first-only").name == "first-only"


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (
            "nothing_of_that_name:Mine",
            "technique 'mine' of an installed package cannot be imported: ModuleNotFoundError",
        ),
        ("pathlib:Path", "technique 'mine' of an installed package: pathlib:Path is not a subclass of Technique"),
    ],
)
def test_a_broken_installed_technique_does_not_disturb_others(
    value: str, message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    _without_installed(monkeypatch, _entry("mine", value))
    known: Registry = registry()
    assert "mine" not in known.names()
    assert known.find("full") is Full
    for for_changes in (False, True):
        with pytest.raises(PluginError) as caught:
            known.find("mine", for_changes)
        assert str(caught.value).startswith(message)
    assert known.broken() == (("mine", str(caught.value)),)


def test_an_installed_technique_that_exits_does_not_disturb_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(str(tmp_path))
    (tmp_path / "exiting_technique.py").write_text("raise SystemExit(2)\n")
    _without_installed(monkeypatch, _entry("mine", "exiting_technique:Mine"))
    ((name, reason),) = registry().broken()
    assert name == "mine"
    assert reason.endswith("cannot be imported: SystemExit: 2")


def test_an_installed_technique_whose_name_is_taken_does_not_disturb_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The built-in one is used, and so is the first of two installed ones."""
    monkeypatch.syspath_prepend(str(tmp_path))
    (tmp_path / "taken_technique.py").write_text(
        FIRST_ONLY + "class Other(FirstOnly):\n    pass\nclass Taken(FirstOnly):\n    name = 'pse'\n"
    )
    _without_installed(
        monkeypatch,
        _entry("pse", "taken_technique:Taken"),
        _entry("first-only", "taken_technique:FirstOnly"),
        _entry("second", "taken_technique:Other"),
    )
    known = registry()
    assert known.find("pse") is Pse
    assert known.find("first-only").__name__ == "FirstOnly"
    assert known.broken() == (
        (
            "pse",
            "technique 'pse' of an installed package: there is already a technique called 'pse'; give it another name",
        ),
        (
            "second",
            "technique 'second' of an installed package: there is already a technique called 'first-only'; "
            "give it another name",
        ),
    )
    with pytest.raises(PluginError, match="already a technique called 'first-only'"):
        known.find("second")
    with pytest.raises(ValueError, match="technique=pse: explores one program, not a change"):
        known.find("pse", for_changes=True)


def test_a_file_may_define_what_is_broken_in_a_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _without_installed(monkeypatch, _entry("first-only", "nothing_of_that_name:Mine"))
    known = registry([_file(tmp_path, FIRST_ONLY)])
    assert known.find("first-only").name == "first-only"
    assert [name for name, _ in known.broken()] == ["first-only"]
