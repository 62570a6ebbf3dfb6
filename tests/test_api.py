"""The front door: what `import secateur` gives, as a user would use it."""

from __future__ import annotations

import json
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import secateur

SOURCE = """int f(int x, int y)
{
    if (x > 3)
        return 10 / y;
    return x;
}
"""

CHANGED = SOURCE.replace("x > 3", "x > 4")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("f.c").write_text(SOURCE)
    Path("new.c").write_text(CHANGED)
    return tmp_path


def test_public_names_exist_and_nothing_else_is_listed() -> None:
    for name in secateur.__all__:
        assert getattr(secateur, name) is not None
    assert set(dir(secateur)) == {*secateur.__all__, "__version__"}
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        secateur.nothing  # noqa: B018


def test_explore_gives_faults_with_inputs_and_confirmation() -> None:
    run = secateur.explore("f.c:f")
    assert [(fault.kind, fault.line, fault.confirmed) for fault in run.faults] == [("division-by-zero", 4, True)]
    fault = run.faults[0]
    assert fault.inputs["y"] == 0
    assert fault.test in run.tests
    assert str(fault) == "division-by-zero at f.c:4"
    assert run.found
    assert run.complete
    assert run.summary == "complete for: all inputs; every path was explored"
    assert run.coverage.covered_lines == len(run.coverage.lines)


def test_explore_writes_nothing_until_asked(folder: Path) -> None:
    run = secateur.explore("f.c:f", confirm=False)
    assert {path.name for path in folder.iterdir()} == {"f.c", "new.c"}
    assert run.faults[0].confirmed is None
    written = run.write("there")
    assert {path.name for path in written.iterdir()} >= {"tests.json", "tests.c", "run.json", "coverage.lcov"}
    assert json.loads((written / "run.json").read_text()) == json.loads(json.dumps(run.to_json()))


def test_paths_have_conditions_in_c_and_smtlib() -> None:
    run = secateur.explore("f.c:f", confirm=False)
    paths = list(run.paths)
    assert len(paths) == len(run.tests) == run.counts.completed
    taken = next(path for path in paths if path.branches == ("3T",) and path.outcome.fault is None)
    assert taken.conditions[0] in ("x > 3", "3 < x")
    script = taken.to_smtlib()
    assert "(declare-fun x () (_ BitVec 32))" in script
    assert "(check-sat)" in script


def test_smtlib_has_the_inputs_of_the_path_as_a_model() -> None:
    z3 = pytest.importorskip("z3")
    for path in secateur.explore("f.c:f", confirm=False).paths:
        solver = z3.Solver()
        solver.from_string(path.to_smtlib())
        for name, value in path.inputs.items():
            solver.add(z3.BitVec(name, 32) == value)
        assert solver.check() == z3.sat


def test_progress_is_reported() -> None:
    seen: list[secateur.Progress] = []
    text = "int f(int x[10]) { int n = 0; for (int i = 0; i < 10; i++) if (x[i] > i) n++; return n; }\n"
    Path("many.c").write_text(text)
    secateur.explore("many.c:f", buffer=10, technique="full", progress=seen.append)
    assert seen
    assert seen[-1].paths > 0


def test_settings_tell_every_option() -> None:
    run = secateur.explore("f.c:f", confirm=False, order="bfs", loop_bound=3)
    assert run.to_json()["settings"]["limits"]["loop_bound"] == 3
    assert run.to_json()["settings"]["search"]["order"] == "bfs"


def test_compare() -> None:
    compared = secateur.compare("f.c:f", techniques=["full", "dgse"], confirm=False)
    assert [row["technique"] for row in compared.rows] == ["full", "dgse"]
    assert compared.complete
    assert compared.differences == []


def test_diff() -> None:
    found = secateur.diff("f.c", "new.c", function="f")
    (function,) = found.functions
    assert function.status == "different"
    assert function.differences[0].new.inputs["x"] == 4
    assert function.differences[0].confirmed
    assert found.found
    assert found.to_json()["verdict"] == "different"


def test_the_other_jobs() -> None:
    assert secateur.debug("f.c", "new.c", {"x": 4, "y": 1}, function="f").found
    assert secateur.signature("f.c:f").to_json()["rows"]
    assert secateur.signature("f.c:f", "new.c").found
    assert secateur.approximate("f.c:f", prove=["x > 3 || result == x"]).proofs[0].status == "proved"
    assert secateur.deps("f.c:f", kind="control").to_json()["dependences"]
    assert secateur.augment("f.c", "new.c", function="f").found
    secateur.explore("f.c:f").write("suite")
    assert not secateur.replay("suite").found
    assert secateur.reduce("suite").kept


