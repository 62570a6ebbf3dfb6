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
        compare,
        debug,
        deps,
        diff,
        explore,
        reduce,
        replay,
        signature,
    )
    from secateur.errors import OptionError, SecateurError
    from secateur.exploration.loop import Progress
    from secateur.exploration.setup import Setup
    from secateur.exploration.sides import can_flip
    from secateur.exploration.task import Flip, Remainder, Repeat, Task
    from secateur.exploration.technique import Technique
    from secateur.jobs.approximate import ApproximateAnswer
    from secateur.jobs.augment import AugmentedSuite
    from secateur.jobs.change import Diff, FunctionDiff
    from secateur.jobs.compare import TechniqueComparison
    from secateur.jobs.debug import Diagnosis
    from secateur.jobs.deps import Dependences
    from secateur.jobs.reduce import ReducedSuite
    from secateur.jobs.replay import ReplayAnswer
    from secateur.jobs.run import ExploredPath, FoundFault, Run
    from secateur.jobs.signature import SemanticSignature, SignatureComparison
    from secateur.suite.test import Test

#: Every public name, and the module that defines it.
_HOMES = {
    **dict.fromkeys(
        ("explore", "compare", "diff", "augment", "debug", "signature", "approximate", "deps", "replay", "reduce"),
        "secateur.api",
    ),
    "Run": "secateur.jobs.run",
    "FoundFault": "secateur.jobs.run",
    "ExploredPath": "secateur.jobs.run",
    "TechniqueComparison": "secateur.jobs.compare",
    "Diff": "secateur.jobs.change",
    "FunctionDiff": "secateur.jobs.change",
    "AugmentedSuite": "secateur.jobs.augment",
    "Diagnosis": "secateur.jobs.debug",
    "SemanticSignature": "secateur.jobs.signature",
    "SignatureComparison": "secateur.jobs.signature",
    "ApproximateAnswer": "secateur.jobs.approximate",
    "Dependences": "secateur.jobs.deps",
    "ReplayAnswer": "secateur.jobs.replay",
    "ReducedSuite": "secateur.jobs.reduce",
    "Test": "secateur.suite.test",
    "Progress": "secateur.exploration.loop",
    "Technique": "secateur.exploration.technique",
    "Setup": "secateur.exploration.setup",
    **dict.fromkeys(("Task", "Flip", "Repeat", "Remainder"), "secateur.exploration.task"),
    "can_flip": "secateur.exploration.sides",
    "SecateurError": "secateur.errors",
    "OptionError": "secateur.errors",
}

__all__ = [
    "ApproximateAnswer",
    "AugmentedSuite",
    "Dependences",
    "Diagnosis",
    "Diff",
    "ExploredPath",
    "Flip",
    "FoundFault",
    "FunctionDiff",
    "OptionError",
    "Progress",
    "ReducedSuite",
    "Remainder",
    "Repeat",
    "ReplayAnswer",
    "Run",
    "SecateurError",
    "SemanticSignature",
    "Setup",
    "SignatureComparison",
    "Task",
    "Technique",
    "TechniqueComparison",
    "Test",
    "approximate",
    "augment",
    "can_flip",
    "compare",
    "debug",
    "deps",
    "diff",
    "explore",
    "reduce",
    "replay",
    "signature",
]


def __getattr__(name: str) -> Any:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module 'secateur' has no attribute '{name}'")
    return getattr(import_module(home), name)


def __dir__() -> list[str]:
    return sorted([*__all__, "__version__"])
