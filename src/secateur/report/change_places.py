"""Where a change is, for tools that show something at one line."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

_COMMIT = re.compile(r"[0-9a-f]{7,40}:")


def in_tree(file: str) -> str:
    """The file of a commit (`3f2a…:src/a.c`) as it is in the working tree."""
    return _COMMIT.sub("", file, count=1) if _COMMIT.match(file) else file


def change_place(data: Mapping[str, Any], function: Mapping[str, Any]) -> tuple[str, int]:
    """The file and the line of the first changed statement; of the old version if the new one only lacks it."""
    changes = function.get("changes", ())
    place = next((each["new"] for each in changes if each["new"]), None)
    place = place or next((each["old"] for each in changes if each["old"]), None)
    if place is None:
        return in_tree(function.get("file") or data["new"]), 1
    return in_tree(place["file"]), max(1, place["line"])
