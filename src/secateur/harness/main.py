"""Two functions called `main` in one file: the user's, and the one that runs it."""

from __future__ import annotations

from dataclasses import dataclass

from secateur.frontend.compile import RENAMED_MAIN


@dataclass(frozen=True, slots=True)
class MainRenaming:
    """How the user's `main` is renamed.

    Usually a macro renames it. But when it is the function to call, it must remain `main` for the compiler, which
    lets it end without a return: then `prototype` is its declaration, and only its symbol changes.
    """

    prototype: str | None

    def inclusion(self, source: str) -> str:
        """The lines that include the user's source."""
        if self.prototype is None:
            return f'#define main {RENAMED_MAIN}\n#include "{source}"\n#undef main'
        return f'{self.prototype} __asm__("{RENAMED_MAIN}");\n#include "{source}"'

    def entry(self, parameters: str) -> str:
        """The head of the program's entry function."""
        if self.prototype is None:
            return f"int main({parameters})"
        return f'int secateur_main({parameters}) __asm__("main");\nint secateur_main({parameters})'

    @property
    def symbol(self) -> str:
        """The linker's name of the user's `main`."""
        return RENAMED_MAIN
