"""A function that the driver passes where the function under test takes one.

It prints what it is called with, so that two versions which call it differently print different text, and returns the
same input each time; a pointer that it returns is NULL. The real function may do more: that it does not is an
assumption (`STAND_IN`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from secateur.assumption import WRITES_NOTHING, Assumption, AssumptionKind
from secateur.harness.plan import Leaf
from secateur.harness.scalars import scalar
from secateur.ir.debuginfo import CFloat, CFunctionPointer, CInt, CPointer, CType, declaration, resolved


@dataclass(frozen=True, slots=True)
class Callback:
    """The function that stands in for the parameter `name`. `result` is the input that it returns, if any."""

    name: str
    type: CFunctionPointer

    @property
    def identifier(self) -> str:
        return f"secateur_callback_{self.name}"

    @property
    def place(self) -> str:
        return f"secateur_result_{self.name}"

    @property
    def result(self) -> Leaf | None:
        kind = self.type.result
        return None if kind is None else scalar(f"{self.name}()", self.place, resolved(kind))

    @property
    def assumption(self) -> Assumption:
        return Assumption(AssumptionKind.STAND_IN, self.name, WRITES_NOTHING)

    def lines(self) -> Iterator[str]:
        """Its definition; printing needs only a declaration."""
        parameters = [declaration(kind, f"a{n}") for n, kind in enumerate(self.type.parameters)]
        head = declaration(self.type.result, f"{self.identifier}({', '.join(parameters) or 'void'})")
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


def callback(name: str, kind: CType) -> Callback | None:
    """None if no function of this type can be written."""
    target = resolved(kind)
    if not isinstance(target, CFunctionPointer) or target.variadic or not name.isidentifier():
        return None
    kinds = (*target.parameters, *(() if target.result is None else (target.result,)))
    if any("(anonymous)" in declaration(each, "x") for each in kinds):
        return None
    result = None if target.result is None else resolved(target.result)
    is_simple = result is None or isinstance(result, CPointer) or scalar("", "", result) is not None
    return Callback(name, target) if is_simple else None


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
