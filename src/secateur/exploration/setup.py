"""What a technique may need to be made."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from secateur.exploration.chart import NodeKind
    from secateur.exploration.criteria import Criterion
    from secateur.exploration.impacted import Impacted
    from secateur.exploration.postconditions import Journal

Chosen = TypeVar("Chosen")


@dataclass(frozen=True, slots=True)
class ChangeImpact:
    """What a change affects in the new version: `impacted` exactly, `as_published` by the rules that the DiSE paper
    prints, for a kind of nodes, computed only when a technique asks for it."""

    impacted: Impacted
    as_published: Callable[[NodeKind], Impacted]


@dataclass(frozen=True, slots=True)
class Setup:
    """Everything that `Technique.make` can use. A technique takes what it needs and ignores the rest.

    `options`: an instance of the technique's `options` class; None for the defaults.
    `criterion`: the outputs that matter; None for the default.
    `journal`: called after each path with the conditions covered at each line.
    `change`: for techniques that explore what a change affects.
    `seed`: for techniques that choose at random.
    `order`: in which the tasks are taken.
    """

    options: object | None = None
    criterion: Criterion | None = None
    journal: Journal | None = None
    change: ChangeImpact | None = None
    seed: int = 0
    order: str = "dfs"

    def chosen(self, kind: type[Chosen]) -> Chosen:
        """The options, of the class that a technique declares."""
        if self.options is None:
            return kind()
        if not isinstance(self.options, kind):
            raise TypeError(f"options of type {type(self.options).__name__}, where {kind.__name__} is needed")
        return self.options

    def required_change(self) -> ChangeImpact:
        if self.change is None:
            raise ValueError("this technique explores a change: it needs two versions of a program")
        return self.change
