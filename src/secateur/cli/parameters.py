"""Options of the command line, made from those of jobs: a command takes a dataclass, the user gives its fields."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import is_dataclass
from functools import wraps
from pathlib import Path
from typing import Annotated, Any, get_args, get_type_hints

import typer

from secateur.cli.errors import user_errors
from secateur.options import Option, assemble, options_of

_SOURCES = typer.Argument(
    metavar="SOURCE...",
    help="file.c:function (or header.h:function), or file.c for its main; further .c, .ll or .bc files are linked.",
    show_default=False,
)
Sources = Annotated[list[str], _SOURCES]
SourcesOrNone = Annotated[list[str] | None, _SOURCES]
Old = Annotated[str, typer.Argument(metavar="OLD", help="file.c, a folder, or git:REV:path.", show_default=False)]
Directory = Annotated[
    Path, typer.Argument(metavar="DIR", help="What `secateur explore --out DIR` wrote.", show_default=False)
]
OldOrRange = Annotated[
    str,
    typer.Argument(
        metavar="OLD|REV..REV|REV",
        help="file.c, a folder, or git:REV:path. Without NEW: two commits, or a commit against the working tree.",
        show_default=False,
    ),
]
NewIfAny = Annotated[
    str | None, typer.Argument(metavar="[NEW]", help="The same for the new version.", show_default=False)
]
New = Annotated[str, typer.Argument(metavar="NEW", help="The same for the new version.", show_default=False)]


def flattened(command: Callable[..., None]) -> Callable[..., None]:
    """The command with an option for each field of the dataclasses that it takes. Errors the user can fix are shown."""
    hints = get_type_hints(command, include_extras=True)
    hints.pop("return")
    parameters: list[inspect.Parameter] = []
    flags: dict[str, str] = {}
    for name, own in inspect.signature(command).parameters.items():
        kind = hints[name]
        if not _is_options(kind):
            parameters.append(own.replace(annotation=kind, kind=inspect.Parameter.KEYWORD_ONLY))
            continue
        own_first = sorted(options_of(kind), key=lambda each: each.group is not None)
        parameters += [_parameter(each) for each in own_first if not each.told.hidden]
        flags |= {each.name: each.told.flags[0].partition("/")[0] for each in own_first if each.told.flags}

    @wraps(command)
    def run(**given: Any) -> None:
        with user_errors(flags):
            command(**{name: _taken(kind, given) if _is_options(kind) else given[name] for name, kind in hints.items()})

    arguments = [p for p in parameters if p.default is inspect.Parameter.empty]
    rest = [p for p in parameters if p.default is not inspect.Parameter.empty]
    run.__signature__ = inspect.Signature([*arguments, *rest])  # type: ignore[attr-defined]
    run.__annotations__ = {p.name: p.annotation for p in parameters}
    return run


def _is_options(kind: Any) -> bool:
    return isinstance(kind, type) and is_dataclass(kind)


def _taken(kind: Any, given: dict[str, Any]) -> Any:
    """The dataclass of what the user gave; what was left out keeps its default."""
    names = [each.name for each in options_of(kind)]
    return assemble(kind, {name: given[name] for name in names if given.get(name) is not None})


def _parameter(each: Option) -> inspect.Parameter:
    told, kind = each.told, each.type
    default = each.default if told.cli_default is None else told.cli_default
    if each.is_repeated:
        kind, default = list[get_args(each.base)[0]] | None, None  # type: ignore[misc]
    elif each.choices:
        kind, default = str, str(default)
    flags = told.flags or (f"--{each.name.replace('_', '-')}",)
    shown = typer.Option(
        *flags,
        help=told.help,
        metavar=told.metavar,
        min=told.minimum,
        show_default=told.shows_default and default is not None and default is not False,
        rich_help_panel=each.panel,
    )
    return inspect.Parameter(
        each.name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=Annotated[kind, shown]
    )
