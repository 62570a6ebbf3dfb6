"""`secateur init`: a first secateur.toml."""

from __future__ import annotations

from contextlib import chdir
from dataclasses import dataclass
from pathlib import Path

from secateur.cli.parameters import flattened
from secateur.cli.project_folder import ProjectFolder
from secateur.cli.screen import Display, Screen, print_json
from secateur.options import option

EXAMPLES = """[bold]Examples[/]

secateur init

secateur init path/to/project
"""


@dataclass(frozen=True, slots=True)
class InitOptions:
    force: bool = option(False, "Replace a secateur.toml that has a project already.")


@flattened
def command(options: InitOptions, view: Display, folder: ProjectFolder = Path()) -> None:
    """Write a secateur.toml for a source tree: the files that can be compiled, with the flags of compile_commands.json
    if there is one."""
    from secateur.jobs.init_project import init_project
    from secateur.report.sentences import count_of

    screen = Screen(view.json)
    with chdir(folder):
        made = init_project(options.force)
    if view.json:
        print_json(made.to_json())
        return
    told = f"{folder / made.file}: {count_of(made.count, 'function')} in {count_of(len(made.functions), 'file')}"
    screen.console.print(told, highlight=False, markup=False)
    for problem in made.problems.values():
        screen.console.print(f"left out: {problem}", highlight=False, markup=False)
    if made.aside:
        where = ", ".join(dict.fromkeys(str(Path(each).parent) for each in made.aside))
        screen.console.print(f"left out: {count_of(len(made.aside), 'file')} in {where}", highlight=False, markup=False)
    screen.console.print("secateur run explores them", highlight=False)
