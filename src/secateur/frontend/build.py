"""From the user's sources to the text of one linked, promoted program: the entry point of the front end."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from secateur.frontend import constant_faults
from secateur.frontend.arguments import arguments
from secateur.frontend.builtins import builtin_flags
from secateur.frontend.cache import Cache, default_cache
from secateur.frontend.compile import DRIVER_NAME, TranslationUnit, compile_file, compile_text, in_parallel
from secateur.frontend.errors import LinkError
from secateur.frontend.library import frontend_identity, load_library
from secateur.frontend.link import link, read_module
from secateur.frontend.signed_shifts import has_shifts
from secateur.frontend.toolchain import Toolchain, find_toolchain, package_identity
from secateur.options import Compiling

_DESCRIBED = ("-O1", "-Xclang", "-disable-llvm-passes", "-U__OPTIMIZE__")


@dataclass(frozen=True, slots=True)
class Build:
    """A whole program as LLVM text, and the user's files that it was built from, including headers."""

    text: str
    files: tuple[str, ...]


def build(
    sources: Sequence[Path],
    options: Compiling = Compiling(),  # noqa: B008  (frozen)
    *,
    driver: str | None = None,
    included: Path | None = None,
    only_calls: bool = False,
    entry: str = "main",
    keep: Sequence[str] = (),
    store: Cache | None = None,
) -> Build:
    """Compile `sources` (`.c`, `.ll`, `.bc`) and link them with what they need from the runtime library.

    `driver` is C text that is compiled too; when it `#include`s one of the sources, by the path that the user
    gave, `included` names that source and it is not compiled again; with `only_calls` there is no condition of the
    user's in the driver itself. Code that is not reachable from `entry`, a
    function in `keep` or a global variable is dropped. The result is cached in `store`, by default the user's
    cache folder. Raises CompileError or LinkError.
    """
    started = time.time_ns()
    store = store or default_cache()
    toolchain = find_toolchain(store)
    separate = [path for path in dict.fromkeys(sources) if path != included]
    key = store.key(
        "build",
        _versions(toolchain),
        json.dumps([[str(path), arguments(options, path)] for path in separate]),
        json.dumps([arguments(options, included), driver, entry, list(keep)]),
        *map(_content, dict.fromkeys(sources)),
    )
    hit = store.load(key)
    if hit is not None:
        return Build(hit.data.decode(), hit.files)
    options = replace(options, flags=(*builtin_flags(sources), *options.flags))
    work: list[Callable[[], TranslationUnit]] = [_job(path, options, toolchain, store) for path in separate]
    if driver is not None:
        is_clean = only_calls and included is not None and _is_clean(included, options, toolchain, store)
        work.insert(0, lambda: compile_text(driver, options, toolchain, included=included, is_clean=is_clean))
    units = in_parallel(work)
    try:
        text = link(units, load_library(store, toolchain), entry, keep)
    except LinkError as error:
        raise LinkError(str(error).replace(DRIVER_NAME, str(included or DRIVER_NAME))) from None
    files = tuple(dict.fromkeys(name for unit in units for name in unit.files))
    store.save(key, text.encode(), files, since=started)
    return Build(text, files)


def compile_source(path: Path, options: Compiling = Compiling(), store: Cache | None = None) -> TranslationUnit:  # noqa: B008
    """One source as LLVM text, neither linked nor promoted, for reading the user's declarations."""
    store = store or default_cache()
    options = replace(options, flags=(*builtin_flags([path]), *options.flags))
    return _compile_cached(path, options, find_toolchain(store), store)


def declarations(path: Path, options: Compiling = Compiling(), store: Cache | None = None) -> TranslationUnit:  # noqa: B008
    """The same source, with the prototypes of the functions that it calls but does not define: clang describes those
    only when it optimises (no pass runs, and the headers do not notice)."""
    store = store or default_cache()
    flags = (*builtin_flags([path]), *options.flags, *_DESCRIBED)
    return _compile_cached(path, replace(options, flags=flags), find_toolchain(store), store, is_clean=True)


def _job(path: Path, options: Compiling, toolchain: Toolchain, store: Cache) -> Callable[[], TranslationUnit]:
    return lambda: _compile_cached(path, options, toolchain, store)


def _is_clean(path: Path, options: Compiling, toolchain: Toolchain, store: Cache) -> bool:
    """Was the source compiled, without faults on constants and without shifts? Then there are none in a driver that
    includes it."""
    hit = store.load(_unit_key(path, options, toolchain))
    text = "" if hit is None else hit.data.decode()
    return hit is not None and not constant_faults.is_marked(text) and not has_shifts(text)


def _unit_key(path: Path, options: Compiling, toolchain: Toolchain) -> str:
    return Cache.key("unit", _versions(toolchain), str(path), *arguments(options, path), _content(path))


def _compile_cached(
    path: Path, options: Compiling, toolchain: Toolchain, store: Cache, is_clean: bool = False
) -> TranslationUnit:
    if path.suffix in (".ll", ".bc"):
        return read_module(path)
    key = _unit_key(path, options, toolchain)
    if is_clean:  # it may lack what a program needs
        key = store.key("declarations", key)
    hit = store.load(key)
    if hit is not None:
        return TranslationUnit(str(path), hit.data.decode(), hit.files)
    started = time.time_ns()
    unit = compile_file(path, options, toolchain, is_clean=is_clean)
    store.save(key, unit.text.encode(), unit.files, since=started)
    return unit


def _content(path: Path) -> bytes:
    """A key has it, since the store keeps few results per key: those for different headers."""
    try:
        return path.read_bytes()
    except OSError:
        return b""


def _versions(toolchain: Toolchain) -> str:
    """The tool versions that the result depends on."""
    return "\n".join((toolchain.identity, package_identity("llvmlite", "__init__.py"), frontend_identity()))
