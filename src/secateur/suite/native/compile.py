"""Compiles C to instrumented objects, with the same clang and the same options as the analysed program."""

from __future__ import annotations

import os
import re
import tempfile
from collections.abc import Collection
from pathlib import Path
from zlib import crc32

from secateur.frontend.arguments import arguments
from secateur.frontend.atomic_signs import with_signed_atomics
from secateur.frontend.cache import Cache
from secateur.frontend.compile import DRIVER_NAME, HEADERS, RENAMED_MAIN, CompileError, readable
from secateur.frontend.compiler_flags import without_checks
from secateur.frontend.link import read_module
from secateur.frontend.toolchain import Toolchain
from secateur.frontend.volatile_access import is_asked_for, with_calls
from secateur.options import Compiling
from secateur.suite.native.compilers import run_compiler

_CODE = (
    "-c",
    "-O0",
    "-gdwarf-5",
    "-gline-tables-only",
    "-fPIC",  # variables of the C library are accessed in place, not copied among ours
    "-fdata-sections",  # each variable can get its own address range
    "-fno-common",
    "-fno-stack-protector",
    "-fno-omit-frame-pointer",
    "-ffp-contract=off",
    "-ftrivial-auto-var-init=zero",  # an uninitialised variable reads as in the machine
    "-fno-sanitize=all",
    "-w",
    "-fdebug-compilation-dir=.",
    "-ffile-prefix-map=./=",
)

MEMORY = (
    "-fsanitize=address",
    "-fsanitize-address-use-after-return=always",
    "-mllvm",
    "-asan-instrumentation-with-call-threshold=0",  # every access is a call: shorter code, and every byte is checked
    "-mllvm",
    "-asan-use-private-alias=0",
)

_SANITIZERS = {
    "signed-overflow": "signed-integer-overflow",
    "shift": "shift",
    "float-to-int": "float-cast-overflow",
    "invalid-bool": "bool",
    "invalid-builtin": "builtin",
    "misaligned": "alignment",
    "pointer-overflow": "pointer-overflow",
    "out-of-bounds": "array-bounds",
    "vla-bound": "vla-bound",
    "division-by-zero": "integer-divide-by-zero",
    "unreachable": "unreachable",
}
"""The parts of UBSan that correspond to a check of the machine; others would report faults that are not predicted."""

CHECKS = frozenset(_SANITIZERS) | {"overlap"}
"""The fault kinds that can be left out of a native build."""

_FUSSY = {"wrong-call": "function", "nonnull": "nonnull-attribute,returns-nonnull-attribute"}
"""Parts of UBSan that report more than the machine: only for runs in which that fault is predicted."""

FUSSY = frozenset(_FUSSY)
"""The fault kinds for which tests need a native build of their own."""


def unit_flags(checks: Collection[str] | None, expected: str | None = None) -> tuple[str, ...]:
    """The flags for the program's own code; if `checks` is None, without sanitizers. `expected` is one of FUSSY."""
    if checks is None:
        return _CODE
    wanted = [_SANITIZERS[name] for name in sorted(_SANITIZERS.keys() & set(checks))]
    if expected is not None:
        wanted.append(_FUSSY[expected])
    undefined = (f"-fsanitize={','.join(wanted)}", "-fno-sanitize-recover=all") if wanted else ()
    arrays = "-fstrict-flex-arrays=2" if "strict-bounds" in checks else "-fstrict-flex-arrays=0"
    return (*_CODE, *MEMORY, *undefined, arrays)


def assemble(text: str, chain: Toolchain, store: Cache) -> bytes:
    """The object of LLVM text that was instrumented when it was made. Raises CompileError."""
    return _compile((*_CODE, "-x", "ir", "-"), text, chain, store)


