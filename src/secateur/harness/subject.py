"""What is explored: the user's sources and function, compiled with a driver to one program."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from secateur.assumption import Assumption, AssumptionKind
from secateur.contracts.meaning import meaning_of
from secateur.contracts.model import Contract
from secateur.frontend.build import Build, build, compile_source, declarations
from secateur.frontend.cache import default_cache
from secateur.frontend.compile import SOURCE_SUFFIXES
from secateur.frontend.compile_commands import CompileCommands, resolved, unused
from secateur.frontend.errors import CompileError
from secateur.harness.bounded import bounded_pointers, object_labels
from secateur.harness.contract_sources import contract_of, fitting
from secateur.harness.driver import ERRNO, USED, Driver, make_driver
from secateur.harness.errors import HarnessError
from secateur.harness.externals import stand_ins, wanted_stand_ins
from secateur.harness.global_use import GlobalUse
from secateur.harness.inputs import can_be_input
from secateur.harness.invocation import StartPlan
from secateur.harness.linking import FoundFiles, Project, link_with, without_candidates
from secateur.harness.locale_use import locale_use
from secateur.harness.narrowing import narrowed
from secateur.harness.static_locals import static_locals
from secateur.harness.used_types import with_used_types
from secateur.harness.world_file import world_file
from secateur.ir.debuginfo import DebugInfo, NoDebugInfoError, NoSuchFunctionError, Prototype
from secateur.ir.lexer import name_of
from secateur.ir.model import Program
from secateur.ir.module_text import split
from secateur.ir.reader import read
from secateur.options import Compiling, Inputs

_ERRNO = f"@{ERRNO.symbol} "
_KINDS = (".c", ".h", ".ll", ".bc")
_IMPLEMENTATION = re.compile(r"^\s*#\s*if(?:def|\s+defined\s*\(?)\s*(\w+)", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Subject:
    """`driver` is None when the program starts at its own `main`. `externals` holds stand-ins for missing functions."""

    sources: tuple[Path, ...]
    function: str
    driver: Driver | None
    driver_text: str | None
    included: Path | None
    program: Program
    options: Compiling
    externals: Path | None = None
    inputs: Inputs | None = None  # how the driver was generated
    assumptions: tuple[Assumption, ...] = ()  # how the driver narrows the inputs
    notes: tuple[str, ...] = ()  # on how it was compiled
    variables: frozenset[str] = frozenset()  # the symbols of all globals of the sources, used or not
    contract: Contract = field(default_factory=Contract)  # what a valid call of the function is
    start: GivenStart | None = None  # how the program is started
    named: tuple[Path, ...] = ()  # the sources without those that were found because the program needs them
    unread: frozenset[str] = frozenset()  # of a comparison: globals that nothing reads
    exposed: frozenset[str] = frozenset()  # of a comparison: globals whose address other code may have

    @property
    def source(self) -> str:
        """The sources that the user named."""
        added = (self.externals, self.start.file if self.start else None)
        return ", ".join(str(s) for s in self.named or self.sources if s not in added)

    @property
    def title(self) -> str:
        return f"{self.source}:{self.function}" if self.driver else self.source


@dataclass(frozen=True, slots=True)
class Havoc:
    """Functions without a body do what their contract allows: `file` gets stand-ins for all that are not `is_known`."""

    file: Path
    is_known: Callable[[str], bool]


@dataclass(frozen=True, slots=True)
class GivenStart:
    """A program is started as planned: `file` gets the code that does so."""

    file: Path
    plan: StartPlan


def load(
    specs: Sequence[str],
    options: Compiling,
    inputs: Inputs,
    havoc: Havoc | None = None,
    contract: Contract | None = None,
    start: GivenStart | None = None,
    sees_errno: bool = False,
) -> Subject:
    """Compile the given sources: `file.c`, or `file.c:function` for one of them. `contract`: what counts instead of
    what the sources say, as far as the function has these names. `start`: how a program is started. `sees_errno`: a
    comparison sees what a function leaves in errno, whatever it calls."""
    specs, others = without_candidates(specs)
    sources, target = _parse(specs)
    if start is not None and target is not None and target[1] != "main":
        raise HarnessError(
            f"{target[1]} is called by itself: it has no command line, input or files",
            advice=f"give {target[0]} to explore the program from its main",
        )
    main = sources[0] if target is None else target[0]
    found = resolved(options, [main, *(source for source in sources if source != main)])
    named = tuple(sources)
    linked = _linked(sources, target, others, options, found.options)
    if linked is not None:
        sources += linked.files
        found = replace(found, options=linked.options, notes=(*found.notes, *linked.notes))
    nearby = None if options.compile_commands or options.own else unused(main)
    try:
        called = target if start is None else None
        subject = _load(sources, called, found.options, inputs, contract, start, sees_errno)
    except CompileError as error:
        if nearby is None:
            raise
        raise CompileError(f"{error}\nhint: {nearby} may have the flags of this file: -p {nearby.parent}") from None
    is_told = nearby is not None and options == Compiling()
    notes = (f"{nearby} is not used; -p {nearby.parent} takes the flags from it",) if nearby and is_told else ()
    options, subject = found.options, replace(subject, notes=(*subject.notes, *found.notes, *notes), named=named)
    if havoc is None:
        return subject
    declared = _declared(subject.sources, options)
    wanted = wanted_stand_ins(subject.program, declared, havoc.is_known, start is not None)
    if not wanted:
        return subject
    havoc.file.parent.mkdir(parents=True, exist_ok=True)
    havoc.file.write_text(stand_ins(wanted, inputs, sets_errno="__errno_location" in declared))
    with_havoc = (*subject.sources, havoc.file)
    only_calls = subject.driver is not None and subject.driver.only_calls
    built = build(with_havoc, options, driver=subject.driver_text, included=subject.included, only_calls=only_calls)
    text = built.text
    known = subject.program
    program = replace(read(text), assumed=known.assumed, bounded=known.bounded, labels=known.labels)
    return replace(subject, sources=with_havoc, program=program, externals=havoc.file)


def _linked(
    sources: Sequence[Path], target: tuple[Path, str] | None, others: Sequence[Path], given: Compiling, found: Compiling
) -> FoundFiles | None:
    """Other files that the program needs, of `others` and of the database; `given` are the options as the user gave
    them, `found` with the flags of the sources."""
    database = None if given.compile_commands is None else CompileCommands(given.compile_commands)
    if not given.link or (database is None and not others):
        return None
    store = default_cache()
    main, function = target or (_with_main(sources, found), "main")
    return link_with(Project(others, database, store), sources, main, function, found, store)


def _with_main(sources: Sequence[Path], options: Compiling) -> Path:
    """The source that has `main`; if none has, that is reported later."""
    has_main = (s for s in sources if len(sources) == 1 or "@main(" in compile_source(s, options).text)
    return next(has_main, sources[0])


def _declared(sources: Sequence[Path], options: Compiling) -> dict[str, Prototype]:
    """The functions that the sources call but do not define."""
    found: dict[str, Prototype] = {}
    for source in sources:
        found |= DebugInfo(declarations(source, options).text).declared()
    return found


def _load(
    sources: list[Path],
    target: tuple[Path, str] | None,
    options: Compiling,
    inputs: Inputs,
    agreed: Contract | None = None,
    start: GivenStart | None = None,
    sees_errno: bool = False,
) -> Subject:
    driven = (
        ("--symbolic", inputs.symbolic),
        ("--assume", inputs.assume),
        ("--nullable", inputs.nullable),
        ("--alias", inputs.alias),
        ("--requires", inputs.requires),
        ("--ensures", inputs.ensures),
    )
    if target is not None and target[1] == "main" and not any(given for _, given in driven):
        target = None if not _signature(target[0], "main", options)[0].parameters else target
    if target is None:
        for name, given in driven:
            if given:
                raise HarnessError(f"{name} needs a function to call; give {sources[0]}:FUNCTION")
        return _whole_program(sources, options, start)
    source, function = target
    included = source if source.suffix in SOURCE_SUFFIXES else None
    signature, info = _signature(source, function, options)
    told: tuple[str, ...] = ()
    if included and inputs.infer and not inputs.contents:  # two versions have the inputs that both declare
        signature, told = with_used_types(signature, info)
    use = _global_use(sources, source, info, options)
    changing = [place for place in use.read_by(0, function) if use.may_change(*place)]
    sees_used = bool(inputs.contents) or USED in inputs.symbolic  # a comparison sees what a function leaves alone
    observed = use.used_by(0, function) if sees_used else ()
    own = [symbol for unit, symbol in (*changing, *observed) if unit == 0 and use.may_change(unit, symbol)]
    mutable = use.variables(0) if inputs.contents else ()
    if _names_errno(info, source):
        own.append(ERRNO.symbol)
    statics = tuple(static_locals(info.globals(), own)) if inputs.contents and included else ()
    if agreed is None:
        contract = contract_of(signature, source, info, sources, options, inputs)
    else:
        contract = fitting(agreed, signature, info)
    may_see = bool(inputs.contents and included) and ERRNO.symbol not in own
    is_seen = may_see and sees_errno

    def driven_by(errno: bool) -> tuple[Driver, str, Build]:
        made = make_driver(signature, info.globals(), str(source), inputs, own, statics, contract, sees_errno=errno)
        text = made.text()
        return made, text, build(sources, options, driver=text, included=included, only_calls=made.only_calls)

    driver, text, built = driven_by(is_seen)
    if may_see and not is_seen and _ERRNO in built.text:  # the library may set it
        driver, text, built = driven_by(True)
    initial = dict(_initial(driver, changing, info)) if function != "main" else {}
    initial[ERRNO.symbol] = "" if ERRNO.symbol in own else "fixed"
    unclear = [symbol for symbol in initial if use.is_ambiguous(symbol)]
    assumed = None if function == "main" else {each: initial[each] for each in initial if each not in unclear}
    labels = object_labels((*driver.parameters, *driver.symbolic))
    bounded = bounded_pointers(driver.parameters)
    program = replace(read(built.text), assumed=assumed, bounded=bounded, labels=labels)
    parts = (str(each) for each in contract.requires if not meaning_of([each]).fails)  # which narrows nothing
    conditions = (Assumption(AssumptionKind.CONDITION, each) for each in (*inputs.assume, *parts))
    always = (Assumption(AssumptionKind.GLOBALS, each, initial[each]) for each in unclear)
    assumptions = (*conditions, *_narrowed(driver), *always, *locale_use(use.units, program))
    return Subject(
        tuple(sources),
        function,
        driver,
        text,
        included,
        program,
        options,
        None,
        inputs,
        assumptions,
        variables=frozenset(name_of(name) for unit in use.units for name in unit.globals),
        contract=contract,
        unread=frozenset(symbol for symbol in mutable if not use.is_ever_read(0, symbol)),
        exposed=frozenset(symbol for symbol in mutable if use.is_exposed(0, symbol)),
        notes=told,
    )


def _whole_program(sources: list[Path], options: Compiling, start: GivenStart | None) -> Subject:
    """From its `main`, which a given start may call."""
    infos = [DebugInfo(compile_source(source, options).text) for source in sources]
    functions = [function.name for info in infos for function in info.functions()]
    if "main" not in functions:
        raise HarnessError(
            "there is no main",
            advice=f"name the function to explore, as in {sources[0]}:FUNCTION "
            f"(functions: {', '.join(functions) or 'none'})",
        )
    added = _started(start)
    program = read(build([*sources, *added], options).text)
    found = tuple(locale_use([info.module for info in infos], program))
    if start is not None:
        found = (*start.plan.assumptions, *found)
    return Subject((*sources, *added), "main", None, None, None, program, options, assumptions=found, start=start)


def _started(start: GivenStart | None) -> tuple[Path, ...]:
    """The source that starts the program."""
    if start is None:
        return ()
    start.file.parent.mkdir(parents=True, exist_ok=True)
    start.file.write_text(world_file(start.plan))
    return (start.file,)


def contract_for(specs: Sequence[str], options: Compiling, inputs: Inputs) -> tuple[Path, Contract]:
    """The contract of a function, without compiling a program that calls it; and its source."""
    sources, target = _parse(specs)
    if target is None:
        raise HarnessError("a contract belongs to one function", advice=f"give {sources[0]}:FUNCTION")
    source, function = target
    options = resolved(options, [source, *(each for each in sources if each != source)]).options
    signature, info = _signature(source, function, options)
    if source.suffix in SOURCE_SUFFIXES and inputs.infer:
        signature, _ = with_used_types(signature, info)
    contract = contract_of(signature, source, info, sources, options, inputs)
    make_driver(signature, info.globals(), str(source), inputs, contract=contract)  # its names must be known
    return source, contract


def _parse(specs: Sequence[str]) -> tuple[list[Path], tuple[Path, str] | None]:
    sources: list[Path] = []
    target: tuple[Path, str] | None = None
    for spec in specs:
        path, colon, function = spec.rpartition(":")
        if not colon or Path(spec).exists():
            path, function = spec, ""
        elif not function:
            raise HarnessError("expected a function name after the colon", spec)
        source = Path(path)
        if not source.is_file():
            raise HarnessError("is a directory" if source.is_dir() else "no such file", path)
        if source.suffix not in _KINDS:
            raise HarnessError("not a C source", path, f"give one of {', '.join(_KINDS)}")
        if function:
            if target is not None:
                raise HarnessError(f"two functions to explore, {target[1]} and {function}; give only one")
            target = (source, function)
        sources.append(source)
    for source in sources:
        if source.suffix == ".h" and (target is None or source != target[0]):
            raise HarnessError("a header is compiled only for a function in it", str(source), f"give {source}:FUNCTION")
    return sources, target


def _signature(source: Path, function: str, options: Compiling) -> tuple[Prototype, DebugInfo]:
    info = DebugInfo(compile_source(source, options).text)
    try:
        return info.signature(function), info
    except NoSuchFunctionError as error:
        known = ", ".join(error.known) or "none"
        advice = f"it defines: {known}{_without_macro(source)}"
        raise HarnessError(f"{source} has no function '{function}'", advice=advice) from error
    except NoDebugInfoError as error:
        raise HarnessError(error.what, str(source), error.advice) from error


def _without_macro(source: Path) -> str:
    """Libraries that are one header keep their code behind a macro."""
    text = source.read_text(errors="replace") if source.suffix == ".h" else ""
    macros = [name for name in dict.fromkeys(_IMPLEMENTATION.findall(text)) if "IMPL" in name.upper()]
    return f" (its code may need {' or '.join(f'-D {name}' for name in macros)})" if macros else ""


def _global_use(sources: Sequence[Path], target: Path, info: DebugInfo, options: Compiling) -> GlobalUse:
    """The unit of the function comes first."""
    others = [split(compile_source(path, options).text) for path in dict.fromkeys(sources) if path != target]
    return GlobalUse([info.module, *others])


def _names_errno(info: DebugInfo, source: Path) -> bool:
    """Whether a driver that includes the source can use the name `errno`."""
    return source.suffix in SOURCE_SUFFIXES and "@__errno_location" in info.module.functions


def _narrowed(driver: Driver) -> tuple[Assumption, ...]:
    """Of a command line, C itself says that its words exist and are distinct."""
    words = driver.parameters if driver.line else ()
    others = driver.symbolic if driver.line else driver.parameters + driver.symbolic
    sizes = [each for each in narrowed(words) if each.kind is AssumptionKind.SIZE]
    passed = (each.assumption for each in driver.callbacks)
    return (*(driver.line.narrowed if driver.line else ()), *sizes, *narrowed(others), *passed)


def _initial(driver: Driver, changing: Sequence[tuple[int, str]], info: DebugInfo) -> Iterator[tuple[str, str]]:
    """The globals that the function may read with another value than the initial one, which they have here, by symbol.
    Those that the driver cannot name or set are *fixed*: no option makes them symbolic. Whether a run reads one before
    it writes it, the machine finds out."""
    own = {v.symbol: v for v in info.globals() if not v.function_local}
    own |= {each.variable.symbol: each.variable for each in driver.statics}
    symbolic = {variable.node.name.removeprefix("::") for variable in driver.symbolic}
    for unit, symbol in changing:
        variable = own.get(symbol) if unit == 0 else None
        if variable is None or variable.name not in symbolic:
            is_fixed = variable is None or variable.function_local or not can_be_input(variable.type)
            yield symbol, "fixed" if is_fixed else ""
