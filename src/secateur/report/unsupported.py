"""Paths that ended because the next step cannot be run, in sentences: where, why, and what to do about it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from secateur.ir.model import NOWHERE
from secateur.machine.limit import Limit
from secateur.machine.unsupported import UnsupportedKind, UnsupportedUse

#: Places of one name that are listed.
_MOST_PLACES = 3
_WHY = {
    UnsupportedKind.FUNCTION: "not defined",
    UnsupportedKind.GLOBAL: "not defined",
    UnsupportedKind.PARALLEL: "no support for parallel execution",
}


def use_of(limit: Limit) -> UnsupportedUse:
    """What stopped paths, of a limit of the kind `unsupported`."""
    kind, name = limit.details
    return UnsupportedUse(UnsupportedKind(kind), name, limit.place or NOWHERE, limit.count)


def ended_texts(uses: Iterable[UnsupportedUse]) -> list[str]:
    """`3 paths ended at fopen (file.c:12): not defined`, one text for each name."""
    by_name: dict[tuple[UnsupportedKind, str], list[UnsupportedUse]] = {}
    for use in uses:
        by_name.setdefault((use.kind, use.name), []).append(use)
    return [_ended(same) for same in by_name.values()]


def _ended(uses: Sequence[UnsupportedUse]) -> str:
    kind, name = uses[0].kind, uses[0].name
    count = sum(use.paths for use in uses)
    places = list(dict.fromkeys(str(use.position) for use in uses))
    if len(places) > _MOST_PLACES:
        places[_MOST_PLACES:] = [f"{len(places) - _MOST_PLACES} more places"]
    paths = f"{count:,} path{'' if count == 1 else 's'} ended at"
    if kind in _WHY:
        return f"{paths} {name} ({', '.join(places)}): {_WHY[kind]}"
    return f"{paths} {', '.join(places)}: no support for {name}"


def advice_text(uses: Sequence[UnsupportedUse]) -> str:
    """The other names that are not defined, and what to do; empty if nothing is undefined."""
    undefined = [use for use in uses if use.kind.is_undefined]
    if not undefined:
        return ""
    called = [use.name for use in undefined if not use.paths and use.kind is UnsupportedKind.FUNCTION]
    used = [use.name for use in undefined if not use.paths and use.kind is UnsupportedKind.GLOBAL]
    text = f"; also called but not defined: {', '.join(called)}" if called else ""
    text += f"; also used but not defined: {', '.join(used)}" if used else ""
    them = "it" if len({use.name for use in undefined}) == 1 else "them"
    or_havoc = any(use.kind is UnsupportedKind.FUNCTION for use in undefined)
    return f"{text}. Give the C file that defines {them}" + (", or use --external havoc" if or_havoc else "")


def unsupported_json(uses: Sequence[UnsupportedUse]) -> list[dict[str, Any]]:
    """Everything that could not be run, and what else reachable code lacks (`paths` is 0)."""
    return [
        {
            "name": use.name,
            "kind": str(use.kind),
            "file": use.position.file,
            "line": use.position.line,
            "paths": use.paths,
            "text": _ended([use]) if use.paths else f"{use.name} ({use.position}): not defined",
        }
        for use in uses
    ]
