"""Errors for what the machine cannot do, with the position and the reason."""

from __future__ import annotations

from secateur.errors import SecateurError
from secateur.ir.model import NOWHERE, Position


class MachineError(SecateurError):
    """The program cannot be run as it is. The advice says what to do."""

    def __init__(self, what: str, position: Position | None = None, advice: str = "") -> None:
        self.position = position or NOWHERE
        super().__init__(what, str(self.position) if self.position.line else "", advice)


class UnsupportedCode(MachineError):
    """An unsupported instruction was reached."""

    def __init__(self, what: str, position: Position | None) -> None:
        super().__init__(f"{what} is not supported", position)


_NOT_SUPPORTED = {
    **dict.fromkeys(("setjmp", "_setjmp", "sigsetjmp", "__sigsetjmp", "longjmp", "siglongjmp"), "a non-local jump"),
    **dict.fromkeys(("pthread_create", "pthread_mutex_lock", "thrd_create", "fork"), "parallel execution"),
}


class MissingFunction(MachineError):
    """A function without a body was called."""

    def __init__(self, name: str, position: Position) -> None:
        self.name = name
        if name in _NOT_SUPPORTED:
            super().__init__(f"{_NOT_SUPPORTED[name]} ('{name}') is not supported", position)
            return
        super().__init__(
            f"'{name}' is called but not defined",
            position,
            "give the C file that defines it, or use --external havoc to let it return anything",
        )
