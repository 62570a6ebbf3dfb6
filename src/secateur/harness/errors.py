"""Why a driver cannot be generated, with the name, the type and what to do instead."""

from __future__ import annotations

from collections.abc import Sequence

from secateur.errors import SecateurError


class HarnessError(SecateurError):
    """The request cannot be fulfilled as given; the message is for the user."""


class UnsupportedInputError(HarnessError):
    """A parameter (or a global requested to be symbolic) whose type cannot be an input."""

    def __init__(self, parameter: str, kind: str, advice: str) -> None:
        super().__init__(f"parameter '{parameter}' has type '{kind}', which cannot be symbolic", advice=advice)
        self.parameter = parameter
        self.type = kind


class UnknownGlobalError(HarnessError):
    """`--symbolic NAME` does not name a writable global variable of the source."""

    def __init__(self, name: str, known: Sequence[str]) -> None:
        have = f"writable variables: {', '.join(known)}" if known else "it has no writable variables"
        super().__init__(f"no global variable '{name}' in the source; {have}")
        self.name = name
        self.known = tuple(known)


class NotNullableError(HarnessError):
    """`--nullable NAME` does not name a pointer parameter."""

    def __init__(self, function: str, name: str, known: Sequence[str]) -> None:
        have = f"pointer parameters: {', '.join(known)}" if known else "pointer parameters: none"
        super().__init__(f"{function} has no pointer parameter '{name}'; {have}")
        self.name = name
        self.known = tuple(known)
