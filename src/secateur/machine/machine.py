"""Runs a program on one input at a time, from its entry or from a snapshot; the result is a `Path`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Set
from dataclasses import replace
from functools import cached_property
from types import CodeType
from typing import Any
from zlib import crc32

from secateur import expr
from secateur.assumption import Assumption, AssumptionKind
from secateur.expr import Expr
from secateur.ir.model import START, WORLD, Call, Constant, Function, Position, Program, Return, Symbol
from secateur.ir.operands import reads_parameters
from secateur.ir.types import OpaqueType, PointerType, Type, size_of
from secateur.machine.access import Accessor
from secateur.machine.blocks import copy_argument
from secateur.machine.bounded import BoundedNull
from secateur.machine.compiler import AnySite, CallSite, FunctionCode, KnownCoverage, Segment
from secateur.machine.constants import constant_value, image
from secateur.machine.emit_memory import unit_of
from secateur.machine.endless import Rounds
from secateur.machine.endless_loop import go_round
from secateur.machine.errors import MachineError, UnsupportedCode
from secateur.machine.fault import DEFAULT_CHECKS, FaultKind
from secateur.machine.frame import Frame
from secateur.machine.indeterminate import is_indeterminate, settled
from secateur.machine.initial import initial_value
from secateur.machine.leak import leak
from secateur.machine.library import find_builtin
from secateur.machine.library.builtin import Builtin
from secateur.machine.library.process import EXIT
from secateur.machine.limit import Limit, LimitKind
from secateur.machine.marks import TakenPaths
from secateur.machine.memory import SHIFT, Memory, Object, Region, Shape
from secateur.machine.merge import merge
from secateur.machine.namespace import namespace
from secateur.machine.open_run import OpenRun
from secateur.machine.path import OWN_FILES, Branch, BranchKind, Ending, Input, Path, Site, Value, numbered
from secateur.machine.private_numbers import PrivateNumbers
from secateur.machine.prototypes import Fit, fit
from secateur.machine.snapshot import Snapshot
from secateur.machine.state import BranchSite, Code, State, Stop
from secateur.machine.summary import SOMEWHERE, Application, CallEffects, ExactSummary, Summary
from secateur.machine.unsupported import UnsupportedKind, kind_of_function
from secateur.machine.views import Sight
from secateur.options import Limits, Uninitialised


class Machine:
    """A program ready to run. Holds what all its runs share: code, sites, variables, the initial memory."""

    def __init__(
        self,
        program: Program,
        entry: str = "main",
        checks: frozenset[FaultKind] = DEFAULT_CHECKS,
        limits: Limits | None = None,
        record: bool = False,
        visits: bool = False,
        values: bool = False,
        summaries: Mapping[str, Summary] | None = None,
        exact: Mapping[str, ExactSummary] | None = None,
    ) -> None:
        self.program = program
        self.record = record  # write traces, for dependences
        self.traces = record  # until `stop_tracing`
        self.visits = visits  # also keep the states before concrete branches
        self.values = values  # also keep every computed value
        self.summaries = summaries or {}  # by the function that each replaces
        self.exact = exact or {}  # exact ones, which come first
        self.taken = TakenPaths()
        self._applications: dict[tuple[object, ...], Application] = {}
        self.checks = checks
        self.uninitialised = program.uninitialised
        if FaultKind.UNINITIALISED not in checks and self.uninitialised is Uninitialised.REPORT:
            self.uninitialised = Uninitialised.ZERO
        self.has_indeterminate = False  # some run has read memory that nothing has written
        self.arbitrary = 0  # the variables, as a mask, that stand for uninitialised memory holding any value
        self.limits = limits or Limits()
        self.assumptions: dict[Assumption, None] = {}  # what its runs rested on, in the order in which they met it
        self.preconditions: dict[int, Expr | int] = {}  # what a contract says about the inputs, by number
        self.accessor = Accessor()
        self.namespace = namespace(self.accessor)
        self.compiled: dict[bytes, CodeType] = {}  # the code of its segments, by their text
        self.freshly_compiled = 0  # how many of them no earlier machine had
        self.news = 0  # how often a run covered something for the first time
        self.watcher: Callable[[Path, list[str]], None] | None = None  # is told what a run was the first to cover
        self._newly: list[str] = []
        self.sites = 0
        self.private_numbers = PrivateNumbers(self)
        self._site_keys: dict[int, int] = {}
        self.site_names: dict[int, tuple[object, ...]] = {}  # by number: a name that is the same in every process
        self.derived: dict[tuple[int, BranchKind | FaultKind | int], Site] = {}
        self._named_variables: dict[tuple[str, int, str], Expr] = {}
        self._scalar_inputs: dict[tuple[str, int, str, int, str], Input] = {}
        self.names: dict[int, tuple[Object, str]] = {}  # texts that nothing can change, by address, with their objects
        self._codes: dict[str, FunctionCode] = {}
        self._addresses: dict[str, int] = {}
        self._labels: dict[tuple[str, str], int] = {}
        self._functions_at: dict[int, str] = {}
        self._fitting: dict[tuple[int, str], Fit] = {}  # by call and function
        self.unknown: dict[int, UnsupportedCode] = {}  # why the content of a global is not known, by object
        self.merges: bool | None = None  # merge the sides of branches where it is cheap? False: where the program asks
        self.merged: dict[int, list[int]] = {}  # by site, how often that worked and how often not
        self.segments: dict[Code, Segment] = {}  # by code, if something can be merged
        self.finds_endless = False  # look for runs that repeat their state?
        self._memory = self._initial_memory()
        entry = program.start_of(entry)
        if entry not in program.functions or program.functions[entry].is_declaration:
            raise MachineError(f"there is no function '{entry}'")
        self.entry = program.functions[entry]
        is_fixed = entry == START and WORLD not in program.functions
        self._has_arguments = is_fixed and reads_parameters(program.functions["main"])
        self._has_environment = self._has_arguments and reads_parameters(program.functions["main"], 2)

    # --- running

    def start(self, model: tuple[int, ...], concrete: bool = False) -> tuple[State, Code]:
        """A fresh run from the entry. If `concrete`, inputs are the values of the model, and nothing is symbolic."""
        state = State(self, self._memory.fork(), model, self.limits)
        state.concrete = concrete
        code = self.code(self.entry.name)
        registers: list[Value] = [0] * len(self.entry.parameters)
        state.frames.append(Frame(code, [*registers, *code.blank], None, 0))  # type: ignore[list-item]
        state.registers = state.frames[0].registers
        if self._has_arguments:
            state.rest_on(AssumptionKind.ARGUMENTS, "argv", "1")
        if self._has_environment:
            state.rest_on(AssumptionKind.ENVIRONMENT, "envp")
        return state, code.entry.run

    def resume(self, snapshot: Snapshot, model: tuple[int, ...]) -> tuple[State, Code]:
        """Continue from a snapshot, on the side that the model takes."""

        def branch(registers: list[Value], state: State) -> Code:
            assert isinstance(snapshot.condition, Expr)
            return state.take(snapshot.condition, snapshot.site)

        return snapshot.restore(model), branch

    def run(self, state: State, code: Code, stop: Callable[[], object] | None = None) -> Path:
        """Run to the end of the path. `stop` is polled regularly; when it returns true, the path is interrupted."""
        path = self.go_on(self.begin(state, code), stop)
        assert path is not None
        return path

    def begin(self, state: State, code: Code) -> OpenRun:
        """A run that has not done anything yet."""
        is_certain = self.program.uninitialised is not Uninitialised.ANY  # then each reading may be another value
        reports = FaultKind.ENDLESS_LOOP in self.checks and not self.finds_endless
        rounds = Rounds(state.model if reports else None) if (reports or self.finds_endless) and is_certain else None
        return OpenRun(state, code, rounds)

    def go_on(self, run: OpenRun, stop: Callable[[], object] | None = None, most: int | None = None) -> Path | None:
        """Run to the end of the path, or until it has executed `most` more instructions: then the result is None."""
        state, code, rounds = run.state, run.code, run.rounds
        limit = self.limits.max_instructions
        until = limit if most is None else min(limit, state.steps + most)
        try:
            while True:
                for _ in range(50):
                    code = code(state.registers, state)
                if rounds is not None and rounds.repeat(state, code):
                    if self.finds_endless:
                        raise Stop(Ending.ENDLESS)
                    code = go_round(state, code)
                    rounds = run.rounds = None  # a loop that may run forever
                if stop is not None and stop():
                    raise Stop(Ending.INTERRUPTED, limit=Limit(LimitKind.UNFINISHED))
                if state.steps > until:
                    if state.steps > limit:
                        raise Stop(Ending.INSTRUCTIONS, limit=Limit(LimitKind.INSTRUCTIONS, bound=limit))
                    run.code = code
                    return None
        except Stop as end:
            return self._watched(state.path(end, run.before))
        except UnsupportedCode as reason:  # between two segments
            place = Limit(LimitKind.UNSUPPORTED, self.entry.position, details=(reason.kind, reason.name))
            return self._watched(state.path(Stop(Ending.UNSUPPORTED, limit=place), run.before))

    def seen_first(self, names: list[str]) -> None:
        """A run has covered something for the first time."""
        self.news += 1
        if self.watcher is not None:
            self._newly += names

    def tell_news(self, path: Path) -> None:
        """All that was covered first since the last call was covered by this run."""
        if self._newly and self.watcher is not None:
            names, self._newly = self._newly, []
            self.watcher(path, names)

    def _watched(self, path: Path) -> Path:
        if self._newly:
            self.tell_news(path)
        return path

    def stop_tracing(self) -> None:
        """No more traces are needed. Branches are recorded as before, so runs can still resume from earlier ones."""
        self.traces = False

    def recompile(self) -> None:
        """Worthwhile if many runs follow `stop_tracing`: until then, old code still writes what nobody reads."""
        for code in self._codes.values():
            code.recompile()

    def failing_side(self, path: Path, index: int, model: tuple[int, ...]) -> Path:
        """The path that takes the failing side of a check that `path` passed. It ends there, so nothing is run."""
        passed = path.branches[index]
        assert passed.site.kind is BranchKind.CHECK
        inputs, observations, output, notes = passed.marks
        failed = Branch(
            passed.site, passed.negation, passed.condition, True, False, passed.frame, passed.marks, None, passed.traced
        )
        return Path(
            branches=[*path.branches[:index], failed],
            ending=Ending.FAULT,
            model=model,
            status=0,
            fault=passed.fault,
            inputs=path.inputs[:inputs],
            observations=path.observations[:observations],
            output=path.output[:output],
            notes=path.notes[:notes],
            instructions=0,
            trace=path.trace[: passed.traced],
            place=passed.site.place,
            applied=[(depth, each) for depth, each in path.applied if depth <= index],
            unportable=path.unportable,
        )

    def merge(self, state: State, condition: Expr, site: BranchSite) -> Code | None:
        """For `State.branch`, which does not know how to merge."""
        return merge(state, condition, site)

    @cached_property
    def can_merge(self) -> bool:
        """Merged regions have no trace, and no summary speaks of them."""
        if self.merges is None or self.record or self.visits or self.values or self.summaries or self.exact:
            return False
        return self.merges or self.asks_to_merge

    @property
    def asks_to_merge(self) -> bool:
        """Does the program say where branches are to be merged?"""
        return "klee_open_merge" in self.program.functions

    def copy_argument(self, state: State, frame: Frame, address: Value, kind: Type, site: Site, number: int) -> int:
        """For `State.enter`, which does not know how to copy memory."""
        return copy_argument(state, frame, address, kind, site, number)

    def finish(self, state: State, value: Value | None) -> Code:
        """The entry function has returned: run `exit` if the program defines it, so that `atexit` handlers run."""
        if not state.returned:
            state.result = value
        if self.is_defined(EXIT) and not state.returned:
            state.returned = True
            code = self.code(EXIT)
            frame = Frame(code, [0 if value is None else value, *code.blank], None, 0)  # type: ignore[list-item]
            state.frames.append(frame)
            state.registers = frame.registers
            return code.entry.run
        if isinstance(value, Expr) and is_indeterminate(value):
            state.frames.append(Frame(self.code(self.entry.name), [], None, 0))  # whose end this is
            value = settled(state, value, self.end_of(self.entry.name, state), "the exit status")
        elif isinstance(value, Expr):
            state.rely_on(value)
        if FaultKind.LEAK in self.checks:
            state.frames.append(Frame(self.code(self.entry.name), [], None, 0))
            self.look_for_leaks(state, self.end_of(self.entry.name, state))
        status = int(expr.evaluate(value, state.model) if isinstance(value, Expr) else value or 0)
        raise Stop(Ending.RETURNED, status & 255)

    def look_for_leaks(self, state: State, site: Site) -> None:
        """The program has ended: a leak is the last thing to report about the run."""
        if FaultKind.LEAK in self.checks:
            fault = leak(state, site)
            if fault is not None:
                raise Stop(Ending.FAULT, fault=fault, site=site)

    # --- code, sites, variables

    def code(self, name: str) -> FunctionCode:
        found = self._codes.get(name)
        if found is None:
            found = self._codes[name] = FunctionCode(self, self.program.functions[name])
        return found

    def code_that_ran(self, name: str) -> FunctionCode | None:
        """The code of a function, if a run has called it."""
        return self._codes.get(name)

    def lazy_code(self, name: str) -> Callable[[], FunctionCode]:
        return lambda: self._codes.get(name) or self.code(name)

    def known_coverage(self) -> dict[str, KnownCoverage]:
        """What is covered now, by function."""
        return {name: code.known for name, code in self._codes.items()}

    def covered_names(self) -> set[str]:
        """Names of all that is covered, the same in every process."""
        return {name for code in self._codes.values() for name in code.covered_names}

    def uncover(self, names: Set[str]) -> None:
        """Forget that what has these names was covered."""
        for code in self._codes.values():
            code.uncover(names)

    def restrict_coverage(self, known: Mapping[str, KnownCoverage]) -> None:
        """Forget what was covered, except for what is known."""
        for name, code in self._codes.items():
            code.restrict(known.get(name, KnownCoverage()))

    def codes(self) -> Iterator[FunctionCode]:
        return iter(self._codes.values())

    @cached_property
    def reported(self) -> frozenset[str]:
        """The functions whose result is an output: `main`, and those that a driver calls."""
        main = self.program.functions.get("main")
        if main is None or main.is_declaration:
            return frozenset({self.entry.name})
        called = (i.callee for block in main.body.blocks.values() for i in block.instructions if isinstance(i, Call))
        names = {callee.name for callee in called if isinstance(callee, Symbol)}
        return frozenset({"main", *names} if main.position.file.startswith(OWN_FILES) else {"main"})

    def application(self, name: str, sight: Sight, arguments: tuple[Value, ...]) -> Application:
        """The summary of a function applied to these arguments; equal arguments give the same application."""
        key = (name, sight.scene, sight.numbers)
        found = self._applications.get(key)
        if found is None:
            number, stars = len(self._applications) + 1, 0

            def fresh(width: int, kind: str) -> Expr:
                nonlocal stars
                stars += 1
                return self.variable(f"*{name}#{number}.{stars - 1}", width, kind)

            pointers = zip(arguments, self.program.functions[name].parameters, strict=True)
            given = tuple(SOMEWHERE if isinstance(p.type, PointerType) else value for value, p in pointers)
            value = self.summaries[name].apply(given, fresh)
            found = self._applications[key] = Application(name, sight.scene, sight.numbers, value, stars)
        return found

    def exact_application(self, name: str, sight: Sight, effects: CallEffects) -> Application:
        """The same for an exact summary."""
        key = (name, sight.scene, sight.numbers, None)
        found = self._applications.get(key)
        if found is None:
            made = Application(name, sight.scene, sight.numbers, None, 0, effects)
            found = self._applications[key] = made
        return found

    def stands_in(self, name: str) -> bool:
        """Has a function a summary?"""
        return name in self.summaries or name in self.exact

    def is_defined(self, name: str) -> bool:
        function = self.program.functions.get(name)
        return function is not None and not function.is_declaration

    def builtin(self, name: str) -> Builtin:
        """The implementation of a function without a body. A path that calls an unknown one ends there."""
        return find_builtin(name) or (_null if name in self.program.weak else _missing(name))

    def fit(self, name: str, site: CallSite) -> Fit:
        """Has the function that a pointer leads to the types of the call?"""
        key = (site.number, name)
        found = self._fitting.get(key)
        if found is None:
            assert site.type is not None
            checked = FaultKind.WRONG_CALL in self.checks and not site.position.file.startswith(OWN_FILES)
            function = self.program.functions[name]
            found = self._fitting[key] = fit(function, site.type, site.types, site.used, checked)
        return found

    def new_site(
        self,
        make: type[AnySite],
        kind: BranchKind,
        position: Position,
        function: str,
        place: tuple[str, int],
        name: tuple[object, ...],
        **details: Any,
    ) -> AnySite:
        """`name` tells the site from all others, in every process."""
        self.sites += 1
        self.site_names[self.sites] = name
        return make(self.sites, kind, position, function, place, **details)

    def site_for(self, site: Site, kind: BranchKind) -> Site:
        """The site of another kind at the same place; always the same object."""
        key = (site.number, kind)
        found = self.derived.get(key)
        if found is None:
            name = (self.site_names[site.number], kind)
            found = self.derived[key] = self.new_site(Site, kind, site.position, site.function, site.place, name)
        return found

    def site_key(self, site: Site) -> int:
        """A number for a site that is the same in every process, and for nearly no other site."""
        found = self._site_keys.get(site.number)
        if found is None:
            found = self._site_keys[site.number] = crc32(repr(self.site_names[site.number]).encode())
        return found

    def entry_site(self, site: Site) -> Site:
        """Where it is decided whether a function that has a summary is entered; always the same object. It is not the
        site of other choices that the call makes."""
        key = (site.number, -1)
        found = self.derived.get(key)
        if found is None:
            choice, name = BranchKind.CHOICE, (self.site_names[site.number], "entry")
            found = self.derived[key] = self.new_site(Site, choice, site.position, site.function, site.place, name)
        return found

    def fault_site(self, site: Site, fault: FaultKind, message: str) -> Site:
        """The check for another fault at the same place; always the same object."""
        key = (site.number, fault)
        found = self.derived.get(key)
        if found is None:
            check = BranchKind.CHECK
            name = (self.site_names[site.number], fault)
            where = site.position, site.function, site.place
            made = self.new_site(Site, check, *where, name, fault=fault, message=message)
            found = self.derived[key] = made
        return found

    def end_of(self, function: str, state: State, by: Site | None = None) -> Site:
        """The site of what a function has returned; of `main`, where the function runs it. `by`: the instruction that
        looks at it, if that is not the return itself."""
        code = self.code("main" if function == START else function)
        last = next((b for b in code.body.blocks.values() if isinstance(b.terminator, Return)), code.body.entry)
        place = (last.label, len(last.instructions))
        name = code.site(Site, place, BranchKind.CHECK, last.terminator.position, fault=FaultKind.UNINITIALISED)
        found: Site = code.namespace[name]
        instruction = by or found
        if state.ended is not None and state.ended.function == code.title:
            found = state.ended
        return found if found.place == instruction.place else self._moved(found, instruction)

    def _moved(self, site: Site, instruction: Site) -> Site:
        """The same check, made by another instruction; always the same object."""
        key = (site.number, instruction.number)
        found = self.derived.get(key)
        if found is None:
            place = instruction.place
            name = (self.site_names[site.number], self.site_names[instruction.number])
            made = self.new_site(Site, BranchKind.CHECK, site.position, site.function, place, name, fault=site.fault)
            found = self.derived[key] = made
        return found

    @property
    def variables(self) -> dict[tuple[str, int, str], Expr]:
        """By name, width and kind. Machines can share them."""
        return self._named_variables

    @variables.setter
    def variables(self, variables: dict[tuple[str, int, str], Expr]) -> None:
        self._named_variables = variables
        self._scalar_inputs = {}

    def variable(self, name: str, width: int, kind: str) -> Expr:
        """The variable of an input. The same input has the same number on every path."""
        key = (name, width, kind)
        variables = self._named_variables
        found = variables.get(key)
        if found is None:
            if len(variables) == expr.INDETERMINATE:  # not the number of an input
                variables["?", 1, ""] = expr.variable("?", 1, expr.INDETERMINATE, "")
            found = variables[key] = expr.variable(name, width, len(variables), kind)
        return found

    def scalar_input(self, name: str, number: int, kind: str, width: int, variable_kind: str) -> Input:
        """The input of this name that a run asks for as its `number`-th. All paths hold the same one."""
        key = (name, number, kind, width, variable_kind)
        found = self._scalar_inputs.get(key)
        if found is None:
            variable = self.variable(numbered(name, number), width, variable_kind)
            found = self._scalar_inputs[key] = Input(name, kind, ((variable, width),))
        return found

    # --- memory

    def address_of(self, name: str) -> int:
        address = self._addresses.get(name)
        if address is None:
            raise UnsupportedCode(name, UnsupportedKind.GLOBAL)
        return address

    def label_address(self, function: str, label: str) -> int:
        """The value of `&&label`: an address that belongs to no object."""
        number = self._labels.setdefault((function, label), len(self._labels) + 2)
        return -number << SHIFT

    @property
    def has_labels(self) -> bool:
        """Has any label an address? Which one it is, depends on the order in which a process met them."""
        return bool(self._labels)

    @property
    def initial(self) -> Memory:
        """The memory at program start."""
        return self._memory

    def function_at(self, address: int) -> str | None:
        return self._functions_at.get(address)

    def _initial_memory(self) -> Memory:
        memory = Memory({}, 1)
        absent = [name for name in self.program.weak if find_builtin(name) is None]
        self._addresses.update(dict.fromkeys(absent, 0))
        for item in self.program.globals.values():
            if item.name in self._addresses:
                continue
            region = Region.CONSTANT if item.constant else Region.GLOBAL
            if item.initializer is None:
                region = Region.UNKNOWN
            assumed = None if item.constant else initial_value(self.program, item.name)
            name = self._source_name(item.name)
            shape = Shape(region, name, item.type, unit_of(item.type), assumed=assumed)
            size = 0 if isinstance(item.type, OpaqueType) else size_of(item.type)
            self._addresses[item.name] = memory.allocate(size, shape).start
        for name in self.program.functions:
            if name in self._addresses:
                continue
            made = memory.allocate(0, Shape(Region.FUNCTION, name))
            self._addresses[name] = made.start
            self._functions_at[made.start] = name
        for name, constant in self.program.aliases.items():
            value = constant_value(constant, self)
            assert isinstance(value, int)
            self._addresses[name] = value
        for item in self.program.globals.values():
            if item.initializer is not None:
                made = memory.objects[self._addresses[item.name] >> SHIFT]
                self._initialise(made, item.initializer)
                for offset, name in self.program.bounded.get(item.name, {}).items():
                    made.write(made.start + offset, 8, BoundedNull.of(name))
        return memory

    def _initialise(self, made: Object, initializer: Constant) -> None:
        """The initial content of a global; if it cannot be made, only a path that uses the global ends."""
        try:
            made.base = image(initializer, self)
        except UnsupportedCode as reason:
            made.shape = replace(made.shape, region=Region.UNKNOWN)
            self.unknown[made.number] = reason

    def _source_name(self, name: str) -> str:
        """The name of a global in the source: a static variable `n` of a function `f` is `f.n` in LLVM."""
        if name in self.program.labels:
            return self.program.labels[name]
        owner, dot, inner = name.partition(".")
        return inner.partition(".")[0] if dot and owner in self.program.functions else name

    # --- coverage

    def user_functions(self) -> list[Function]:
        """The functions that the user's code defines."""
        return [
            f
            for f in self.program.functions.values()
            if not f.is_declaration and not f.position.file.startswith(OWN_FILES)
        ]


def _null(state: State, arguments: tuple[Value, ...], site: CallSite) -> Value | None:
    """The call of a weak function that nothing defines."""
    state.fail(site, FaultKind.NULL_POINTER, "call through a null pointer: the weak function is not defined")
    return None


def _missing(name: str) -> Builtin:
    kind = kind_of_function(name)

    def call(state: State, arguments: tuple[Value, ...], site: CallSite) -> Value | None:
        state.refuse(kind, name, site)

    return call
