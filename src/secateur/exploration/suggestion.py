"""What to say about a name that does not exist."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches


def unknown_name(name: str, known: Iterable[str]) -> str:
    """`dsge: unknown; did you mean dgse? Choose from full, dgse`."""
    names = list(known)
    close = get_close_matches(name, names, n=1)
    suggestion = f"did you mean {close[0]}? Choose from" if close else "choose from"
    return f"{name}: unknown; {suggestion} {', '.join(names)}"
