"""The `secateur` command: one module per subcommand, each imported when it is used."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Any

import typer
from typer.core import TyperGroup
from typer.main import get_command

from secateur.cli.errors import fail
from secateur.cli.given_words import GivenWords
from secateur.errors import choices

#: The subcommands in the order of `--help`, each a module with a `command` and its `EXAMPLES`.
COMMANDS = (
    "explore",
    "init",
    "run",
    "baseline",
    "watch",
    "report",
    "explain",
    "contract",
    "compare",
    "deps",
    "signature",
    "approximate",
    "invariants",
    "diff",
    "augment",
    "debug",
    "reduce",
    "replay",
    "suite",
    "techniques",
)


class _Commands(TyperGroup):
    """Imports a subcommand when it is asked for."""

    def list_commands(self, ctx: Any) -> list[str]:
        return list(COMMANDS)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            raise fail(f"{args[0]}: unknown command; {choices(args[0], COMMANDS)}")
        return super().resolve_command(ctx, args)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        return _command(cmd_name) if cmd_name in COMMANDS else None


@cache
def _command(name: str) -> Any:
    module = import_module(f"secateur.cli.{name}")
    single = typer.Typer(add_completion=False, pretty_exceptions_enable=False, rich_markup_mode="rich")
    single.command(name, cls=GivenWords, epilog=module.EXAMPLES)(module.command)
    return get_command(single)


app = typer.Typer(
    name="secateur",
    cls=_Commands,
    help="Symbolic execution for C: tests, confirmed faults, and what a change really does.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
)


@app.callback(invoke_without_command=True)
def _root(
    version: bool = typer.Option(False, "--version", help="Show the version and exit.", is_eager=True),
) -> None:
    if version:
        from secateur import __version__

        typer.echo(f"secateur {__version__}")
        raise typer.Exit


def main() -> None:
    app()
