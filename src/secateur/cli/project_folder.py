"""The project that a command is about: commands run in its folder, so that paths are those of `secateur.toml`."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import chdir, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from secateur.project.settings import ProjectSettings

ProjectFolder = Annotated[
    Path,
    typer.Argument(metavar="[FOLDER]", help="A folder of the project (default: the current one).", show_default=False),
]


@contextmanager
def in_project(folder: Path) -> Iterator[ProjectSettings]:
    from secateur.project.settings import settings_of

    settings = settings_of(folder)
    with chdir(settings.root):
        yield settings
