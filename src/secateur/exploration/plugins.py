"""All techniques that can be chosen: built in, provided by installed packages, and defined in files of the user's.

A package provides techniques in the entry point group `secateur.techniques`. The techniques' modules, and what they
need, are imported only when one of them is used.
"""

from __future__ import annotations

import inspect
import sys
import traceback
from collections.abc import Iterable
from functools import lru_cache
from hashlib import blake2b
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, TypeGuard

from secateur.exploration import techniques
from secateur.exploration.registry import PluginError, Registry

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    from secateur.exploration.technique import Technique

GROUP = "secateur.techniques"


def registry(files: Iterable[Path | str] = (), wanted: str | None = None) -> Registry:
    """The built-in techniques, those that installed packages provide, and those in Python files. Installed packages are
    not searched if the one `wanted` is built in."""
    found = Registry(techniques.PROGRAMS, techniques.CHANGES)
    if wanted not in (*techniques.PROGRAMS, *techniques.CHANGES):
        found = with_installed(found)
    for file in files:
        for technique in load_file(Path(file)):
            found = found.with_technique(technique, str(file))
    return found


def load_file(path: Path) -> tuple[type[Technique], ...]:
    """Every concrete subclass of `Technique` with a name that a Python file defines, in the order of the file."""
    if not path.is_file():
        raise PluginError("there is no such file", str(path))
    module = _executed(path)
    found = [
        each
        for each in vars(module).values()
        if inspect.isclass(each) and each.__module__ == module.__name__ and _is_technique(each)
    ]
    if not found:
        raise PluginError(
            "defines no technique", str(path), "a technique is a subclass of Technique with a name and tasks"
        )
    names = [each.name for each in found]
    for name in names:
        if names.count(name) > 1:
            raise PluginError(f"defines two techniques called '{name}'", str(path))
    return tuple(found)


def with_installed(registry: Registry) -> Registry:
    """The registry and the techniques of installed packages. One that fails to load, or whose name is already in use,
    does not disturb the others: it is recorded as broken, and the reason appears when it is chosen or listed."""
    for entry in _installed(tuple(sys.path)):
        where = f"technique '{entry.name}' of {_package(entry)}"
        try:
            technique = entry.load()
        except (Exception, SystemExit) as error:
            registry = registry.with_broken(entry.name, f"{where} cannot be imported: {_last_line(error)}")
            continue
        if not (inspect.isclass(technique) and _is_technique(technique)):
            reason = f"{where}: {entry.value} is not a subclass of Technique with a name and tasks"
            registry = registry.with_broken(entry.name, reason)
            continue
        try:
            registry = registry.with_technique(technique, where)
        except PluginError as error:
            registry = registry.with_broken(entry.name, str(error), technique.for_changes)
    return registry


@lru_cache(maxsize=1)
def _installed(_folders: tuple[str, ...]) -> tuple[EntryPoint, ...]:
    """What the packages in these folders provide. A process searches them once: there may be hundreds of packages."""
    from importlib.metadata import entry_points  # noqa: PLC0415 - slow to import, rarely needed

    return tuple(sorted(entry_points(group=GROUP), key=lambda each: each.name))


def _is_technique(found: type) -> TypeGuard[type[Technique]]:
    from secateur.exploration.technique import Technique  # noqa: PLC0415 - only if there is a plug-in

    return issubclass(found, Technique) and not inspect.isabstract(found) and bool(found.name)


def _executed(path: Path) -> ModuleType:
    digest = blake2b(str(path.resolve()).encode(), digest_size=8).hexdigest()
    name = f"secateur_plugin_{digest}"
    spec = spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise PluginError("not a Python file", str(path), "its name must end in .py")
    module = module_from_spec(spec)
    sys.modules[name] = module  # dataclasses look up the module of a class
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        del sys.modules[name]
        raise PluginError(f"cannot be imported: {_last_line(error)}", _place(path, error)) from error
    return module


def _place(path: Path, error: BaseException) -> str:
    """The file with the last of its lines that led to the error."""
    if isinstance(error, SyntaxError) and error.filename == str(path):
        return f"{path}:{error.lineno}"
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == str(path)]
    return f"{path}:{lines[-1]}" if lines else str(path)


def _last_line(error: BaseException) -> str:
    return traceback.format_exception_only(error)[-1].strip()


def _package(entry: EntryPoint) -> str:
    return f"package {entry.dist.name}" if entry.dist is not None else "an installed package"
