"""The C runtime that every native test program is linked with: inputs, fork server, sanitizers."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path

from secateur.errors import SecateurError
from secateur.frontend.cache import Cache
from secateur.frontend.library import RUNTIME
from secateur.frontend.toolchain import Toolchain, find_toolchain
from secateur.suite.native.compile import MEMORY
from secateur.suite.native.compilers import run_compiler, side_by_side
from secateur.suite.native.names import checked

FOLDER = Path(__file__).parent / "runtime"
LAYOUT = FOLDER / "layout.ld"

_ALWAYS = ("start.c", "system.c", "server.c", "left.c", "report.c", "inputs.c", "intrinsics.c", "wide.c", "world.c")
_SANITIZING = (
    "shadow.c", "globals.c", "frames.c", "heap.c", "strings.c", "numbers.c", "sort.c", "stdio.c", "files.c",
    "folders.c", "jumps.c", "ubsan.c",
)  # fmt: skip

_SHARED = (
    "atomic_memory.c", "calendar.c", "clock.c", "complex_numbers.c", "signals.c", "syslog.c", "system.c", "users.c",
)  # fmt: skip
"""Files of the machine's C library that native programs use too, because the system's would depend on the computer."""

_OVER_FOLDERS = ("glob.c",)
"""The same, over the wrapped folders that only programs with sanitizers have."""

_FLAGS = (
    "-c",
    "-O2",
    "-std=gnu11",
    "-D_GNU_SOURCE",
    "-fPIC",
    "-fno-builtin",
    "-fno-stack-protector",
    "-fno-omit-frame-pointer",
    "-mno-omit-leaf-frame-pointer",
    "-fno-optimize-sibling-calls",
    "-fno-sanitize=all",
    "-ffile-prefix-map=./=",
    "-w",
)


class RuntimeBuildError(SecateurError):
    """Our own runtime does not compile here: a fault of the installation, not of the user's program."""


def load_runtime(sanitize: bool, chain: Toolchain, store: Cache) -> list[bytes]:
    """The objects of the runtime, compiled once per computer, and read once per process and store."""
    return list(_runtime(sanitize, chain, store.folder))


@lru_cache(maxsize=4)
def _runtime(sanitize: bool, chain: Toolchain, folder: Path | None) -> tuple[bytes, ...]:
    store = Cache(folder)
    names = _ALWAYS + (_SANITIZING if sanitize else ())
    header = (FOLDER / "runtime.h").read_bytes()
    shared = [_shared_job(name, sanitize, chain, store) for name in _SHARED + (_OVER_FOLDERS if sanitize else ())]
    return tuple(side_by_side([*(_job(FOLDER / name, header, chain, store) for name in names), *shared]))


def _shared_job(name: str, sanitize: bool, chain: Toolchain, store: Cache) -> Callable[[], bytes]:
    headers = b"".join(path.read_bytes() for path in sorted(RUNTIME.glob("*.h")))
    flags = tuple(flag for flag in _FLAGS if flag not in ("-D_GNU_SOURCE", "-fno-sanitize=all"))
    # The program may access the variables: they are checked like its own, each in a section of its own.
    flags = (*flags, "-fdata-sections", "-fwrapv", f"-I{RUNTIME}", *(MEMORY if sanitize else ()))

    def job() -> bytes:
        data = compile_unit((RUNTIME / name).read_bytes(), name, headers, flags, RUNTIME, chain, store)
        return checked(data)

    return job


def _job(path: Path, header: bytes, chain: Toolchain, store: Cache) -> Callable[[], bytes]:
    return lambda: compile_runtime(path.read_bytes(), path.name, header, chain, store)


def compile_runtime(text: bytes, name: str, header: bytes, chain: Toolchain, store: Cache) -> bytes:
    """One file of the runtime (or text in its style), as an object."""
    return compile_unit(text, name, header, _FLAGS, FOLDER, chain, store)


def is_compiled(store: Cache) -> bool:
    """Was the runtime compiled on this computer before? Its first file stands for all."""
    header, name = (FOLDER / "runtime.h").read_bytes(), _ALWAYS[0]
    key = _unit_key((FOLDER / name).read_bytes(), name, header, _FLAGS, find_toolchain(store), store)
    return store.load(key) is not None


def _unit_key(text: bytes, name: str, header: bytes, flags: tuple[str, ...], chain: Toolchain, store: Cache) -> str:
    return store.key("native runtime", chain.identity, "\0".join(flags), name, text, header)


def compile_unit(
    text: bytes, name: str, header: bytes, flags: tuple[str, ...], folder: Path, chain: Toolchain, store: Cache
) -> bytes:
    """One file of ours as an object. `header` is all that it includes from `folder`."""
    key = _unit_key(text, name, header, flags, chain, store)
    hit = store.load(key)
    if hit is not None:
        return hit.data
    data = _object(text, name, header, flags, folder, chain)
    store.save(key, data, ())
    return data


@lru_cache(maxsize=128)
def _object(text: bytes, name: str, header: bytes, flags: tuple[str, ...], folder: Path, chain: Toolchain) -> bytes:
    """A process compiles a file once, whatever its stores. `header` is part of what it is known by."""
    with tempfile.TemporaryDirectory(prefix="secateur-") as scratch:
        target = Path(scratch, "unit.o")
        command = (*chain.command, *chain.headers, *flags, f"-I{folder}", "-x", "c", "-", "-o", str(target))
        done = run_compiler(command, text)
        if done.returncode:
            raise RuntimeBuildError(f"{name} of the native runtime:\n{done.stderr.decode(errors='replace')}")
        return target.read_bytes()
