"""Compiles C to LLVM text with the clang of the `ziglang` wheel."""

from __future__ import annotations

import os
import re
import subprocess
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from secateur.frontend import constant_faults, unsigned_steps
from secateur.frontend.arguments import arguments
from secateur.frontend.assumed_alignment import with_checked_alignment
from secateur.frontend.atomic_signs import with_signed_atomics
from secateur.frontend.compiler_flags import hint, without_checks
from secateur.frontend.errors import CompileError
from secateur.frontend.signed_shifts import with_signed_shifts
from secateur.frontend.toolchain import Toolchain, host_target
from secateur.frontend.unsigned_steps import has_wide_steps, with_unsigned_steps
from secateur.frontend.volatile_access import with_calls
from secateur.options import Compiling

__all__ = ["DRIVER_NAME", "CompileError", "Compiling", "TranslationUnit", "compile_file", "compile_text", "in_parallel"]

OWN_FOLDER = "<secateur>/"
"""Marks the positions of code that is not the user's."""
DRIVER_NAME = f"{OWN_FOLDER}driver.c"
"""The file name of positions in a generated driver."""
EXTERNALS_NAME = f"{OWN_FOLDER}externals.c"
"""The same for stand-ins of functions without a body."""
RENAMED_MAIN = "secateur_user_main"

_CODE = (
    "-S",
    "-emit-llvm",
    "-g",
    "-O0",
    "-Xclang",
    "-disable-O0-optnone",  # optnone would keep the passes from changing the functions
    "-Xclang",
    "-femit-all-decls",  # a static function that is never called can be explored too
    "-fno-discard-value-names",
    "-fno-stack-protector",
    "-fno-asynchronous-unwind-tables",
    "-ffp-contract=off",  # a*b+c must round twice, as the replay does
    "-fno-builtin-modf",  # clang's intrinsic returns a struct; ours is plain C
    "-fno-builtin-modff",
    "-Xclang",
    "-fsanitize-address-use-after-scope",  # only marks where the lifetime of a local variable begins and ends
    "-ftrivial-auto-var-init=zero",  # an uninitialised variable reads as 0, here as in the native replay
    "-D__NO_CTYPE",  # isdigit(c) is a call, not a lookup in glibc's table
    "-w",
    # Positions have file names exactly as the user spelled them, regardless of the current directory.
    "-fdebug-compilation-dir=.",
    "-ffile-prefix-map=./=",
)

INCLUDE = Path(__file__).parent / "include"
"""Headers for analysed programs, searched after the user's own."""
_SYSTEM = ("/usr/local/include", f"/usr/include/{host_target()}", "/usr/include")
HEADERS = tuple(word for folder in (str(INCLUDE), *filter(os.path.isdir, _SYSTEM)) for word in ("-idirafter", folder))
"""After the C library that the analysed program uses: other libraries of this computer."""

SOURCE_SUFFIXES = (".c", ".h")
"""C: a header is a source, too, if the code is in it."""

_CPLUSPLUS = (".cc", ".cpp", ".cxx", ".c++")


@dataclass(frozen=True, slots=True)
class TranslationUnit:
    """A compiled file: LLVM text, and the files that were read for it (without the compiler's headers)."""

    name: str
    text: str
    files: tuple[str, ...]


def compile_file(
    path: Path, options: Compiling, toolchain: Toolchain, is_own: bool = False, is_clean: bool = False
) -> TranslationUnit:
    """Compile a C file. Raises CompileError, also when the file does not exist. In our own code (`is_own`) nothing is
    looked for that the machine should report. In a clean file no compilation with checks is needed: it has no faults on
    constants and no signed shifts, or they do not matter."""
    if not path.is_file():
        raise CompileError("no such file", str(path))
    if path.suffix.lower() in _CPLUSPLUS:
        raise CompileError("this is C++; only C can be analysed", str(path))
    given = (*arguments(options, path), "-x", "c", os.path.join(".", path))
    return _compile(str(path), given, None, toolchain, is_own, is_clean)


