"""The functions of the public API: keyword arguments in, an answer out.

Each function takes the options of its job as keywords (`secateur.options.jobs`) and returns the job's answer. Errors
the user can fix are `SecateurError`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Unpack

from secateur.errors import OptionError
from secateur.options import assemble
from secateur.options import jobs as options
from secateur.options import keywords as words

if TYPE_CHECKING:
    from secateur.exploration.progress import Progress
    from secateur.jobs.approximate_answer import ApproximateAnswer
    from secateur.jobs.augment import AugmentedSuite
    from secateur.jobs.commit import CommitProgress
    from secateur.jobs.commit_answer import CommitDiff
    from secateur.jobs.committed_suite import CommittedSuite
    from secateur.jobs.compare import RowsReport, TechniqueComparison
    from secateur.jobs.contract import ContractAnswer
    from secateur.jobs.debug import Diagnosis
    from secateur.jobs.deps import Dependences
    from secateur.jobs.diff_answer import Diff
    from secateur.jobs.explanation import RunExplanation
    from secateur.jobs.explore_all import Survey
    from secateur.jobs.invariants import InvariantsAnswer
    from secateur.jobs.reduce import ReducedSuite
    from secateur.jobs.replay import ReplayAnswer
    from secateur.jobs.run import Run
    from secateur.jobs.run_project import ProjectRun
    from secateur.jobs.signature import SemanticSignature, SignatureComparison
    from secateur.suite.test import Json

# A job is imported when it is called: each needs other parts of the engine.
# ruff: noqa: PLC0415


def _named(sources: tuple[str | Path, ...]) -> list[str]:
    if not sources:
        raise OptionError("sources", problem="none given", advice='name one, as in "file.c:function"')
    return [str(source) for source in sources]


def explore(
    *sources: str | Path, progress: Callable[[Progress], None] | None = None, **given: Unpack[words.ExploreKeywords]
) -> Run:
    """Explore the paths of a function: `explore("brake.c:update", technique="dgse", timeout=60)`.

    `sources` are `file.c:function`, or `file.c` for its main; further files are linked. `progress` is called now and
    then while the exploration runs. Ctrl-C ends it; the answer then holds what was found so far. With `out`, what is
    found is also stored in that folder while it runs; `resume` goes on with such a run, also without sources.
    """
    from secateur.jobs.explore import explore as job

    chosen = assemble(options.ExploreOptions, given)
    return job([] if not sources and chosen.resume else _named(sources), chosen, progress)


def explore_all(
    *sources: str | Path, progress: Callable[[Progress], None] | None = None, **given: Unpack[words.ExploreKeywords]
) -> Survey:
    """Explore several functions: `explore_all("parser.c:*", timeout=60)`, which share the time."""
    from secateur.jobs.explore_all import explore_all as job

    return job(_named(sources), assemble(options.ExploreOptions, given), progress)


def contract(*sources: str | Path, **given: Unpack[words.ContractKeywords]) -> ContractAnswer:
    """What a valid call of a function is: `contract("ring.c:push").parts`."""
    from secateur.jobs.contract import contract as job

    return job(_named(sources), assemble(options.ContractOptions, given))


def compare(
    *sources: str | Path, progress: RowsReport | None = None, **given: Unpack[words.CompareKeywords]
) -> TechniqueComparison:
    """Explore a function with several techniques, each in its own process."""
    from secateur.jobs.compare import compare as job

    return job(_named(sources), assemble(options.CompareOptions, given), progress)


def diff(
    old: str | Path,
    new: str | Path,
    *,
    progress: Callable[[Progress], None] | None = None,
    **given: Unpack[words.DiffKeywords],
) -> Diff:
    """What a change does: `diff("old/brake.c", "new/brake.c", function="update")`.

    Each version is a file, a folder, or `git:REV:path`.
    """
    from secateur.jobs.diff import diff as job

    return job(str(old), str(new), assemble(options.DiffOptions, given), progress)


def diff_commit(
    commits: str, *, progress: Callable[[CommitProgress], None] | None = None, **given: Unpack[words.DiffKeywords]
) -> CommitDiff:
    """What a commit does to every function that it changes: `diff_commit("HEAD~1..HEAD", timeout=60)`.

    `A..B` names two commits of the repository of the current folder, `A` one that is compared with the working tree.
    Ctrl-C ends it; the answer then holds what was compared so far.
    """
    from secateur.jobs.commit import diff_commit as job

    return job(commits, assemble(options.DiffOptions, given), progress)


def augment(old: str | Path, new: str | Path | None, **given: Unpack[words.AugmentKeywords]) -> AugmentedSuite:
    """Tests for a change, by the chains of dependences along which its effect can travel. Without `new`, `old` is
    `A..B` for two commits, or one that is compared with the working tree."""
    from secateur.jobs.augment import augment as job

    return job(str(old), None if new is None else str(new), assemble(options.AugmentOptions, given))


def debug(
    old: str | Path, new: str | Path | None, inputs: Mapping[str, Json], **given: Unpack[words.DebugKeywords]
) -> Diagnosis:
    """Lines that can explain why a test gives another output in the new version. `inputs` is the test by input name;
    inputs that it leaves out are zero. Without `new`, `old` is `A..B` for two commits, or one that is compared with the
    working tree."""
    from secateur.jobs.debug import debug as job

    return job(str(old), None if new is None else str(new), inputs, assemble(options.DebugOptions, given))


def signature(
    *sources: str | Path,
    progress: Callable[[Progress], None] | None = None,
    **given: Unpack[words.SignatureKeywords],
) -> SemanticSignature | SignatureComparison:
    """Everything the output of a function can be, and when. Two sources are compared."""
    from secateur.jobs.signature import signature_of

    return signature_of(_named(sources), assemble(options.SignatureOptions, given), progress)


def approximate(*sources: str | Path, **given: Unpack[words.ApproximateKeywords]) -> ApproximateAnswer:
    """When a line is reached, what a variable can be there, and what holds at exit, for all paths at once."""
    from secateur.jobs.approximate import approximate as job

    return job(_named(sources), assemble(options.ApproximateOptions, given))


def invariants(
    *sources: str | Path,
    begin: Callable[[str, int, int], None] | None = None,
    **given: Unpack[words.InvariantsKeywords],
) -> InvariantsAnswer:
    """What functions return and change, under which conditions, and when they fail: `file.c`, `file.c:parse_*`,
    `file.c:f`. `begin` is told the name of each function, its number, and how many there are."""
    from secateur.jobs.invariants import invariants as job

    return job(_named(sources), assemble(options.InvariantsOptions, given), begin=begin)


def deps(*sources: str | Path, **given: Unpack[words.DepsKeywords]) -> Dependences:
    """The dependences of a function and what it calls, by source line."""
    from secateur.jobs.deps import deps as job

    return job(_named(sources), assemble(options.DepsOptions, given))


def explain(directory: Path | str, what: str, **given: Unpack[words.ExplainKeywords]) -> RunExplanation:
    """Why a stored run is as it is: `explain("secateur-out/parser-parse", "parser.c:42")`.

    `what` is `FILE:LINE`, the name of a test, `cut:N`, `fault:N` or `assumption:N`.
    """
    from secateur.jobs.explain import explain as job

    return job(directory, what, assemble(options.ExplainOptions, given))


def commit_suite(directory: Path | str, **given: Unpack[words.SuiteKeywords]) -> CommittedSuite:
    """Write the tests of a folder as a suite to commit: few, titled by what they show, for a test framework."""
    from secateur.jobs.committed_suite import committed_suite as job

    return job(directory, assemble(options.SuiteOptions, given))


def run_project(folder: Path | str = ".", **given: Unpack[words.ProjectKeywords]) -> ProjectRun:
    """Explore what changed of the project that a folder belongs to, as its `secateur.toml` says. Paths in the answer
    are relative to the folder of that file, which is the current folder while it runs."""
    from contextlib import chdir

    from secateur.jobs.run_project import run_project as job
    from secateur.project.settings import settings_of

    settings = settings_of(Path(folder))
    with chdir(settings.root):
        return job(settings, assemble(options.ProjectOptions, given))


def replay(directory: Path | str, **given: Unpack[words.ReplayKeywords]) -> ReplayAnswer:
    """Run the tests of a folder natively, and compare each with its prediction."""
    from secateur.jobs.replay import replay as job

    return job(directory, assemble(options.ReplayOptions, given))


def reduce(directory: Path | str, **given: Unpack[words.ReduceKeywords]) -> ReducedSuite:
    """Drop the tests of a folder that compute the output in the same way as an earlier one, and write the rest."""
    from secateur.jobs.reduce import reduce as job

    return job(directory, assemble(options.ReduceOptions, given))
