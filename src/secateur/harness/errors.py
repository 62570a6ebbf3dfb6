"""Why a driver cannot be generated, with the name, the type and what to do instead."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

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
    """`--nullable NAME` does not name a pointer."""

    def __init__(self, function: str, name: str, known: Sequence[str]) -> None:
        super().__init__(f"{function} has no pointer '{name}'; pointers: {', '.join(known) or 'none'}")
        self.name = name
        self.known = tuple(known)


class NotAliasedError(HarnessError):
    """`--alias NAMES` does not name pointers that could lead to the same object; `known` has the type of each."""

    def __init__(self, what: str, known: Mapping[str, str]) -> None:
        have = ", ".join(f"{name} ({kind})" for name, kind in known.items())
        super().__init__(f"{what}; pointers, and what they lead to: {have or 'none'}")
        self.known = dict(known)