def compile_text(
    text: str,
    options: Compiling,
    toolchain: Toolchain,
    name: str = DRIVER_NAME,
    included: Path | None = None,
    is_clean: bool = False,
) -> TranslationUnit:
    """Compile C text; its `#include "…"` directives are resolved from the current directory. `included` is the file
    whose flags it needs."""
    marked = f'#line 1 "{name}"\n{text}'
    return _compile(name, (*arguments(options, included), "-x", "c", "-"), marked, toolchain, is_clean=is_clean)


def in_parallel(work: Sequence[Callable[[], TranslationUnit]]) -> list[TranslationUnit]:
    """The results in order, with compilers running in parallel; of several errors the first is raised."""
    if len(work) == 1:
        return [work[0]()]
    from concurrent.futures import ThreadPoolExecutor  # noqa: PLC0415  (7 ms that a cache hit must not pay)

    with ThreadPoolExecutor(max_workers=os.cpu_count()) as pool:
        return list(pool.map(lambda job: job(), work))


def _compile(
    name: str,
    given: tuple[str, ...],
    text: str | None,
    toolchain: Toolchain,
    is_own: bool = False,
    is_clean: bool = False,
) -> TranslationUnit:
    with tempfile.TemporaryDirectory(prefix="secateur-") as scratch:
        listing = Path(scratch, "files")
        dependencies = ("-MD", "-MF", str(listing), "-MT", "unit")
        command = (*toolchain.command, *toolchain.headers, *HEADERS, *_CODE, *given)
        checks = (*constant_faults.CHECKED, *without_checks(given))
        second = None if is_own or is_clean else _checked((*command, *checks), text, Path(scratch))
        try:
            done = _run((*command, *dependencies, "-o", "-"), text)
        finally:
            failed = second is not None and second.wait() != 0
        if done.returncode:
            raise CompileError(readable(done.stderr) + hint(done.stderr, given))
        files = _read_dependencies(listing.read_text(errors="surrogateescape"), toolchain.bundled)
        plain = done.stdout
        if is_own or failed:
            return TranslationUnit(name, with_calls(with_signed_atomics(plain), given), files)
        if second is not None:
            checked = _text(Path(scratch, "checked"))
            if constant_faults.has_faults(checked):
                plain = constant_faults.without_checks(_run((*command, *checks, "-o", "-"), text).stdout)
            plain = with_signed_shifts(plain, checked)
    plain = with_signed_atomics(plain)
    if has_wide_steps(plain):
        plain = with_unsigned_steps(plain, _run((*command, *unsigned_steps.CHECKED, "-o", "-"), text).stdout)
    return TranslationUnit(name, with_calls(with_checked_alignment(plain), given), files)


def _run(command: Sequence[str], text: str | None) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, input=text, capture_output=True, encoding="utf-8", errors="replace", check=False)


def _checked(command: Sequence[str], text: str | None, scratch: Path) -> subprocess.Popen[bytes]:
    """A second compiler at the same time. Its text (without positions, which makes it quick) has clang's own checks:
    they show faults on constants, and which shifts are signed."""
    given = scratch / "given"
    given.write_text(text or "", encoding="utf-8", errors="surrogateescape")
    whole = (*command, "-g0", "-o", str(scratch / "checked"))
    with given.open("rb") as stdin:
        return subprocess.Popen(whole, stdin=stdin, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8", errors="replace")


def readable(message: str) -> str:
    """clang's message, with paths as the user gave them. About a flag, it is not the wheel that complains."""
    message = re.sub(r"^zig: error: ", "compiler flags: ", message, flags=re.MULTILINE)
    return re.sub(r"(^|\s)\./", r"\1", message, flags=re.MULTILINE).strip()


def _read_dependencies(rule: str, bundled: str) -> tuple[str, ...]:
    """The files of a make rule (`unit: a.c \\⏎ a.h …`) that do not belong to the compiler."""
    words = re.findall(r"(?:\\[ #]|\$\$|\\(?!\n)|[^\s\\$])+", rule.partition(":")[2])
    names = (re.sub(r"\\([ #])", r"\1", word).replace("$$", "$") for word in words)
    return tuple(dict.fromkeys(name.removeprefix("./") for name in names if not name.startswith(bundled)))
