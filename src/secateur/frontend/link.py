"""Links modules into one, with what they need from the runtime library; drops dead code, promotes locals.

The only passes are `globaldce` and `sroa`, the latter for plain scalars only (see `pin`). `simplifycfg` and
`instcombine` never run: they turn branches into selects and lose the user's paths and lines. llvmlite is
imported only when something is linked.
"""

from __future__ import annotations

import re
from base64 import b64decode, b64encode
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from secateur.frontend.compile import DRIVER_NAME, RENAMED_MAIN, TranslationUnit
from secateur.frontend.errors import CompileError, LinkError
from secateur.frontend.pin import pin, unpin
from secateur.frontend.start import START, start_code
from secateur.frontend.symbols import (
    with_counts,
    with_jumps,
    with_static_locals,
    with_streams,
    without_aliases,
    without_ifuncs,
)

if TYPE_CHECKING:
    from llvmlite.binding import ModuleRef, ValueRef

__all__ = ["Library", "LibraryPart", "LinkError", "link", "make_library", "read_module", "symbols", "undefined"]

_LISTS = re.compile(r"\n@llvm\.(global_[cd]tors|used|compiler\.used) = .*")
_SHORT_WCHAR = '!"wchar_size", i32 2}'
"""With -fshort-wchar. Only passes that do not run here read it, but LLVM links no modules in which it differs."""
_LIBRARY = "the runtime library"
_NAMES = re.compile(r"@([\w.$]+)")
_DATA_LAYOUT = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"


@dataclass(frozen=True, slots=True)
class LibraryPart:
    """One source of the runtime library as a bitcode module: the symbols that it provides, and what each of them needs
    of other parts, itself or through what it calls. Most parts are never decoded."""

    encoded: str
    needs: Mapping[str, Collection[str]]

    @property
    def bitcode(self) -> bytes:
        return b64decode(self.encoded)


@dataclass(frozen=True, slots=True)
class Library:
    """The runtime library. Only the parts that a program needs are read. Their definitions are linked as `linkonce`:
    those that nobody needs are left out, and a definition by the user takes precedence."""

    parts: tuple[LibraryPart, ...]

    @property
    def names(self) -> frozenset[str]:
        """The symbols that it provides."""
        return frozenset().union(*(part.needs for part in self.parts))

    def needed(self, names: Iterable[str]) -> list[LibraryPart]:
        """The parts that provide these names and what they need in turn, in their own order."""
        owners = {name: number for number, part in enumerate(self.parts) for name in part.needs}
        waiting = [name for name in names if name in owners]
        seen = set(waiting)
        while waiting:
            name = waiting.pop()
            new = {each for each in self.parts[owners[name]].needs[name] if each in owners and each not in seen}
            seen |= new
            waiting.extend(new)
        found = {owners[name] for name in seen}
        return [part for number, part in enumerate(self.parts) if number in found]


def link(units: Sequence[TranslationUnit], library: Library | None, entry: str, keep: Collection[str] = ()) -> str:
    """The text of the whole program: everything reachable from `entry`, `keep` and the units' global variables."""
    with _Modules() as modules:
        plain = [with_jumps(with_static_locals(without_ifuncs(unit.text))) for unit in units]
        texts = with_streams(with_counts([_with_long_wchar(pin(text)) for text in plain]))
        parsed = [modules.parse(replace(unit, text=text)) for unit, text in zip(units, texts, strict=True)]
        if units[0].name == DRIVER_NAME:
            _rename_main(parsed[1:])
        _forbid_duplicates(units, parsed)
        program = parsed[0]
        for unit, module in zip(units[1:], parsed[1:], strict=True):
            _link_in(program, module, unit.name)
        if not _is_defined(program, entry):
            raise LinkError(_no_entry(entry, units, program))
        has_start = entry == "main" and library is not None and _link_start(program, modules)
        if library is not None and (parts := library.needed(_declared(program))):
            _link_in(program, _joined(parts, modules), _LIBRARY)
        _promote(program, {entry, *([START] if has_start else ()), *keep})
        return without_aliases(_LISTS.sub("", unpin(str(program))))


def _with_long_wchar(text: str) -> str:
    return text.replace(_SHORT_WCHAR, _SHORT_WCHAR.replace("2}", "4}"))


def make_library(units: Sequence[TranslationUnit]) -> Library:
    """The runtime library of these units, which is made once per installation."""
    with _Modules() as modules:
        parsed = [modules.parse(unit) for unit in units]
        _forbid_duplicates(units, parsed)
        return Library(tuple(map(_part, parsed)))


