"""`secateur contract`: what a valid call of a function is."""

from __future__ import annotations

from secateur.cli.parameters import Sources, flattened
from secateur.cli.screen import Display, Screen, finish, print_json
from secateur.options.jobs import ContractOptions, ContractStyle

EXAMPLES = """[bold]Examples[/]

secateur contract ring.c:push

secateur contract ring.c:push --style toml >> secateur.toml

secateur contract ring.c:push main.c --style comment    (callers in main.c count, too)
"""


@flattened
def command(sources: Sources, options: ContractOptions, view: Display) -> None:
    """Show what a valid call of a C function is, and where each part of that comes from."""
    from secateur.jobs.contract import contract
    from secateur.report.contract import show_contract

    screen = Screen(view.json)
    answer = contract(sources, options)
    if view.json:
        print_json(answer.to_json())
    elif options.style is ContractStyle.TABLE:
        show_contract(screen.console, answer.source, answer.contract)
    else:
        screen.console.print(answer.text(), highlight=False, markup=False, soft_wrap=True)
    raise finish(answer)
