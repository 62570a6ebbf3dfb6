"""Converts a `Path` to a test: the inputs that take it, and what the program will do."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from secateur import expr
from secateur.assumption import PRESET, Assumption, AssumptionKind
from secateur.expr import Expr
from secateur.frontend.compiler_flags import split
from secateur.harness.driver import Driver
from secateur.harness.subject import Subject
from secateur.machine.fault import FaultKind
from secateur.machine.floats import bits_of, of_bits
from secateur.machine.library.output import STDERR, STDOUT, render
from secateur.machine.path import Ending, Input, LeftFile, Observation, Path, Piece, Value
from secateur.provided.inputs import is_allocation
from secateur.suite import long_doubles
from secateur.suite.pretty import InputTree
from secateur.suite.scalars import decode
from secateur.suite.telling import quiet
from secateur.suite.test import (
    ENDLESS,
    Described,
    FaultRecord,
    Json,
    Outcome,
    Recorded,
    Suite,
    Test,
    float_text,
    shortened,
)

_ENDINGS = {Ending.RETURNED: "return", Ending.EXITED: "exit", Ending.FAULT: "fault", Ending.ENDLESS: ENDLESS}
_MASK = (1 << 64) - 1


class Recorder:
    """Creates the tests of one suite. `driver` is None for a program that runs from its `main`."""

    def __init__(self, driver: Driver | None) -> None:
        self.described = (
            ()
            if driver is None
            else tuple(Described(leaf.name, leaf.kind, leaf.width, leaf.signed) for leaf in driver.inputs)
        )
        self._tree = None if driver is None else InputTree(self.described)
        kind = AssumptionKind.GLOBALS
        self._preset = () if driver is None else tuple(Assumption(kind, name, PRESET) for name in driver.preset)
        self._cache: dict[tuple[str, str, tuple[int, ...]], Recorded] = {}

    def test(self, path: Path, number: int) -> Test:
        """Of a path that ran to an end of the program."""
        recorded = tuple(self._record(i, path.model) for i in path.inputs)
        shown = self._shown(path, recorded)
        rests_on = (*_rests_on(path), *self._preset)
        return Test(f"test{number:06d}", shown, recorded, outcome_of(path), path.labels, rests_on, quiet(path))

    def inputs(self, path: Path) -> dict[str, Json]:
        """The inputs of any path by name, in readable form."""
        return self._shown(path, tuple(self._record(i, path.model) for i in path.inputs))

    def _shown(self, path: Path, recorded: tuple[Recorded, ...]) -> dict[str, Json]:
        count = len(self.described)
        own = [given for given in path.inputs if not is_allocation(given.name)]  # constructors allocate before it
        told = [each for each in recorded if not is_allocation(each.name)][:count]
        inputs = {} if self._tree is None else self._tree.to_json(told)
        seen: dict[str, int] = {}
        for given in (*own[count:], *(i for i in path.inputs if is_allocation(i.name))):
            seen[given.name] = seen.get(given.name, 0) + 1
            name = given.name if seen[given.name] == 1 else f"{given.name}#{seen[given.name]}"
            inputs[name] = _value(given, path.model)
        return inputs

    def _record(self, given: Input, model: tuple[int, ...]) -> Recorded:
        values = tuple(_concrete(value, model, width) for value, width in given.cells)
        key = (given.name, given.kind, values)
        found = self._cache.get(key)
        if found is None:
            found = self._cache[key] = Recorded(given.name, given.kind, _bytes(given, values))
        return found


def _rests_on(path: Path) -> tuple[Assumption, ...]:
    stand_ins = (Assumption(AssumptionKind.STAND_IN, name) for name in path.stand_ins)
    return (*path.unportable, *stand_ins)


def suite_of(subject: Subject, tests: Sequence[Test], checks: Iterable[FaultKind]) -> Suite:
    """The tests with everything needed to build and run them."""
    options = subject.options
    return Suite(
        sources=tuple(str(s) for s in subject.sources),
        function=subject.function,
        driver=subject.driver_text,
        inputs=Recorder(subject.driver).described,
        tests=tuple(tests),
        include_paths=options.include,
        defines=options.define,
        flags=options.flags,
        cflags=split(options.cflags),
        own_flags=options.own,
        checks=tuple(sorted(str(kind) for kind in checks)),
        harness=subject.inputs,
        stand_ins="" if subject.externals is None else str(subject.externals),
        start=None if subject.start is None else subject.start.plan,
        start_file="" if subject.start is None else str(subject.start.file),
    )


def outcome_of(path: Path) -> Outcome:
    """What the program does on the path's input, which ran to an end of the program."""
    model = path.model
    fault = path.fault
    return Outcome(
        kind=_ENDINGS[path.ending],
        status=path.status,
        observations=tuple((o.name, _text(o, model)) for o in path.observations),
        output=_printed(path, STDOUT),
        error=_printed(path, STDERR),
        fault=None
        if fault is None
        else FaultRecord(
            str(fault.kind),
            fault.position.file,
            fault.position.line,
            fault.position.column,
            fault.function,
            fault.message,
        ),
        files=None if path.files is None else tuple(_left(each, model) for each in path.files),
    )