def _part(module: ModuleRef) -> LibraryPart:
    _run_passes(module)
    uses = {value.name: set(_NAMES.findall(str(value))) for value in _definitions(module)}
    outside = set(_declared(module))
    offered = [value.name for value in _definitions(module) if value.linkage.name == "external"]
    encoded = b64encode(module.as_bitcode()).decode()
    return LibraryPart(encoded, {name: sorted(_reached(name, uses) & outside) for name in offered})


def _reached(name: str, uses: Mapping[str, set[str]]) -> set[str]:
    """All names that a definition mentions, itself or through others."""
    seen, waiting = {name}, [name]
    while waiting:
        new = uses.get(waiting.pop(), set()) - seen
        seen |= new
        waiting.extend(new)
    return seen


def _joined(parts: Sequence[LibraryPart], modules: _Modules) -> ModuleRef:
    """One module of some parts. They are joined before anything is left out: functions share static variables."""
    module, *others = [modules.parse_bitcode(part.bitcode, _LIBRARY) for part in parts]
    for other in others:
        _link_in(module, other, _LIBRARY)
    for value in _definitions(module):
        if value.linkage.name == "external":
            value.linkage = "linkonce_any"
    return module


def read_module(path: Path) -> TranslationUnit:
    """A unit from LLVM text (`.ll`) or bitcode (`.bc`) that was compiled elsewhere."""
    if not path.is_file():
        raise CompileError("no such file", str(path))
    data = path.read_bytes()
    with _Modules() as modules:  # LLVM prints it in the form that our reader knows
        if data.startswith((b"BC\xc0\xde", b"\xde\xc0\x17\x0b")):
            text = str(modules.parse_bitcode(data, str(path)))
        else:
            text = str(modules.parse(TranslationUnit(str(path), data.decode("utf-8", "replace"), ())))
    # Plain `clang -O0` marks functions as optnone, which keeps the passes from changing them.
    text = re.sub(r"^(attributes #\d+ = \{.*) optnone\b", r"\1", text, flags=re.MULTILINE)
    return TranslationUnit(str(path), text, (str(path),))


def undefined(text: str) -> tuple[str, ...]:
    """The functions that a linked program calls but does not define, without LLVM's intrinsics."""
    names = re.findall(r'^declare (?!extern_weak )[^@\n]*@(?:"([^"\n]+)"|([\w.$-]+))\(', text, re.MULTILINE)
    return tuple(quoted or plain for quoted, plain in names if not plain.startswith("llvm."))


@dataclass(frozen=True, slots=True)
class UnitSymbols:
    """The global names of a unit, in order: what it defines, and the functions and variables that it needs."""

    defined: tuple[str, ...] = ()
    functions: tuple[str, ...] = ()
    variables: tuple[str, ...] = ()


def symbols(text: str) -> UnitSymbols:
    """The global names of a unit's text."""
    name = r'@(?:"([^"\n]+)"|([\w.$-]+))'
    functions = re.findall(rf"^define [^@\n]*{name}\(", text, re.MULTILINE)
    found = re.findall(rf"^{name} = (external |extern_weak )?", text, re.MULTILINE)
    needed = [quoted or plain for quoted, plain, external in found if external == "external "]
    variables = [quoted or plain for quoted, plain, external in found if not external]
    return UnitSymbols((*(quoted or plain for quoted, plain in functions), *variables), undefined(text), tuple(needed))


class _Modules:
    """LLVM modules and their context. They are closed in order, even after an error: the garbage collector might
    free the context first, which crashes the process."""

    def __enter__(self) -> _Modules:
        self._llvm = _llvm()
        self._context = self._llvm.create_context()
        self._opened: list[ModuleRef] = []
        return self

    def __exit__(self, *_: object) -> None:
        for module in reversed(self._opened):
            module.close()
        self._context.close()

    def parse(self, unit: TranslationUnit) -> ModuleRef:
        """The module of a unit. Raises an error if it cannot be analysed."""
        try:
            module = self._llvm.parse_assembly(unit.text, self._context)
        except RuntimeError as error:
            reason = str(error).removeprefix("LLVM IR parsing error\n").strip()
            raise CompileError(f"not readable as LLVM text: {reason}", unit.name) from None
        self._opened.append(module)
        layout = module.data_layout
        if not layout:
            module.data_layout = _DATA_LAYOUT
        elif layout.startswith("E") or re.search(r"(^|-)p:(16|32):", layout):
            raise LinkError(
                f"compiled for {module.triple or 'an unknown target'}, but only 64-bit little-endian targets "
                "can be analysed",
                unit.name,
                "compile it with -m64",
            )
        return module

    def parse_bitcode(self, bitcode: bytes, name: str) -> ModuleRef:
        try:
            module = self._llvm.parse_bitcode(bitcode, self._context)
        except RuntimeError as error:
            raise CompileError(f"not readable as LLVM bitcode: {_one_line(error)}", name) from None
        self._opened.append(module)
        return module


