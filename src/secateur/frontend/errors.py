"""What can be wrong with the user's program or installation, each as one message that says what to do."""

from __future__ import annotations

from secateur.errors import SecateurError


class FrontendError(SecateurError):
    """The base of all of them: the message is for the user, as it is."""


class CompileError(FrontendError):
    """A source does not compile or cannot be read; the message is clang's own where clang has one."""


class LinkError(FrontendError):
    """The units do not make a program; the message says which name is to blame."""


class ToolchainError(FrontendError):
    """The compiler cannot be found or does not run: the installation is broken, not the user's program."""
