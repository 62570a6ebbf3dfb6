"""What earlier runs have made of a program, kept in the cache: compiled segments, and outlines of functions.

Segments are in one entry per function and technique. They are looked up by their text, so an old entry is never wrong,
only useless. Python's own version is part of the key, as marshalled code is for one version only. An entry has what the
last run used, and is written again only if that run had to compile a good part of it. Outlines belong to the whole text
of a program: without them, coverage has to read the functions that were not run.
"""

from __future__ import annotations

import marshal
import os
import sys
import zlib
from importlib.util import MAGIC_NUMBER
from types import CodeType
from typing import Any

from secateur import __version__
from secateur.frontend.cache import Cache
from secateur.harness.subject import Subject
from secateur.ir.model import Program
from secateur.machine.machine import Machine
from secateur.options import Forks

_FEWEST = 40
"""Compiling fewer segments takes less time than writing them."""
_SHARE = 0.05


def key_of(subject: Subject, technique: str, store: Cache) -> str:
    places = "\n".join(os.path.abspath(path) for path in subject.sources)
    version = (sys.version, MAGIC_NUMBER, __version__)
    return store.key("segments", *version, places, subject.function, technique, repr(subject.options.define))


def recall(key: str, store: Cache) -> dict[bytes, CodeType]:
    """What earlier runs compiled; empty if there is nothing, or if it cannot be read."""
    return _loaded(key, store)


def _loaded(key: str, store: Cache) -> dict[Any, Any]:
    hit = store.load(key)
    if hit is None:
        return {}
    try:
        found = marshal.loads(zlib.decompress(hit.data))
    except (ValueError, EOFError, TypeError, zlib.error):
        return {}
    return found if isinstance(found, dict) else {}


def keep(machine: Machine, key: str, store: Cache) -> None:
    """Keep what a machine has run, if that saves something next time."""
    if machine.freshly_compiled >= max(_FEWEST, _SHARE * len(machine.compiled)):
        store.save(key, zlib.compress(marshal.dumps(machine.compiled), 1), ())


def recall_outlines(program: Program, forks: Forks, store: Cache) -> None:
    """Add the outlines that an earlier run on the same text has made."""
    if program.digest and not program.outlines:
        program.outlines.update(_loaded(_outlines_key(program, forks, store), store))


def keep_outlines(program: Program, forks: Forks, store: Cache, known: int) -> None:
    """Keep the outlines, if a run has made many beside the `known` ones."""
    if program.digest and len(program.outlines) >= known + _FEWEST:
        data = zlib.compress(marshal.dumps(program.outlines), 1)
        store.save(_outlines_key(program, forks, store), data, ())


def _outlines_key(program: Program, forks: Forks, store: Cache) -> str:
    return store.key("outlines", str(marshal.version), __version__, program.digest, forks.value)
