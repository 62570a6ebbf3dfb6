"""The native build of a test program: the driver or the sources, instrumented, with our runtime, as one executable."""

from __future__ import annotations

import shutil
import weakref
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from secateur.frontend.builtins import builtin_flags
from secateur.frontend.cache import Cache, default_cache
from secateur.frontend.toolchain import Toolchain, find_toolchain
from secateur.options import Compiling
from secateur.suite.native.compile import CHECKS, assemble, compile_driver, compile_source, main_aside, unit_flags
from secateur.suite.native.compilers import side_by_side
from secateur.suite.native.fill import filled, with_filled_results
from secateur.suite.native.library import FOLDER, compile_runtime, load_runtime
from secateur.suite.native.lines import LineTable
from secateur.suite.native.link import NativeLinkError, UndefinedFunctionsError, link, system_libraries
from secateur.suite.native.shelf import Kept, find, keep, new_folder

_GAP = b'__asm__(".text\\n\\t.skip 0x55000\\n");'


@dataclass(frozen=True, slots=True, weakref_slot=True)
class Executable:
    """A built program with its hash. `undefined` are functions that it may call but that are not defined."""

    path: Path
    undefined: tuple[str, ...] = ()
    lines: LineTable = field(default_factory=lambda: LineTable(Path()), repr=False, compare=False)
    digest: str = ""


def build(
    driver: str | None,
    sources: Sequence[Path],
    options: Compiling = Compiling(),  # noqa: B008  (frozen)
    sanitize: bool = True,
    *,
    included: Path | None = None,
    checks: Collection[str] = CHECKS,
    fill: int | None = None,
    shifted: bool = False,
    leaks: bool = False,
    expected: str | None = None,
    store: Cache | None = None,
) -> Executable:
    """Compile `driver` and `sources`, except the one that the driver includes, and link them with the runtime.

    `checks` are the fault kinds that UBSan checks; memory is always checked when `sanitize` is on. An undefined
    function only affects runs that call it. With `fill`, fresh memory holds that byte (variables: zeros or a pattern),
    and outcomes have a trace of what decided; if `shifted`, code and variables lie at other addresses. With `leaks`,
    they have the blocks that are lost. `expected` is a fault kind of FUSSY that is predicted. Raises CompileError or
    NativeLinkError.
    """
    store = store or default_cache()
    chain = find_toolchain(store)
    flags = unit_flags(checks if sanitize else None, expected)
    if fill is not None:
        flags = filled(flags, fill)
    options = replace(options, flags=(*builtin_flags(sources), *options.flags))
    work: list[Callable[[], bytes]] = [
        _source_job(path, options, flags if driver is None else (*flags, main_aside(path)), chain, store)
        for path in sources
        if path != included
    ]
    if driver is not None:
        work.insert(0, lambda: compile_driver(driver, included, options, flags, chain, store))
    if fill is not None:
        work = [_filled_job(job, fill, chain, store) for job in work]
    program = side_by_side(work)
    if shifted:
        program.insert(0, compile_runtime(_GAP, "gap.c", b"", chain, store))
    runtime = load_runtime(sanitize, chain, store)
    if sanitize and "overlap" not in checks:
        runtime = [*runtime, compile_runtime(b"int secateur_may_overlap = 1;", "overlap.c", b"", chain, store)]
    header = (FOLDER / "runtime.h").read_bytes()
    if fill is not None:
        byte = f"int secateur_fresh_byte = {fill};\n".encode()
        text = byte + (FOLDER / "decisions.c").read_bytes()
        runtime = [*runtime, compile_runtime(text, "decisions.c", header, chain, store)]
    if leaks:
        runtime = [*runtime, compile_runtime((FOLDER / "leaks.c").read_bytes(), "leaks.c", header, chain, store)]
    layout = (FOLDER / "layout.ld").read_bytes()
    key = store.key("native link", chain.identity, _libraries(), layout, *program, *runtime)
    kept = find(key, store)
    return _executable(kept) if kept is not None else _link(key, program, runtime, chain, store)


def _source_job(
    path: Path, options: Compiling, flags: tuple[str, ...], chain: Toolchain, store: Cache
) -> Callable[[], bytes]:
    return lambda: compile_source(path, options, flags, chain, store)


def _filled_job(make: Callable[[], bytes], fill: int, chain: Toolchain, store: Cache) -> Callable[[], bytes]:
    """The object of a unit that is compiled to LLVM text first."""
    return lambda: assemble(with_filled_results(make().decode(), fill), chain, store)


def _libraries() -> str:
    try:
        return system_libraries().identity
    except NativeLinkError:
        return "those of zig"


def _executable(kept: Kept) -> Executable:
    return Executable(kept.path, kept.undefined, LineTable(kept.path), kept.digest)


def _link(key: str, program: list[bytes], runtime: list[bytes], chain: Toolchain, store: Cache) -> Executable:
    folder = new_folder(store)
    undefined: tuple[str, ...] = ()
    try:
        link(program, runtime, chain, folder / "program")
    except UndefinedFunctionsError as error:
        undefined = error.names
        stubs = compile_runtime(_stubs(undefined), "stubs.c", b"", chain, store)
        link([*program, stubs], runtime, chain, folder / "program")
    for scrap in folder.glob("*.o"):
        scrap.unlink()
    executable = _executable(keep(folder, key, store, undefined))
    if executable.path.parent == folder:
        weakref.finalize(executable, shutil.rmtree, folder, ignore_errors=True)
    return executable


def _stubs(names: Sequence[str]) -> bytes:
    """Functions that report that they are undefined."""
    lines = ["void secateur_undefined(const char *);"]
    for number, name in enumerate(names):
        stub = f"stub{number}"
        lines.append(f'__attribute__((weak)) void {stub}(void) __asm__("{name}");')
        lines.append(f'void {stub}(void) {{ secateur_undefined("{name}"); }}')
    return "\n".join(lines).encode()
