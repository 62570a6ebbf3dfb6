"""The options of all jobs, declared once: keywords of the API, options of the command line, settings in the JSON."""

from secateur.options.groups import (
    Acceptance,
    Budget,
    Checks,
    Compiling,
    External,
    Forks,
    Inputs,
    Limits,
    Order,
    Outputs,
    Search,
    SolverName,
    Solving,
    Uninitialised,
    World,
)
from secateur.options.model import Option, assemble, group, option, options_of, settings

__all__ = [
    "Acceptance",
    "Budget",
    "Checks",
    "Compiling",
    "External",
    "Forks",
    "Inputs",
    "Limits",
    "Option",
    "Order",
    "Outputs",
    "Search",
    "SolverName",
    "Solving",
    "Uninitialised",
    "World",
    "assemble",
    "group",
    "option",
    "options_of",
    "settings",
]
