"""Builds the launcher (`launcher/`, in C), which puts native programs inside the fence. Once per computer."""

from __future__ import annotations

import shutil
import subprocess
from functools import cache
from pathlib import Path

from secateur.frontend.cache import Cache, default_cache
from secateur.frontend.toolchain import find_toolchain
from secateur.suite.native.compilers import side_by_side
from secateur.suite.native.library import RuntimeBuildError, compile_unit
from secateur.suite.native.shelf import Kept, find, keep, new_folder, open_checked

FOLDER = Path(__file__).parent / "launcher"
_FLAGS = ("-c", "-O2", "-std=gnu11", "-ffreestanding", "-fno-stack-protector", "-fno-sanitize=all", "-w")
_LINK_FLAGS = ("-static", "-z", "noexecstack", "-z", "separate-code")


@cache
def open_launcher() -> int:
    """A descriptor of the launcher, checked, which stays open. Raises RuntimeBuildError."""
    store = default_cache()
    kept = _find_launcher(store)
    try:
        return open_checked(kept.path, kept.digest)
    finally:
        if store.folder is None or store.folder not in kept.path.parents:
            shutil.rmtree(kept.path.parent, ignore_errors=True)


def _find_launcher(store: Cache) -> Kept:
    chain = find_toolchain(store)
    header = (FOLDER / "launcher.h").read_bytes()
    jobs = [
        lambda path=path: compile_unit(path.read_bytes(), path.name, header, _FLAGS, FOLDER, chain, store)
        for path in sorted(FOLDER.glob("*.c"))
    ]
    objects = side_by_side(jobs)
    key = store.key("launcher", chain.identity, *_LINK_FLAGS, *objects)
    return find(key, store) or _link(key, objects, store)


def _link(key: str, objects: list[bytes], store: Cache) -> Kept:
    folder = new_folder(store)
    names = []
    for number, data in enumerate(objects):
        path = folder / f"{number}.o"
        path.write_bytes(data)
        names.append(str(path))
    zig = find_toolchain(store).command[0]
    command = [zig, "ld.lld", *_LINK_FLAGS, "-o", str(folder / "program"), *names]
    done = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False)
    if done.returncode:
        raise RuntimeBuildError(f"the launcher of native programs:\n{done.stderr}")
    for name in names:
        Path(name).unlink()
    return keep(folder, key, store)
