"""Symbolic execution for C: tests, confirmed faults, and what a change really does.

What `__all__` lists is public; everything else may change at any time. A name is imported when it is first used, so
`import secateur` costs nothing. docs/api.md has examples.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

if TYPE_CHECKING:
    from secateur.api import (
        approximate,
        augment,
        commit_suite,
        compare,
        contract,
        debug,
        deps,
        diff,
        diff_commit,
        explain,
        explore,
        explore_all,
        invariants,
        reduce,
        replay,
        run_project,
        signature,
    )
    from secateur.assumption import Assumption, AssumptionKind, Ledger
    from secateur.conjectures.line import InvariantLine
    from secateur.errors import OptionError, SecateurError
    from secateur.exploration.coverage import Coverage
    from secateur.exploration.cuts import CutKind, CutReason
    from secateur.exploration.progress import Progress
    from secateur.exploration.result import Counts
    from secateur.exploration.setup import Setup
    from secateur.exploration.sides import can_flip
    from secateur.exploration.task import Flip, Remainder, Repeat, Task
    from secateur.exploration.technique import Technique
    from secateur.expr import Expr
    from secateur.jobs.approximate_answer import ApproximateAnswer, Proof, Witness
    from secateur.jobs.augment import AugmentedSuite, NewTest
    from secateur.jobs.commit_answer import CommitDiff, CommitFunction
    from secateur.jobs.committed_suite import CommittedSuite
    from secateur.jobs.compare import TechniqueComparison
    from secateur.jobs.contract import ContractAnswer
    from secateur.jobs.debug import Diagnosis
    from secateur.jobs.deps import Dependences
    from secateur.jobs.diff_answer import Diff, FunctionDiff, ShownDifference
    from secateur.jobs.explanation import RunExplanation
    from secateur.jobs.explore_all import Survey, SurveyFinding
    from secateur.jobs.function_invariants import FunctionInvariants
    from secateur.jobs.invariants import InvariantsAnswer
    from secateur.jobs.material import write_report
    from secateur.jobs.project_function import ProjectFunction
    from secateur.jobs.reduce import ReducedSuite
    from secateur.jobs.replay import ReplayAnswer
    from secateur.jobs.run import ExploredPath, FoundFault, Run
    from secateur.jobs.run_project import ProjectRun
    from secateur.jobs.signature import SemanticSignature, SignatureComparison
    from secateur.machine.limit import Limit
    from secateur.machine.machine import Machine
    from secateur.machine.path import Branch, Path, Site
    from secateur.machine.snapshot import Snapshot
    from secateur.machine.state import State
    from secateur.project.findings import ProjectFinding
    from secateur.solver import Solver
    from secateur.suite.test import Outcome, Test

#: Every public name, and the module that defines it.
_HOMES = {
    **dict.fromkeys(
        (
            "explore",
            "explore_all",
            "explain",
            "run_project",
            "commit_suite",
            "compare",
            "contract",
            "diff",
            "diff_commit",
            "augment",
            "debug",
            "signature",
            "approximate",
            "invariants",
            "deps",
            "replay",
            "reduce",
        ),
        "secateur.api",
    ),
    "Run": "secateur.jobs.run",
    "FoundFault": "secateur.jobs.run",
    "ExploredPath": "secateur.jobs.run",
    "ContractAnswer": "secateur.jobs.contract",
    "RunExplanation": "secateur.jobs.explanation",
    "ProjectRun": "secateur.jobs.run_project",
    "ProjectFunction": "secateur.jobs.project_function",
    "ProjectFinding": "secateur.project.findings",
    "CommittedSuite": "secateur.jobs.committed_suite",
    "Survey": "secateur.jobs.explore_all",
    "SurveyFinding": "secateur.jobs.explore_all",
    "TechniqueComparison": "secateur.jobs.compare",
    "Diff": "secateur.jobs.diff_answer",
    "CommitDiff": "secateur.jobs.commit_answer",
    "CommitFunction": "secateur.jobs.commit_answer",
    "FunctionDiff": "secateur.jobs.diff_answer",
    "AugmentedSuite": "secateur.jobs.augment",
    "Diagnosis": "secateur.jobs.debug",
    "SemanticSignature": "secateur.jobs.signature",
    "SignatureComparison": "secateur.jobs.signature",
    "ApproximateAnswer": "secateur.jobs.approximate_answer",
    "InvariantsAnswer": "secateur.jobs.invariants",
    "FunctionInvariants": "secateur.jobs.function_invariants",
    "InvariantLine": "secateur.conjectures.line",
    "Dependences": "secateur.jobs.deps",
    "ReplayAnswer": "secateur.jobs.replay",
    "ReducedSuite": "secateur.jobs.reduce",
    "write_report": "secateur.jobs.material",
    "Test": "secateur.suite.test",
    "Progress": "secateur.exploration.progress",
    "Technique": "secateur.exploration.technique",
    "Setup": "secateur.exploration.setup",
    **dict.fromkeys(("Task", "Flip", "Repeat", "Remainder"), "secateur.exploration.task"),
    "can_flip": "secateur.exploration.sides",
    **dict.fromkeys(("CutKind", "CutReason"), "secateur.exploration.cuts"),
    "ShownDifference": "secateur.jobs.diff_answer",
    "NewTest": "secateur.jobs.augment",
    **dict.fromkeys(("Proof", "Witness"), "secateur.jobs.approximate_answer"),
    **dict.fromkeys(("Path", "Branch", "Site"), "secateur.machine.path"),
    "Snapshot": "secateur.machine.snapshot",
    "State": "secateur.machine.state",
    "Machine": "secateur.machine.machine",
    "Solver": "secateur.solver",
    "Expr": "secateur.expr",
    "Limit": "secateur.machine.limit",
    **dict.fromkeys(("Assumption", "AssumptionKind", "Ledger"), "secateur.assumption"),
    "Coverage": "secateur.exploration.coverage",
    "Counts": "secateur.exploration.result",
    "Outcome": "secateur.suite.test",
    "SecateurError": "secateur.errors",
    "OptionError": "secateur.errors",
}

__all__ = [
    "ApproximateAnswer",
    "Assumption",
    "AssumptionKind",
    "AugmentedSuite",
    "Branch",
    "CommitDiff",
    "CommitFunction",
    "CommittedSuite",
    "ContractAnswer",
    "Counts",
    "Coverage",
    "CutKind",
    "CutReason",
    "Dependences",
    "Diagnosis",
    "Diff",
    "ExploredPath",
    "Expr",
    "Flip",
    "FoundFault",
    "FunctionDiff",
    "FunctionInvariants",
    "InvariantLine",
    "InvariantsAnswer",
    "Ledger",
    "Limit",
    "Machine",
    "NewTest",
    "OptionError",
    "Outcome",
    "Path",
    "Progress",
    "ProjectFinding",
    "ProjectFunction",
    "ProjectRun",
    "Proof",
    "ReducedSuite",
    "Remainder",
    "Repeat",
    "ReplayAnswer",
    "Run",
    "RunExplanation",
    "SecateurError",
    "SemanticSignature",
    "Setup",
    "ShownDifference",
    "SignatureComparison",
    "Site",
    "Snapshot",
    "Solver",
    "State",
    "Survey",
    "SurveyFinding",
    "Task",
    "Technique",
    "TechniqueComparison",
    "Test",
    "Witness",
    "approximate",
    "augment",
    "can_flip",
    "commit_suite",
    "compare",
    "contract",
    "debug",
    "deps",
    "diff",
    "diff_commit",
    "explain",
    "explore",
    "explore_all",
    "invariants",
    "reduce",
    "replay",
    "run_project",
    "signature",
    "write_report",
]


def __getattr__(name: str) -> Any:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module 'secateur' has no attribute '{name}'")
    return getattr(import_module(home), name)


def __dir__() -> list[str]:
    return sorted([*__all__, "__version__"])
