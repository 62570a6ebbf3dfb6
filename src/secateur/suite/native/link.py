"""Links objects to an executable with lld, directly against the C library that this Python runs on.

Why not `zig cc`: on the first link on a computer it builds its own C library, which takes up to a minute.
"""

from __future__ import annotations

import os
import platform
import re
import struct
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from secateur.errors import SecateurError
from secateur.frontend.toolchain import Toolchain, host_target
from secateur.suite.native.library import LAYOUT
from secateur.suite.native.names import separate

IMAGE_BASE = "0x500000000000"
"""High, so that nothing is mapped around the null pointer, and fixed, so that addresses equal those at link time."""


class NativeLinkError(SecateurError):
    """The program cannot be linked; the message is the linker's."""


class UndefinedFunctionsError(NativeLinkError):
    """The program calls functions that are defined nowhere."""

    def __init__(self, message: str, names: tuple[str, ...]) -> None:
        super().__init__(message)
        self.names = names


@dataclass(frozen=True, slots=True)
class SystemLibraries:
    """The C library of this machine: its dynamic loader, and the shared objects to link with."""

    loader: str
    objects: tuple[str, ...]

    @property
    def identity(self) -> str:
        """Changes when the C library of the computer changes."""
        stats = [os.stat(name) for name in self.objects]
        return "\n".join([self.loader, *self.objects, *(f"{s.st_size}:{s.st_mtime_ns}" for s in stats)])


def system_libraries() -> SystemLibraries:
    """Found through the memory map of this process and the loader named in its executable. Raises NativeLinkError."""
    mapped = _mapped_files()
    libc = next(
        (name for name in mapped if re.search(r"/(libc\.so\.6|libc-2\.\d+\.so|ld-musl-[^/]*|libc\.so)$", name)), None
    )
    loader = _interpreter(Path("/proc/self/exe"))
    if libc is None or loader is None:
        raise NativeLinkError(f"the C library of this {platform.machine()} system was not found")
    beside = Path(libc).parent
    others = [beside / name for name in ("libm.so.6", "libpthread.so.0", "libdl.so.2")]
    return SystemLibraries(loader, (libc, *(str(path) for path in others if path.is_file())))


def _mapped_files() -> list[str]:
    try:
        maps = Path("/proc/self/maps").read_text(errors="surrogateescape")
    except OSError:
        return []
    return list(dict.fromkeys(line.split(maxsplit=5)[5] for line in maps.splitlines() if line.count("/") > 0))


def _interpreter(path: Path) -> str | None:
    """The dynamic loader that an executable names."""
    with path.open("rb") as file:
        data = file.read(1 << 14)  # the name is near the beginning
    if data[:6] != b"\x7fELF\x02\x01":
        return None
    (table,) = struct.unpack_from("<Q", data, 32)
    (count,) = struct.unpack_from("<H", data, 56)
    for i in range(count):
        kind, _flags, offset, _v, _p, size = struct.unpack_from("<IIQQQQ", data, table + 56 * i)
        if kind == 3:
            return data[offset : offset + size].rstrip(b"\0").decode()
    return None


def link(program: Sequence[bytes], runtime: Sequence[bytes], chain: Toolchain, target: Path) -> None:
    """Write the executable `target`; the objects are written beside it. Raises NativeLinkError."""
    names = []
    for number, data in enumerate((*separate(program, runtime), *runtime)):
        path = target.with_name(f"{number}.o")
        path.write_bytes(data)
        names.append(str(path))
    try:
        command = _lld(names, system_libraries(), chain, target)
    except NativeLinkError:
        command = _zig_cc(names, chain, target)
    done = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False)
    if done.returncode:
        missing = tuple(
            sorted(set(re.findall(r"undefined (?:hidden |protected |internal )?symbol: (\S+)", done.stderr)))
        )
        if missing:
            raise UndefinedFunctionsError(done.stderr.strip(), missing)
        raise NativeLinkError(done.stderr.strip())


_LINK_FLAGS = (
    f"--image-base={IMAGE_BASE}",
    "--entry=secateur_entry",
    *("-z", "now"),
    *("-z", "norelro"),  # relro requires another order of our sections
    *("-T", str(LAYOUT)),
)


def _lld(objects: Sequence[str], libraries: SystemLibraries, chain: Toolchain, target: Path) -> list[str]:
    loader = f"--dynamic-linker={libraries.loader}"
    zig = chain.command[0]
    return [
        zig,
        "ld.lld",
        "-o",
        str(target),
        "--error-limit=0",
        loader,
        *_LINK_FLAGS,
        *objects,
        "--as-needed",
        *libraries.objects,
    ]


def _zig_cc(objects: Sequence[str], chain: Toolchain, target: Path) -> list[str]:
    """The command if no C library was found: link with zig's own, which it must build first."""
    flags = [f"-Wl,{flag}" for flag in _LINK_FLAGS]
    zig = chain.command[0]
    return [zig, "cc", "-target", host_target(), "-no-pie", *flags, "-o", str(target), *objects, "-lm"]
