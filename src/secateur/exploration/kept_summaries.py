"""Exact summaries as text, to keep them in the cache: expressions as lists of their nodes."""

from __future__ import annotations

import json
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from secateur.expr import Expr, post_order, variable
from secateur.expr.expr import intern
from secateur.machine.summary import CallEffects, CellWrite


@dataclass(frozen=True, slots=True)
class SceneSummary:
    """What a function does in a scene, over variables: its `parameters`, the `bases` of views, the addresses of
    `symbols`. `ways`: the conditions of each path that is known. `is_whole`: only calls that fail, or do what no value
    describes, are entered."""

    effects: CallEffects
    parameters: tuple[Expr, ...]
    bases: tuple[Expr, ...]
    symbols: tuple[tuple[str, Expr], ...]
    ways: tuple[tuple[Expr, ...], ...]
    is_whole: bool


class BadEntry(Exception):
    """What is stored is not a summary."""


def to_bytes(made: SceneSummary | None, work: int, queries: int) -> bytes:
    """With what it took: whether the next one is made must not depend on the cache."""
    entry = [work, queries, None if made is None else _text(made)]
    return zlib.compress(json.dumps(entry, separators=(",", ":")).encode(), 1)


def from_bytes(data: bytes) -> tuple[SceneSummary | None, int, int]:
    """The summary, the work and the queries."""
    try:
        work, queries, found = json.loads(zlib.decompress(data))
        return None if found is None else _summary(found), int(work), int(queries)
    except (ValueError, TypeError, KeyError, IndexError, zlib.error) as problem:
        raise BadEntry from problem


def _text(made: SceneSummary) -> dict[str, Any]:
    effects = made.effects
    values = [effects.value, effects.enters, *(write.value for write in effects.writes), *made.parameters, *made.bases]
    values += [each for _, each in made.symbols] + [each for way in made.ways for each in way]
    numbers: dict[Expr, int] = {}
    nodes: list[list[Any]] = []
    for node in post_order(*(value for value in values if isinstance(value, Expr))):
        numbers[node] = len(nodes)
        if node.op == "var":
            nodes.append([node.name, node.width, node.args[0], node.kind])
        else:
            nodes.append([node.op, node.width, [_arg(arg, numbers) for arg in node.args]])
    return {
        "nodes": nodes,
        "value": _arg(effects.value, numbers),
        "writes": [[w.view, w.offset, w.size, _arg(w.value, numbers)] for w in effects.writes],
        "enters": _arg(effects.enters, numbers),
        "depth": effects.depth,
        "parameters": [numbers[each] for each in made.parameters],
        "bases": [numbers[each] for each in made.bases],
        "symbols": [[name, numbers[each]] for name, each in made.symbols],
        "ways": [[numbers[each] for each in way] for way in made.ways],
        "whole": made.is_whole,
    }


def _arg(value: object, numbers: dict[Expr, int]) -> Any:
    """An expression is a list of its number, to be told from constants."""
    return [numbers[value]] if isinstance(value, Expr) else value


def _summary(found: dict[str, Any]) -> SceneSummary:
    nodes: list[Expr] = []
    for node in found["nodes"]:
        if len(node) == 4:
            name, width, number, kind = node
            nodes.append(variable(name, width, number, kind))
        else:
            op, width, args = node
            nodes.append(intern(op, tuple(_value(arg, nodes) for arg in args), width))
    writes = tuple(CellWrite(view, at, size, _value(value, nodes)) for view, at, size, value in found["writes"])
    effects = CallEffects(_value(found["value"], nodes), writes, _value(found["enters"], nodes), found["depth"])
    return SceneSummary(
        effects,
        tuple(nodes[number] for number in found["parameters"]),
        tuple(nodes[number] for number in found["bases"]),
        tuple((name, nodes[number]) for name, number in found["symbols"]),
        tuple(tuple(nodes[number] for number in way) for way in found["ways"]),
        found["whole"],
    )


def _value(arg: Any, nodes: Sequence[Expr]) -> Any:
    return nodes[arg[0]] if isinstance(arg, list) else arg
