"""The clang inside the `ziglang` wheel: where it is, and the arguments for the C headers that come with it.

`zig cc` is a wrapper that keeps its own cache, copies standard input to a file elsewhere and lists about a
hundred target features in every module. `zig clang` is the plain compiler, twice as fast, but it does not find
the headers; so the wrapper is asked once, with `-###`, which arguments it would add.
"""

from __future__ import annotations

import importlib.util
import os
import platform
import shlex
import subprocess
import tempfile
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path

from secateur.frontend.cache import Cache
from secateur.frontend.errors import ToolchainError


@dataclass(frozen=True, slots=True)
class Toolchain:
    """`command` starts the compiler; `headers` are the arguments for target and headers; files whose name
    begins with `bundled` belong to the wheel, and `identity` stands for their version."""

    command: tuple[str, ...]
    headers: tuple[str, ...]
    bundled: str
    identity: str


def package_identity(name: str, file: str) -> str:
    """Identifies the installed version of a package without the cost of importing it."""
    stat = (package_folder(name) / file).stat()
    return f"{name}:{stat.st_size}:{stat.st_mtime_ns}"


@cache
def package_folder(name: str) -> Path:
    spec = importlib.util.find_spec(name)
    if spec is None or not spec.submodule_search_locations:
        raise ToolchainError(f"the Python package '{name}' is missing", advice=f"install it with: pip install {name}")
    return Path(next(iter(spec.submodule_search_locations)))


def host_target() -> str:
    """The target, in zig's naming, whose layout and headers are used for the analysed program."""
    machine = platform.machine().lower()
    arch = {"amd64": "x86_64", "arm64": "aarch64"}.get(machine, machine)
    libc = "musl" if _is_musl() else "gnu"
    return f"{arch}-linux-{libc}"


def find_toolchain(store: Cache) -> Toolchain:
    """The compiler of this installation. Its arguments, which take 30 ms to query, are cached in `store`."""
    folder = package_folder("ziglang")
    zig = folder / ("zig.exe" if os.name == "nt" else "zig")
    if not zig.is_file():
        raise ToolchainError(f"the 'ziglang' package has no compiler at {zig}", advice="reinstall it")
    identity = f"{package_identity('ziglang', zig.name)}:{host_target()}"
    key = store.key("toolchain 2", identity, str(folder))
    hit = store.load(key)
    if hit is not None:
        headers = tuple(hit.data.decode().split("\0"))
    else:
        headers = _ask_for_headers(zig, host_target())
        store.save(key, "\0".join(headers).encode(), ())
    return Toolchain((str(zig), "clang"), headers, str(folder) + os.sep, identity)


def _ask_for_headers(zig: Path, target: str) -> tuple[str, ...]:
    """The header arguments that `zig cc` passes on for a target, in the same order."""
    with tempfile.TemporaryDirectory(prefix="secateur-") as scratch:
        environment = os.environ | {"ZIG_GLOBAL_CACHE_DIR": scratch, "ZIG_LOCAL_CACHE_DIR": scratch}
        command = [str(zig), "cc", "-###", "-target", target, "-x", "c", "-c", os.devnull, "-o", os.devnull]
        # Run in a folder that is not a parent of the compiler's: zig shortens paths below the current one.
        done = subprocess.run(command, cwd=scratch, env=environment, capture_output=True, text=True, check=False)
    lines = [line for line in done.stderr.splitlines() if '"-cc1"' in line]
    if done.returncode or not lines:
        raise ToolchainError(f"the compiler of the 'ziglang' package does not run:\n{done.stderr.strip()}")
    return (
        "-target",
        target.replace("-linux-", "-unknown-linux-"),
        "-nostdinc",
        *_header_arguments(lines[-1]),
    )


def _header_arguments(line: str) -> list[str]:
    words = shlex.split(line)
    kept: list[str] = []
    for flag, value in pairwise(words):
        if flag == "-D":
            kept.append(f"-D{value}")
        elif flag == "-isystem":
            kept += [flag, value]
    return kept


@cache
def _is_musl() -> bool:
    return not platform.libc_ver()[0] and any(Path("/lib").glob("ld-musl-*"))