def _link_in(program: ModuleRef, module: ModuleRef, name: str) -> None:
    try:
        program.link_in(module)
    except RuntimeError as error:
        raise LinkError(f"cannot link {name}: {_one_line(error)}") from None


def _link_start(program: ModuleRef, modules: _Modules) -> bool:
    """Add the function that runs before `main`, if one is needed. It also calls static functions."""
    text = start_code(program)
    if not text:
        return False
    static = [function for function in program.functions if function.linkage.name == "internal"]
    for function in static:
        function.linkage = "external"
    _link_in(program, modules.parse(TranslationUnit(START, text, ())), START)
    for function in static:
        function.linkage = "internal"
    return True


def _forbid_duplicates(units: Sequence[TranslationUnit], modules: Sequence[ModuleRef]) -> None:
    """LLVM would stop at the first duplicate, without naming the files."""
    owners: dict[str, str] = {}
    problems, are_variables = [], True
    for unit, module in zip(units, modules, strict=True):
        for value in _definitions(module):
            if value.linkage.name != "external":
                continue
            owner = owners.setdefault(value.name, unit.name)
            if owner != unit.name:
                problems.append(f"duplicate symbol: '{value.name}' is defined in {owner} and in {unit.name}")
                are_variables = are_variables and not value.is_function
    if problems:
        advice = "compilers used to accept variables like this: --cflags -fcommon" if are_variables else ""
        raise LinkError("\n".join(problems), advice=advice)


def _rename_main(modules: Sequence[ModuleRef]) -> None:
    """The driver's `main` is the program's; the `main` of a source that it does not include is renamed. There may be
    several."""
    for module in modules:
        for function in module.functions:
            if function.name == "main":
                function.name = RENAMED_MAIN
                if not function.is_declaration:
                    function.linkage = "internal"


def _no_entry(entry: str, units: Sequence[TranslationUnit], program: ModuleRef) -> str:
    files = ", ".join(unit.name for unit in units)
    defined = [function.name for function in program.functions if not function.is_declaration]
    if not defined:
        return f"no function '{entry}' in {files}"
    known = ", ".join(defined[:20])
    advice = f"name the one to explore, as in {units[0].name}:{defined[0]} (functions: {known})"
    return f"no function '{entry}' in {files}; {advice}"


def _promote(program: ModuleRef, roots: Collection[str]) -> None:
    """Drop code that is not reachable from the roots, promote locals to registers, verify. Linkage is restored
    afterwards, so that `internal` in the text is the user's `static`, and `weak` the user's `weak`."""
    hidden: set[str] = set()
    weak = {function.name for function in program.functions if function.linkage.name in ("weak_any", "weak_odr")}
    for function in program.functions:
        if not function.is_declaration and function.linkage.name != "internal" and function.name not in roots:
            hidden.add(function.name)
            function.linkage = "internal"
    _run_passes(program, dead_code=True)
    for value in _definitions(program):
        if value.name in hidden or value.linkage.name == "linkonce_any":
            value.linkage = "weak_any" if value.name in weak else "external"
    try:
        program.verify()
    except RuntimeError as error:
        raise LinkError(f"the linked program is not valid LLVM: {_one_line(error)}") from None


def _run_passes(program: ModuleRef, dead_code: bool = False) -> None:
    passes = _llvm().create_new_module_pass_manager()
    if dead_code:
        passes.add_global_dead_code_eliminate_pass()
    passes.add_sroa_pass()
    passes.run(program, _pass_builder())


def _definitions(module: ModuleRef) -> Iterator[ValueRef]:
    for values in (module.functions, module.global_variables):
        yield from (value for value in values if not value.is_declaration)


def _declared(module: ModuleRef) -> Iterator[str]:
    for values in (module.functions, module.global_variables):
        yield from (value.name for value in values if value.is_declaration)


def _is_defined(module: ModuleRef, name: str) -> bool:
    return any(function.name == name and not function.is_declaration for function in module.functions)


def _one_line(error: Exception) -> str:
    return " ".join(str(error).split())


@cache
def _llvm() -> Any:
    import llvmlite.binding  # noqa: PLC0415  (40 ms that a cache hit must not pay)

    llvmlite.binding.initialize_native_target()
    return llvmlite.binding


@cache
def _pass_builder() -> Any:
    """The passes do not use the target machine, but LLVM requires one."""
    llvm = _llvm()
    machine = llvm.Target.from_default_triple().create_target_machine()
    return llvm.create_pass_builder(machine, llvm.create_pipeline_tuning_options(speed_level=0))
