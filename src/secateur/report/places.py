"""Where something is, as other tools want it: paths relative to the project, text without what XML cannot hold."""

from __future__ import annotations

import os
import re
from pathlib import Path
from urllib.parse import quote

_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def from_here(file: str) -> str:
    """A path relative to the current folder, if it is inside; otherwise absolute. With slashes."""
    path = Path(os.path.abspath(file))
    here = Path.cwd()
    return path.relative_to(here).as_posix() if path.is_relative_to(here) else path.as_posix()


def uri_of(file: str) -> str:
    """The same as a reference that may stand in a document."""
    place = from_here(file)
    shown = quote(place, errors="surrogateescape")
    return f"file://{shown}" if place.startswith("/") else shown


def xml_text(text: str) -> str:
    """Characters that XML does not allow, not even escaped, as `\\x07`."""
    return _NOT_XML.sub(lambda found: ascii(found.group()).strip("'"), text)
