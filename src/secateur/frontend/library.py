"""The runtime library: our own C library for the analysed program, compiled once per installation.

Its sources are in `runtime/`. Positions in it have file names that begin with `<secateur>/`, so that a fault
inside it can be distinguished from one in the user's code and reported at the caller's line.
"""

from __future__ import annotations

import json
from functools import cache, lru_cache, partial
from pathlib import Path

from secateur.frontend.cache import Cache
from secateur.frontend.compile import TranslationUnit, compile_file, in_parallel
from secateur.frontend.link import Library, LibraryPart, make_library
from secateur.frontend.toolchain import Toolchain, package_identity
from secateur.options import Compiling

RUNTIME = Path(__file__).parent / "runtime"

_FLAGS = (
    "-gline-tables-only",
    "-gno-column-info",  # a sixth less text; columns in the library are never shown
    "-fwrapv",  # the library's arithmetic must never be reported as a fault of the user's code
    "-fno-math-errno",  # __builtin_sqrt is the instruction, not a call to sqrt
    f"-ffile-prefix-map={RUNTIME}=<secateur>",
)


@cache
def frontend_identity() -> str:
    """Changes when a source of the library or a module of the front end (its flags, its passes) changes. A process
    reads them once: every build and every unit asks."""
    files = [*_sources("*.[ch]"), *sorted(RUNTIME.parent.glob("*.py"))]
    return Cache.key(*(part for path in files for part in (path.name, path.read_bytes())))


def load_library(store: Cache, toolchain: Toolchain) -> Library | None:
    """The compiled library, from `store` if cached. None if it has no sources. A process reads it once per store."""
    return _library(store.folder, toolchain)


@lru_cache(maxsize=4)
def _library(folder: Path | None, toolchain: Toolchain) -> Library | None:
    store = Cache(folder)
    if not _sources("*.c"):
        return None
    key = library_key(toolchain)
    hit = store.load(key)
    if hit is not None:
        found = json.loads(hit.data)
        return Library(tuple(LibraryPart(*part) for part in found))
    library = _compiled(toolchain)
    kept = [(part.encoded, part.needs) for part in library.parts]
    store.save(key, json.dumps(kept).encode(), ())
    return library


def library_key(toolchain: Toolchain) -> str:
    """Where a store has the compiled library."""
    identity = (toolchain.identity, package_identity("llvmlite", "__init__.py"))
    return Cache.key("library", *identity, *_FLAGS, frontend_identity())


@cache
def _compiled(toolchain: Toolchain) -> Library:
    """A process compiles it once, whatever its stores."""
    return make_library(in_parallel([partial(compile_runtime, path, toolchain) for path in _sources("*.c")]))


def compile_runtime(path: Path, toolchain: Toolchain, *flags: str) -> TranslationUnit:
    """Compile one source of the library."""
    return compile_file(path, Compiling(flags=(*_FLAGS, *flags)), toolchain, is_own=True)


def _sources(pattern: str) -> list[Path]:
    return sorted(RUNTIME.glob(pattern))