def test_errors_are_of_one_family() -> None:
    with pytest.raises(secateur.SecateurError, match="has no function 'g'"):
        secateur.explore("f.c:g")
    with pytest.raises(secateur.OptionError, match="did you mean dfs"):
        secateur.explore("f.c:f", order="dsf")
    with pytest.raises(secateur.OptionError, match="did you mean timeout"):
        secateur.explore("f.c:f", timout=3)  # type: ignore[call-arg]


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"timeout": "60"}, "timeout=60: must be a number"),
        ({"buffer": None}, "buffer: must be a whole number"),
        ({"buffer": 2.5}, "buffer=2.5: must be a whole number"),
        ({"confirm": "off"}, "confirm=off: must be True or False"),
        ({"technique": 3}, "technique=3: must be a text"),
        ({"max_paths": True}, "max_paths=True: must be a whole number"),
        ({"out": 3}, "out=3: must be a path"),
        ({"symbolic": 3}, "symbolic=3: must be a sequence"),
    ],
)
def test_a_value_of_another_type_is_refused(given: dict[str, object], message: str) -> None:
    with pytest.raises(secateur.OptionError) as caught:
        secateur.explore("f.c:f", **given)  # type: ignore[arg-type]
    assert str(caught.value) == message


def test_no_source_is_refused() -> None:
    with pytest.raises(secateur.OptionError, match="sources: none given"):
        secateur.explore()


def test_compare_in_a_thread() -> None:
    """Signal handlers can be set in the main thread only."""
    with ThreadPoolExecutor() as pool:
        compared = pool.submit(secateur.compare, "f.c:f", techniques="full", confirm=False).result()
    assert compared.complete


def test_every_answer_tells_its_settings() -> None:
    secateur.explore("f.c:f").write("suite")
    answers = [
        secateur.diff("f.c", "new.c", function="f", confirm=False),
        secateur.augment("f.c", "new.c", function="f", confirm=False),
        secateur.debug("f.c", "new.c", {"x": 4, "y": 1}, function="f"),
        secateur.signature("f.c:f"),
        secateur.signature("f.c:f", "new.c"),
        secateur.approximate("f.c:f", to=4),
        secateur.deps("f.c:f"),
        secateur.compare("f.c:f", techniques="full", confirm=False),
    ]
    for answer in answers:
        assert answer.to_json()["settings"]["inputs"]["buffer"] == 4, answer
    assert secateur.replay("suite", timeout=5).to_json()["settings"] == {"timeout": 5, "jobs": None, "trust": False}
    assert secateur.reduce("suite").to_json()["settings"] == {"outputs": {"output": []}}


def test_a_commit_is_called_by_its_place_in_the_repository(folder: Path) -> None:
    """Not by the temporary folder that it was unpacked to, in texts and in errors."""
    git = ["git", "-c", "user.name=a", "-c", "user.email=a@b.c"]
    for words in (["init", "-q"], ["add", "f.c"], ["commit", "-qm", "first"]):
        subprocess.run([*git, *words], check=True)
    Path("f.c").write_text(SOURCE.replace("10 / y", "y ? 10 / y : 0"))
    (found,) = secateur.diff("git:HEAD:f.c", "f.c", function="f").functions
    assert found.old == "HEAD:f.c:f"
    assert any("division-by-zero at HEAD:f.c:4" in text for each in found.differences for text in each.outcomes)
    with pytest.raises(secateur.OptionError) as refused:
        secateur.diff("f.c", "git:HEAD:f.c", function="f", output=["g"])
    assert refused.value.problem == "HEAD:f.c:f has no such output"
    Path("f.c").write_text("int f(int x) { return x +; }")
    subprocess.run([*git, "commit", "-qam", "broken"], check=True)
    with pytest.raises(secateur.SecateurError) as caught:
        secateur.diff("git:HEAD:f.c", "new.c", function="f")
    assert "HEAD:f.c:1" in str(caught.value)
    assert "secateur-" not in str(caught.value)


def test_a_technique_in_a_file() -> None:
    Path("lazy.py").write_text(
        "from secateur import Technique\n"
        "class Lazy(Technique):\n"
        "    name = 'lazy'\n"
        "    promise = 'one path was run'\n"
        "    def tasks(self, path, task):\n"
        "        return ()\n"
    )
    run = secateur.explore("f.c:f", plugin=["lazy.py"], technique="lazy")
    assert run.counts.completed == 1
    assert run.technique == "lazy"


@pytest.mark.parametrize(
    ("code", "absent"),
    [
        ("import secateur", ("secateur.jobs", "secateur.machine", "rich", "typer", "z3")),
        ("import secateur; secateur.explore('f.c:f', confirm=False)", ("rich", "typer", "z3", "secateur.evolve")),
    ],
)
def test_what_is_not_needed_is_not_imported(code: str, absent: tuple[str, ...]) -> None:
    """Start-up time is what is imported."""
    script = f"import sys\n{code}\nprint(*[name for name in {absent!r} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []
