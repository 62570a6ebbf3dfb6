"""Errors in the user's program or installation; each message says what to do."""

from __future__ import annotations

from secateur.errors import SecateurError


class FrontendError(SecateurError):
    """The common base: the message is shown to the user unchanged."""


class CompileError(FrontendError):
    """A source does not compile or cannot be read; the message is clang's, if clang gave one."""


class LinkError(FrontendError):
    """The units do not link; the message names the symbol or file at fault."""


class ToolchainError(FrontendError):
    """The compiler cannot be found or does not run: the installation is broken, not the user's program."""
