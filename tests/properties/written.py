"""C text as a file."""

from __future__ import annotations

import contextlib
import tempfile
from collections.abc import Iterator
from pathlib import Path


@contextlib.contextmanager
def written(text: str, name: str = "random.c") -> Iterator[Path]:
    """A file with this text, in a folder of its own that is the current one. By its relative name and its text it is
    known in the cache, whatever the folder was the last time."""
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        source = Path(name)
        source.write_text(text)
        yield source
