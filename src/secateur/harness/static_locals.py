"""Static variables inside functions, as a driver sets and observes them.

C has no name for them outside of their function, but the object file has: `next.count`. The driver declares a variable
of its own and says in assembly that it is the same. Where the program is linked for the machine, this is an alias
(`secateur.frontend.symbols`). Other compilers choose other names, so `tests.c` cannot do it.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace

from secateur.frontend.compile import RENAMED_MAIN
from secateur.frontend.symbols import STATIC_LOCAL
from secateur.harness.inputs import can_be_input
from secateur.ir.debuginfo import GlobalVariable, declaration

_SUFFIX = re.compile(r"\.\d+")


@dataclass(frozen=True, slots=True)
class StaticLocal:
    """`variable` has the name that users see: `next::count`; `next::1::count` is a second `count` in that function."""

    variable: GlobalVariable
    identifier: str

    @property
    def lines(self) -> tuple[str, str]:
        """Its declaration in a driver."""
        symbol = self.variable.symbol
        if symbol.startswith("main."):
            symbol = RENAMED_MAIN + symbol.removeprefix("main")
        return (
            f"extern {declaration(self.variable.type, self.identifier)};",
            f'__asm__(".set {self.identifier}, {symbol}");',
        )


def static_locals(variables: Sequence[GlobalVariable], symbols: Collection[str]) -> Iterator[StaticLocal]:
    """Those with these symbols that a driver can declare."""
    for each in variables:
        function, dot, rest = each.symbol.partition(f".{each.name}")
        if each.symbol not in symbols or not each.function_local or each.is_own_type or not dot:
            continue
        if each.constant or each.is_thread_local or not can_be_input(each.type) or "(anonymous)" in _declared(each):
            continue
        if not function.isidentifier() or (rest and not _SUFFIX.fullmatch(rest)):
            continue
        name = "::".join((function, *([rest[1:]] if rest else ()), each.name))
        identifier = STATIC_LOCAL + re.sub(r"\W", "_", each.symbol)
        yield StaticLocal(replace(each, name=name), identifier)


def _declared(variable: GlobalVariable) -> str:
    return declaration(variable.type, variable.name)
