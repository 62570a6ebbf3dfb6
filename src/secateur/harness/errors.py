"""Why no driver can be made: always with the name, the type and what to do instead."""

from __future__ import annotations

from collections.abc import Sequence

from secateur.errors import SecateurError


class HarnessError(SecateurError):
    """The request is not possible as it stands; the message is for the user."""


class UnsupportedInputError(HarnessError):
    """A parameter (or a global that shall be symbolic) whose type cannot be made an input."""

    def __init__(self, parameter: str, kind: str, advice: str) -> None:
        super().__init__(f"parameter '{parameter}' has type '{kind}', which cannot be symbolic", advice=advice)
        self.parameter = parameter
        self.type = kind


class UnknownGlobalError(HarnessError):
    """`--symbolic NAME` names no variable of the source."""

    def __init__(self, name: str, known: Sequence[str]) -> None:
        have = f"it has {', '.join(known)}" if known else "it has none that can be changed"
        super().__init__(f"no global variable '{name}' in the source: {have}")
        self.name = name
        self.known = tuple(known)


class NotNullableError(HarnessError):
    """`--nullable NAME` names no parameter that is a pointer."""

    def __init__(self, function: str, name: str, known: Sequence[str]) -> None:
        have = f"it has {', '.join(known)}" if known else "it has none"
        super().__init__(f"{function} has no parameter '{name}' that is a pointer and could be NULL: {have}")
        self.name = name
        self.known = tuple(known)
