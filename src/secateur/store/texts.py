"""What a run has met, as JSON and back. No expression is stored: what is made of expressions is made again by running
inputs."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from secateur.assumption import Assumption, AssumptionKind
from secateur.exploration.cuts import Cut, CutKind, CutReason
from secateur.exploration.earlier import EarlierInput, cut_of, refused_by
from secateur.exploration.result import Counts, EarlierCounts, TechniqueStage
from secateur.ir.model import Position
from secateur.machine.fault import FaultKind
from secateur.machine.limit import Limit, LimitKind
from secateur.machine.path import BranchKind, Note, Path
from secateur.solver import Stats

#: The columns of a table that have an input.
INPUT = "model, cut, reason, tried"


def text_model(text: str) -> tuple[int, ...]:
    return tuple(map(int, text.split(","))) if text else ()


def path_input(path: Path) -> tuple[str, int | None, str, str]:
    """The columns `INPUT` of a table: what makes a path again (`given_of`)."""
    model, refused = path.model, refused_by(path)
    tried = ",".join([f"{branch}:{value}" for branch, value in refused]) if refused else ""
    return (",%d" * len(model) % model)[1:], cut_of(path), path.reason, tried


def row_input(row: Sequence[Any]) -> EarlierInput:
    model, cut, reason, text = row
    tried = [(int(branch), int(value)) for each in text.split(",") if each for branch, value in [each.split(":")]]
    return EarlierInput(text_model(model), cut, reason, tuple(tried))


def counts_text(state: EarlierCounts) -> str:
    return json.dumps(
        {
            "technique": state.technique,
            "counts": asdict(state.counts),
            "instructions": state.instructions,
            "seconds": state.seconds,
            "notes": [_note(each) for each in state.notes],
            "stopped": [[_limit(each), count] for each, count in state.stopped.items()],
            "assumptions": [[str(each.kind), each.subject, each.details] for each in state.assumptions],
            "used": [[each.technique, each.first_run] for each in state.used],
            "cuts": [
                [each.technique, _position(each.position), str(each.branch), each.count, str(each.reason.kind)]
                for each in state.cuts
            ],
            "solver": asdict(state.solver),
            "by_fault": [[str(kind), _position(place), count] for (kind, place), count in state.by_fault.items()],
        }
    )


def text_counts(text: str) -> EarlierCounts:
    data = json.loads(text)
    return EarlierCounts(
        data["technique"],
        Counts(**data["counts"]),
        data["instructions"],
        data["seconds"],
        [_read_note(each) for each in data["notes"]],
        {_read_limit(each): count for each, count in data["stopped"]},
        [Assumption(AssumptionKind(kind), subject, details) for kind, subject, details in data["assumptions"]],
        [TechniqueStage(name, run) for name, run in data["used"]],
        [
            Cut(name, Position(*place), BranchKind(branch), count, CutReason(CutKind(kind)))
            for name, place, branch, count, kind in data["cuts"]
        ],
        Stats(**data["solver"]),
        {(FaultKind(kind), Position(*place)): count for kind, place, count in data["by_fault"]},
    )


def _position(place: Position) -> list[Any]:
    return [place.file, place.line, place.column]


def _note(note: Note) -> list[Any]:
    return [note.text, _position(note.position), note.incomplete, str(note.kind), note.stand_in, note.may_write]


def _read_note(data: list[Any]) -> Note:
    text, place, incomplete, kind, stand_in, may_write = data
    return Note(text, Position(*place), incomplete, LimitKind(kind), stand_in, may_write)


def _limit(limit: Limit) -> list[Any]:
    place = None if limit.place is None else _position(limit.place)
    return [str(limit.kind), place, limit.bound, limit.count, list(limit.details)]


def _read_limit(data: list[Any]) -> Limit:
    kind, place, bound, count, details = data
    return Limit(LimitKind(kind), None if place is None else Position(*place), bound, count, tuple(details))
