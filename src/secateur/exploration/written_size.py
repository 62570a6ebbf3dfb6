"""About how many bytes the files of a run have for a path: `tests.c`, `tests.json`, `run.json`, the store."""

from __future__ import annotations

from secateur.machine.path import BranchKind, Formatted, Path, Piece, SymbolicText

#: What a test is written to, with its inputs and what the program printed.
FILES = 3
#: Bytes of a test besides that, of one of its inputs, of a decision, of an output, and of a value that was printed.
TEST, INPUT, DECISION, OUTPUT, VALUE = 220, 10, 4, 10, 5

#: Bytes of a step that leads to a fault, in `run.json`, and the most that are written.
STEP, MOST_STEPS = 140, 300

#: Bytes of memory that it takes to write one; and those for a piece that a running path has printed.
HELD, PIECE = 5, 120


def written_size(path: Path) -> int:
    """An estimate: what is symbolic has no text yet. No generators: they cost a call per input."""
    inputs = printed = 0
    for each in path.inputs:
        inputs += len(each.cells)
    for _, piece in path.output:
        printed += _size(piece)
    return FILES * (TEST + INPUT * inputs + DECISION * len(path.branches) + OUTPUT * len(path.observations) + printed)


def steps_size(path: Path) -> int:
    """What a path has besides that if it is the first with its fault."""
    steps = sum(1 for each in path.branches if each.site.kind is BranchKind.CONDITION)
    return STEP * min(steps, MOST_STEPS)


def _size(piece: Piece) -> int:
    if isinstance(piece, bytes):
        return len(piece)
    if isinstance(piece, SymbolicText):
        return len(piece.cells)
    assert isinstance(piece, Formatted)
    return VALUE