def _left(file: LeftFile, model: tuple[int, ...]) -> tuple[str, bytes | None]:
    name = bytes(_concrete(cell, model, 8) & 255 for cell in file.name).decode("utf-8", "surrogateescape") + file.kind
    if file.data is None:
        return name, None
    data = bytes(_concrete(cell, model, 8) & 255 for cell in file.data)
    return name, shortened(data, _concrete(file.size, model))


def _printed(path: Path, stream: int) -> bytes:
    pieces: list[Piece] = [piece for where, piece in path.output if where == stream]
    return render(pieces, path.model) if pieces else b""


def _concrete(value: Value, model: tuple[int, ...], width: int = 64) -> int:
    """The bits of the value."""
    if isinstance(value, Expr):
        return int(expr.evaluate(value, model))
    return bits_of(value, width) if isinstance(value, float) else value


def _bytes(given: Input, values: tuple[int, ...]) -> bytes:
    if given.kind == "bits":
        variable, width = given.cells[0]
        assert isinstance(variable, Expr)
        value = values[0] if variable.kind == "signed" else values[0] & (1 << width) - 1
        return (value & _MASK).to_bytes(8, "little")
    if given.kind == long_doubles.KIND:
        return long_doubles.to_bytes(values[0])
    return b"".join(
        (value & (1 << width) - 1).to_bytes((width + 7) // 8, "little")
        for value, (_, width) in zip(values, given.cells, strict=True)
    )


def _text(observation: Observation, model: tuple[int, ...]) -> str:
    value = observation.value
    if observation.kind in ("f32", "f64"):
        if not isinstance(value, float):
            width = 32 if observation.kind == "f32" else 64
            value = of_bits(_concrete(value, model), width)
        return float_text(value)
    if observation.kind == long_doubles.KIND:
        assert not isinstance(value, float)
        return long_doubles.text(_concrete(value, model))
    number = _concrete(value, model)
    if observation.kind == "pointer":
        return "non-null" if number else "null"
    return str(number & _MASK if observation.kind == "unsigned" else number)


def _value(given: Input, model: tuple[int, ...]) -> Json:
    """An input of a whole program in readable form."""
    shown: list[Json] = []
    for cell, width in given.cells:
        if not isinstance(cell, Expr):  # padding
            continue
        data = (_concrete(cell, model, width) & (1 << width) - 1).to_bytes((width + 7) // 8, "little")
        kind = {"f32": "f32", "f64": "f64", "bool": "bool"}.get(cell.kind, f"i{width}")
        shown.append(decode(kind, cell.kind in ("signed", "char"), data))
    is_text = given.kind == "object" or len(shown) > 1  # an argument or a file, of one byte, too
    if is_text and all(isinstance(cell, Expr) and cell.kind == "char" for cell, _ in given.cells):
        data = bytes(_concrete(cell, model, width) & 255 for cell, width in given.cells)
        return data.rstrip(b"\0").decode("utf-8", "backslashreplace")
    return shown[0] if len(shown) == 1 else shown
