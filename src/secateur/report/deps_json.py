"""The JSON of `deps`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from secateur import __version__
from secateur.dependence.by_line.lines import Dependence, DependenceKind


def deps_json(
    found: Sequence[Dependence], source: str, function: str, kinds: Sequence[DependenceKind]
) -> dict[str, Any]:
    """`function` and `file` of a dependence are those of its target; the source's are named when they differ."""
    return {
        "tool": "secateur",
        "version": __version__,
        "source": source,
        "function": function,
        "kinds": [str(kind) for kind in kinds],
        "dependences": [_one(dependence) for dependence in found],
    }


def _one(dependence: Dependence) -> dict[str, Any]:
    source, target = dependence.source, dependence.target
    shown: dict[str, Any] = {
        "kind": str(dependence.kind),
        "from": str(source),
        "to": str(target),
        "variable": dependence.variable,
        "function": target.function,
        "file": target.file,
    }
    if source.function != target.function:
        shown["from_function"] = source.function
    if source.file != target.file:
        shown["from_file"] = source.file
    return shown
