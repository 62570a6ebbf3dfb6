"""What influences what, by source line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from secateur.dependence.by_line.analysis import dependences
from secateur.dependence.by_line.lines import Dependence, DependenceKind, Lines
from secateur.dependence.static import Static
from secateur.errors import OptionError
from secateur.harness.subject import Subject, load
from secateur.jobs.answer import Answer
from secateur.options.jobs import DepsOptions
from secateur.report.deps_json import deps_json
from secateur.report.source_text import SourceText


@dataclass(frozen=True, slots=True)
class Dependences(Answer):
    """The dependences of a function and of what it calls."""

    subject: Subject
    kinds: tuple[DependenceKind, ...]
    all: tuple[Dependence, ...]
    options: DepsOptions

    def data(self) -> dict[str, Any]:
        return deps_json(self.all, self.subject.source, self.subject.function, self.kinds)

    def draw(self, file: Path) -> None:
        """As a Graphviz file, or as a picture if the name ends with .svg."""
        from secateur.report.dot import to_dot  # noqa: PLC0415 - a picture is rarely wanted
        from secateur.report.svg import to_svg  # noqa: PLC0415

        drawn = to_svg if file.suffix.lower() == ".svg" else to_dot
        file.write_text(drawn(self.subject.title, self.all, SourceText()))


def deps(sources: Sequence[str], options: DepsOptions) -> Dependences:
    kinds = wanted_kinds(options.kind)
    subject = load(sources, options.compiling, options.inputs)
    static = Static(subject.program, "main")
    found = dependences(static, Lines(static.code, SourceText().at), kinds)
    return Dependences(subject, kinds, tuple(found), options)


def wanted_kinds(text: str) -> tuple[DependenceKind, ...]:
    """The kinds that the user asked for, in our order."""
    words = [word.strip() for word in text.split(",") if word.strip()]
    unknown = [word for word in words if word not in (*DependenceKind, "all")]
    if unknown or not words:
        raise OptionError("kind", unknown[0] if unknown else text, known=(*DependenceKind, "all"))
    return tuple(kind for kind in DependenceKind if kind in words or "all" in words)