def compile_source(path: Path, options: Compiling, flags: tuple[str, ...], chain: Toolchain, store: Cache) -> bytes:
    """The object of a source file, from `store` if nothing has changed. Raises CompileError."""
    if not path.is_file():
        raise CompileError(f"{path}: no such file")
    if path.suffix not in (".ll", ".bc"):
        given = (*flags, "-x", "c", os.path.join(".", path), *_own(options, path))
        return _compile(given, "", chain, store, _has_atomics(path))
    text = read_module(path).text
    if main_aside(path) in flags:
        text = re.sub(r"@main\b", f"@{_other_main(path)}", text)
    return _compile((*flags, "-x", "ir", "-"), text, chain, store)


def main_aside(path: Path) -> str:
    """The flag for a source whose `main` is not where the program starts. Several sources may have one."""
    return f"-Dmain={_other_main(path)}"


def _other_main(path: Path) -> str:
    return f"{RENAMED_MAIN}_{crc32(str(path).encode()):08x}"


def compile_driver(
    text: str, included: Path | None, options: Compiling, flags: tuple[str, ...], chain: Toolchain, store: Cache
) -> bytes:
    """The object of C text; `#include "…"` is resolved from the current directory, and it is compiled with the flags of
    the file that it includes. Raises CompileError."""
    marked = f'#line 1 "{DRIVER_NAME}"\n{text}'
    given = (*flags, "-x", "c", "-", *_own(options, included))
    return _compile(given, marked, chain, store, included is not None and _has_atomics(included))


def _own(options: Compiling, path: Path | None) -> tuple[str, ...]:
    """The user's flags for a file, after ours."""
    given = arguments(options, path)
    return (*given, *without_checks(given))


_TEXT = ("-S", "-emit-llvm", "-Xclang", "-disable-llvm-passes", "-fno-discard-value-names")


def _has_atomics(path: Path) -> bool:
    """Does a source name atomic objects? Headers are not looked into."""
    return path.is_file() and "atomic" in path.read_text(errors="replace").lower()


def _compile(given: tuple[str, ...], text: str, chain: Toolchain, store: Cache, has_atomics: bool = False) -> bytes:
    """With calls for volatile accesses, or with atomic objects, a unit is compiled to LLVM text first, and instrumented
    afterwards: what is changed in the text is changed for the machine, too."""
    if not (has_atomics or is_asked_for(given)) or "ir" in given or "-emit-llvm" in given:
        return _compile_at_once(given, text, chain, store)
    types = ("-g",) if has_atomics else ()
    plain = _compile_at_once((*given, *types, *_TEXT), text, chain, store).decode()
    plain = with_signed_atomics(plain, marks=False)
    flags = tuple(each for each in given[: given.index("-x")] if not each.startswith("-D"))
    changed = with_calls(plain, given) if is_asked_for(given) else plain
    return _compile_at_once((*flags, "-x", "ir", "-"), changed, chain, store)


def _compile_at_once(given: tuple[str, ...], text: str, chain: Toolchain, store: Cache) -> bytes:
    key = store.key("native object", chain.identity, os.getcwd(), text, *given)
    hit = store.load(key)
    if hit is not None:
        return hit.data
    with tempfile.TemporaryDirectory(prefix="secateur-") as scratch:
        listing, target = Path(scratch, "files"), Path(scratch, "unit.o")
        dependencies = ("-MD", "-MF", str(listing), "-MT", "unit")
        command = (*chain.command, *chain.headers, *HEADERS, *given, *dependencies, "-o", str(target))
        done = run_compiler(command, text.encode())
        if done.returncode:
            raise CompileError(readable(done.stderr.decode(errors="replace")))
        data = target.read_bytes()
        store.save(key, data, _files(listing, chain.bundled))
    return data


def _files(listing: Path, bundled: str) -> list[str]:
    """The files of a make rule that do not belong to the compiler; none for input that is not C (`.ll`)."""
    if not listing.is_file():
        return []
    rule = listing.read_text(errors="surrogateescape").partition(":")[2]
    words = re.findall(r"(?:\\[ #]|\$\$|\\(?!\n)|[^\s\\$])+", rule)
    names = [re.sub(r"\\([ #])", r"\1", word).replace("$$", "$") for word in words]
    return [name for name in names if name != "-" and not name.startswith(bundled)]
