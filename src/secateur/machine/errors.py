"""Errors for what the machine cannot do, with the position and the reason."""

from __future__ import annotations

from collections.abc import Sequence

from secateur.errors import SecateurError
from secateur.ir.model import NOWHERE, Position
from secateur.machine.unsupported import UnsupportedKind


class MachineError(SecateurError):
    """The program cannot be run as it is. The advice says what to do."""

    def __init__(self, what: str, position: Position | None = None, advice: str = "") -> None:
        self.position = position or NOWHERE
        super().__init__(what, str(self.position) if self.position.line else "", advice)


class UnsupportedCode(MachineError):
    """Code that cannot be run, found while it was prepared. A path that reaches it ends there."""

    def __init__(self, name: str, kind: UnsupportedKind = UnsupportedKind.CODE) -> None:
        self.kind, self.name = kind, name
        super().__init__(f"{name} is not supported")


_WHAT = {
    UnsupportedKind.FUNCTION: "'{}' is called but not defined",
    UnsupportedKind.GLOBAL: "'{}' is declared but not defined",
    UnsupportedKind.PARALLEL: "parallel execution ('{}') is not supported",
}
_ADVICE = {
    UnsupportedKind.FUNCTION: "give the C file that defines it, or use --external havoc to let it return anything",
    UnsupportedKind.GLOBAL: "give the C file that defines it",
}


class NothingRuns(MachineError):
    """Every path ends at something that cannot be run. `others`: further functions and globals that are not defined."""

    def __init__(self, kind: UnsupportedKind, name: str, position: Position, others: Sequence[str] = ()) -> None:
        what = _WHAT.get(kind, "{} is not supported").format(name)
        if others:
            what += f" (nor {'is' if len(others) == 1 else 'are'} {', '.join(others)})"
        self.undefined = (*((name,) if kind.is_undefined else ()), *others)
        super().__init__(what, position, _ADVICE.get(kind, ""))
