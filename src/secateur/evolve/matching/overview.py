"""A quick comparison of two versions, file by file, before linking: which functions differ."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from secateur.evolve.matching.canonical import Symbols, identity, initial, is_literal
from secateur.evolve.matching.matching import same_functions
from secateur.frontend.build import compile_source
from secateur.frontend.pin import without_zeros
from secateur.ir.model import Function, Global, Program
from secateur.ir.reader import read
from secateur.machine.path import OWN_FILES
from secateur.options import Compiling


@dataclass(frozen=True, slots=True)
class Overview:
    """`old` and `new`: the functions of each version with their files. `matched` maps names of the old version to the
    new one; `changed` are the functions of the new version that differ from their counterparts."""

    old: dict[str, Path]
    new: dict[str, Path]
    matched: dict[str, str]
    changed: list[str]
    globals: list[str]

    @property
    def former(self) -> dict[str, str]:
        return {new: old for old, new in self.matched.items()}

    @property
    def only_old(self) -> list[str]:
        return [name for name in self.old if name not in self.matched]

    @property
    def only_new(self) -> list[str]:
        known = set(self.matched.values())
        return [name for name in self.new if name not in known]

    @property
    def is_same(self) -> bool:
        return not (self.changed or self.globals or self.only_old or self.only_new)


def overview(
    old: Sequence[Path], new: Sequence[Path], old_options: Compiling, new_options: Compiling | None = None
) -> Overview:
    """Both versions are compiled alike, unless the new one has options of its own."""
    ours, theirs = _programs(old, old_options), _programs(new, new_options or old_options)
    homes_old, homes_new = _homes(ours), _homes(theirs)
    merged = _merged(ours), _merged(theirs)
    matched = same_functions(*merged)
    symbols = {path: Symbols(program, matched) for path, program in ours.items()}
    changed = []
    for before, after in matched.items():
        one, two = homes_old[before], homes_new[after]
        left = identity(ours[one].functions[before], symbols[one])
        if left != identity(theirs[two].functions[after], Symbols(theirs[two])):
            changed.append(after)
    before_values, after_values = _initial_values(ours, matched), _initial_values(theirs, {})
    variables = [n for n, value in after_values.items() if before_values.get(n, value) != value]
    order = list(homes_new)
    if variables or _shared(ours, matched) != _shared(theirs, {}):
        changed += [n for n in matched.values() if n not in changed]
    return Overview(homes_old, homes_new, matched, sorted(changed, key=order.index), variables)


def _programs(files: Sequence[Path], options: Compiling) -> dict[Path, Program]:
    return {path: read(without_zeros(compile_source(path, options).text)) for path in files}


def _shared(programs: dict[Path, Program], renamed: dict[str, str]) -> dict[str, list[str]]:
    """What a name alone does not identify: static functions and variables defined in several files, and aliases."""
    found: dict[str, list[str]] = {}
    for program in programs.values():
        symbols = Symbols(program, renamed)
        for name, function in program.functions.items():
            if _is_users(function):
                found.setdefault(renamed.get(name, name), []).append(identity(function, symbols))
        for name, item in program.globals.items():
            if item.initializer is not None and not is_literal(item):
                found.setdefault(name, []).append(initial(item, symbols))
    several = {name: texts for name, texts in found.items() if len(texts) > 1}
    for program in programs.values():
        several |= {name: [str(constant)] for name, constant in program.aliases.items()}
    return several


def _homes(programs: dict[Path, Program]) -> dict[str, Path]:
    """Functions in the order of files and lines; of static functions with the same name, the first one counts."""
    found: dict[str, Path] = {}
    for path, program in programs.items():
        defined = [f for f in program.functions.values() if _is_users(f)]
        for function in sorted(defined, key=lambda f: f.position.line):
            found.setdefault(function.name, path)
    return found


def _is_users(function: Function) -> bool:
    return not function.is_declaration and not function.position.file.startswith(OWN_FILES)


def _initial_values(programs: dict[Path, Program], renamed: dict[str, str]) -> dict[str, str]:
    found: dict[str, str] = {}
    for program in programs.values():
        symbols = Symbols(program, renamed)
        for name, item in program.globals.items():
            if item.initializer is not None and not is_literal(item):
                found.setdefault(name, initial(item, symbols))
    return found


def _merged(programs: dict[Path, Program]) -> Program:
    """All functions and variables in one program: for lookup, not for running."""
    functions: dict[str, Function] = {}
    variables: dict[str, Global] = {}
    for program in programs.values():
        for name, function in program.functions.items():
            if name not in functions or functions[name].is_declaration:
                functions[name] = function
        for name, item in program.globals.items():
            if name not in variables or variables[name].initializer is None:
                variables[name] = item
    first = next(iter(programs.values()))
    return Program(functions, variables, first.aliases, first.triple)
