"""A function that the driver passes where the function under test takes one, or calls one of a structure.

For a comparison it prints what it is called with, so that two versions which call it differently print different text,
and returns the same input each time. For a contract that says `calls(get, any)` it returns another input each time; the
last one again and again. A pointer that it returns is NULL. The real function may do more: that it does not is an
assumption (`STAND_IN`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from secateur.assumption import ANY_FUNCTION, WRITES_NOTHING, Assumption, AssumptionKind
from secateur.harness.plan import Leaf, Variable
from secateur.harness.scalars import scalar
from secateur.ir.debuginfo import CFloat, CFunctionPointer, CInt, CPointer, CType, declaration, resolved

#: The calls of a function that is any function that return inputs of their own.
MOST_CALLS = 3


@dataclass(frozen=True, slots=True)
class Callback:
    """The function that stands in for the pointer `name`. `result` is the input that it returns, if any. `times`: how
    many calls return inputs of their own; then it prints nothing."""

    name: str
    type: CFunctionPointer
    identifier: str
    times: int = 0

    @property
    def place(self) -> str:
        return self.identifier.replace("callback", "result", 1)

    @property
    def results(self) -> list[Variable]:
        """The inputs that its calls return."""
        kind = None if self.type.result is None else resolved(self.type.result)
        leaves = (
            [] if kind is None else [scalar(f"{self.name}[{i}]", f"{self.place}[{i}]", kind) for i in range(self.times)]
        )
        return [Variable(leaf.place, "", leaf) for leaf in leaves if leaf is not None]

    @property
    def result(self) -> Leaf | None:
        kind = self.type.result
        return None if kind is None else scalar(f"{self.name}()", self.place, resolved(kind))

    @property
    def assumption(self) -> Assumption:
        if self.times:
            return Assumption(AssumptionKind.CALLEE, self.name, ANY_FUNCTION)
        return Assumption(AssumptionKind.STAND_IN, self.name, WRITES_NOTHING)

    def lines(self) -> Iterator[str]:
        """Its definition; printing needs only a declaration."""
        parameters = [declaration(kind, f"a{n}") for n, kind in enumerate(self.type.parameters)]
        head = declaration(self.type.result, f"{self.identifier}({', '.join(parameters) or 'void'})")
        if self.times:
            yield from self._silent(head)
            return
        if self.type.result is not None:
            yield f"static {declaration(self.type.result, self.place)};"
        yield f"static {head}"
        yield "{"
        yield f'    printf("{self.name}(");'
        for number, kind in enumerate(self.type.parameters):
            yield f"    {_printed(f'a{number}', kind)}"
            if number + 1 < len(self.type.parameters):
                yield '    printf(", ");'
        yield '    printf(")\\n");'
        if self.type.result is not None:
            yield f"    return {self.place};"
        yield "}"

    def _silent(self, head: str) -> Iterator[str]:
        calls = f"{self.place}_calls"
        if self.type.result is not None:
            yield f"static {declaration(self.type.result, f'{self.place}[{self.times}]')};"
            yield f"static int {calls};"
        yield f"static {head}"
        yield "{"
        yield from (f"    (void)a{number};" for number in range(len(self.type.parameters)))
        if self.type.result is not None:
            yield f"    return {self.place}[{calls} < {self.times - 1} ? {calls}++ : {self.times - 1}];"
        yield "}"


def callback(name: str, kind: CType) -> Callback | None:
    """None if no function of this type can be written."""
    return _made(name, f"secateur_callback_{name}", kind, 0) if name.isidentifier() else None


def stand_in(name: str, identifier: str, kind: CType) -> Callback | None:
    """A function that returns anything and does nothing else."""
    return _made(name, identifier, kind, MOST_CALLS)


def _made(name: str, identifier: str, kind: CType, times: int) -> Callback | None:
    target = resolved(kind)
    if not isinstance(target, CFunctionPointer) or target.variadic:
        return None
    kinds = (*target.parameters, *(() if target.result is None else (target.result,)))
    if any("(anonymous)" in declaration(each, "x") for each in kinds):
        return None
    result = None if target.result is None else resolved(target.result)
    is_simple = result is None or isinstance(result, CPointer) or scalar("", "", result) is not None
    return Callback(name, target, identifier, times) if is_simple else None


def _printed(name: str, kind: CType) -> str:
    """Prints an argument: numbers, constant strings, and of other pointers whether they are NULL."""
    target = resolved(kind)
    if isinstance(target, CPointer):
        to = None if target.to is None else resolved(target.to)
        if target.const and isinstance(to, CInt) and to.is_char:
            return f'if ({name}) printf("\\"%s\\"", {name}); else printf("NULL");'
        return f'printf({name} ? "pointer" : "NULL");'
    if isinstance(target, CFunctionPointer):
        return f'printf({name} ? "function" : "NULL");'
    if isinstance(target, CFloat):
        return f'printf("%a", (double){name});'
    return f'printf("%ld", (long){name});' if scalar("", "", target) is not None else 'printf("...");'
