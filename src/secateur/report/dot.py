"""The dependence graph in Graphviz's language: a box for each line, a cluster for each function."""

from __future__ import annotations

from collections.abc import Sequence

from secateur.dependence.by_line.lines import Dependence, DependenceKind, Place
from secateur.report.source_text import SourceText

STYLES = {
    DependenceKind.CONTROL: 'color="#222222"',
    DependenceKind.DATA: 'color="#1f6feb", fontcolor="#1f6feb"',
    DependenceKind.POTENTIAL: 'color="#d97706", fontcolor="#d97706", style=dashed',
    DependenceKind.INTERACTIVE: 'color="#9333ea", style=dotted, constraint=false',
}


def to_dot(title: str, found: Sequence[Dependence], text: SourceText) -> str:
    boxes: dict[tuple[str, int, str], str] = {}
    for place in sorted({_line(p) for d in found for p in (d.source, d.target)}):
        boxes[place] = f"n{len(boxes)}"
    out = [
        f"digraph {quoted(title)} {{",
        '  node [shape=box, fontname="monospace", fontsize=10, style=rounded];',
        '  edge [fontname="monospace", fontsize=9];',
    ]
    for number, function in enumerate(dict.fromkeys((file, function) for file, _, function in boxes)):
        out.append(f"  subgraph cluster_{number} {{")
        out.append(f"    label={quoted(f'{function[1]} ({function[0]})')};")
        for (file, line, owner), name in boxes.items():
            if (file, owner) == function:
                out.append(f"    {name} [label={quoted(f'{line}  {text.line(file, line)}'.rstrip())}];")
        out.append("  }")
    for source, target, kind, variables in merged(found):
        ends = [f"taillabel={quoted(source.side)}"] if source.side else []
        ends += [f"headlabel={quoted(target.side)}"] if target.side else []
        ends += [f"label={quoted(', '.join(variables))}"] if variables else []
        out.append(f"  {boxes[_line(source)]} -> {boxes[_line(target)]} [{', '.join([STYLES[kind], *ends])}];")
    return "\n".join([*out, "}", ""])


def merged(found: Sequence[Dependence]) -> list[tuple[Place, Place, DependenceKind, list[str]]]:
    """One edge for each pair of places and kind, with all its variables."""
    edges: dict[tuple[Place, Place, DependenceKind], list[str]] = {}
    for dependence in found:
        variables = edges.setdefault((dependence.source, dependence.target, dependence.kind), [])
        if dependence.variable is not None:
            variables.append(dependence.variable)
    return [(*edge, variables) for edge, variables in edges.items()]


def quoted(text: str) -> str:
    """As Graphviz wants it; a backslash would start one of its own escapes."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _line(place: Place) -> tuple[str, int, str]:
    return place.file, place.line, place.function
