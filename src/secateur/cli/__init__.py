"""The `secateur` command: one module a command."""

from __future__ import annotations

import typer

from secateur.cli import approximate, augment, compare, debug, deps, diff, explore, reduce, replay, signature

app = typer.Typer(
    name="secateur",
    help="Symbolic execution for C: tests, confirmed faults, and what a change really does.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
)
app.command("explore", epilog=explore.EXAMPLES)(explore.command)
app.command("compare", epilog=compare.EXAMPLES)(compare.command)
app.command("deps", epilog=deps.EXAMPLES)(deps.command)
app.command("signature", epilog=signature.EXAMPLES)(signature.command)
app.command("approximate", epilog=approximate.EXAMPLES)(approximate.command)
app.command("diff", epilog=diff.EXAMPLES)(diff.command)
app.command("augment", epilog=augment.EXAMPLES)(augment.command)
app.command("debug", epilog=debug.EXAMPLES)(debug.command)
app.command("reduce", epilog=reduce.EXAMPLES)(reduce.command)
app.command("replay", epilog=replay.EXAMPLES)(replay.command)


@app.callback(invoke_without_command=True)
def _root(
    version: bool = typer.Option(False, "--version", help="Show the version and exit.", is_eager=True),
) -> None:
    if version:
        from secateur import __version__  # noqa: PLC0415

        typer.echo(f"secateur {__version__}")
        raise typer.Exit


def main() -> None:
    app()
